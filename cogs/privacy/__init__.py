"""`/coup-privacy`: a member's own data, on servers and in direct messages."""

from bot.client import CoupBot
from cogs.privacy.commands import Privacy


async def setup(bot: CoupBot) -> None:
    """Extension entry point: adds the commands."""
    await bot.add_cog(Privacy())
