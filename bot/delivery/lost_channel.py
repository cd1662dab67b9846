"""Closes or pauses a table whose channel was deleted or cannot be written to, and tells its host once by DM.

A host who opted out of pings gets the message without a notification.
"""

import logging

import discord

from bot.refusals import Refusal
from bot.render.texts.catalogue import texts_for
from bot.runtime.network_errors import REQUEST_ERRORS
from bot.store import SaveFailed
from bot.store.rows import Status
from bot.tables.service import Tables
from bot.tables.table import Table
from bot.tables.transitions.moderation import pause_or_close

log = logging.getLogger(__name__)


async def report_lost_channel(client: discord.Client, tables: Tables, table: Table, *, deleted: bool) -> None:
    """Closes a table because its channel was deleted, or because the bot may no longer read or write in it.

    In the second case a running game is paused instead. Does nothing if that was done before.
    """
    try:
        if deleted:
            await tables.end(table)
        else:
            await tables.run(table, pause_or_close)
    except Refusal:
        return  # it is paused, or has ended, already
    if table.state.practice:
        return  # a learner who closes a lesson's thread needs no message about it
    paused = "paused-dm" if table.state.home_id is None else "paused-thread-dm"
    word = paused if table.state.status is Status.PAUSED else "closed-dm"
    try:
        preferences = await tables.preferences.get(table.state.host_id)
        channel = await client.create_dm(discord.Object(table.state.host_id))
        text = texts_for(table.state.locale)(word, channel=f"<#{table.state.channel_id}>")
        await channel.send(text, silent=not preferences.ping)
    except (SaveFailed, *REQUEST_ERRORS) as error:
        reason = error.code if isinstance(error, discord.HTTPException) else type(error).__name__
        log.info("A host was not told that the channel is lost: %s", reason, extra=table.log_context)
