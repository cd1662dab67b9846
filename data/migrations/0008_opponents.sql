-- How AI seats play. AI seats of tables that exist already keep their kind.

ALTER TABLE seats ADD COLUMN temperament TEXT;      -- of an AI seat; null: none
ALTER TABLE guilds ADD COLUMN ai TEXT;              -- the kind of new AI seats; null: medium
ALTER TABLE games ADD COLUMN ai TEXT;               -- the same at a table, as it was when its lobby was opened
