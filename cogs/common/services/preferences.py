"""A member's preferences, and entry on the call list; and how a host calls the members on it to a lobby."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.delivery.requests import DMS_CLOSED, without_retries
from bot.delivery.servers import has_left
from bot.refusals import Refusal
from bot.render.custom_id import CustomId
from bot.render.panels.preferences import call_message, call_panel, preferences_panel
from bot.render.view_model import TableView
from bot.runtime.network_errors import REQUEST_ERRORS
from bot.store.repositories.call_list import MAX_CALLED, SERVER_SECONDS
from bot.store.rows import Status
from bot.tables.table import Table
from bot.tables.transitions.lobby import check_host
from cogs.common.context import Context

log = logging.getLogger(__name__)

_PRESENCE_SECONDS: Final = 1.0
"""How long Discord may take to say who is still on the server; after that, everybody counts as present."""


async def show_call_list(context: Context) -> None:
    """Shows the member's entry on the call list, and the button that calls, to the host of a lobby."""
    call_list, now, table = context.store.call_list, context.now, await context.channel_table()
    hosts = table is not None and table.state.status is Status.LOBBY and table.state.host_id == context.user_id
    panel = call_panel(
        await call_list.get(context.guild_id, context.user_id),
        now,
        context.texts,
        next_call=await call_list.next_call(context.guild_id, now),
        hosted=CustomId.of_table(table.state, "callout") if hosts and table is not None else None,
    )
    await context.show(panel)


async def call_members(context: Context, table: Table) -> float:
    """Calls members to the lobby of its host, in one message. Returns when hosts may call next. Raises Refusal.

    They are stored as called before the message is sent. So nobody is ever called twice, even if the process is
    killed in between, or if Discord does not say whether the message is posted.
    """
    check_host(table.state, context.user_id)
    call_list, guild_id, host_id, now = context.store.call_list, table.guild_id, context.user_id, context.now
    wanted = await call_list.callable_members(guild_id, table.id, host_id, now)
    absent = await _absent(context.interaction.guild, wanted)
    called = await call_list.claim(guild_id, table.id, host_id, now, absent)
    mentions = discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in called]
    )
    channel = context.client.get_partial_messageable(table.state.channel_id, guild_id=guild_id)
    try:
        with without_retries():
            await channel.send(view=call_message(TableView.of(table), called), allowed_mentions=mentions)
    except REQUEST_ERRORS as error:
        log.info("A call may not have been posted: %s", type(error).__name__, extra={"game": table.id})
        raise Refusal("call-not-posted") from error
    return now + SERVER_SECONDS


async def _absent(guild: discord.Guild | None, users: Sequence[int]) -> set[int]:
    """Returns those of the users who have left the server, among the first that one call may mention.

    Asks Discord, because a bot without the intent for members does not know.
    """
    if guild is None or not users:
        return set()
    asked = {asyncio.ensure_future(has_left(guild, user)): user for user in users[:MAX_CALLED]}
    done, waiting = await asyncio.wait(asked, timeout=_PRESENCE_SECONDS)
    for task in waiting:
        task.cancel()
    return {asked[task] for task in done if task.result()}


async def show_preferences(context: Context) -> None:
    """Shows the member's preferences, and on a server the members whom the member would rather not sit with."""
    player = await context.tables.preferences.player(context.user_id)
    avoided = await context.store.avoided.of(context.guild_id, context.user_id) if context.guild_id else None
    await context.show(preferences_panel(player, avoided, context.texts))


async def set_preference(context: Context, name: str, *, on: bool) -> None:
    """Switches one of the member's preferences on or off.

    Switching direct messages on defers the response, and sends one, to find out whether the member accepts them;
    then the hand too, if the member plays in the channel. A refusal by Discord is stored with the preferences.
    """
    preferences, user_id = context.tables.preferences, context.user_id
    if name == "dm" and on:
        await context.interaction.response.defer(ephemeral=True)
        await preferences.change(user_id, dm=True, dms_closed=False)  # before the message says so
        if await _send_test(context):
            await _send_hand(context)
        else:
            await preferences.change(user_id, dms_closed=True)
        return
    changed: dict[str, Any] = {name: on}
    await preferences.change(user_id, **changed)


async def _send_test(context: Context) -> bool:
    """Sends the member a direct message. Returns whether the member accepts them."""
    try:
        await context.interaction.user.send(context.texts("done-dm-on"))
    except discord.HTTPException as error:
        if error.code != DMS_CLOSED:
            raise
        return False
    return True


async def _send_hand(context: Context) -> None:
    """Starts to send the member the hand in the channel's game, with the question if there is one."""
    table = await context.channel_table()
    seat = None if table is None or table.state.game is None else table.state.seat_of(context.user_id)
    if table is not None and seat is not None:
        context.dispatcher.direct_messages.send_again(table, seat)
