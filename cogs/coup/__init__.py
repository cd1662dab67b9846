"""`/coup`: what every member can do, by slash command alone if wanted."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import CoupBot
from cogs.common.refusals import refuse
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

    async def cog_app_command_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        """Turns an error of any command into a sentence."""
        await refuse(interaction, unwrapped(error))


def unwrapped(error: app_commands.AppCommandError) -> Exception:
    """What a command raised, without what discord.py wraps it in."""
    original = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    return original if isinstance(original, Exception) else error


async def setup(bot: CoupBot) -> None:
    """Adds the commands and their translator."""
    await bot.tree.set_translator(Translator())
    await bot.add_cog(Coup())
