"""Games, from the lobby to the result. A change names the number of decisions that it follows."""

import json
from collections.abc import Iterable
from dataclasses import fields
from typing import Final, TypeVar

from sqlalchemy import bindparam, delete, insert, literal_column, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from bot.store.engines.unit_of_work import Connection, Database, Query, Row
from bot.store.errors import ChannelTaken, Conflict, StaleWrite
from bot.store.repositories import lookups
from bot.store.repositories.fences import Fence
from bot.store.row_mapping import GAME_COLUMNS, POSTED_COLUMNS, game_row, game_values, seat_of, seat_values
from bot.store.rows import Decision, GameRow, Posted, Result, Seat, Status, Step
from bot.store.schema import DECISIONS, GAMES, RESULTS, SEATS

T = TypeVar("T")

_LARGEST_ID: Final = 2**63 - 1

_OF_GAME: Final = GAMES.c.id == bindparam("game")

_ADD: Final = Query(insert(GAMES).returning(GAMES.c.id), *GAME_COLUMNS)
_SAVE: Final = Query(
    update(GAMES).where(_OF_GAME, GAMES.c.decisions == bindparam("before")),
    *GAME_COLUMNS,
)
_INTEND: Final = Query(update(GAMES).where(_OF_GAME), "intent")
_POST: Final = Query(update(GAMES).where(_OF_GAME), "message_id", "card", "intent")
_ENTER: Final = Query(update(GAMES).where(_OF_GAME), "channel_id", "home_id")
_REMIND: Final = Query(update(GAMES).where(_OF_GAME), "reminder_id")
_DUE: Final = Query(update(GAMES).where(_OF_GAME), "due")
_SET_ASIDE: Final = Query(update(GAMES).where(_OF_GAME), "status", "deadline", "due")

_BEFORE: Final = (
    _OF_GAME,
    GAMES.c.decisions == bindparam("before"),
    GAMES.c.status == literal_column("'playing'"),
)
_OPENED: Final = (
    "decisions",
    "asked_at",
    "deadline",
    "void_answers",
    "due",
    "changed_at",
    "question_id",
    "absences",
)
_TAKE: Final = Query(update(GAMES).where(*_BEFORE), *_OPENED)
# A query of its own, because SQLite rewrites an index whenever an UPDATE names one of its columns.
_TAKE_LAST: Final = Query(update(GAMES).where(*_BEFORE), *_OPENED, "status", "over_at")
_DECIDE: Final = Query(insert(DECISIONS))
_RESULT: Final = Query(insert(RESULTS))
_DECISION: Final = tuple(field.name for field in fields(Decision))
_DECISIONS: Final = Query(
    select(*(DECISIONS.c[name] for name in _DECISION))
    .where(DECISIONS.c.game_id == bindparam("game"), DECISIONS.c.seq >= bindparam("since"))
    .order_by(DECISIONS.c.seq)
)

_upsert = upsert(SEATS)
_SEAT: Final = Query(
    _upsert.on_conflict_do_update(
        index_elements=["game_id", "seat"],
        set_={field.name: _upsert.excluded[field.name] for field in fields(Seat)},
    )
)
_EMPTY: Final = Query(delete(SEATS).where(SEATS.c.game_id == bindparam("game")))

_GAME: Final = Query(select(GAMES).where(_OF_GAME))
_POSTED_OF: Final = Query(select(*(GAMES.c[name] for name in POSTED_COLUMNS)).where(_OF_GAME))
_SEATS: Final = Query(select(SEATS).where(SEATS.c.game_id == bindparam("game")).order_by(SEATS.c.seat))

_RESULT_OF: Final = Query(
    select(RESULTS.c.winners, RESULTS.c.record, RESULTS.c.places, RESULTS.c.abandoned).where(
        RESULTS.c.game_id == bindparam("game")
    )
)


