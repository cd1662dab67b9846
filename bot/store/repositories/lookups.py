"""Looking games up: by channel, host or server. Each function is part of a unit of reading."""

import json
from typing import Final

from sqlalchemy import bindparam, func, literal_column, select

from bot.store.engines.unit_of_work import Connection, Query
from bot.store.schema import GAMES, IS_LIVE, RESULTS, SEATS

_IS_LOBBY: Final = GAMES.c.status == literal_column("'lobby'")

_LIVE_AT: Final = Query(select(GAMES.c.id).where(IS_LIVE, GAMES.c.channel_id == bindparam("channel")))
_LIVE_FROM: Final = Query(
    select(GAMES.c.id).where(
        IS_LIVE, GAMES.c.home_id == bindparam("channel"), GAMES.c.style == literal_column("'thread'")
    )
)
_OVER: Final = (
    select(RESULTS.c.game_id, RESULTS.c.winners)
    .where(RESULTS.c.channel_id == bindparam("channel"))
    .order_by(RESULTS.c.over_at.desc(), RESULTS.c.game_id.desc())
    .limit(literal_column("1"))
    .offset(literal_column("0"))
)
_PLAYED: Final = (
    select(GAMES.c.id, GAMES.c.over_at)
    .where(GAMES.c.interaction_id.is_not(None), GAMES.c.over_at.is_not(None))
    .order_by(GAMES.c.over_at.desc(), GAMES.c.id.desc())
    .limit(literal_column("1"))
    .offset(literal_column("0"))
)
# Two queries, each with an index of its own: games in the channel, and those in threads of it.
_LAST_PLAYED: Final = (
    Query(_PLAYED.where(GAMES.c.channel_id == bindparam("channel"))),
    Query(_PLAYED.where(GAMES.c.home_id == bindparam("channel"), GAMES.c.style == literal_column("'thread'"))),
)
_LAST_OVER: Final = Query(_OVER)
_LAST_OVER_OF: Final = Query(_OVER.join(GAMES).where(GAMES.c.ruleset == bindparam("ruleset")))

_LOBBIES_OF_GUILD: Final = Query(
    select(func.count().label("lobbies")).where(_IS_LOBBY, GAMES.c.guild_id == bindparam("guild"))
)
_LOBBIES_OF_HOST: Final = Query(
    select(func.count().label("lobbies")).where(_IS_LOBBY, GAMES.c.host_id == bindparam("host"))
)
_THREADS_OF_HOST: Final = Query(
    select(func.count().label("threads")).where(
        IS_LIVE,
        GAMES.c.style == literal_column("'thread'"),
        GAMES.c.home_id.is_not(None),
        GAMES.c.guild_id == bindparam("guild"),
        GAMES.c.host_id == bindparam("host"),
    )
)
_LESSON_OF: Final = Query(
    select(GAMES.c.id, GAMES.c.guild_id).where(
        IS_LIVE, GAMES.c.practice != literal_column("0"), GAMES.c.host_id == bindparam("host")
    )
)

# By the seats, which have an index by member: their games are few among all.
_LAST_LESSON_OF: Final = _PLAYED.join(SEATS, SEATS.c.game_id == GAMES.c.id).where(
    SEATS.c.user_id == bindparam("host"),
    GAMES.c.practice != literal_column("0"),
    GAMES.c.guild_id == bindparam("guild"),
)
_LAST_LESSON: Final = Query(_LAST_LESSON_OF)

_LAST_LESSON_THREAD: Final = Query(
    _LAST_LESSON_OF.with_only_columns(GAMES.c.channel_id, GAMES.c.home_id).where(GAMES.c.home_id.is_not(None))
)


def live_at(connection: Connection, channel_id: int) -> int | None:
    """Returns the id of a channel's live table, None if it has none."""
    row = connection.execute(_LIVE_AT, {"channel": channel_id}).fetchone()
    return row["id"] if row else None


def live_from(connection: Connection, channel_id: int) -> list[int]:
    """Returns the ids of the live tables of a channel whose games are played in threads."""
    return [row["id"] for row in connection.execute(_LIVE_FROM, {"channel": channel_id}).fetchall()]


def last_over(connection: Connection, channel_id: int, ruleset: str | None) -> tuple[int, tuple[int, ...]] | None:
    """Returns the id of a channel's last finished game (of a ruleset) and its winning seats, or None."""
    values = {"channel": channel_id, "ruleset": ruleset}
    row = connection.execute(_LAST_OVER if ruleset is None else _LAST_OVER_OF, values).fetchone()
    return (row["game_id"], tuple(json.loads(row["winners"]))) if row else None


def last_played(connection: Connection, channel_id: int) -> int | None:
    """Returns the id of the last game of a channel, or a thread of it, that was won or ended; None if none was."""
    found = [row for query in _LAST_PLAYED for row in connection.execute(query, {"channel": channel_id})]
    ended: list[tuple[float, int]] = sorted((row["over_at"], row["id"]) for row in found)
    return ended[-1][1] if ended else None


def lesson_of(connection: Connection, host_id: int) -> tuple[int, int] | None:
    """Returns the ids of a member's live lesson and of its server, None if the member is in none."""
    row = connection.execute(_LESSON_OF, {"host": host_id}).fetchone()
    return (row["id"], row["guild_id"]) if row else None


def last_lesson(connection: Connection, host_id: int, guild_id: int) -> int | None:
    """Returns the id of the lesson of a member that last ended on a server, None if none has."""
    row = connection.execute(_LAST_LESSON, {"host": host_id, "guild": guild_id}).fetchone()
    return row["id"] if row else None


def last_lesson_thread(connection: Connection, host_id: int, guild_id: int) -> tuple[int, int] | None:
    """Returns the ids of the thread of a member's last lesson on a server and of its channel, or None."""
    row = connection.execute(_LAST_LESSON_THREAD, {"host": host_id, "guild": guild_id}).fetchone()
    return (row["channel_id"], row["home_id"]) if row else None


def threads(connection: Connection, guild_id: int, host_id: int) -> int:
    """Returns how many games of a host run in threads of a server's channels, lessons apart."""
    return connection.execute(_THREADS_OF_HOST, {"guild": guild_id, "host": host_id}).fetchall()[0]["threads"]


def lobbies(connection: Connection, guild_id: int | None, host_id: int | None) -> int:
    """Returns how many lobbies are open on a server, or, without one, by a host on all servers."""
    values = {"guild": guild_id, "host": host_id}
    found = connection.execute(_LOBBIES_OF_HOST if guild_id is None else _LOBBIES_OF_GUILD, values)
    return found.fetchall()[0]["lobbies"]
