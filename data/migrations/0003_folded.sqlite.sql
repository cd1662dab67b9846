-- A pool is found by a key of its own instead of by SQLite's NOCASE, which other engines lack.

ALTER TABLE pools RENAME TO old_pools;

CREATE TABLE pools (
    guild_id INTEGER NOT NULL,
    folded TEXT NOT NULL,       -- the name without regard to case
    name TEXT NOT NULL,
    roles TEXT NOT NULL,        -- JSON list of role ids
    PRIMARY KEY (guild_id, folded)
) STRICT;

-- Who may write games: a write that carries a number is refused once its owner has a newer one.
CREATE TABLE fences (
    owner TEXT PRIMARY KEY,
    number INTEGER NOT NULL
) STRICT;
