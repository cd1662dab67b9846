"""Games of four members with standing orders, for tests of windows."""

from typing import Any

from bot.tables.table import Table
from bot.tables.transitions.orders import EVERYTHING, give_order
from tests.harness.tables import ANA, BEN, CLEO, DOV, Harness, game_of

PEOPLE = (ANA, BEN, CLEO, DOV)


async def four(harness: Harness, **settings: Any) -> tuple[Table, list[int]]:
    """A game of four members; the seats, clockwise from the one whose turn it is."""
    table = await harness.play(*PEOPLE, **settings)
    first = game_of(table).turn
    return table, [(first + offset) % len(PEOPLE) for offset in range(len(PEOPLE))]


def person(seat: int) -> int:
    return PEOPLE[seat].user_id


async def order(harness: Harness, table: Table, seat: int, given: str = EVERYTHING) -> None:
    await harness.tables.run(table, give_order, person(seat), given)


async def end_quiet(harness: Harness, table: Table) -> None:
    """Lets the quiet time of the open window pass."""
    until = table.state.open_question.quiet_until
    assert until is not None
    await harness.ring(table, until - harness.clock.now())
