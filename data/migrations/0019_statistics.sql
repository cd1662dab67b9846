-- Statistics of finished games, ratings and seasons; and members who hide themselves from others.
-- `python -m bot rebuild-stats` computes all of it again from the games.

ALTER TABLE players ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;   -- 1: to others as if without games

-- What each person did in a finished game. AI seats have no row.
CREATE TABLE seat_statistics (
    game_id BIGINT NOT NULL REFERENCES games(id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user_id BIGINT NOT NULL,    -- as in seats; negative: stands for a member whose data was deleted
    guild_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    over_at DOUBLE PRECISION NOT NULL,
    is_rated INTEGER NOT NULL,  -- 1: a game that counts for ratings
    team INTEGER NOT NULL,      -- seats that are rated as one team have the same
    place INTEGER NOT NULL,     -- among the people
    has_won INTEGER NOT NULL,
    lies_told INTEGER NOT NULL,
    lies_caught INTEGER NOT NULL,
    challenges_right INTEGER NOT NULL,
    challenges_wrong INTEGER NOT NULL,
    roles TEXT NOT NULL,        -- JSON object: how often each role was claimed
    points_before DOUBLE PRECISION,   -- the rating of all time and rulesets on this server; null: not rated
    points_after DOUBLE PRECISION,
    PRIMARY KEY (game_id, seat)
);
CREATE INDEX seat_statistics_by_member ON seat_statistics(user_id, guild_id, over_at);
CREATE INDEX seat_statistics_by_guild ON seat_statistics(guild_id, over_at);

-- A member's rating on a server, for each season and ruleset with rated games, and for all of them ('').
CREATE TABLE standings (
    user_id BIGINT NOT NULL,    -- as in seat_statistics
    guild_id BIGINT NOT NULL,
    season TEXT NOT NULL,       -- such as 2026-11; '': all time
    ruleset TEXT NOT NULL,      -- '': all rulesets
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    points DOUBLE PRECISION NOT NULL,   -- what members see, computed from mu and sigma
    games INTEGER NOT NULL,     -- rated games
    wins INTEGER NOT NULL,      -- of these
    game_id BIGINT NOT NULL,    -- the last of these
    PRIMARY KEY (user_id, guild_id, season, ruleset)
);
CREATE INDEX standings_by_points ON standings(guild_id, season, ruleset, points, user_id);

-- The seasons of a server, and the message with which each ends.
CREATE TABLE seasons (
    guild_id BIGINT NOT NULL,
    season TEXT NOT NULL,
    games INTEGER NOT NULL,     -- rated games
    over_at DOUBLE PRECISION NOT NULL,  -- when the last of these ended
    channel_id BIGINT NOT NULL, -- the channel of its lobby
    told_at DOUBLE PRECISION,   -- when the message was about to be posted; null: not yet
    message_id BIGINT,          -- null: not known to be posted
    PRIMARY KEY (guild_id, season)
);
CREATE INDEX seasons_untold ON seasons(season) WHERE message_id IS NULL;
