-- Members who want their data deleted, and servers that have removed the bot.

-- Deletions that are not finished. A row is itself about a member, and is deleted when the deletion is finished.
CREATE TABLE deletions (
    user_id BIGINT NOT NULL PRIMARY KEY,
    stand_in BIGINT NOT NULL,               -- the negative number that takes the member's place
    asked_at DOUBLE PRECISION NOT NULL
);
-- Deletions that are finished in this database; a restored backup lacks those that were asked for after it was made.
CREATE TABLE finished_deletions (
    hash TEXT NOT NULL,                     -- of the member's id, with the key of the list of deletions
    asked_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (hash, asked_at)
);

-- With PostgreSQL: all deletions ever finished. Backups and copies lack this table; see bot/privacy/ledger.py.
CREATE TABLE kept_deletions (
    hash TEXT NOT NULL,                     -- as in finished_deletions; of the row with asked_at 0: the key
    asked_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (hash, asked_at)
);

-- Servers that have removed the bot, until it returns or their data is deleted.
CREATE TABLE removed_guilds (
    guild_id BIGINT NOT NULL PRIMARY KEY,
    removed_at DOUBLE PRECISION NOT NULL
);

CREATE INDEX games_by_host ON games(host_id);
CREATE INDEX games_by_moderator ON games(ended_by) WHERE ended_by IS NOT NULL;
CREATE INDEX games_by_guild ON games(guild_id);
CREATE INDEX audit_by_moderator ON audit(user_id);
