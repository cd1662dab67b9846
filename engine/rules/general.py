"""The general actions of every edition: income and coup (rules.md 2.1)."""

from typing import Final

from engine.ask import Rules
from engine.rules.actions import Act, Register, anyone_else, write
from engine.rules.lives import COUP, lose_life
from engine.table import Table

GENERAL: Final[Register] = {}


@write(GENERAL, "income", role=None)
def income(table: Table, me: int, act: Act) -> None:
    """Take 1 coin; nobody can answer."""
    table.gain(me, 1)


@write(GENERAL, "coup", role=None, price=7, aim=anyone_else)
def coup(table: Table, me: int, act: Act) -> Rules[None]:
    """Pay 7: another player loses a life; nobody can answer."""
    return lose_life(table, act.target, COUP)
