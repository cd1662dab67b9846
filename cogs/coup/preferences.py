"""Commands for members' own preferences: their hand by direct message, pings, pictures."""

from discord import app_commands
from discord.ext import commands

from bot.render.panels.settings import switch_panel
from cogs.common.command_texts import SWITCH, described
from cogs.common.interaction import Interaction, member_texts
from cogs.common.responses import reply, reply_with_panel
from cogs.common.services.settings import set_preference


class PreferenceCommands(commands.Cog):
    """The commands by which members choose how the bot notifies them and what it shows."""

    @app_commands.command(name="dm", description=described("command-coup-dm"))
    @app_commands.describe(switch=described("parameter-switch"))
    @app_commands.choices(switch=SWITCH)
    async def dm(self, interaction: Interaction, switch: str | None = None) -> None:
        """Switches copies by DM on or off; switching them on sends a DM at once, as a test."""
        await _switch(interaction, "dm", switch)

    @app_commands.command(name="pictures", description=described("command-coup-pictures"))
    @app_commands.describe(switch=described("parameter-switch"))
    @app_commands.choices(switch=SWITCH)
    async def pictures(self, interaction: Interaction, switch: str | None = None) -> None:
        """Switches pictures and emojis on or off in the member's private messages."""
        await _switch(interaction, "pictures", switch)

    @app_commands.command(name="ping", description=described("command-coup-ping"))
    @app_commands.describe(switch=described("parameter-switch"))
    @app_commands.choices(switch=SWITCH)
    async def ping(self, interaction: Interaction, switch: str | None = None) -> None:
        """Switches the ping at the start of the member's turns on or off."""
        await _switch(interaction, "ping", switch)


async def _switch(interaction: Interaction, name: str, switch: str | None) -> None:
    """Switches a preference; without a choice, shows a panel with its current value and buttons for both."""
    if switch is not None:
        await reply(interaction, await set_preference(interaction, name, on=switch == "on"))
        return
    texts = member_texts(interaction)
    player = await interaction.client.tables.preferences.read(interaction.user.id)
    on = {"dm": player.dm, "ping": player.ping, "pictures": player.pictures}[name]
    text = texts(f"preference-{name}", switch=texts("choice-on" if on else "choice-off"))
    await reply_with_panel(interaction, switch_panel(text, "prefer", name, texts))
