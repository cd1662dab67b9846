-- Several processes over one database. All times are by the database's clock.

-- The processes that run. Each renews its row every few seconds; after `until` a process owns no shard.
CREATE TABLE processes (
    name TEXT PRIMARY KEY,
    place INTEGER,              -- it is the k-th of `places` processes, counted from 1; null: none was given
    places INTEGER,
    machine TEXT,               -- where it runs; null: unknown
    shards INTEGER,             -- the number of shards that it uses; null: not yet agreed
    until TIMESTAMPTZ NOT NULL,
    leaving BOOLEAN NOT NULL    -- gets no more shards
);

-- Which process owns the servers of each of Discord's shards, as long as the process runs.
CREATE TABLE leases (
    shard INTEGER PRIMARY KEY,
    holder TEXT,                -- name of a process; null: released
    number BIGINT NOT NULL      -- the number of the holder's fence; 0: no process ever owned the shard
);

-- The reserved moments of each rate limiter, oldest first: of requests to Discord, and of new sessions.
CREATE UNLOGGED TABLE turns (
    name TEXT PRIMARY KEY,
    taken TIMESTAMPTZ[] NOT NULL
);
