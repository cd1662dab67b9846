"""`/coup-stats verify`: checks that a finished game was dealt fairly, here or from a file."""

import asyncio
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery.private_panels.sent_panels import READING
from bot.refusals import Refusal
from bot.render.controls import Layout
from bot.render.panels.record_check import check_panel
from bot.tables.games.record_file import MAX_RECORD_BYTES, check_record, is_same_game, read_record, record_file
from cogs.common.command_texts import described
from cogs.common.interaction import Interaction, last_played, member_texts
from cogs.common.responses import defer_if_slow, send_panel


class VerifyCommand(commands.Cog):
    """The command that checks the shuffle of a game."""

    @app_commands.command(name="verify", description=described("command-coup-stats-verify"))
    @app_commands.describe(record=described("parameter-record"))
    async def verify(self, interaction: Interaction, record: discord.Attachment | None = None) -> None:
        """Checks the game in a file that Record gave; without a file, the last finished game of this channel."""
        panel = await defer_if_slow(interaction, _checked(interaction, record), in_new_message=True)
        await send_panel(interaction, READING, panel)


async def _checked(interaction: Interaction, attachment: discord.Attachment | None) -> Layout:
    """Returns the panel with the outcome. Raises Refusal if there is no game, or the file is no record."""
    if attachment is None:
        table = await last_played(interaction)
        file = None if table is None else record_file(table.state)
        if table is None or file is None:
            raise Refusal("nothing-to-verify")
    else:
        if attachment.size > MAX_RECORD_BYTES:
            raise Refusal("record-large", most=MAX_RECORD_BYTES // 1_000_000)
        file = await asyncio.to_thread(read_record, await attachment.read())
    # Runs in a thread, because replaying a long game takes longer than a click may wait.
    check = await asyncio.to_thread(check_record, file)
    own = file if attachment is None else await _game_here(interaction, file.get("game"))
    same = None if own is None else is_same_game(file, check, own)
    return check_panel(
        check, file["commitment"], member_texts(interaction), same, 0 if own is None else own["game"]
    )


async def _game_here(interaction: Interaction, game_id: object) -> Mapping[str, Any] | None:
    """Returns the file of a game of this server by its id; None if it has no such game that has ended."""
    row = await interaction.client.store.games.get(game_id) if type(game_id) is int else None
    if row is None or row.guild_id != interaction.guild_id:  # another process may serve the game's server
        return None
    table = await interaction.client.tables.get(row.id)
    return None if table is None else record_file(table.state)
