"""`/coup-privacy`: the commands by which members get, delete and hide their own data, also in direct messages."""

import asyncio
import io

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import CoupBot
from bot.privacy.export import export, export_file
from bot.render.panels.preferences import deletion_panel
from cogs.common.command_texts import SWITCH, command, described
from cogs.common.context import Context


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class Privacy(commands.GroupCog, group_name="coup-privacy", group_description=described("command-coup-privacy")):
    """The command group `/coup-privacy`."""

    @command("coup-privacy export")
    async def export(self, context: Context) -> None:
        """Sends the member a file with everything that is stored about the member."""
        # Deferred at once, because many games take long to read.
        await context.interaction.response.defer(ephemeral=True, thinking=True)
        texts, data = context.texts, await export(context.tables, context.user_id)
        name, content = await asyncio.to_thread(export_file, data)  # thousands of games take seconds
        said = [texts("privacy-exported", file=name, games=len(data["games"]))]
        said += [texts("privacy-exported-live")] if any(game["live"] for game in data["games"]) else []
        said += [texts("privacy-exported-packed")] if name.endswith(".gz") else []
        file = discord.File(io.BytesIO(content), name)
        await context.interaction.followup.send("\n".join(said), file=file, ephemeral=True)

    @command("coup-privacy delete")
    async def delete(self, context: Context) -> None:
        """Asks the member to confirm that all data is deleted."""
        live = await context.client.deletions.count_live_games(context.user_id)
        await context.reply_with_panel(deletion_panel(live, context.texts))

    @command("coup-privacy hide", switch="parameter-hide")
    @app_commands.choices(switch=SWITCH)
    async def hide(self, context: Context, switch: str) -> None:
        """Hides the member's statistics from others, or shows them again."""
        await context.tables.preferences.change(context.user_id, hidden=switch == "on")
        await context.reply(context.texts(f"privacy-hidden-{switch}"))


async def setup(bot: CoupBot) -> None:
    """Extension entry point: adds the commands."""
    await bot.add_cog(Privacy())
