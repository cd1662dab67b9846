"""`/coup-config`: what moderators settle for their server."""

from bot.client import CoupBot
from cogs.config.commands import Config


async def setup(bot: CoupBot) -> None:
    """Adds the commands."""
    await bot.add_cog(Config())
