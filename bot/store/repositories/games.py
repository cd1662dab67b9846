"""Saves, reads, finds and counts games. A change names the number of decisions before it, or is refused."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Final

from bot.refusals import MomentPassed, TableExists
from bot.store.engines.database import Conflict, Connection, Repository
from bot.store.query import (
    IS_LIVE,
    MAPPING,
    STYLE,
    SWITCH,
    TUPLE,
    Columns,
    Query,
    Row,
    insert,
    tuple_of,
    update,
    upsert,
)
from bot.store.repositories.server_rules import check_newcomers, check_opening
from bot.store.repositories.statistics import FinishedGame, record, time_of_result
from bot.store.rows import (
    Absence,
    Decision,
    DecisionChanges,
    DirectMessage,
    EarlyAnswer,
    Fence,
    GameRow,
    Posted,
    Result,
    Seat,
    Status,
)

GAME: Final = Columns(
    GameRow,
    "id",
    "seats",
    status=(str, Status),
    style=STYLE,
    options=MAPPING,
    pool=TUPLE,
    start=MAPPING,
    void_answers=TUPLE,
    absences=tuple_of(Absence),
    early_answers=tuple_of(EarlyAnswer),
    orders=SWITCH,
)
"""The columns of a game except its id and those of its messages."""
POSTED: Final = Columns(Posted)
SEAT: Final = Columns(Seat, orders=TUPLE)
RESULT: Final = Columns(Result, record=MAPPING, **dict.fromkeys(("winners", "places", "abandoned"), TUPLE))

_LARGEST_ID: Final = 2**63 - 1

_ADD: Final = Query(insert("games", GAME.names) + " RETURNING id")
_SAVE: Final = Query(update("games", GAME.names, where="id = :game AND decisions = :before"))
_BEFORE: Final = "id = :game AND decisions = :before AND status = 'playing'"
_OPENED: Final = (
    "decisions",
    "asked_at",
    "deadline",
    "void_answers",
    "due",
    "changed_at",
    "question_id",
    "absences",
    "early_answers",
)
_DECIDE: Final = Query(update("games", _OPENED, _BEFORE))
# A query of its own, because SQLite rewrites an index whenever an UPDATE names one of its columns.
_DECIDE_LAST: Final = Query(update("games", (*_OPENED, "status", "over_at"), _BEFORE))
_DECISION: Final = Columns(Decision).names
_ADD_DECISION: Final = Query(insert("decisions", ("game_id", "seq", *_DECISION)))
_DECISIONS: Final = Query(f"SELECT {', '.join(_DECISION)} FROM decisions WHERE game_id = :game ORDER BY seq")
_RESULT: Final = Query(insert("results", ("game_id", "channel_id", "over_at", *RESULT.names)))
_RESULT_OF: Final = Query(f"SELECT {RESULT} FROM results WHERE game_id = :game")

_GAME: Final = Query(f"SELECT id, {GAME} FROM games WHERE id = :game")
_POSTED_OF: Final = Query(f"SELECT {POSTED} FROM games WHERE id = :game")
_SEAT: Final = Query(upsert("seats", ["game_id", "seat"], SEAT.names))
_SEATS: Final = Query(f"SELECT {SEAT} FROM seats WHERE game_id = :game ORDER BY seat")
_EMPTY: Final = Query("DELETE FROM seats WHERE game_id = :game")
_CHANGE: Final[Mapping[tuple[str, ...], Query]] = {
    columns: Query(update("games", columns, where="id = :game"))
    for columns in (
        ("status", "deadline", "due"),
        ("due",),
        ("channel_id", "home_id"),
        ("message_id", "card", "intent"),
        ("intent",),
        ("reminder_id",),
    )
}
"""By the columns that are changed together."""
_IN_THREAD_OF_CHANNEL: Final = "home_id = :channel AND style = 'thread'"

_LIVE_AT: Final = Query(f"SELECT id FROM games WHERE {IS_LIVE} AND channel_id = :channel")
# Every live game has no `over_at`; the condition lets SQLite find them by the index of a channel's games.
_LIVE_FROM: Final = Query(f"SELECT id FROM games WHERE {IS_LIVE} AND over_at IS NULL AND {_IN_THREAD_OF_CHANNEL}")
_LAST_OVER: Final = Query(
    "SELECT game_id, winners FROM results WHERE channel_id = :channel ORDER BY over_at DESC, game_id DESC LIMIT 1"
)
_LAST_OVER_OF_RULESET: Final = Query(
    "SELECT game_id, winners FROM results JOIN games ON games.id = game_id"
    " WHERE results.channel_id = :channel AND ruleset = :ruleset"
    " ORDER BY results.over_at DESC, game_id DESC LIMIT 1"
)
_PLAYED: Final = "interaction_id IS NOT NULL AND over_at IS NOT NULL"
_LAST: Final = "ORDER BY over_at DESC, id DESC LIMIT 1"
# Two queries, each with an index of its own: games in the channel, and those in its threads.
_LAST_PLAYED: Final = (
    Query(f"SELECT id, over_at FROM games WHERE {_PLAYED} AND channel_id = :channel {_LAST}"),
    Query(f"SELECT id, over_at FROM games WHERE {_PLAYED} AND {_IN_THREAD_OF_CHANNEL} {_LAST}"),
)
_LOBBIES_OF_GUILD: Final = Query("SELECT id FROM games WHERE status = 'lobby' AND guild_id = :guild ORDER BY id")
_THREADS_OF_HOST: Final = Query(
    f"SELECT count(*) AS number FROM games WHERE {IS_LIVE}"
    " AND style = 'thread' AND home_id IS NOT NULL AND guild_id = :guild AND +host_id = :host"
)
_LIVE_LESSON: Final = Query(
    f"SELECT id, guild_id FROM games WHERE {IS_LIVE} AND practice <> 0 AND host_id = :host"
)
# The member is the host. The plus sign keeps engines from reading all games ever played on the server.
_OF_LESSONS: Final = f"FROM games WHERE practice <> 0 AND host_id = :host AND +guild_id = :guild AND {_PLAYED}"
_LAST_LESSON: Final = Query(f"SELECT id {_OF_LESSONS} {_LAST}")
_LAST_LESSON_THREAD: Final = Query(f"SELECT channel_id, home_id {_OF_LESSONS} AND home_id IS NOT NULL {_LAST}")
_DM_KEY: Final = ("game_id", "nonce")
_DM: Final = Columns(DirectMessage)

_DMS_OF: Final = Query(f"SELECT {_DM} FROM direct_messages WHERE game_id = :game_id ORDER BY sent_at")
_SAVE_DM: Final = Query(upsert("direct_messages", _DM_KEY, [name for name in _DM.names if name not in _DM_KEY]))
_DELETE_DM: Final = Query("DELETE FROM direct_messages WHERE game_id = :game_id AND nonce = :nonce")


class Games(Repository):
    """Rows of games by id. Every method raises SaveFailed if the database cannot be used."""

    async def add(self, row: GameRow, *, parent_id: int | None = None, fence: Fence | None = None) -> int:
        """Adds a new game and returns its id. Raises Refusal or FenceLost.

        TableExists is raised if the channel has a live table, or the member a live lesson. `parent_id` is the
        channel of the thread in which the game is opened, None if that is no thread.
        """
        values = GAME.values(row)

        def unit(connection: Connection) -> int:
            check_opening(connection, row, parent_id)
            game_id: int = connection.execute(_ADD, values).fetchall()[0]["id"]
            write_seats(connection, game_id, enumerate(row.seats))
            return game_id

        try:
            return await self._database.write(unit, fence)
        except Conflict as error:
            raise TableExists from error

    async def save(self, row: GameRow, *, fence: Fence | None = None) -> None:
        """Saves a game except for its decisions and the ids of its messages.

        Raises Refusal, MomentPassed if it has changed since it was read, or FenceLost.
        """
        values = {**GAME.values(row), "game": row.id, "before": row.decisions}

        def unit(connection: Connection) -> None:
            if connection.execute(_SAVE, values).rowcount != 1:
                raise MomentPassed
            if row.status is Status.LOBBY:
                check_newcomers(connection, row)
            connection.execute(_EMPTY, values)
            write_seats(connection, row.id, enumerate(row.seats))

        await self._database.write(unit, fence)

    async def change(self, game_id: int, *, fence: Fence | None = None, **columns: str | float | None) -> None:
        """Stores columns of a game, those of an entry of `_CHANGE`, whatever the game's decisions are."""
        await self._run(_CHANGE[tuple(columns)], fence, game=game_id, **columns)

    async def save_decisions(self, changes: DecisionChanges, *, fence: Fence | None = None) -> None:
        """Saves decisions, the next question and the result. Raises MomentPassed if outdated, or FenceLost."""
        query, row = _DECIDE if changes.result is None else _DECIDE_LAST, changes.row
        values = {
            **GAME.values(row, _OPENED),
            "game": row.id,
            "before": changes.before,
            "changed_at": changes.at,
            "status": Status.OVER.value,
            "over_at": changes.at,
        }

        def unit(connection: Connection) -> None:
            if connection.execute(query, values).rowcount != 1:
                raise MomentPassed
            for number, decision in enumerate(changes.decisions, changes.before):
                connection.execute(_ADD_DECISION, {"game_id": row.id, "seq": number, **vars(decision)})
            write_seats(connection, row.id, changes.seats.items())
            if changes.result is not None:
                over_at = time_of_result(connection, row.guild_id, changes.at)
                place = {"game_id": row.id, "channel_id": row.lobby_channel_id, "over_at": over_at}
                connection.execute(_RESULT, {**RESULT.values(changes.result), **place})
                if changes.statistics is not None:
                    ids = (row.id, row.guild_id, row.lobby_channel_id)
                    record(connection, FinishedGame(*ids, over_at, changes.statistics))

        await self._database.write(unit, fence)

    async def get(self, game_id: int) -> GameRow | None:
        """Returns a game by its id, None if there is none."""
        if not 0 < game_id <= _LARGEST_ID:
            return None
        return await self._database.read(lambda connection: read_game(connection, game_id))

    async def posted(self, game_id: int) -> Posted:
        """Returns which messages of a game are in its channel."""
        row = await self._first(_POSTED_OF, game=game_id)
        return Posted() if row is None else POSTED.read(row)

    async def decisions(self, game_id: int) -> list[Decision]:
        """Returns a game's decisions, oldest first."""
        return await self._database.read(lambda connection: read_decisions(connection, game_id))

    async def result(self, game_id: int) -> Result | None:
        """Returns how a game ended, None if it has no result."""
        row = await self._first(_RESULT_OF, game=game_id)
        return None if row is None else RESULT.read(row)

    async def live_at(self, channel_id: int) -> int | None:
        """Returns the id of a channel's live table, None if it has none."""
        row = await self._first(_LIVE_AT, channel=channel_id)
        return None if row is None else row["id"]

    async def live_from(self, channel_id: int) -> list[int]:
        """Returns the ids of the live tables of a channel whose games are played in threads."""
        return [row["id"] for row in await self._all(_LIVE_FROM, channel=channel_id)]

    async def last_over(
        self, channel_id: int, ruleset: str | None = None
    ) -> tuple[GameRow, tuple[int, ...]] | None:
        """Returns a channel's last finished game (of a ruleset) and its winning seats, None if there is none."""
        query = _LAST_OVER if ruleset is None else _LAST_OVER_OF_RULESET

        def unit(connection: Connection) -> tuple[GameRow, tuple[int, ...]] | None:
            found = connection.execute(query, {"channel": channel_id, "ruleset": ruleset}).fetchone()
            if found is None or (row := read_game(connection, found["game_id"])) is None:
                return None
            return row, tuple(json.loads(found["winners"]))

        return await self._database.read(unit)

    async def last_played(self, channel_id: int) -> int | None:
        """Returns the id of the last game of a channel or its threads that was won or ended, None if none was."""

        def unit(connection: Connection) -> int | None:
            found = [row for query in _LAST_PLAYED for row in connection.execute(query, {"channel": channel_id})]
            ended: list[tuple[float, int]] = sorted((row["over_at"], row["id"]) for row in found)
            return ended[-1][1] if ended else None

        return await self._database.read(unit)

    async def live_lesson(self, host_id: int) -> tuple[int, int] | None:
        """Returns the ids of a member's live lesson and of its server, None if the member is in none."""
        row = await self._first(_LIVE_LESSON, host=host_id)
        return None if row is None else (row["id"], row["guild_id"])

    async def last_lesson(self, host_id: int, guild_id: int) -> int | None:
        """Returns the id of the lesson of a member that last ended on a server, None if none has."""
        row = await self._first(_LAST_LESSON, host=host_id, guild=guild_id)
        return None if row is None else row["id"]

    async def last_lesson_thread(self, host_id: int, guild_id: int) -> tuple[int, int] | None:
        """Returns the ids of the thread of a member's last lesson on a server and of its channel, or None."""
        row = await self._first(_LAST_LESSON_THREAD, host=host_id, guild=guild_id)
        return None if row is None else (row["channel_id"], row["home_id"])

    async def count_threads(self, guild_id: int, host_id: int) -> int:
        """Returns the number of a host's games that run in threads of a server's channels, without lessons."""
        return (await self._first(_THREADS_OF_HOST, guild=guild_id, host=host_id))["number"]

    async def lobbies(self, guild_id: int) -> list[int]:
        """Returns the ids of the open lobbies of a server."""
        return [row["id"] for row in await self._all(_LOBBIES_OF_GUILD, guild=guild_id)]


