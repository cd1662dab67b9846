-- What each process reports with every renewal, so that all compute the same assignment of shards.

ALTER TABLE processes ADD COLUMN reaches_discord BOOLEAN NOT NULL DEFAULT true;    -- false: gets no shards
ALTER TABLE processes ADD COLUMN failing INTEGER[] NOT NULL DEFAULT '{}';     -- shards that it cannot serve
ALTER TABLE processes ADD COLUMN starting INTEGER[] NOT NULL DEFAULT '{}';    -- begun sessions, not yet leased
