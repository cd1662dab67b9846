-- What the deal of a game decided is kept, so that a role added later deals no old game anew; and what the bot is
-- about to post or has posted beside the card, so that a restart finds it.

ALTER TABLE games ADD COLUMN start TEXT;            -- JSON: pool, first, direction, teams; null: not started
ALTER TABLE games ADD COLUMN intent TEXT;           -- the moment (as in `card`) of a card about to be posted
ALTER TABLE games ADD COLUMN reminder_id INTEGER;   -- a reminder that stands in the channel

-- Until now this was the version of the whole program; from now on it is that of the rules.
UPDATE games SET rules_version = '1' WHERE rules_version IS NOT NULL;
