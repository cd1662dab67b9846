-- Pools get a key in lower case. It replaces SQLite's NOCASE, which other engines lack.

ALTER TABLE pools RENAME TO old_pools;

CREATE TABLE pools (
    guild_id INTEGER NOT NULL,
    folded TEXT NOT NULL,       -- the key: the name, case-folded
    name TEXT NOT NULL,
    roles TEXT NOT NULL,        -- JSON list of role ids
    PRIMARY KEY (guild_id, folded)
) STRICT;

-- The newest number of each owner of games: a write with an older number is refused.
CREATE TABLE fences (
    owner TEXT PRIMARY KEY,
    number INTEGER NOT NULL
) STRICT;
