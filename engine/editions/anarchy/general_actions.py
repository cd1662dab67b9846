"""The general actions that anarchy adds (rules.md 10.2, 10.3)."""

from typing import Final

from engine.rules.actions import write
from engine.rules.exchange import exchange
from engine.table.questions import Rules
from engine.table.table import Act, Register, Table

BANK: Final[Register] = {}
SOCIAL_MEDIA: Final[Register] = {}


@write(BANK, "bank", role=None)
def bank(table: Table, me: int, act: Act) -> None:
    """Take 1 coin, and lay 1 of the treasury on the Bank; nobody can answer."""
    table.gain(me, 1)
    table.lay(me, 1)


@write(SOCIAL_MEDIA, "social_media", role=None)
def social_media(table: Table, me: int, act: Act) -> Rules[None]:
    """Exchange with 1 card; nobody can answer."""
    return exchange(table, me, act, 1)
