"""The columns of games, of their seats and of their results."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from bot.store.query import MAPPING, STYLE, SWITCH, TUPLE, Columns, Row, tuple_of
from bot.store.rows import Absence, EarlyAnswer, GameRow, Posted, Result, Seat, Status

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
