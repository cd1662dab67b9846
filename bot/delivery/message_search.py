"""Searches channels for messages that were posted, but whose ids were never stored.

The intent is stored before a message is posted, its id afterwards. A process that is killed in between leaves an
open intent, and so does a request that Discord has not answered.
"""

from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import discord

from bot.render.custom_id import CUSTOM_ID_PATTERN, CustomId

CLOCK_SKEW_SECONDS: Final = 300.0
"""Seconds by which this machine's clock may run ahead of Discord's."""
MAX_SEARCHED: Final = 500
"""The most messages of a channel that are searched; a request returns a hundred."""
MAX_SEARCHED_RECENT: Final = 100
"""The newest messages of a channel, which are searched whatever time their ids tell."""


class Found(NamedTuple):
    """The result of a search: ids of the bot's messages with controls, oldest first, and of all its messages."""

    live: tuple[int, ...]
    ours: frozenset[int]


async def search(
    channel: discord.abc.Messageable,
    bot: discord.abc.User | None,
    game_id: int,
    since: float,
    known_id: int | None,
) -> Found:
    """Returns the messages of a game that are in its channel: the known one, if any, and later ones, since a time.

    Some that are older than that time may be among them. Raises discord.HTTPException.
    """
    try:
        found = [each async for each in _messages(channel, bot, since, known_id)]
    except discord.Forbidden:
        # If the bot may not read earlier messages, only Discord's memory of nonces prevents a second message.
        found = []
    live = (message.id for message, custom_ids in found if any(each.game == game_id for each in custom_ids))
    return Found(tuple(live), frozenset(message.id for message, _ in found))


async def find_reminders(channel: discord.abc.Messageable, bot: discord.abc.User | None) -> list[int]:
    """Returns the ids of the bot's reminders in a channel: none of its other messages is plain text.

    Raises discord.HTTPException.
    """
    return [
        message.id
        async for message in channel.history(limit=MAX_SEARCHED_RECENT)
        if message.author == bot and not message.components
    ]


async def find_message(
    channel: discord.abc.Messageable,
    bot: discord.abc.User | None,
    since: float,
    is_wanted: Callable[[CustomId], bool],
    known: Collection[int] = (),
) -> discord.Message | None:
    """Returns the bot's first message since a time with a control that is wanted, None if there is none.

    It may be one of the newest messages that is older. Messages whose ids are `known` are left out. Raises
    discord.HTTPException.
    """
    async for message, custom_ids in _messages(channel, bot, since):
        if message.id not in known and any(map(is_wanted, custom_ids)):
            return message
    return None


async def _messages(
    channel: discord.abc.Messageable, bot: discord.abc.User | None, since: float, known_id: int | None = None
) -> AsyncIterator[tuple[discord.Message, list[CustomId]]]:
    """Yields the bot's messages in a channel since then, the oldest first, each with the ids of its controls.

    The newest messages are searched even if their ids are older, because this machine's clock may be wrong; but if
    more have been written since then, those that came first.
    """
    after = discord.utils.time_snowflake(datetime.fromtimestamp(since - CLOCK_SKEW_SECONDS, UTC))
    first = max(after, (known_id or 0) - 1)
    found = [message async for message in channel.history(limit=MAX_SEARCHED_RECENT)]
    found.reverse()
    if len(found) == MAX_SEARCHED_RECENT and found[0].id > first:
        history = channel.history(limit=MAX_SEARCHED, after=discord.Object(first), oldest_first=True)
        found = [message async for message in history]
    for message in found:
        if message.author == bot and message.id >= (known_id or 0):
            yield message, [*_custom_ids(message.components)]


def _custom_ids(components: Sequence[Any]) -> Iterator[CustomId]:
    """Yields the custom ids of the controls among these components, or nested in them."""
    for component in components:
        match = CUSTOM_ID_PATTERN.fullmatch(getattr(component, "custom_id", None) or "")
        if match is not None:
            yield CustomId.of(match)
        yield from _custom_ids(getattr(component, "children", ()))
