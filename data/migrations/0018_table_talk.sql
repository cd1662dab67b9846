-- Whether AI players talk at a table: 1 or 0. Games that were opened before this migration stay silent.

ALTER TABLE games ADD COLUMN talk INTEGER NOT NULL DEFAULT 0;
ALTER TABLE guilds ADD COLUMN talk INTEGER NOT NULL DEFAULT 1;
