"""The command that knows the next step: help; the one that teaches the game: learn; the entry point."""

from discord import app_commands
from discord.ext import commands

from bot.render.panels.help import help_panel
from cogs.common.command_texts import described
from cogs.common.interaction import Interaction, words_for
from cogs.common.responses import refusing, reply, reply_with_panel
from cogs.common.services.help_context import standing_of
from cogs.common.services.lessons import learn


class HelpCommands(commands.Cog):
    """The commands for who does not know how to go on."""

    @app_commands.command(name="help", description=described("command-coup-help"))
    async def help(self, interaction: Interaction) -> None:
        """Shows where the member stands, the next step, and the buttons that take it."""
        panel = help_panel(await standing_of(interaction))
        await reply_with_panel(interaction, panel)

    @app_commands.command(name="learn", description=described("command-coup-learn"))
    async def learn(self, interaction: Interaction) -> None:
        """Begins a practice game that explains itself, or goes on with the one under way."""
        await learn(interaction)

    @commands.Cog.listener()
    async def on_entry_point(self, interaction: Interaction) -> None:
        """Says where Coup is played to a member who opens the application's Activity: it has none."""
        async with refusing(interaction):
            await reply(interaction, words_for(interaction)("help-no-activity"))
