-- Several processes over one database. Its own clock alone says what is past.

-- The processes that run: each renews its row every few seconds. One whose `until` has passed holds nothing.
CREATE TABLE processes (
    name TEXT PRIMARY KEY,
    place INTEGER,              -- the place-th of `places` processes, counted from 1; null: none of its own
    places INTEGER,
    machine TEXT,               -- where it runs; null: unknown
    shards INTEGER,             -- how many shards it reckons with; null: not yet agreed
    until TIMESTAMPTZ NOT NULL,
    leaving BOOLEAN NOT NULL    -- gets no more shards
);

-- Who acts for the servers of each of Discord's shards, while that process runs.
CREATE TABLE leases (
    shard INTEGER PRIMARY KEY,
    holder TEXT,                -- name of a process; null: released
    number BIGINT NOT NULL      -- of the fence that the holder writes with; 0: never held
);

-- When the last turns were or are going to be, oldest first: of requests to Discord, and of new sessions.
CREATE UNLOGGED TABLE turns (
    name TEXT PRIMARY KEY,
    taken TIMESTAMPTZ[] NOT NULL
);
