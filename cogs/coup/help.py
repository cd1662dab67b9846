"""The commands `help` and `learn`, and the response to the application's entry point command."""

from discord import app_commands
from discord.ext import commands

from bot.delivery.private_panels.sent_panels import READING
from cogs.common.command_texts import described
from cogs.common.interaction import Interaction, member_texts
from cogs.common.responses import refuse, reply, send_panel
from cogs.common.services.help_panel import help_of
from cogs.common.services.lessons import learn


class HelpCommands(commands.Cog):
    """The commands that help and teach."""

    @app_commands.command(name="help", description=described("command-coup-help"))
    async def help(self, interaction: Interaction) -> None:
        """Shows the member's next step in the channel, and buttons for it."""
        await send_panel(interaction, READING, await help_of(interaction))

    @app_commands.command(name="learn", description=described("command-coup-learn"))
    async def learn(self, interaction: Interaction) -> None:
        """Begins a practice game with explanations, or shows the one in progress."""
        await learn(interaction)

    @commands.Cog.listener()
    async def on_entry_point(self, interaction: Interaction) -> None:
        """Responds to a member who opens the application's Activity: there is none, Coup is played in channels."""
        try:
            await reply(interaction, member_texts(interaction)("help-no-activity"))
        except Exception as error:
            await refuse(interaction, error)
