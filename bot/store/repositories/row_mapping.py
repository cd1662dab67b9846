"""Converts games and seats to column values and back: JSON for lists and dicts, 0 or 1 for booleans."""

import json
from collections.abc import Iterable
from dataclasses import fields
from typing import Any, Final

from bot.store.engines.database import Row
from bot.store.rows import Absence, EarlyAnswer, GameRow, Posted, Seat, Status, Style

GAME_COLUMNS: Final = tuple(field.name for field in fields(GameRow) if field.name not in ("id", "seats"))
"""The columns of a game except its id and those of its messages; each is also a field of GameRow."""
POSTED_COLUMNS: Final = tuple(field.name for field in fields(Posted))
"""The columns of a game that say which of its messages are in the channel, each also a field of Posted."""
SEAT_COLUMNS: Final = tuple(field.name for field in fields(Seat))
"""The columns of a seat except its game and number; each is also a field of Seat."""
_SWITCHES: Final = ("pictures", "open_hands", "talk", "resigns", "practice")


def game_values(row: GameRow) -> dict[str, Any]:
    """Returns the values of a game's columns, without its id."""
    values = {name: getattr(row, name) for name in GAME_COLUMNS}
    values["status"], values["style"] = row.status.value, row.style.value
    values["options"] = json.dumps(dict(row.options))
    values["pool"] = None if row.pool is None else json.dumps(row.pool)
    values["void_answers"] = json.dumps(row.void_answers)
    values["absences"] = json.dumps(row.absences)
    values["orders"] = None if row.orders is None else int(row.orders)
    values["early_answers"] = json.dumps(row.early_answers)
    values["start"] = None if row.start is None else json.dumps(dict(row.start))
    values.update({name: int(values[name]) for name in _SWITCHES})
    return values


def game_row(found: Row, seats: Iterable[Seat]) -> GameRow:
    """Returns a game from a row of its table and its seats."""
    values = {name: found[name] for name in ("id", *GAME_COLUMNS)}
    values["options"] = json.loads(values["options"])
    values["pool"] = None if values["pool"] is None else tuple(json.loads(values["pool"]))
    values["void_answers"] = tuple(json.loads(values["void_answers"]))
    values["absences"] = tuple(Absence(*absence) for absence in json.loads(values["absences"]))
    values["orders"] = None if values["orders"] is None else bool(values["orders"])
    values["early_answers"] = tuple(EarlyAnswer(*answer) for answer in json.loads(values["early_answers"]))
    values["start"] = None if values["start"] is None else json.loads(values["start"])
    values["status"], values["style"] = Status(values["status"]), Style(values["style"])
    values.update({name: bool(values[name]) for name in _SWITCHES})
    return GameRow(**values, seats=tuple(seats))


def seat_values(game_id: int, number: int, seat: Seat) -> dict[str, Any]:
    """Returns the values of a seat's columns; `number` counts a game's seats from 0."""
    return {
        **vars(seat),
        "game_id": game_id,
        "seat": number,
        "ready": int(seat.ready),
        "away": int(seat.away),
        "orders": json.dumps(seat.orders) if seat.orders else "[]",
    }


def seat_of(row: Row) -> Seat:
    """Returns a seat from a row of the database table `seats`."""
    values = {name: row[name] for name in SEAT_COLUMNS}
    values["ready"], values["away"] = bool(values["ready"]), bool(values["away"])
    values["orders"] = tuple(json.loads(values["orders"]))
    return Seat(**values)
