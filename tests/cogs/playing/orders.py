"""Games of four with standing orders."""

from typing import Any

from bot.tables.table import Table
from tests.cogs.positions import player, set_up
from tests.harness.discord import NAMES, SimGuild

HANDS = (("duke", "duke"), ("captain", "duke"), ("captain", "captain"), ("contessa", "contessa"))


async def dealt(guild: SimGuild, *, orders: bool = True) -> Table:
    """A game of four in which Ana is to move, and nobody has seen a hand."""
    players = [player(name, hand=hand) for name, hand in zip(NAMES, HANDS, strict=True)]
    return await set_up(guild, orders=orders, players=players)


async def four(guild: SimGuild) -> Table:
    """A game of four with standing orders, in which Ana is to move and all have seen their hands."""
    table = await dealt(guild)
    for name in NAMES:
        await guild.click(name, "My hand")
    return table


async def give(guild: SimGuild, name: str, order: str = "everything") -> Any:
    """A member opens the hand and gives an order; returns the panel."""
    hand = (await guild.click(name, "My hand")).response
    return await guild.select(name, hand, [order], "Allow ahead")


def orders_of(table: Table, guild: SimGuild, name: str) -> tuple[str, ...]:
    """The orders that a member has given."""
    return table.state.seats[table.state.seat_of(guild.users[name].id) or 0].orders
