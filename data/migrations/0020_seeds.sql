-- What ties the members to a game's seed, so that it can be taken away again: see bot/tables/seed_commitment.py.

ALTER TABLE seats ADD COLUMN salt TEXT;        -- hex; NULL: an AI, or a seat taken before this migration
ALTER TABLE seats ADD COLUMN commitment TEXT;  -- SHA-256 of the salt and the member's id, in hex; NULL as above
ALTER TABLE games ADD COLUMN seed TEXT;        -- hex; NULL: not started, or started before this migration
