"""`/coup`: what every member can do, by slash command alone if wanted."""

from discord import app_commands
from discord.ext import commands

from bot.client import CoupBot
from cogs.common.refusals import refuse_command
from cogs.common.wording import Translator, described
from cogs.coup.lobby import LobbyCommands
from cogs.coup.own import OwnCommands
from cogs.coup.play import PlayCommands
from cogs.coup.reading import ReadingCommands


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class Coup(
    LobbyCommands,
    PlayCommands,
    ReadingCommands,
    OwnCommands,
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
