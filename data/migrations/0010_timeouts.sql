-- What happens to a seat whose member lets the time run out three times in a row.

ALTER TABLE games ADD COLUMN resigns INTEGER NOT NULL DEFAULT 0;    -- 1: it resigns; 0: an AI plays for it
ALTER TABLE guilds ADD COLUMN resigns INTEGER NOT NULL DEFAULT 0;   -- the same at new tables
