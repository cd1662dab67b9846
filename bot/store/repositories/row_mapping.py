"""Converts dataclasses to columns and back: JSON for lists and mappings, 0 or 1 for booleans."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, Final, TypeAlias

from bot.store.engines.database import Row
from bot.store.rows import Absence, EarlyAnswer, GameRow, Posted, Result, Seat, Status, Style

Conversion: TypeAlias = tuple[Callable[[Any], Any], Callable[[Any], Any]]
"""How a field becomes a column, and a column a field. None stays None."""

_to_json: Final = json.JSONEncoder(default=dict).encode
SWITCH: Final[Conversion] = (int, bool)
STYLE: Final[Conversion] = (str, Style)
MAPPING: Final[Conversion] = (_to_json, json.loads)
TUPLE: Final[Conversion] = (_to_json, lambda text: tuple(json.loads(text)))


class Columns:
    """The columns that are named like the fields of a dataclass, but for those `left_out`.

    A field whose default is True or False is a SWITCH.
    """

    def __init__(self, kind: type, *left_out: str, **conversions: Conversion) -> None:
        self.names = tuple(field.name for field in fields(kind) if field.name not in left_out)
        switches = {field.name: SWITCH for field in fields(kind) if isinstance(field.default, bool)}
        self._conversions = switches | conversions

    def values(self, value: object, names: Iterable[str] | None = None) -> dict[str, Any]:
        """Returns the values of the columns, or of those that are named."""
        return {name: self._convert(0, name, getattr(value, name)) for name in names or self.names}

    def read(self, row: Row) -> dict[str, Any]:
        """Returns the fields that a row holds."""
        return {name: self._convert(1, name, row[name]) for name in self.names}

    def _convert(self, way: int, name: str, value: Any) -> Any:
        return value if value is None or name not in self._conversions else self._conversions[name][way](value)


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
    absences=(_to_json, lambda text: tuple(Absence(*each) for each in json.loads(text))),
    early_answers=(_to_json, lambda text: tuple(EarlyAnswer(*each) for each in json.loads(text))),
    orders=SWITCH,
)
"""The columns of a game except its id and those of its messages."""
POSTED: Final = Columns(Posted)
"""The columns of a game that say which of its messages are in the channel."""
SEAT: Final = Columns(Seat, orders=TUPLE)
"""The columns of a seat except its game and number."""
RESULT: Final = Columns(Result, record=MAPPING, **dict.fromkeys(("winners", "places", "abandoned"), TUPLE))


def game_row(found: Row, seats: Iterable[Row]) -> GameRow:
    """Returns a game from its row and those of its seats."""
    return GameRow(id=found["id"], **GAME.read(found), seats=tuple(Seat(**SEAT.read(seat)) for seat in seats))


def seat_values(game_id: int, number: int, seat: Seat) -> Mapping[str, Any]:
    """Returns the values of all columns of a seat; `number` counts a game's seats from 0."""
    return {**SEAT.values(seat), "game_id": game_id, "seat": number}
