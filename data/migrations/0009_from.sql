-- For the query of the last game that was played in a thread of a channel.
CREATE INDEX games_from ON games(home_id, over_at) WHERE home_id IS NOT NULL;
