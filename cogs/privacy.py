"""`/coup-privacy`: the commands by which members get, delete and hide their own data, also in direct messages."""

import io

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import CoupBot
from bot.privacy.export import export, export_file
from bot.render.panels.settings import deletion_panel
from cogs.common.command_texts import SWITCH, command, described
from cogs.common.interaction import Interaction, member_texts, reply, reply_with_panel


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class Privacy(commands.GroupCog, group_name="coup-privacy", group_description=described("command-coup-privacy")):
    """The command group `/coup-privacy`."""

    @command("coup-privacy export")
    async def export(self, interaction: Interaction) -> None:
        """Sends the member a file with everything that is stored about the member."""
        # Deferred at once, because many games take long to read.
        await interaction.response.defer(ephemeral=True, thinking=True)
        texts = member_texts(interaction)
        data = await export(interaction.client.tables, interaction.user.id)
        name, content = export_file(data)
        said = [texts("privacy-exported", file=name, games=len(data["games"]))]
        said += [texts("privacy-exported-live")] if any(game["live"] for game in data["games"]) else []
        said += [texts("privacy-exported-packed")] if name.endswith(".gz") else []
        file = discord.File(io.BytesIO(content), name)
        await interaction.followup.send("\n".join(said), file=file, ephemeral=True)

    @command("coup-privacy delete")
    async def delete(self, interaction: Interaction) -> None:
        """Asks the member to confirm that all data is deleted."""
        live = await interaction.client.deletions.count_live_games(interaction.user.id)
        await reply_with_panel(interaction, deletion_panel(live, member_texts(interaction)))

    @command("coup-privacy hide", switch="parameter-hide")
    @app_commands.choices(switch=SWITCH)
    async def hide(self, interaction: Interaction, switch: str) -> None:
        """Hides the member's statistics from others, or shows them again."""
        await interaction.client.tables.preferences.change(interaction.user.id, hidden=switch == "on")
        await reply(interaction, member_texts(interaction)(f"privacy-hidden-{switch}"))


async def setup(bot: CoupBot) -> None:
    """Extension entry point: adds the commands."""
    await bot.add_cog(Privacy())
