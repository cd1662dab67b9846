"""Which members are still on a server, as Discord has said lately: the bot has no list of members."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Final

import discord

from bot.runtime.clock import Clock
from bot.runtime.network_errors import REQUEST_ERRORS
from bot.runtime.recent import Recent

log = logging.getLogger(__name__)

KNOWN_SECONDS: Final = 86400.0
"""How long an answer is remembered."""
MOST_KNOWN: Final = 10_000


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
    except discord.NotFound:
        return True
    except REQUEST_ERRORS as error:
        log.info("It is not known who is on the server: %s", type(error).__name__, extra={"guild": guild.id})
        return None
    return False
