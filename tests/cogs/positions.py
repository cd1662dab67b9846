"""Tables with a game at a set-up position, so that a test starts at the moment it is about."""

from typing import Any

from bot.tables.open_question import OpenQuestion
from bot.tables.table import Table
from engine import Game
from tests.harness.discord import SimGuild
from tests.harness.tables import change, tell


async def set_up(guild: SimGuild, *, orders: Any = False, **position: Any) -> Table:
    """Returns a table with a game set up at a position, perhaps with standing orders; it is Ana's turn.

    The ruleset is classic, unless the position names another.
    """
    players, ruleset = position.pop("players"), position.pop("ruleset", "classic")
    table = await guild.play(*[player["name"] for player in players], ruleset=ruleset)
    game = Game.from_position({"ruleset": ruleset, "turn": "Ana", "players": players, **position})
    change(table, game=game, open_question=OpenQuestion(), orders=orders)
    change(table, story=((),))
    tell(table, game.table.events)
    guild.bot.dispatcher.message_of(table).show()
    await guild.env.settle()
    return table


def player(name: str, coins: int = 2, hand: tuple[str, ...] = ("captain", "duke"), **facts: Any) -> dict[str, Any]:
    """Returns a player of a position (referee.md)."""
    return {"name": name, "coins": coins, "hand": list(hand), **facts}


async def three_players(guild: SimGuild) -> Table:
    """Returns a table of Ana, Ben with 8 coins, and Cleo with one card left; it is Ana's turn."""
    return await set_up(
        guild, players=[player("Ana"), player("Ben", 8, ("assassin", "contessa")), player("Cleo", 1, ("duke",))]
    )
