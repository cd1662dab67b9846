"""Games of four members with standing orders, for tests of windows."""

from typing import Any

from bot.tables.table import Table
from bot.tables.transitions.orders import EVERYTHING, give_order
from engine import Game, Move
from tests.harness.tables import ANA, BEN, CLEO, DOV, Harness, change, game_of

PEOPLE = (ANA, BEN, CLEO, DOV)
FOREIGN = Move("act", "foreign_aid")
HANDS = (("captain", "duke"), ("captain", "contessa"), ("duke", "assassin"), ("ambassador", "assassin"))


def steal(target: int) -> Move:
    return Move("act", "steal", target)


async def four(harness: Harness, **settings: Any) -> tuple[Table, list[int]]:
    """A game of four members; the seats, clockwise from the one whose turn it is."""
    table = await harness.play(*PEOPLE, **settings)
    first = game_of(table).turn
    return table, [(first + offset) % len(PEOPLE) for offset in range(len(PEOPLE))]


async def dealt(harness: Harness, *hands: tuple[str, ...], ruleset: str = "classic", **facts: Any) -> Table:
    """A game of four members with these hands, in which the first has 7 coins and is to move."""
    table = await harness.play(*PEOPLE)
    names = [person.name for person in PEOPLE]
    players = [
        {"name": name, "coins": 2 if number else 7, "hand": list(hand)}
        for number, (name, hand) in enumerate(zip(names, hands, strict=True))
    ]
    position = {"ruleset": ruleset, "turn": names[0], "players": players, **facts}
    change(table, game=Game.from_position(position))
    return table


def person(seat: int) -> int:
    return PEOPLE[seat].user_id


async def order(harness: Harness, table: Table, seat: int, given: str = EVERYTHING) -> None:
    await harness.tables.run(table, give_order, person(seat), given)


async def end_quiet(harness: Harness, table: Table) -> None:
    """Lets the quiet time of the open window pass."""
    until = table.state.open_question.quiet_until
    assert until is not None
    await harness.ring(table, until - harness.clock.now())


async def rows(harness: Harness, table: Table) -> list[tuple[int, str, str]]:
    """The decisions stored, each with its seat, its move and its cause."""
    return [(each.seat, each.move, each.cause) for each in await harness.store.games.decisions(table.id)]
