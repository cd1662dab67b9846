"""The one router of all buttons and selects: a press finds its operation, every error its sentence."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import discord
from discord.ext import commands

from bot.client import CoupBot
from bot.render.ids import TEMPLATE, Press
from bot.tables import TableError
from cogs.common.refusals import refusing
from cogs.presses import aside, lobby, play, pools
from cogs.presses.click import Click

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
    "record": aside.record,
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
    async def on_interaction(self, interaction: discord.Interaction[CoupBot]) -> None:
        """A control of ours was pressed, if it is that kind of interaction and not its second delivery."""
        if interaction.type is not discord.InteractionType.component:
            return
        data: Mapping[str, Any] = interaction.data or {}
        match = TEMPLATE.fullmatch(data.get("custom_id", ""))
        if match is None or not interaction.client.deduplicator.is_first(interaction.id):
            return
        press = Press.of(match)
        async with refusing(interaction):
            operation = OPERATIONS.get(press.op)
            if operation is None:
                raise TableError("moment-passed")
            await operation(Click(interaction, press, list(data.get("values", ()))))


async def setup(bot: CoupBot) -> None:
    """Adds the router."""
    await bot.add_cog(Router())
