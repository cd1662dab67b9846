"""Opens tables, for `/coup new`, the help panel and Rematch, and seats members at them."""

from contextlib import suppress
from dataclasses import replace

import discord

from bot.delivery.private_panels import HAND, LOBBY
from bot.refusals import Refusal, TableExists
from bot.render.controls import Layout
from bot.render.custom_id import CustomId
from bot.render.messages.lobby import lobby_message
from bot.render.panels.hand import hand_panel
from bot.render.panels.settings import avoided_warning
from bot.render.seat_view import SeatView
from bot.render.texts.sanitize import escape
from bot.render.view_model import TableView
from bot.runtime.network_errors import REQUEST_ERRORS
from bot.store.rows import Status, Style, TableSettings
from bot.tables.question_checks import seat_of_member
from bot.tables.state import TableState
from bot.tables.table import Table
from cogs.common.checks import check_place, parent_of
from cogs.common.interaction import (
    Interaction,
    member_texts,
    person,
    reply,
    send_panel,
    server_pools,
    server_settings,
)
from cogs.common.option_texts import read_options, read_style, typed_options, with_table_options
from cogs.common.services.pools import RANDOM, ruleset_for, with_pool
from engine import RULESETS
from engine.catalogue import has_pool, pool_ruleset


async def settings_of_new_table(
    interaction: Interaction,
    ruleset: str | None = None,
    options: str | None = None,
    pace: str | None = None,
    pool: str | None = None,
    style: str | None = None,
) -> TableSettings:
    """Returns the settings of a new table: what the member has named, otherwise the server's. Raises Refusal."""
    texts, settings = member_texts(interaction), await server_settings(interaction)
    pools, usual, typed = await server_pools(interaction), settings.new_table(), typed_options(options or "")
    chosen = ruleset or (ruleset_for(pool, pools, texts) if pool else usual.ruleset)
    wanted = replace(
        with_table_options(typed, usual),
        ruleset=chosen,
        options=read_options(typed, chosen),
        pace=pace or usual.pace,
        style=read_style(style) if style else usual.style,
    )
    if has_pool(chosen):
        default = settings.pool if pool_ruleset(pools.get(settings.pool or "", ())) == chosen else None
        return with_pool(wanted, pool if pool is not None else default or RANDOM, pools, texts)
    if pool is not None:
        raise Refusal("pool-elsewhere")
    return wanted


async def open_table(interaction: Interaction, wanted: TableSettings, *, ai_seats: int = 0) -> None:
    """Opens a lobby in the channel, with AI seats; its table message is the response. Raises Refusal."""
    guild_id, channel_id = check_place(interaction)
    table = await interaction.client.tables.open(
        guild_id,
        channel_id,
        person(interaction),
        wanted,
        ai_seats=ai_seats,
        locale=(interaction.guild_locale or interaction.locale).value,
        parent_id=parent_of(interaction, channel_id),
    )
    await _answer_with_lobby(interaction, table)


async def _answer_with_lobby(interaction: Interaction, table: Table) -> None:
    """Posts a lobby's table message as the response. If the request fails, `bot.delivery` posts the message.

    If it is unknown whether Discord carried the request out, `bot.delivery` first searches the channel for the
    message.
    """
    live_message = interaction.client.dispatcher.message_of(table)
    with live_message.answering(interaction):
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
    """Seats the member at a lobby; the response says so, or asks first if a member to avoid sits there."""
    if (warning := await warning_before_joining(interaction, table)) is not None:
        await send_panel(interaction, LOBBY, warning, game_id=table.id)
        return
    with interaction.client.dispatcher.message_of(table).answering(interaction):
        note = await seat_member(interaction, table)
        if table.state.game is None:
            await reply(interaction, note)
        else:
            await show_first_hand(interaction, table)


async def start_table(
    interaction: Interaction, table: Table, *, with_ai: int = 0, only_confirmed: bool = False
) -> None:
    """Starts the game of a lobby for its host; the response is the host's own hand (see `Tables.start`)."""
    tables, user_id = interaction.client.tables, interaction.user.id
    with interaction.client.dispatcher.message_of(table).answering(interaction):
        await tables.start(table, user_id, interaction.id, with_ai=with_ai, only_confirmed=only_confirmed)
        await show_first_hand(interaction, table)


