"""Servers apart from their tables: the greeting, the message with which a season ends, and who is still there.

Each message is posted once at most. That about a season is in the channel of its last rated game. Its intent is
stored before it is posted, and its id afterwards: if the process ends in between, the channel is searched for it.
The bot has no list of members: it asks Discord who is still on a server.
"""

import asyncio
import logging
from collections.abc import Iterable
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
from bot.runtime.recent import Recent
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
KNOWN_SECONDS: Final = 86400.0
"""How long an answer is remembered."""
MOST_KNOWN: Final = 10_000
MEMBER_GONE: Final = frozenset((10007, 10013))
"""Discord's error codes for a member who is not on the server, and for a user who does not exist."""


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


class Residents:
    """Asks Discord whether members are on a server, and remembers each answer for a day."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._known = Recent[tuple[int, int], tuple[float, bool]](MOST_KNOWN)

    def left(self, guild_id: int, user_ids: Iterable[int]) -> set[int]:
        """Returns those of the members who are known to have left the server."""
        return {user_id for user_id in user_ids if self._answer(guild_id, user_id) is False}

    async def ask(self, guild: discord.Guild, user_ids: Iterable[int]) -> bool:
        """Asks about the members of whom nothing is known; returns whether any of them has left."""
        unknown = [user_id for user_id in user_ids if self._answer(guild.id, user_id) is None]
        return True in await asyncio.gather(*(self._has_left(guild, user_id) for user_id in unknown))

    def forget(self, user_id: int) -> None:
        """Forgets a member."""
        for key in [key for key in self._known if key[1] == user_id]:
            del self._known[key]

    def _answer(self, guild_id: int, user_id: int) -> bool | None:
        """Returns whether a member is on the server, None if that is not known."""
        asked_at, is_there = self._known.get((guild_id, user_id), (-KNOWN_SECONDS, False))
        return is_there if self._clock.now() < asked_at + KNOWN_SECONDS else None

    async def _has_left(self, guild: discord.Guild, user_id: int) -> bool:
        left = await has_left(guild, user_id)
        if left is not None:
            self._known[guild.id, user_id] = self._clock.now(), not left
        return bool(left)


async def has_left(guild: discord.Guild, user_id: int) -> bool | None:
    """Asks Discord whether a member has left a server; returns None if it does not say."""
    try:
        await guild.fetch_member(user_id)
    except REQUEST_ERRORS as error:
        if isinstance(error, discord.HTTPException) and error.code in MEMBER_GONE:
            return True
        log.info("It is not known who is on the server: %s", type(error).__name__, extra={"guild": guild.id})
        return None
    return False
