"""Reads and saves single games. A change names the number of decisions before it; a wrong one is refused."""

from collections.abc import Iterable, Mapping
from typing import Final

from bot.refusals import MomentPassed, TableExists
from bot.store.engines.database import Connection, Repository
from bot.store.errors import Conflict
from bot.store.query import Columns, Query, insert, update, upsert
from bot.store.repositories.game_columns import GAME, POSTED, RESULT, SEAT, game_row, seat_values
from bot.store.repositories.results.statistics import FinishedGame, record, time_of_result
from bot.store.repositories.servers.server_rules import check_newcomers, check_opening
from bot.store.rows import Decision, DecisionChanges, Fence, GameRow, Posted, Result, Seat, Status

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
_RESULT_OF: Final = Query(f"SELECT {', '.join(RESULT.names)} FROM results WHERE game_id = :game")

_GAME: Final = Query(f"SELECT id, {', '.join(GAME.names)} FROM games WHERE id = :game")
_POSTED_OF: Final = Query(f"SELECT {', '.join(POSTED.names)} FROM games WHERE id = :game")
_SEAT: Final = Query(upsert("seats", ["game_id", "seat"], SEAT.names))
_SEATS: Final = Query(f"SELECT {', '.join(SEAT.names)} FROM seats WHERE game_id = :game ORDER BY seat")
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
            _write_seats(connection, game_id, enumerate(row.seats))
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
            _write_seats(connection, row.id, enumerate(row.seats))

        await self._database.write(unit, fence)

    async def change(self, game_id: int, *, fence: Fence | None = None, **columns: str | float | None) -> None:
        """Stores columns of a game, those of an entry of `_CHANGE`, whatever the game's decisions are."""
        await self._run(_CHANGE[tuple(columns)], fence, game=game_id, **columns)

    async def save_decisions(self, changes: DecisionChanges, *, fence: Fence | None = None) -> None:
        """Saves decisions, the question that follows and, at the end, the result.

        Raises MomentPassed if the game has changed since it was read, or FenceLost.
        """
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
            _write_seats(connection, row.id, changes.seats.items())
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
        return Posted() if row is None else Posted(**dict(row))

    async def decisions(self, game_id: int) -> list[Decision]:
        """Returns a game's decisions, oldest first."""
        return await self._database.read(lambda connection: read_decisions(connection, game_id))

    async def result(self, game_id: int) -> Result | None:
        """Returns how a game ended, None if it has no result."""
        row = await self._first(_RESULT_OF, game=game_id)
        return None if row is None else Result(**RESULT.read(row))


def read_decisions(connection: Connection, game_id: int) -> list[Decision]:
    """Returns a game's decisions, oldest first."""
    return [Decision(**dict(row)) for row in connection.execute(_DECISIONS, {"game": game_id})]


def read_game(connection: Connection, game_id: int) -> GameRow | None:
    """Returns a game with its seats, None if there is none."""
    row = connection.execute(_GAME, {"game": game_id}).fetchone()
    if row is None:
        return None
    return game_row(row, connection.execute(_SEATS, {"game": game_id}))


def _write_seats(connection: Connection, game_id: int, seats: Iterable[tuple[int, Seat]]) -> None:
    for number, seat in seats:
        connection.execute(_SEAT, seat_values(game_id, number, seat))
