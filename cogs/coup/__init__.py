"""`/coup`: what every member can do, by slash command alone if wanted."""

from discord.ext import commands

from bot.client import CoupBot
from cogs.common.answering import refuse_command
from cogs.common.checks import on_servers_only
from cogs.common.command_texts import Translator, described
from cogs.coup.lobby import LobbyCommands
from cogs.coup.play import PlayCommands
from cogs.coup.preferences import PreferenceCommands
from cogs.coup.reading import ReadingCommands


@on_servers_only
class Coup(
    LobbyCommands,
    PlayCommands,
    ReadingCommands,
    PreferenceCommands,
    commands.GroupCog,
    group_name="coup",
    group_description=described("command-coup"),
):
    """The group of commands."""


async def setup(bot: CoupBot) -> None:
    """Adds the commands, their translator, and the answer to every command that fails."""
    await bot.tree.set_translator(Translator())
    bot.tree.error(refuse_command)
    await bot.add_cog(Coup())
