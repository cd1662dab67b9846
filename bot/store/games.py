"""Games, from the lobby to the result. Every change of a running game names the decision it follows."""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import fields
from typing import Any, Final

from bot.store.database import Database
from bot.store.rows import LIVE, Decision, GameRow, Seat, Status, Step

_COLUMNS: Final = tuple(field.name for field in fields(GameRow) if field.name not in ("id", "seats"))
_POSTED: Final = ("message_id", "card", "intent", "reminder_id")
"""What delivery writes while the game goes on: `save` leaves it alone."""
_INSERT: Final = f"INSERT INTO games ({', '.join(_COLUMNS)}) VALUES ({', '.join(f':{name}' for name in _COLUMNS)})"  # noqa: S608 - our own column names
_UPDATE: Final = (
    f"UPDATE games SET {', '.join(f'{name} = :{name}' for name in _COLUMNS if name not in _POSTED)}"  # noqa: S608 - our own column names
    " WHERE id = :id AND decisions = :decisions"
)
_SEAT: Final = (
    "INSERT OR REPLACE INTO seats VALUES (:game_id, :seat, :user_id, :name, :ai, :ready, :away, :missed)"
)


class StaleWrite(Exception):
    """The game went on without us: another process has decided meanwhile. Nothing was saved."""


class ChannelTaken(Exception):
    """The channel has a live table already. Nothing was saved."""