async def show_first_hand(interaction: Interaction, table: Table) -> None:
    """Responds to the member whose click has started a game with the member's own hand."""
    view = SeatView.of(table, seat_of_member(table.state, interaction.user.id), interaction.locale.value)
    await send_panel(interaction, HAND, hand_panel(view, view.texts("done-started"), dealt=True), game_id=table.id)


async def seat_member(interaction: Interaction, table: Table) -> str:
    """Seats the member at a lobby. Returns the sentence that says so, and names an AI that made room.

    The last who confirms a rematch starts its game.
    """
    texts = member_texts(interaction)
    gone = await interaction.client.tables.join(table, person(interaction), interaction.id)
    if table.state.game is not None:
        return texts("done-started")
    return texts("done-joined") if gone is None else texts("done-joined-for", name=escape(gone))


async def answer_with_rematch(interaction: Interaction, old: Table) -> None:
    """Opens a lobby with the seats and settings of a finished game; one against AI seats alone begins at once.

    If this lobby is open already, seats the member. Asks first if the member would sit with a member to avoid.
    """
    warning = await _warning_before(interaction, old, "rematchsure")
    if warning is not None and old.state.seat_of(interaction.user.id) is not None:
        await send_panel(interaction, LOBBY, warning, game_id=old.id)
        return
    table, is_new = await _rematch(interaction, old)
    if not is_new:
        await join_table(interaction, table)
        return
    if _begins_at_once(table.state):
        with suppress(Refusal):  # the lobby is stored, and its host can start it
            await start_table(interaction, table)
            return
    if table.state.channel_id == interaction.channel_id:
        await _answer_with_lobby(interaction, table)
    else:
        await reply(interaction, _show_rematch(interaction, table))


def _begins_at_once(state: TableState) -> bool:
    """Returns whether a rematch needs no lobby: one member against AI seats, and no thread to be made of it."""
    is_complete = len(state.seats) >= RULESETS[state.ruleset].players[0]
    return is_complete and len(state.members()) == 1 and state.style is not Style.THREAD


async def rematch_anyway(interaction: Interaction, old: Table) -> str:
    """Opens a rematch, or seats the member in it, without asking. Returns the sentence that says so."""
    table, is_new = await _rematch(interaction, old)
    return _show_rematch(interaction, table) if is_new else await seat_member(interaction, table)


async def _rematch(interaction: Interaction, old: Table) -> tuple[Table, bool]:
    """Returns the lobby of the rematch, and whether it was opened now. Raises Refusal."""
    tables = interaction.client.tables
    try:
        parent_id = parent_of(interaction, old.state.lobby_channel_id)
        return await tables.rematch(old, person(interaction), parent_id), True
    except TableExists:
        table = await tables.at(old.state.lobby_channel_id)
        if table is None or table.state.rematch_of != old.id:
            raise
        return table, False


def _show_rematch(interaction: Interaction, table: Table) -> str:
    """Posts the table message of a rematch's lobby. Returns the sentence that says where it is."""
    interaction.client.dispatcher.message_of(table).repost()
    return member_texts(interaction)("done-rematch", channel=f"<#{table.state.channel_id}>")


async def warning_before_joining(interaction: Interaction, table: Table) -> Layout | None:
    """Returns the panel that asks before the member takes a seat in a lobby; None if there is nothing to ask."""
    warning, seat = await _warning_before(interaction, table, "joinsure"), table.state.seat_of(interaction.user.id)
    is_free = table.state.status is Status.LOBBY and (seat is None or not table.state.seats[seat].ready)
    return warning if is_free else None


async def _warning_before(interaction: Interaction, table: Table, confirm: str) -> Layout | None:
    """Returns a panel that asks a member to confirm a seat beside an avoided member; None if none sits there.

    `confirm` is the operation of the button that says yes. The list of members to avoid is read for everybody who
    joins, so that the time of a response betrays nothing, and it is never logged. Raises SaveFailed.
    """
    avoided = await interaction.client.store.avoided.of(table.guild_id, interaction.user.id)
    names = [escape(seat.name) for seat in table.state.seats if seat.user_id in avoided]
    if not names:
        return None
    return avoided_warning(CustomId.of_table(table.state, confirm), names, member_texts(interaction))
