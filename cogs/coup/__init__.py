"""`/coup`: the commands for every member. A whole game can be played with them, without any button."""

from discord.ext import commands

from bot.client import CoupBot
from bot.render.texts.catalogue import HOME, locales
from cogs.common.checks import on_servers_only
from cogs.common.command_texts import Translator, described
from cogs.common.context import refuse_command
from cogs.coup.information import InformationCommands
from cogs.coup.lobby import LobbyCommands
from cogs.coup.play import PlayCommands


@on_servers_only
class Coup(
    LobbyCommands,
    PlayCommands,
    InformationCommands,
    commands.GroupCog,
    group_name="coup",
    group_description=described("command-coup"),
):
    """The command group `/coup`."""


async def setup(bot: CoupBot) -> None:
    """Extension entry point: adds the commands, their translator and the error handler of all commands."""
    if locales() != (HOME,):  # asking for each text in each of Discord's languages takes time
        await bot.tree.set_translator(Translator())
    bot.tree.error(refuse_command)
    await bot.add_cog(Coup())