class Games:
    """Rows of games by id. Every method raises SaveFailed where the database cannot be used."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, row: GameRow, *, fence: Fence | None = None) -> int:
        """Adds a new game and returns its id. Raises ChannelTaken or FenceLost."""
        values = game_values(row)

        def unit(connection: Connection) -> int:
            game_id: int = connection.execute(_ADD, values).fetchall()[0]["id"]
            _write_seats(connection, game_id, enumerate(row.seats))
            return game_id

        try:
            return await self._database.write(unit, fence)
        except Conflict as error:
            raise ChannelTaken from error

    async def save(self, row: GameRow, *, fence: Fence | None = None) -> None:
        """Saves a game except for its decisions and the ids of its messages.

        Raises StaleWrite or FenceLost.
        """
        values = {**game_values(row), "game": row.id, "before": row.decisions}

        def unit(connection: Connection) -> None:
            if connection.execute(_SAVE, values).rowcount != 1:
                raise StaleWrite
            connection.execute(_EMPTY, values)
            _write_seats(connection, row.id, enumerate(row.seats))

        await self._database.write(unit, fence)

    async def intend_card(self, game_id: int, stage: str, *, fence: Fence | None = None) -> None:
        """Records that the card of a stage is about to be posted, so that a restart can look for it."""
        await self._set(_INTEND, fence, game=game_id, intent=stage)

    async def remember_card(self, game_id: int, message_id: int, card: str, *, fence: Fence | None = None) -> None:
        """Records which message is a game's live card, and its stage; clears the intent."""
        await self._set(_POST, fence, game=game_id, message_id=message_id, card=card, intent=None)

    async def enter_thread(
        self, game_id: int, thread_id: int, home_id: int, *, fence: Fence | None = None
    ) -> None:
        """Records that a game goes on in a thread, and the channel that its lobby is in."""
        await self._set(_ENTER, fence, game=game_id, channel_id=thread_id, home_id=home_id)

    async def remember_reminder(self, game_id: int, message_id: int | None, *, fence: Fence | None = None) -> None:
        """Records which message is the reminder in a game's channel, None if there is none."""
        await self._set(_REMIND, fence, game=game_id, reminder_id=message_id)

    async def set_aside(self, game_id: int, *, fence: Fence | None = None) -> None:
        """Marks a game that cannot be restored; its rows are kept."""
        await self._set(_SET_ASIDE, fence, game=game_id, status=Status.SET_ASIDE.value, deadline=None, due=None)

    async def set_due(self, game_id: int, due: float | None, *, fence: Fence | None = None) -> None:
        """Records when something next happens at a table by itself, if no change of it has done so."""
        await self._set(_DUE, fence, game=game_id, due=due)

    async def take(self, step: Step, *, fence: Fence | None = None) -> None:
        """Saves decisions, what they open and, at the end, the result. Raises StaleWrite or FenceLost."""
        query = _TAKE if step.result is None else _TAKE_LAST
        values = {
            "game": step.game_id,
            "before": step.before,
            "decisions": step.before + len(step.decisions),
            "asked_at": step.asked_at,
            "deadline": step.deadline,
            "due": step.due,
            "changed_at": step.at,
            "void_answers": json.dumps(step.void_answers) if step.void_answers else "[]",
            "question_id": step.question_id,
            "absences": json.dumps(step.absences) if step.absences else "[]",
            "status": Status.OVER.value,
            "over_at": step.at,
        }

        def unit(connection: Connection) -> None:
            if connection.execute(query, values).rowcount != 1:
                raise StaleWrite
            for number, decision in enumerate(step.decisions, step.before):
                connection.execute(_DECIDE, {"game_id": step.game_id, "seq": number, **vars(decision)})
            _write_seats(connection, step.game_id, step.seats.items())
            if step.result is not None:
                result = {
                    "game_id": step.game_id,
                    "channel_id": step.channel_id,
                    "over_at": step.at,
                    "winners": json.dumps(step.result.winners),
                    "record": json.dumps(step.result.record),
                    "places": None if step.result.places is None else json.dumps(step.result.places),
                    "abandoned": json.dumps(step.result.abandoned),
                }
                connection.execute(_RESULT, result)

        await self._database.write(unit, fence)

    async def get(self, game_id: int) -> GameRow | None:
        """Returns a game by its id, None if there is none."""
        if not 0 < game_id <= _LARGEST_ID:
            return None
        return await self._database.read(lambda connection: _get(connection, game_id))

    async def posted(self, game_id: int) -> Posted:
        """Returns which messages of a game are in its channel."""

        def unit(connection: Connection) -> Posted:
            row = connection.execute(_POSTED_OF, {"game": game_id}).fetchone()
            return Posted() if row is None else Posted(**dict(row))

        return await self._database.read(unit)

    async def decisions(self, game_id: int) -> list[Decision]:
        """Returns a game's decisions, oldest first."""
        return await self._database.read(lambda connection: _decisions(connection, game_id, 0))

    async def result(self, game_id: int) -> Result | None:
        """Returns how a game ended, None if it has no result."""

        def unit(connection: Connection) -> Result | None:
            row = connection.execute(_RESULT_OF, {"game": game_id}).fetchone()
            return _result(row) if row else None

        return await self._database.read(unit)

    async def live_at(self, channel_id: int) -> int | None:
        """Returns the id of a channel's live table, None if it has none."""
        return await self._database.read(lambda connection: lookups.live_at(connection, channel_id))

    async def live_from(self, channel_id: int) -> list[int]:
        """Returns the ids of the live tables of a channel whose games are played in threads."""
        return await self._database.read(lambda connection: lookups.live_from(connection, channel_id))

    async def last_over(
        self, channel_id: int, ruleset: str | None = None
    ) -> tuple[GameRow, tuple[int, ...]] | None:
        """Returns a channel's last finished game (of a ruleset) and its winning seats, None if there is none."""

        def unit(connection: Connection) -> tuple[GameRow, tuple[int, ...]] | None:
            found = lookups.last_over(connection, channel_id, ruleset)
            row = None if found is None else _get(connection, found[0])
            return None if found is None or row is None else (row, found[1])

        return await self._database.read(unit)

    async def last_played(self, channel_id: int) -> int | None:
        """Returns the id of the last game of a channel or its threads that was won or ended, None if none was."""
        return await self._database.read(lambda connection: lookups.last_played(connection, channel_id))

    async def lesson_of(self, host_id: int) -> tuple[int, int] | None:
        """Returns the ids of a member's live lesson and of its server, None if the member is in none."""
        return await self._database.read(lambda connection: lookups.lesson_of(connection, host_id))

    async def last_lesson(self, host_id: int, guild_id: int) -> int | None:
        """Returns the id of the lesson of a member that last ended on a server, None if none has."""
        return await self._database.read(lambda connection: lookups.last_lesson(connection, host_id, guild_id))

    async def last_lesson_thread(self, host_id: int, guild_id: int) -> tuple[int, int] | None:
        """Returns the ids of the thread of a member's last lesson on a server and of its channel, or None."""
        return await self._database.read(
            lambda connection: lookups.last_lesson_thread(connection, host_id, guild_id)
        )

    async def count_threads(self, guild_id: int, host_id: int) -> int:
        """Returns how many games of a host run in threads of a server's channels, lessons apart."""
        return await self._database.read(lambda connection: lookups.threads(connection, guild_id, host_id))

    async def count_lobbies(self, *, guild_id: int | None = None, host_id: int | None = None) -> int:
        """Returns how many lobbies are open on a server, or by a host on all servers."""
        return await self._database.read(lambda connection: lookups.lobbies(connection, guild_id, host_id))

    async def _set(self, query: Query, fence: Fence | None, **values: str | float | None) -> None:
        def unit(connection: Connection) -> None:
            connection.execute(query, values)

        await self._database.write(unit, fence)


def _result(row: Row) -> Result:
    places = None if row["places"] is None else tuple(json.loads(row["places"]))
    return Result(
        tuple(json.loads(row["winners"])), json.loads(row["record"]), places, tuple(json.loads(row["abandoned"]))
    )


def _decisions(connection: Connection, game_id: int, since: int) -> list[Decision]:
    rows = connection.execute(_DECISIONS, {"game": game_id, "since": since})
    return [Decision(**dict(row)) for row in rows]


def _get(connection: Connection, game_id: int) -> GameRow | None:
    row = connection.execute(_GAME, {"game": game_id}).fetchone()
    if row is None:
        return None
    return game_row(row, map(seat_of, connection.execute(_SEATS, {"game": game_id})))


def _write_seats(connection: Connection, game_id: int, seats: Iterable[tuple[int, Seat]]) -> None:
    for number, seat in seats:
        connection.execute(_SEAT, seat_values(game_id, number, seat))
