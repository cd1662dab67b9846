"""The one router of all buttons and selects: a press finds its operation, every error its sentence."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import discord
from discord.ext import commands

from bot.client import CoupBot
from bot.render.controls import Control
from bot.render.ids import Press
from cogs.presses import aside, lobby, play, pools
from cogs.presses.click import Click
from cogs.refusals import refusing

OPERATIONS: Final[Mapping[str, Callable[[Click], Awaitable[None]]]] = {
    "join": lobby.join,
    "leave": lobby.leave,
    "start": lobby.start,
    "solo": lobby.solo,
    "ai": lobby.add_ai,
    "unai": lobby.remove_ai,
    "set": lobby.settings,
    "close": lobby.close,
    "rematch": lobby.rematch,
    "act": play.act,
    "pick": play.pick,
    "answer": play.answer,
    "sure": play.sure,
    "keep": play.keep,
    "gift": play.gift,
    "choose": play.choose,
    "hand": play.hand,
    "panel": play.hand,
    "log": aside.log,
    "rules": aside.rules,
    "topic": aside.topic,
    "back": aside.come_back,
    "resume": aside.resume,
    "resign": aside.resign,
    "stay": aside.stay,
    "pool": pools.choose,
    "poolsave": pools.save,
}
"""What each operation of a custom id does."""


class Router(commands.Cog):
    """Hears every press of a control, whichever message it stands on and however old that is."""

    @commands.Cog.listener()
    async def on_control(self, interaction: discord.Interaction[CoupBot], press: Press, values: list[str]) -> None:
        """A control was pressed."""
        if not interaction.client.once.first(interaction.id):
            return
        async with refusing(interaction):
            operation = OPERATIONS.get(press.op)
            if operation is not None:
                await operation(Click(interaction, press, values))


async def setup(bot: CoupBot) -> None:
    """Registers the kind of all controls, so that those of earlier runs work too, and the router."""
    bot.add_dynamic_items(Control)
    await bot.add_cog(Router())


async def teardown(bot: CoupBot) -> None:
    """Takes the controls' kind out again."""
    bot.remove_dynamic_items(Control)
