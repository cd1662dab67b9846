"""The answer to whatever opened a table: its card."""

import discord

from bot.render.lobby import lobby_card
from bot.tables import Table
from cogs.refusals import CUT
from cogs.seen import Seen


async def answer_with_card(interaction: Seen, table: Table) -> None:
    """Posts the card as the answer; where the answer fails, the card is posted all the same."""
    async with interaction.client.renderer.acknowledging(table) as board:
        view = lobby_card(table)
        try:
            answer = await interaction.response.send_message(view=view)
            message_id = answer.message_id or (await interaction.original_response()).id
        except (discord.HTTPException, *CUT):
            board.repost()
            raise
        await board.posted(view, message_id)
