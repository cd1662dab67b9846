"""Reformation: two allegiances, conversions, and the Treasury Reserve, on classic's cards (rules.md 9)."""

from typing import Any, ClassVar, Final

from engine.editions.classic import Classic
from engine.requests.models import Position
from engine.rules.actions import at, write
from engine.table.facts import bound_to
from engine.table.table import Act, Bar, Register, Table

REFORMATION: Final[Register] = {}
ALLEGIANCES: Final = ("loyalist", "reformist")

_CONVERSION: Final = 1
_OF_ANOTHER: Final = 1
"""The coins that a conversion costs, and those that one of another player costs besides (rules.md 9.3)."""

_TWO: Final = 2
_COPIES: Final = ((6, 3), (8, 4), (10, 5))
"""The number of copies of each role, each with the most players it is for (rules.md 9.1)."""


def _bound(table: Table, me: int) -> int:
    return bound_to(me, table.reformists, table.alive)


BOUND: Final = Bar("bound", _bound, coup=True, blocks=True)
"""Nobody targets a player of the own allegiance, or blocks its actions, while there are enemies (rules.md 9.2)."""


def _affordable(table: Table, me: int) -> tuple[int, ...]:
    return (me, *table.others(me)) if table.coins[me] >= _CONVERSION + _OF_ANOTHER else (me,)


def _is_another(is_actor: bool, lives: int) -> bool:
    return not is_actor


@write(
    REFORMATION,
    "convert",
    role=None,
    price=_CONVERSION,
    surcharge=_OF_ANOTHER,
    dearer=_is_another,
    aim=(_affordable, at),
)
def convert(table: Table, me: int, act: Act) -> None:
    """Turn a player's allegiance: your own for 1 coin, another's for 2; the coins go to the reserve."""
    table.lay(me, act.price)
    turn(table, act.target)
    allegiance = ALLEGIANCES[table.reformists >> act.target & 1]
    table.events.append(
        {"type": "converted", "by": me, "target": act.target, "allegiance": allegiance, "amount": act.price}
    )


def turn(table: Table, seat: int) -> None:
    """Turns the allegiance of a player."""
    table.reformists ^= 1 << seat


@write(REFORMATION, "embezzle", role=None, denied="duke")
def embezzle(table: Table, me: int, act: Act) -> None:
    """Claim to hold no duke: take all coins of the reserve."""
    table.take_pile(me)


class Reformation(Classic):
    """Classic's roles for up to ten players, each of one of two allegiances."""

    has_allegiances: ClassVar[bool] = True
    position_fields: ClassVar[frozenset[str]] = frozenset(("reserve",))

    @property
    def copies(self) -> int:
        """More players have more copies of each role (rules.md 9.1)."""
        return next(copies for most, copies in _COPIES if self.seats <= most)

    def _for_two(self, variant: str) -> bool:
        # Two players always play the published rule (rules.md 9.1).
        return self.seats == _TWO and variant == "standard"

    def own_actions(self) -> Register:
        """Classic's actions, convert and embezzle."""
        return {**super().own_actions(), **REFORMATION}

    def own_bars(self) -> tuple[Bar, ...]:
        """Players of one allegiance cannot be targets of each other."""
        return (BOUND,)

    def lay_out(self, table: Table, direction: int | None) -> None:
        """Gives everybody an allegiance, alternately clockwise; the first player is loyalist (rules.md 9.1)."""
        super().lay_out(table, direction)
        for step in range(1, self.seats, 2):
            turn(table, (table.turn + step) % self.seats)

    def set_up(self, table: Table, position: Position, names: tuple[str, ...]) -> None:
        """Sets the allegiances, by default alternately from the first seat, and fills the reserve."""
        for seat, player in enumerate(position.players):
            if (player.allegiance or ALLEGIANCES[seat % 2]) == "reformist":
                turn(table, seat)
        table.pile = position.reserve or 0

    def state(self, table: Table, names: tuple[str, ...]) -> dict[str, Any]:
        """The reserve."""
        return {"reserve": table.pile}

    def state_of_player(self, table: Table, seat: int) -> dict[str, Any]:
        """The player's allegiance."""
        return {"allegiance": ALLEGIANCES[table.reformists >> seat & 1]}
