-- Stores what the deal of a game decided, so that a role added later does not change the deal of an old game; and the
-- messages that the bot is about to post or has posted, so that a restarted process finds them.

ALTER TABLE games ADD COLUMN start TEXT;            -- JSON: pool, first, direction, teams; null: not started
ALTER TABLE games ADD COLUMN intent TEXT;           -- the phase (as in `card`) of a message about to be posted
ALTER TABLE games ADD COLUMN reminder_id INTEGER;   -- the message of the reminder

-- Before, this was the version of the program; from now on it is the version of the rules.
UPDATE games SET rules_version = '1' WHERE rules_version IS NOT NULL;
