"""Messages to a server apart from its tables: the greeting when the bot has joined, and the end of a season.

Each is posted once at most. That about a season is in the channel of its last rated game. Its intent is stored
before it is posted, and its id afterwards: if the process ends in between, the channel is searched for it.
"""

import logging
from typing import Final

import discord

from bot.cluster.membership import Membership
from bot.delivery.message_search import find_message
from bot.delivery.requests import nonce_of
from bot.refusals import NotOwnedHere
from bot.render.panels.help import welcome_message
from bot.render.panels.statistics import season_message
from bot.render.texts.catalogue import texts_for
from bot.runtime.clock import Clock
from bot.runtime.network_errors import REQUEST_ERRORS
from bot.stats.ratings import season_before, season_of, season_start
from bot.store import SaveFailed, Store
from bot.store.engines.database import FenceLost
from bot.store.repositories.guilds import Guilds
from bot.store.repositories.seasons import NOT_POSTED, EndedSeason

log = logging.getLogger(__name__)

TOLD_SECONDS: Final = 3 * 86400.0
"""The time after the end of a season in which its message is posted."""
POLL_SECONDS: Final = 300.0
"""The time between two looks whether a season has ended."""
_PAUSE_SECONDS: Final = 0.2  # between two messages: all servers' seasons end at the same moment


class SeasonMessages:
    """Posts the messages about ended seasons on the servers that this process serves."""

    def __init__(self, client: discord.Client, store: Store, clock: Clock, membership: Membership) -> None:
        self._client = client
        self._store = store
        self._clock = clock
        self._membership = membership

    async def tell_ended(self) -> None:
        """Posts the messages about the last season that are missing. Raises SaveFailed."""
        now = self._clock.now()
        current = season_of(now)
        if now > season_start(current) + TOLD_SECONDS:
            return
        for number, ended in enumerate(await self._store.seasons.untold(season_before(current))):
            if not self._membership.owns(ended.guild_id):
                continue
            if number:
                await self._clock.sleep_until(self._clock.now() + _PAUSE_SECONDS)
            guild = self._client.get_guild(ended.guild_id)
            if guild is None:  # it is not available yet, or the bot has left it
                continue
            try:
                await self._tell(guild, ended)
            except (NotOwnedHere, FenceLost):
                continue
            except (SaveFailed, *REQUEST_ERRORS) as error:  # it is tried again
                log.info("A season was not told: %s", type(error).__name__, extra={"guild": ended.guild_id})

    async def _tell(self, guild: discord.Guild, ended: EndedSeason) -> None:
        """Posts the message of a season, unless it is posted already. Raises SaveFailed, or errors of requests."""
        seasons, fence = self._store.seasons, self._membership.fence(guild.id)
        channel = self._client.get_partial_messageable(ended.channel_id, guild_id=guild.id)
        posted = None
        try:
            if ended.told_at is None:
                await seasons.begin_telling(ended, self._clock.now(), fence=fence)
            else:
                posted = await find_message(
                    channel, guild.me, ended.told_at, lambda control: control.arg.partition(".")[0] == ended.season
                )
            if posted is None:
                summary = await seasons.summary(guild.id, ended.season)
                message = season_message(ended.season, summary, texts_for(guild.preferred_locale.value))
                if message is not None:
                    posted = await channel.send(view=message, nonce=nonce_of(f"{ended.guild_id} {ended.season}"))
        except (discord.Forbidden, discord.NotFound):
            log.info("A season was not told: its channel is out of reach", extra={"guild": guild.id})
        await seasons.save_message(ended, NOT_POSTED if posted is None else posted.id, fence=fence)


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
        if await guilds.mark_welcomed(guild.id):
            await channel.send(view=welcome_message(texts_for(guild.preferred_locale.value)))
    except (SaveFailed, *REQUEST_ERRORS) as error:
        log.info("A server was not greeted: %s", type(error).__name__, extra=context)


def _channel_for_greeting(guild: discord.Guild) -> discord.TextChannel | None:
    for channel in filter(None, (guild.system_channel, *guild.text_channels)):
        permissions = channel.permissions_for(guild.me)
        if permissions.view_channel and permissions.send_messages:
            return channel
    return None
