-- A channel's last game among those that were played in threads of it.
CREATE INDEX games_from ON games(home_id, over_at) WHERE home_id IS NOT NULL;
