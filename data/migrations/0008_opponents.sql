-- How AI seats play. Those that sit at a table already keep their kind as it is.

ALTER TABLE seats ADD COLUMN temperament TEXT;      -- of an AI seat; null: none
ALTER TABLE guilds ADD COLUMN ai TEXT;              -- the kind of new AI seats; null: medium
ALTER TABLE games ADD COLUMN ai TEXT;               -- the same at a table, as it was when its lobby was opened
