-- What moderators decide for their server, members' private lists, and the list of those who want to be called.

ALTER TABLE guilds ADD COLUMN ruleset TEXT;                 -- of new tables; null: classic
ALTER TABLE guilds ADD COLUMN channels TEXT NOT NULL DEFAULT '[]';      -- JSON list of the channels where games may run; []: everywhere
ALTER TABLE guilds ADD COLUMN most_tables INTEGER;          -- open lobbies and games at once; null: no limit
ALTER TABLE guilds ADD COLUMN moderator_role_id BIGINT;    -- members with this role are moderators too
ALTER TABLE guilds ADD COLUMN calls INTEGER NOT NULL DEFAULT 1;         -- 0: hosts may not call members
ALTER TABLE guilds ADD COLUMN called_at DOUBLE PRECISION;               -- when a host last called members

ALTER TABLE players ADD COLUMN called_at DOUBLE PRECISION;              -- when the member was last called, on any server
ALTER TABLE audit ADD COLUMN member_id BIGINT;             -- the member whom the action concerns, e.g. who was banned
CREATE INDEX audit_by_member ON audit(member_id) WHERE member_id IS NOT NULL;

-- Members who may not play on a server. A ban that has ended is deleted when the next
-- table is opened there, or the next ban is made.
CREATE TABLE bans (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    name TEXT NOT NULL,         -- the member's name when the ban was made, because the member may leave the server
    at DOUBLE PRECISION NOT NULL,
    until DOUBLE PRECISION,                 -- null: for ever
    reason TEXT NOT NULL,       -- shown to moderators alone
    banned_by_id BIGINT NOT NULL,
    PRIMARY KEY (guild_id, user_id)
);
CREATE INDEX bans_by_user ON bans(user_id);
CREATE INDEX bans_by_moderator ON bans(banned_by_id);

-- Whom a member (`user_id`) would rather not sit with on a server. Nobody but this member may learn of it.
CREATE TABLE avoided (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    avoided_id BIGINT NOT NULL,
    PRIMARY KEY (guild_id, user_id, avoided_id)
);
CREATE INDEX avoided_by_user ON avoided(user_id);
CREATE INDEX avoided_by_avoided ON avoided(avoided_id);

-- Members of a server who want to be called when a host looks for players.
CREATE TABLE call_list (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    utc_offset INTEGER NOT NULL,    -- of the member's clock, in minutes
    quiet_from INTEGER,         -- the hours by this clock (0 to 23) in which the member is not called; null: none
    quiet_to INTEGER,
    PRIMARY KEY (guild_id, user_id)
);
CREATE INDEX call_list_by_user ON call_list(user_id);
