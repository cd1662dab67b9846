-- For the foreign key: without this, SQLite plans to read all games whenever one is added.
CREATE INDEX games_by_rematch ON games(rematch_of) WHERE rematch_of IS NOT NULL;
