"""Members' own settings: copies of their hand by DM, pings, pictures."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery.copies import DMS_CLOSED
from bot.delivery.failures import in_words_if_refused
from bot.render.panels.hand import hand_panel
from bot.render.scene import PrivateScene
from cogs.common.answering import for_member, reply
from cogs.common.command_texts import SWITCH, described
from cogs.common.interaction import Interaction, channel_table, words_for


class PreferenceCommands(commands.Cog):
    """The commands by which members choose how the bot notifies them and what it shows."""

    @app_commands.command(name="dm", description=described("command-coup-dm"))
    @app_commands.describe(switch=described("parameter-switch"))
    @app_commands.choices(switch=SWITCH)
    async def dm(self, interaction: Interaction, switch: str) -> None:
        """Switches copies by DM on or off; switching on sends a DM at once, to see whether DMs arrive."""
        w, players = words_for(interaction), interaction.client.store.players
        if switch != "on":
            await players.change(interaction.user.id, dm=False)
            await reply(interaction, w("done-dm-off"))
            return
        await interaction.response.defer(ephemeral=True)
        table = await channel_table(interaction)
        seat = None if table is None or table.game is None else table.seat_of(interaction.user.id)
        try:
            if table is not None and seat is not None:
                panel = hand_panel(PrivateScene.of(table, seat, interaction.locale.value))
                png = await for_member(interaction, panel)
                await in_words_if_refused(
                    lambda shown, attached: interaction.user.send(view=shown, files=attached), panel, png
                )
            else:
                await interaction.user.send(w("done-dm-on"))
        except discord.HTTPException as error:
            if error.code != DMS_CLOSED:
                raise
            await players.change(interaction.user.id, dm=True, dms_closed=True)
            await reply(interaction, w("done-dm-closed"))
            return
        await players.change(interaction.user.id, dm=True, dms_closed=False)
        await reply(interaction, w("done-dm-on"))

    @app_commands.command(name="pictures", description=described("command-coup-pictures"))
    @app_commands.describe(switch=described("parameter-switch"))
    @app_commands.choices(switch=SWITCH)
    async def pictures(self, interaction: Interaction, switch: str) -> None:
        """Switches pictures and emojis in what the member alone sees on or off."""
        await interaction.client.store.players.change(interaction.user.id, pictures=switch == "on")
        await reply(interaction, words_for(interaction)(f"done-pictures-{'on' if switch == 'on' else 'off'}"))

    @app_commands.command(name="ping", description=described("command-coup-ping"))
    @app_commands.describe(switch=described("parameter-switch"))
    @app_commands.choices(switch=SWITCH)
    async def ping(self, interaction: Interaction, switch: str) -> None:
        """Switches the ping at the start of the member's turns on or off."""
        await interaction.client.store.players.change(interaction.user.id, ping=switch == "on")
        await reply(interaction, words_for(interaction)(f"done-ping-{'on' if switch == 'on' else 'off'}"))
