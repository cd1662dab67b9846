"""The greeting on a server that the bot has just joined: one message, which pings nobody."""

import logging

import discord

from bot.render.panels.help import welcome_message
from bot.render.texts.catalogue import texts_for
from bot.runtime.network_errors import REQUEST_ERRORS
from bot.store import SaveFailed
from bot.store.repositories.servers.guilds import Guilds

log = logging.getLogger(__name__)


async def greet(guild: discord.Guild, guilds: Guilds) -> None:
    """Greets a server once, in its system channel or the first text channel where the bot may write.

    The greeting is stored before it is sent, so that there is one at most, even if the process is killed or
    another process receives the same event.
    """
    context = {"guild": guild.id}
    channel = _channel_for_greeting(guild)
    if channel is None:
        log.info("A new server was not greeted: no channel permits a greeting", extra=context)
        return
    try:
        if await guilds.mark_welcomed(guild.id, welcomed=True):
            await channel.send(view=welcome_message(texts_for(guild.preferred_locale.value)))
    except (SaveFailed, *REQUEST_ERRORS) as error:
        log.info("A server was not greeted: %s", type(error).__name__, extra=context)


async def forget(guild: discord.Guild, guilds: Guilds) -> None:
    """Lets a server that the bot has left be greeted again if the bot returns."""
    try:
        await guilds.mark_welcomed(guild.id, welcomed=False)
    except SaveFailed as error:
        log.info("A server will not be greeted again: %s", error, extra={"guild": guild.id})


def _channel_for_greeting(guild: discord.Guild) -> discord.TextChannel | None:
    channels = [channel for channel in (guild.system_channel, *guild.text_channels) if channel is not None]
    for channel in channels:
        permissions = channel.permissions_for(guild.me)
        if permissions.view_channel and permissions.send_messages:
            return channel
    return None
