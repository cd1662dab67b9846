"""Searches channels for messages that were posted, but whose ids were never stored.

Before a message is posted, the intent is stored; afterwards its id. A process that is killed in between leaves an
open intent, and so does a request that Discord may have carried out without answering it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import discord

from bot.render.custom_id import CUSTOM_ID_PATTERN, CustomId
from bot.store.rows import DirectMessage

CLOCK_SKEW_SECONDS: Final = 300.0
"""Seconds by which this machine's clock may run ahead of Discord's."""
MAX_SEARCHED: Final = 500
"""The most messages of a channel that are searched; a request returns a hundred."""

MAX_SEARCHED_RECENT: Final = 100
"""The newest messages of a channel, among which a reminder or a direct message is searched for."""


@dataclass(frozen=True)
class Found:
    """The result of a search: ids of the bot's messages with controls, oldest first, and of all its messages."""

    live: tuple[int, ...]
    ours: frozenset[int]


async def search(
    channel: discord.abc.Messageable, bot_id: int, game_id: int, since: float, known_id: int | None
) -> Found:
    """Searches for the messages of a game in its channel, from a known message on, or since a time.

    The known message is found too, unless it was posted long before that time. Raises discord.HTTPException.
    """
    after = discord.utils.time_snowflake(datetime.fromtimestamp(since - CLOCK_SKEW_SECONDS, UTC))
    if known_id is not None:
        after = max(after, known_id - 1)
    live: list[int] = []
    ours: set[int] = set()
    try:
        async for message in channel.history(limit=MAX_SEARCHED, after=discord.Object(after), oldest_first=True):
            if message.author.id == bot_id:
                ours.add(message.id)
                if any(custom_id.game == game_id for custom_id in _custom_ids(message.components)):
                    live.append(message.id)
    except discord.Forbidden:
        # If the bot may not read earlier messages, only Discord's memory of nonces prevents a second message.
        return Found((), frozenset())
    return Found(tuple(live), frozenset(ours))


async def find_reminders(channel: discord.abc.Messageable, bot_id: int) -> list[int]:
    """Returns the ids of the bot's reminders in a channel: none of its other messages is plain text.

    Raises discord.HTTPException.
    """
    return [
        message.id
        async for message in channel.history(limit=MAX_SEARCHED_RECENT)
        if message.author.id == bot_id and not message.components
    ]


async def find_direct_message(
    channel: discord.abc.Messageable, bot_id: int, dm: DirectMessage, known: frozenset[int]
) -> discord.Message | None:
    """Returns the bot's message with controls that asks the question of a direct message.

    Returns None if there is none besides the `known` messages.

    Raises discord.HTTPException.
    """
    after = discord.utils.time_snowflake(datetime.fromtimestamp(dm.sent_at - CLOCK_SKEW_SECONDS, UTC))
    async for message in channel.history(limit=MAX_SEARCHED_RECENT, after=discord.Object(after)):
        custom_ids = ((custom_id.game, custom_id.seq) for custom_id in _custom_ids(message.components))
        if message.author.id == bot_id and message.id not in known and (dm.game_id, dm.question) in custom_ids:
            return message
    return None


async def find_season_message(
    channel: discord.abc.Messageable, bot_id: int, season: str, told_at: float
) -> int | None:
    """Returns the id of the bot's message about a season that was posted since a time, None if there is none.

    Raises discord.HTTPException.
    """
    after = discord.utils.time_snowflake(datetime.fromtimestamp(told_at - CLOCK_SKEW_SECONDS, UTC))
    async for message in channel.history(limit=MAX_SEARCHED, after=discord.Object(after)):
        seasons = [custom_id.arg.partition(".")[0] for custom_id in _custom_ids(message.components)]
        if message.author.id == bot_id and season in seasons:
            return message.id
    return None


def _custom_ids(components: Sequence[Any]) -> Iterator[CustomId]:
    """Yields the custom ids of the controls among these components, or nested in them."""
    for component in components:
        match = CUSTOM_ID_PATTERN.fullmatch(getattr(component, "custom_id", None) or "")
        if match is not None:
            yield CustomId.of(match)
        yield from _custom_ids(getattr(component, "children", ()))
