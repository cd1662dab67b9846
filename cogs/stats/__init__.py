"""`/coup-stats`: what the games of a server come to, and whether they were fair."""

from discord.ext import commands

from bot.client import CoupBot
from cogs.common.checks import on_servers_only
from cogs.common.command_texts import described
from cogs.stats.statistics import StatisticsCommands, show_stats
from cogs.stats.verify import VerifyCommand


@on_servers_only
class Stats(
    StatisticsCommands,
    VerifyCommand,
    commands.GroupCog,
    group_name="coup-stats",
    group_description=described("command-coup-stats"),
):
    """The command group `/coup-stats`."""


async def setup(bot: CoupBot) -> None:
    """Extension entry point: adds the commands, and the entry in a member's menu."""
    await bot.add_cog(Stats())
    bot.tree.add_command(show_stats)
