"""Answering what opens a table, `/coup new` and Rematch: with its card, or with a seat at the open one."""

import discord

from bot.render.cards.lobby import lobby_card
from bot.render.names import escaped
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


async def join_table(interaction: Interaction, table: TableSession) -> None:
    """Seats the member at a lobby, and says so; an AI that made room is named."""
    w = words_for(interaction)
    gone = await tables_of(interaction).lobbies.join(table, person(interaction))
    await reply(interaction, w("done-joined") if gone is None else w("done-joined-for", name=escaped(gone)))


async def answer_with_rematch(interaction: Interaction, old: TableSession) -> None:
    """Opens a lobby with the seats and settings of a finished game; if it is open, the member takes a seat."""
    tables = tables_of(interaction)
    try:
        table = await tables.lobbies.rematch(old, person(interaction))
    except TableExists:
        lobby = await tables.at(old.lobby_channel_id)
        if lobby is None or lobby.rematch_of != old.id:
            raise
        await join_table(interaction, lobby)
    else:
        if table.channel_id == interaction.channel_id:
            await answer_with_card(interaction, table)
            return
        interaction.client.renderer.board(table).repost()
        await reply(interaction, words_for(interaction)("done-rematch", channel=f"<#{table.channel_id}>"))