class Games:
    """Rows of games by id."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, row: GameRow) -> int:
        """Writes a new game down and gives its id. Raises ChannelTaken."""
        values, seats = _values(row), list(row.seats)

        def unit(connection: sqlite3.Connection) -> int:
            game_id = connection.execute(_INSERT, values).lastrowid
            if game_id is None:
                raise sqlite3.InternalError("no id was given to a new game")
            _write_seats(connection, game_id, enumerate(seats))
            return game_id

        try:
            return await self._database.write(unit)
        except sqlite3.IntegrityError as error:
            raise ChannelTaken from error

    async def save(self, row: GameRow) -> None:
        """Writes everything about a game but its decisions and what was posted of it. Raises StaleWrite."""
        values, seats, game_id = _values(row), [Seat(**vars(seat)) for seat in row.seats], row.id

        def unit(connection: sqlite3.Connection) -> None:
            if connection.execute(_UPDATE, {**values, "id": game_id}).rowcount != 1:
                raise StaleWrite
            connection.execute("DELETE FROM seats WHERE game_id = ?", (game_id,))
            _write_seats(connection, game_id, enumerate(seats))

        await self._database.write(unit)

    async def intend_card(self, game_id: int, stage: str) -> None:
        """Writes down that the card of a moment is about to be posted, so that a restart can look for it."""
        await self._set(game_id, intent=stage)

    async def remember_card(self, game_id: int, message_id: int, card: str) -> None:
        """Writes down which message is a game's live card, and of which moment; no card is about to be posted."""
        await self._set(game_id, message_id=message_id, card=card, intent=None)

    async def remember_reminder(self, game_id: int, message_id: int | None) -> None:
        """Writes down which message is the reminder that stands in a game's channel, None if there is none."""
        await self._set(game_id, reminder_id=message_id)

    async def take(self, step: Step) -> None:
        """Writes decisions, what they open and, at the end, the result. Raises StaleWrite."""

        def unit(connection: sqlite3.Connection) -> None:
            status = Status.PLAYING if step.result is None else Status.OVER
            changed = connection.execute(
                "UPDATE games SET decisions = ?, asked_at = ?, deadline = ?, status = ?, over_at = ?"
                " WHERE id = ? AND decisions = ? AND status = 'playing'",
                (
                    step.before + len(step.decisions),
                    step.asked_at,
                    step.deadline,
                    status,
                    None if step.result is None else step.at,
                    step.game_id,
                    step.before,
                ),
            )
            if changed.rowcount != 1:
                raise StaleWrite
            connection.executemany(
                "INSERT INTO decisions (game_id, seq, seat, move, cause, at, checksum)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        step.game_id,
                        step.before + number,
                        taken.seat,
                        taken.move,
                        taken.cause,
                        taken.at,
                        taken.checksum,
                    )
                    for number, taken in enumerate(step.decisions)
                ],
            )
            _write_seats(connection, step.game_id, step.seats.items())
            if step.result is not None:
                connection.execute(
                    "INSERT INTO results (game_id, channel_id, over_at, winners, record) VALUES (?, ?, ?, ?, ?)",
                    (
                        step.game_id,
                        step.channel_id,
                        step.at,
                        json.dumps(step.result.winners),
                        json.dumps(step.result.record),
                    ),
                )

        await self._database.write(unit)

    async def set_aside(self, game_id: int) -> None:
        """Marks a game that cannot be restored; its rows are kept."""

        def unit(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE games SET status = ?, deadline = NULL WHERE id = ?", (Status.SET_ASIDE, game_id)
            )

        await self._database.write(unit)

    async def live(self, ended_since: float) -> list[GameRow]:
        """Every live table, and those over or closed since a moment; oldest first."""
        marks = ", ".join("?" * len(LIVE))
        return await self._rows(
            f"status IN ({marks}) OR (status IN ('over', 'closed') AND over_at >= ?)",
            (*LIVE, ended_since),
        )

    async def live_at(self, channel_id: int) -> int | None:
        """The id of a channel's live table, None if it has none."""
        marks = ", ".join("?" * len(LIVE))

        def unit(connection: sqlite3.Connection) -> int | None:
            row = connection.execute(
                f"SELECT id FROM games WHERE channel_id = ? AND status IN ({marks})",  # noqa: S608 - question marks
                (channel_id, *LIVE),
            ).fetchone()
            return row["id"] if row else None

        return await self._database.read(unit)

    async def get(self, game_id: int) -> GameRow | None:
        """A game by its id, None if there is none."""
        rows = await self._rows("id = ?", (game_id,))
        return rows[0] if rows else None

    async def decisions(self, game_id: int) -> list[Decision]:
        """A game's decisions, oldest first."""

        def unit(connection: sqlite3.Connection) -> list[Decision]:
            rows = connection.execute(
                "SELECT seat, move, cause, at, checksum FROM decisions WHERE game_id = ? ORDER BY seq", (game_id,)
            )
            return [Decision(**dict(row)) for row in rows]

        return await self._database.read(unit)

    async def last_over(
        self, channel_id: int, ruleset: str | None = None
    ) -> tuple[GameRow, tuple[int, ...]] | None:
        """A channel's last finished game (of a ruleset) and its winning seats, None if there is none."""

        def unit(connection: sqlite3.Connection) -> tuple[int, tuple[int, ...]] | None:
            row = connection.execute(
                "SELECT game_id, winners FROM results JOIN games ON games.id = game_id"
                " WHERE results.channel_id = ? AND (? IS NULL OR ruleset = ?)"
                " ORDER BY results.over_at DESC LIMIT 1",
                (channel_id, ruleset, ruleset),
            ).fetchone()
            return (row["game_id"], tuple(json.loads(row["winners"]))) if row else None

        found = await self._database.read(unit)
        if found is None:
            return None
        row = await self.get(found[0])
        return None if row is None else (row, found[1])

    async def _set(self, game_id: int, **columns: str | int | None) -> None:
        names = ", ".join(f"{name} = :{name}" for name in columns)

        def unit(connection: sqlite3.Connection) -> None:
            connection.execute(f"UPDATE games SET {names} WHERE id = :id", {**columns, "id": game_id})  # noqa: S608 - our own column names

        await self._database.write(unit)

    async def _rows(self, where: str, values: tuple[Any, ...]) -> list[GameRow]:
        def unit(connection: sqlite3.Connection) -> list[GameRow]:
            games = connection.execute(f"SELECT * FROM games WHERE {where} ORDER BY id", values).fetchall()  # noqa: S608 - our own conditions
            return [_row(game, _read_seats(connection, game["id"])) for game in games]

        return await self._database.read(unit)


def _values(row: GameRow) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in _COLUMNS}
    values["options"] = json.dumps(row.options)
    values["pool"] = None if row.pool is None else json.dumps(row.pool)
    values["start"] = None if row.start is None else json.dumps(row.start)
    return values


def _row(found: sqlite3.Row, seats: list[Seat]) -> GameRow:
    values = dict(found)
    values["options"] = json.loads(values["options"])
    values["pool"] = None if values["pool"] is None else json.loads(values["pool"])
    values["start"] = None if values["start"] is None else json.loads(values["start"])
    values["status"] = Status(values["status"])
    return GameRow(**values, seats=seats)


def _write_seats(connection: sqlite3.Connection, game_id: int, seats: Iterable[tuple[int, Seat]]) -> None:
    connection.executemany(_SEAT, [{"game_id": game_id, "seat": number, **vars(seat)} for number, seat in seats])


def _read_seats(connection: sqlite3.Connection, game_id: int) -> list[Seat]:
    rows = connection.execute(
        "SELECT user_id, name, ai, ready, away, missed FROM seats WHERE game_id = ? ORDER BY seat", (game_id,)
    )
    return [
        Seat(row["user_id"], row["name"], row["ai"], bool(row["ready"]), bool(row["away"]), row["missed"])
        for row in rows
    ]
