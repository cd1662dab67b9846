"""The SQL tables as queries name them. The migrations create them; a test compares both on each engine."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    literal_column,
)

from bot.store.rows import LIVE

METADATA: Final = MetaData()

META: Final = Table("meta", METADATA, Column("key", Text, primary_key=True), Column("value", Text))

GUILDS: Final = Table(
    "guilds",
    METADATA,
    Column("guild_id", BigInteger, primary_key=True),
    Column("pace", Text),
    Column("pool", Text),
    Column("style", Text),
    Column("pictures", Integer),
    Column("welcomed", Integer),
    Column("ai", Text),
    Column("resigns", Integer),
)

POOLS: Final = Table(
    "pools",
    METADATA,
    Column("guild_id", BigInteger, primary_key=True),
    Column("folded", Text, primary_key=True),
    Column("name", Text),
    Column("roles", Text),
)

GAMES: Final = Table(
    "games",
    METADATA,
    Column("id", BigInteger, primary_key=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger),
    Column("host_id", BigInteger),
    Column("message_id", BigInteger),
    Column("card", Text),
    Column("status", Text),
    Column("locale", Text),
    Column("ruleset", Text),
    Column("options", Text),
    Column("pool", Text),
    Column("pace", Text),
    Column("server_seed", LargeBinary),
    Column("rules_version", Text),
    Column("interaction_id", BigInteger),
    Column("first", Text),
    Column("direction", Integer),
    Column("rematch_of", BigInteger, ForeignKey("games.id")),
    Column("decisions", Integer),
    Column[float]("asked_at", Double),
    Column[float]("deadline", Double),
    Column[float]("opened_at", Double),
    Column[float]("over_at", Double),
    Column("start", Text),
    Column("intent", Text),
    Column("reminder_id", BigInteger),
    Column("void_answers", Text),
    Column[float]("due", Double),
    Column[float]("changed_at", Double),
    Column("style", Text),
    Column("home_id", BigInteger),
    Column("pictures", Integer),
    Column("open_hands", Integer),
    Column("resigns", Integer),
    Column("ai", Text),
    Column("practice", Integer),
    Column("paused_for", Text),
    Column("ended_by", BigInteger),
    Column("question_id", Integer),
    Column("absences", Text),
)

SEATS: Final = Table(
    "seats",
    METADATA,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", BigInteger),
    Column("name", Text),
    Column("ai", Text),
    Column("ready", Integer),
    Column("away", Integer),
    Column("missed", Integer),
    Column("temperament", Text),
)

DECISIONS: Final = Table(
    "decisions",
    METADATA,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("seat", Integer),
    Column("move", Text),
    Column("cause", Text),
    Column[float]("at", Double),
    Column("checksum", Text),
)

RESULTS: Final = Table(
    "results",
    METADATA,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True),
    Column("channel_id", BigInteger),
    Column[float]("over_at", Double),
    Column("winners", Text),
    Column("record", Text),
    Column("places", Text),
    Column("abandoned", Text),
)

PLAYERS: Final = Table(
    "players",
    METADATA,
    Column("user_id", BigInteger, primary_key=True),
    Column("dm", Integer),
    Column("dms_closed", Integer),
    Column("ping", Integer),
    Column("pictures", Integer),
)

AUDIT: Final = Table(
    "audit",
    METADATA,
    Column("id", BigInteger, primary_key=True),
    Column("guild_id", BigInteger),
    Column[float]("at", Double),
    Column("user_id", BigInteger),
    Column("action", Text),
    Column("detail", Text),
)

DIRECT_MESSAGES: Final = Table(
    "direct_messages",
    METADATA,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True),
    Column("nonce", BigInteger, primary_key=True),
    Column("seat", Integer),
    Column("question", Integer),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column[float]("deadline", Double),
    Column[float]("sent_at", Double),
)

FENCES: Final = Table(
    "fences",
    METADATA,
    Column("owner", Text, primary_key=True),
    Column("number", BigInteger),
)

IS_LIVE: Final = GAMES.c.status.in_([literal_column(f"'{status.value}'") for status in LIVE])
"""Whether a game is live; with literals, because an index serves only queries that repeat its condition."""
