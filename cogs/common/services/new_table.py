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
from bot.render.panels.preferences import avoided_warning
from bot.render.texts.sanitize import escape
from bot.render.view_model import TableView
from bot.runtime.network_errors import REQUEST_ERRORS
from bot.store.rows import Status, Style, TableSettings
from bot.tables.state import TableState
from bot.tables.table import Table
from bot.tables.transitions.transition import seat_of_member
from cogs.common.checks import check_place, parent_of
from cogs.common.context import Context
from cogs.common.option_texts import read_options, read_style, typed_options, with_table_options
from cogs.common.services.learning import show_help
from cogs.common.services.pools import RANDOM, ruleset_for, with_pool
from engine import RULESETS
from engine.catalogue import has_pool, pool_ruleset


async def _settings_of_new_table(
    context: Context,
    ruleset: str | None = None,
    options: str | None = None,
    pace: str | None = None,
    pool: str | None = None,
    style: str | None = None,
) -> TableSettings:
    """Returns the settings of a new table: what the member has named, otherwise the server's. Raises Refusal."""
    texts, settings, pools = context.texts, await context.settings(), await context.pools()
    usual, typed = settings.new_table(), typed_options(options or "")
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


async def open_table(context: Context, *, ai_seats: int = 0, **named: str | None) -> None:
    """Opens a lobby in the channel, with AI seats; its table message is the response. Raises Refusal.

    Where there is a table already, the response is the member's next step there. `named` are the settings that the
    member has named (see `_settings_of_new_table`).
    """
    guild_id, channel_id = check_place(context)
    wanted, interaction = await _settings_of_new_table(context, **named), context.interaction
    try:
        table = await context.tables.open(
            guild_id,
            channel_id,
            context.person,
            wanted,
            ai_seats=ai_seats,
            locale=(interaction.guild_locale or interaction.locale).value,
            parent_id=parent_of(context, channel_id),
        )
    except TableExists:
        await show_help(context, context.texts("error-table-exists"))
    else:
        await _answer_with_lobby(context, table)


async def _answer_with_lobby(context: Context, table: Table) -> None:
    """Posts a lobby's table message as the response. If the request fails, `bot.delivery` posts the message.

    If its outcome is unknown, `bot.delivery` first searches the channel for the message.
    """
    live_message, interaction = context.dispatcher.message_of(table), context.interaction
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


async def join_table(context: Context, table: Table) -> None:
    """Seats the member at a lobby; the response says so, or asks first if a member to avoid sits there.

    If the game begins with that, the response is the member's own hand. Raises Refusal.
    """
    if (warning := await _warning_before_joining(context, table)) is not None:
        await context.show(warning)
        return
    live_message = context.dispatcher.message_of(table)
    with live_message.answering(context):
        note = await seat_member(context, table)
        if table.state.game is None:
            await context.answer_with_new_state(table, live_message, lambda: note)
        else:
            await show_first_hand(context, table)


async def start_table(context: Context, table: Table, *, with_ai: int = 0, only_confirmed: bool = False) -> None:
    """Starts the game of a lobby for its host; the response is the host's own hand. Raises Refusal.

    `with_ai` and `only_confirmed` are those of `Tables.start`.
    """
    tables, interaction = context.tables, context.interaction
    with context.dispatcher.message_of(table).answering(interaction):
        await tables.start(table, context.user_id, interaction.id, with_ai=with_ai, only_confirmed=only_confirmed)
        await show_first_hand(context, table)


async def show_first_hand(context: Context, table: Table) -> None:
    """Responds to the member whose click has started a game with the member's own hand."""
    view = context.seat_view(table, seat_of_member(table.state, context.user_id))
    await context.send_panel(HAND, hand_panel(view, view.texts("done-started"), dealt=True), table.id)


async def seat_member(context: Context, table: Table) -> str:
    """Seats the member at a lobby. Returns the sentence that says so, and names an AI that made room.

    The last who confirms a rematch starts its game. Raises Refusal.
    """
    texts = context.texts
    gone = await context.tables.join(table, context.person, context.interaction.id)
    if table.state.game is not None:
        return texts("done-started")
    return texts("done-joined") if gone is None else texts("done-joined-for", name=escape(gone))


async def answer_with_rematch(context: Context, old: Table) -> None:
    """Opens a lobby with the seats and settings of a finished game; one against AI seats alone begins at once.

    If this lobby is open already, seats the member. Asks first if the member would sit with a member to avoid.
    Raises Refusal.
    """
    warning = await _warning_before(context, old, "rematchsure")
    if warning is not None and old.state.seat_of(context.user_id) is not None:
        await context.send_panel(LOBBY, warning, old.id)
        return
    table, is_new = await _rematch(context, old)
    if not is_new:
        await join_table(context, table)
        return
    if _begins_at_once(table.state):
        with suppress(Refusal):  # the lobby is stored, and its host can start it
            await start_table(context, table)
            return
    if table.state.channel_id == context.interaction.channel_id:
        await _answer_with_lobby(context, table)
    else:
        await context.reply(_show_rematch(context, table))


def _begins_at_once(state: TableState) -> bool:
    """Returns whether a rematch needs no lobby: one member against AI seats, and no thread to be made of it."""
    is_complete = len(state.seats) >= RULESETS[state.ruleset].players[0]
    return is_complete and len(state.members()) == 1 and state.style is not Style.THREAD


async def rematch_anyway(context: Context, old: Table) -> str:
    """Opens a rematch, or seats the member in it, without asking. Returns the sentence that says so.

    Raises Refusal.
    """
    table, is_new = await _rematch(context, old)
    return _show_rematch(context, table) if is_new else await seat_member(context, table)


async def _rematch(context: Context, old: Table) -> tuple[Table, bool]:
    """Returns the lobby of the rematch, and whether it was opened now.

    Raises Refusal, TableExists if another table than this rematch is open in its channel.
    """
    tables = context.tables
    try:
        parent_id = parent_of(context, old.state.lobby_channel_id)
        return await tables.rematch(old, context.person, parent_id), True
    except TableExists:
        table = await tables.at(old.state.lobby_channel_id)
        if table is None or table.state.rematch_of != old.id:
            raise
        return table, False


def _show_rematch(context: Context, table: Table) -> str:
    """Posts the table message of a rematch's lobby. Returns the sentence that says where it is."""
    context.dispatcher.message_of(table).repost()
    return context.texts("done-rematch", channel=f"<#{table.state.channel_id}>")


async def _warning_before_joining(context: Context, table: Table) -> Layout | None:
    """Returns the panel that asks before the member takes a seat in a lobby; None if there is nothing to ask."""
    warning, seat = await _warning_before(context, table, "joinsure"), table.state.seat_of(context.user_id)
    is_free = table.state.status is Status.LOBBY and (seat is None or not table.state.seats[seat].ready)
    return warning if is_free else None


async def _warning_before(context: Context, table: Table, confirm: str) -> Layout | None:
    """Returns a panel that asks a member to confirm a seat beside an avoided member; None if none sits there.

    `confirm` is the operation of the button that says yes. The member's list of members to avoid is read
    for everybody who joins, so that the time of a response betrays nothing, and it is never logged. Raises
    SaveFailed.
    """
    avoided = await context.store.avoided.of(table.guild_id, context.user_id)
    names = [escape(seat.name) for seat in table.state.seats if seat.user_id in avoided]
    if not names:
        return None
    return avoided_warning(CustomId.of_table(table.state, confirm), names, context.texts)
