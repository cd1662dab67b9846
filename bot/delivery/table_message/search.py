"""Recovery: finds the cards that were posted, but whose ids were never stored.

Before a card is posted, the intent is stored; afterwards its message id. A process that is killed in between
leaves an open intent, and so does a request that Discord may have carried out without answering it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import discord

from bot.render.ids import CUSTOM_ID_PATTERN, CustomId
from bot.render.phase import Phase
from bot.store.rows import DirectMessage

NONCES_KEPT: Final = 60.0
"""Seconds for which Discord surely remembers a message's nonce; it remembers them for minutes."""
CLOCK_SKEW: Final = 300.0
"""Seconds by which this machine's clock may run ahead of Discord's."""
MOST_SEARCHED: Final = 500
"""Messages of a channel that are looked at, from the intent on: a request for each hundred."""

MOST_FOR_REMINDERS: Final = 100
"""Messages of a channel among which a reminder is looked for."""


@dataclass(frozen=True)
class Intent:
    """A card that is about to be posted: what it shows, and since when (seconds since 1970) that is intended."""

    stage: Phase
    at: float

    @classmethod
    def parse(cls, text: str) -> "Intent":
        """The intent that `str` wrote as `text`, e.g. `turn:5:3@1700000000`."""
        stage, _, at = text.partition("@")
        return cls(Phase.parse(stage), float(at or 0))

    def __str__(self) -> str:
        return f"{self.stage}@{self.at:.0f}"


@dataclass(frozen=True)
class Found:
    """What a search came upon: our messages with controls, oldest first, and the ids of all of ours."""

    live: tuple[int, ...]
    ours: frozenset[int]


async def search(
    channel: discord.abc.Messageable, bot_id: int, game_id: int, intent: Intent, card: int | None
) -> Found:
    """Looks for the messages of a game in its channel, from its known card on or from the intent on.

    The known card is found too, unless it was posted long before the intent. Raises discord.HTTPException.
    """
    after = discord.utils.time_snowflake(datetime.fromtimestamp(intent.at - CLOCK_SKEW, UTC))
    if card is not None:
        after = max(after, card - 1)
    live: list[int] = []
    ours: set[int] = set()
    try:
        async for message in channel.history(limit=MOST_SEARCHED, after=discord.Object(after), oldest_first=True):
            if message.author.id == bot_id:
                ours.add(message.id)
                if game_id in set(_games(message.components)):
                    live.append(message.id)
    except discord.Forbidden:
        # Without the permission to read what was said before, Discord's memory of nonces has to do.
        return Found((), frozenset())
    return Found(tuple(live), frozenset(ours))


async def find_reminders(channel: discord.abc.Messageable, bot_id: int) -> list[int]:
    """Returns the ids of our reminders in a channel: messages of plain text, which nothing else of ours there is.

    Raises discord.HTTPException.
    """
    return [
        message.id
        async for message in channel.history(limit=MOST_FOR_REMINDERS)
        if message.author.id == bot_id and not message.components
    ]


async def find_copy(
    channel: discord.abc.Messageable, bot_id: int, copy: DirectMessage, known: frozenset[int]
) -> discord.Message | None:
    """Returns our message with controls for the question of a copy, None if there is none but those `known`.

    Raises discord.HTTPException.
    """
    after = discord.utils.time_snowflake(datetime.fromtimestamp(copy.sent_at - CLOCK_SKEW, UTC))
    async for message in channel.history(limit=MOST_FOR_REMINDERS, after=discord.Object(after)):
        questions = ((each.game, each.seq) for each in _custom_ids(message.components))
        if message.author.id == bot_id and message.id not in known and (copy.game_id, copy.question) in questions:
            return message
    return None


def _games(components: Sequence[Any]) -> Iterator[int]:
    """The games that the controls among these components, and inside of them, belong to."""
    return (each.game for each in _custom_ids(components))


def _custom_ids(components: Sequence[Any]) -> Iterator[CustomId]:
    """Yields the custom ids of our controls among these components, and inside of them."""
    for component in components:
        match = CUSTOM_ID_PATTERN.fullmatch(getattr(component, "custom_id", None) or "")
        if match is not None:
            yield CustomId.of(match)
        yield from _custom_ids(getattr(component, "children", ()))
