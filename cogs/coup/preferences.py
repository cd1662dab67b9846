"""The command for a member's own preferences: direct messages, pings, pictures."""

from discord import app_commands
from discord.ext import commands

from cogs.common.command_texts import described
from cogs.common.interaction import Interaction
from cogs.common.responses import reply_with_panel
from cogs.common.services.settings import preferences_of


class PreferenceCommands(commands.Cog):
    """The command by which members choose how the bot notifies them and what it shows."""

    @app_commands.command(name="settings", description=described("command-coup-settings"))
    async def settings(self, interaction: Interaction) -> None:
        """Shows the member's preferences, each with a button that switches it."""
        await reply_with_panel(interaction, await preferences_of(interaction))