class DirectMessages(Repository):
    """Direct messages by game and nonce. Every method raises SaveFailed, a write with a fence FenceLost."""

    async def of(self, game_id: int) -> list[DirectMessage]:
        """Returns the direct messages of a game, oldest first."""
        return [_DM.read(row) for row in await self._all(_DMS_OF, game_id=game_id)]

    async def save(self, message: DirectMessage, *, fence: Fence | None = None) -> None:
        """Adds a direct message, or replaces the one of the same nonce."""
        await self._run(_SAVE_DM, fence, **asdict(message))

    async def delete(self, message: DirectMessage, *, fence: Fence | None = None) -> None:
        """Deletes the row of a direct message."""
        await self._run(_DELETE_DM, fence, **asdict(message))


def game_row(found: Row, seats: Iterable[Row]) -> GameRow:
    """Returns a game from its row and those of its seats."""
    return GAME.read(found, id=found["id"], seats=tuple(map(SEAT.read, seats)))


def read_decisions(connection: Connection, game_id: int) -> list[Decision]:
    """Returns a game's decisions, oldest first."""
    return [Decision(**dict(row)) for row in connection.execute(_DECISIONS, {"game": game_id})]


def read_game(connection: Connection, game_id: int) -> GameRow | None:
    """Returns a game with its seats, None if there is none."""
    row = connection.execute(_GAME, {"game": game_id}).fetchone()
    if row is None:
        return None
    return game_row(row, connection.execute(_SEATS, {"game": game_id}))


def write_seats(connection: Connection, game_id: int, seats: Iterable[tuple[int, Seat]]) -> None:
    """Stores seats of a game, each with its number, which counts from 0."""
    for number, seat in seats:
        connection.execute(_SEAT, {**SEAT.values(seat), "game_id": game_id, "seat": number})
