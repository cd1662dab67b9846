"""The finance roles (rules.md 4)."""

from typing import Final

from engine.rules.actions import to_recipient, write
from engine.rules.turn import take_action
from engine.table.questions import Rules
from engine.table.table import Act, Register, Table

FINANCE: Final[Register] = {}
HIGHEST_STAKE: Final = 5


@write(FINANCE, "banker")
def banker(table: Table, me: int, act: Act) -> None:
    """Take 3 coins."""
    table.gain(me, 3)


@write(FINANCE, "farmer", aim=to_recipient)
def farmer(table: Table, me: int, act: Act) -> None:
    """Take 3 coins, then give 1 to the recipient."""
    table.gain(me, 3)
    table.transfer(me, act.recipient, 1)


@write(FINANCE, "speculator", forfeits=True)
def speculator(table: Table, me: int, act: Act) -> None:
    """Take as many coins as you have, at most 5; if you are exposed, the challenger gets all your coins."""
    table.gain(me, min(table.coins[me], HIGHEST_STAKE))


@write(FINANCE, "capitalist", answers="share", counters=("capitalist",))
def capitalist(table: Table, me: int, act: Act) -> None:
    """Take 4 coins; give 1 of them to each other player who claims capitalist and is not exposed."""
    table.gain(me, 4)
    for seat in table.others(me):
        if seat in act.standing:
            table.transfer(me, seat, 1)


@write(FINANCE, "spy")
def spy(table: Table, me: int, act: Act) -> Rules[None] | None:
    """Take 1 coin, then one more action, any but spy; a spy that has resigned takes none (2.13)."""
    table.gain(me, 1)
    return None if me in table.resigned else take_action(table, me, without="spy")
