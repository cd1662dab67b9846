-- How a game is shown in its channel, who may see what, and how it ended. Games that run already keep their style.

ALTER TABLE games ADD COLUMN style TEXT NOT NULL DEFAULT 'chronicle';   -- live, chronicle or thread
ALTER TABLE games ADD COLUMN home_id BIGINT;                 -- the lobby's channel, if the game moved into a thread
ALTER TABLE games ADD COLUMN pictures INTEGER NOT NULL DEFAULT 1;       -- 0: words only
ALTER TABLE games ADD COLUMN open_hands INTEGER NOT NULL DEFAULT 0;     -- 1: eliminated players may see all hands
ALTER TABLE games ADD COLUMN practice INTEGER NOT NULL DEFAULT 0;       -- 1: a lesson, in which a member learns the game
ALTER TABLE games ADD COLUMN paused_for TEXT;               -- why it is paused: unreachable, away
ALTER TABLE games ADD COLUMN ended_by BIGINT;                 -- the moderator who ended it or closed its lobby
UPDATE games SET paused_for = 'unreachable' WHERE status = 'paused';

-- For the query of a channel's last game, whether it was won or ended by a moderator.
CREATE INDEX games_played ON games(channel_id, over_at) WHERE interaction_id IS NOT NULL;

ALTER TABLE results ADD COLUMN places TEXT;                 -- the place of each seat, 1 for winners; null: unknown
ALTER TABLE results ADD COLUMN abandoned TEXT NOT NULL DEFAULT '[]';    -- seats of members for whom an AI finished the game

ALTER TABLE guilds ADD COLUMN style TEXT;                   -- of new tables; null: live
ALTER TABLE guilds ADD COLUMN pictures INTEGER NOT NULL DEFAULT 1;
ALTER TABLE guilds ADD COLUMN welcomed INTEGER NOT NULL DEFAULT 0;      -- 1: greeted since the bot has joined it

ALTER TABLE players ADD COLUMN pictures INTEGER NOT NULL DEFAULT 1;
