"""Opens tables, for `/coup new`, the help panel and Rematch; the response is the table message of the lobby."""

import discord

from bot.render.messages.lobby import lobby_message
from bot.render.texts.sanitize import escape
from bot.render.view_model import TableView
from bot.runtime.network_errors import REQUEST_ERRORS
from bot.tables.games.setup import LobbySettings
from bot.tables.refusals import TableExists
from bot.tables.table import Table
from bot.tables.transitions import lobby
from cogs.common.checks import check_place
from cogs.common.interaction import Interaction, member_texts, person, tables_of
from cogs.common.responses import reply


async def open_table(interaction: Interaction, wanted: LobbySettings, *, ai_seats: int = 0) -> None:
    """Opens a lobby in the channel, with AI seats; its table message is the response. Raises Refusal."""
    guild_id, channel_id = check_place(interaction)
    table = await tables_of(interaction).open(
        guild_id,
        channel_id,
        person(interaction),
        wanted,
        ai_seats=ai_seats,
        locale=(interaction.guild_locale or interaction.locale).value,
    )
    await answer_with_lobby(interaction, table)


async def answer_with_lobby(interaction: Interaction, table: Table) -> None:
    """Posts a lobby's table message as the response. If the request fails, `bot.delivery` posts the message.

    If it is unknown whether Discord carried the request out, `bot.delivery` first searches the channel for the
    message.
    """
    with interaction.client.dispatcher.pending_response(table) as live_message:
        view = lobby_message(TableView.of(table))
        try:
            answer = await interaction.response.send_message(view=view)
            message_id = answer.message_id or (await interaction.original_response()).id
        except REQUEST_ERRORS as error:
            refused = isinstance(error, discord.HTTPException) and error.status < 500
            (live_message.repost if refused else live_message.search)()
            raise
        await live_message.note_response(message_id, view)


async def join_table(interaction: Interaction, table: Table) -> None:
    """Seats the member at a lobby; the response says so, and names an AI that made room."""
    texts = member_texts(interaction)
    gone = (await tables_of(interaction).run(table, lobby.join, person(interaction))).outcome
    await reply(interaction, texts("done-joined") if gone is None else texts("done-joined-for", name=escape(gone)))


async def answer_with_rematch(interaction: Interaction, old: Table) -> None:
    """Opens a lobby with the seats and settings of a finished game.

    If this lobby is open already, seats the member.
    """
    tables = tables_of(interaction)
    try:
        table = await tables.rematch(old, person(interaction))
    except TableExists:
        lobby = await tables.at(old.state.lobby_channel_id)
        if lobby is None or lobby.state.rematch_of != old.id:
            raise
        await join_table(interaction, lobby)
    else:
        if table.state.channel_id == interaction.channel_id:
            await answer_with_lobby(interaction, table)
            return
        interaction.client.dispatcher.repost(table)
        await reply(interaction, member_texts(interaction)("done-rematch", channel=f"<#{table.state.channel_id}>"))
