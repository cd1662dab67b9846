"""`/coup-config`: the commands by which moderators configure their server."""

from bot.client import CoupBot
from cogs.config.commands import Config


async def setup(bot: CoupBot) -> None:
    """Extension entry point: adds the commands."""
    await bot.add_cog(Config())
