"""The general actions of every edition: income and coup (rules.md 2.1)."""

from typing import Final

from engine.rules.actions import anyone_else, write
from engine.rules.lives import take_life
from engine.table.questions import Rules
from engine.table.table import Act, Register, Table

GENERAL: Final[Register] = {}
MUST_COUP_COINS: Final = 10
"""With this many coins at the start of an action only Coup is legal (rules.md 2.1)."""


@write(GENERAL, "income", role=None)
def income(table: Table, me: int, act: Act) -> None:
    """Take 1 coin; nobody can answer."""
    table.gain(me, 1)


@write(GENERAL, "coup", role=None, price=7, aim=anyone_else, endangers="target")
def coup(table: Table, me: int, act: Act) -> Rules[None]:
    """Pay 7: another player loses a life; nobody can answer."""
    return take_life(table, act, act.target)
