"""The command of the call list."""

from discord import app_commands
from discord.ext import commands

from cogs.common.command_texts import described
from cogs.common.interaction import Interaction
from cogs.common.responses import reply_with_panel
from cogs.common.services.calls import call_list_of


class CallCommands(commands.Cog):
    """The command by which members ask to be called, and hosts call them."""

    @app_commands.command(name="call", description=described("command-coup-call"))
    async def call(self, interaction: Interaction) -> None:
        """Shows the member's entry on the call list and, to the host of a lobby, the button that calls."""
        await reply_with_panel(interaction, await call_list_of(interaction))
