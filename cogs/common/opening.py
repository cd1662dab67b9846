"""Answering what opens a table, `/coup new` and Rematch: with its card, or with a seat at the open one."""

import discord

from bot.render.cards.lobby import lobby_card
from bot.render.scene import Scene
from bot.tables.refusals import TableExists
from bot.tables.session import TableSession
from cogs.common.answering import DISCONNECTED, reply
from cogs.common.interaction import Interaction, person, tables_of, words_for


async def answer_with_card(interaction: Interaction, table: TableSession) -> None:
    """Posts a lobby's card as the answer. If that request fails, the board posts the card itself."""
    async with interaction.client.renderer.acknowledging(table) as board:
        view = lobby_card(Scene.of(table))
        try:
            answer = await interaction.response.send_message(view=view)
            message_id = answer.message_id or (await interaction.original_response()).id
        except (discord.HTTPException, *DISCONNECTED):
            board.repost()
            raise
        await board.cards.note_answer(message_id, view)


async def answer_with_rematch(interaction: Interaction, old: TableSession) -> None:
    """Opens a lobby with the seats and settings of a finished game; if it is open, the member takes a seat."""
    tables = tables_of(interaction)
    try:
        table = await tables.lobbies.rematch(old, person(interaction))
    except TableExists:
        lobby = await tables.at(old.channel_id)
        if lobby is None or lobby.rematch_of != old.id:
            raise
        await tables.lobbies.join(lobby, person(interaction))
        await reply(interaction, words_for(interaction)("done-joined"))
    else:
        await answer_with_card(interaction, table)
