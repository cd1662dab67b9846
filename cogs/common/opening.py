"""The answers to whatever opens a table: its card, and to a rematch that is open already, a seat."""

import discord

from bot.render.cards.lobby import lobby_card
from bot.tables.refusals import TableExists
from bot.tables.session import TableSession
from cogs.common.answering import DISCONNECTED, tell
from cogs.common.interaction import Interaction, person, tables_of, words_for


async def answer_with_card(interaction: Interaction, table: TableSession) -> None:
    """Posts the card as the answer; where the answer fails, the card is posted all the same."""
    async with interaction.client.renderer.acknowledging(table) as board:
        view = lobby_card(table)
        try:
            answer = await interaction.response.send_message(view=view)
            message_id = answer.message_id or (await interaction.original_response()).id
        except (discord.HTTPException, *DISCONNECTED):
            board.repost()
            raise
        await board.shows(message_id, view)


async def answer_with_rematch(interaction: Interaction, old: TableSession) -> None:
    """Opens a lobby like a game that is over; whoever asks for that after the first takes a seat in it."""
    tables = tables_of(interaction)
    try:
        table = await tables.lobbies.rematch(old, person(interaction))
    except TableExists:
        lobby = await tables.at(old.channel_id)
        if lobby is None or lobby.rematch_of != old.id:
            raise
        await tables.lobbies.join(lobby, person(interaction))
        await tell(interaction, words_for(interaction)("done-joined"))
    else:
        await answer_with_card(interaction, table)
