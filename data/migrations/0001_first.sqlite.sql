-- Times are seconds since 1970. Ids are Discord's, except games.id. JSON is stored as text.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE guilds (
    guild_id INTEGER PRIMARY KEY,
    pace TEXT,                  -- null: the operator's default
    pool TEXT                   -- null: drawn at random by category
) STRICT;

CREATE TABLE pools (
    guild_id INTEGER NOT NULL,
    name TEXT NOT NULL COLLATE NOCASE,
    roles TEXT NOT NULL,        -- JSON list of role ids
    PRIMARY KEY (guild_id, name)
) STRICT;

CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host_id INTEGER NOT NULL,
    message_id INTEGER,         -- the live message
    card TEXT,                  -- the phase it shows: lobby, turn:5, turn:5:3 (with turns 3 and 4), end, closed
    status TEXT NOT NULL,       -- lobby, playing, paused, over, closed, set_aside
    locale TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    options TEXT NOT NULL,      -- JSON object
    pool TEXT,                  -- JSON list of role ids; null: drawn, or the ruleset has none
    pace TEXT NOT NULL,
    server_seed BLOB NOT NULL,  -- secret: leaves the database only when the game is over
    rules_version TEXT,
    interaction_id INTEGER,     -- of the click on Start; determines the game's seed with server_seed and the seats
    first TEXT,                 -- name of the seat that starts; null: drawn
    direction INTEGER,
    rematch_of INTEGER REFERENCES games(id),
    decisions INTEGER NOT NULL DEFAULT 0,   -- number of rows in `decisions`; a stale writer finds another one
    asked_at REAL NOT NULL,     -- when the current question (or the lobby) opened
    deadline REAL,              -- of the current question (or the lobby); null: none
    opened_at REAL NOT NULL,
    over_at REAL
) STRICT;

CREATE UNIQUE INDEX one_table_a_channel ON games(channel_id) WHERE status IN ('lobby', 'playing', 'paused');
CREATE INDEX games_by_status ON games(status, over_at);

CREATE TABLE seats (
    game_id INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user_id INTEGER,            -- null: an AI seat
    name TEXT NOT NULL,
    ai TEXT,
    ready INTEGER NOT NULL,     -- 0: has not yet confirmed a rematch
    away INTEGER NOT NULL,      -- played by an AI until its owner returns
    missed INTEGER NOT NULL,    -- timeouts in a row
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_user ON seats(user_id) WHERE user_id IS NOT NULL;

CREATE TABLE decisions (
    game_id INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,       -- 0, 1, 2, ..
    seat INTEGER NOT NULL,
    move TEXT NOT NULL,         -- the canonical text of the move
    cause TEXT NOT NULL,        -- player, ai, timeout
    at REAL NOT NULL,
    checksum TEXT NOT NULL,     -- of the whole state after it
    PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE results (
    game_id INTEGER PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,
    channel_id INTEGER NOT NULL,
    over_at REAL NOT NULL,
    winners TEXT NOT NULL,      -- JSON list of seats
    record TEXT NOT NULL        -- JSON, as the referee replays it
) STRICT;

CREATE INDEX results_by_channel ON results(channel_id, over_at);

CREATE TABLE players (
    user_id INTEGER PRIMARY KEY,
    dm INTEGER NOT NULL DEFAULT 0,          -- wants a copy of the hand and of private choices by DM
    dms_closed INTEGER NOT NULL DEFAULT 0,  -- Discord has refused a DM
    ping INTEGER NOT NULL DEFAULT 1         -- wants to be mentioned when it is the player's turn
) STRICT;

CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    at REAL NOT NULL,
    user_id INTEGER NOT NULL,
    action TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;

CREATE INDEX audit_by_guild ON audit(guild_id, at);
