"""The facts of a table's seats and story that everybody in its channel may see."""

from collections.abc import Sequence
from itertools import takewhile
from operator import is_
from typing import NamedTuple, TypeAlias

from bot.store.rows import Seat
from bot.tables.ai.players import playing_kind
from bot.tables.story import Story
from engine import Event

PublicStory: TypeAlias = tuple[Sequence[Event], ...]
"""The public events of each turn."""


class PublicSeat(NamedTuple):
    """A seat as everybody may see it."""

    name: str
    user_id: int | None  # None if an AI has the seat, or had a member whose data was deleted
    ai: str | None  # the kind of the AI, None if a member has the seat
    temperament: str | None
    away: bool  # an AI plays for the member until the member is back
    ready: bool  # False while a member has not confirmed a rematch
    more_time: int | None  # the number of the question for which the member took more time, None before
    commitment: str | None  # of the seat, part of the game's seed; None if an AI has the seat

    @classmethod
    def of(cls, seat: Seat) -> "PublicSeat":
        """Returns a seat without what only its member, or nobody, may see."""
        user_id, kind = seat.user_id if seat.is_member else None, seat.ai and playing_kind(seat.ai)
        return cls(
            seat.name, user_id, kind, seat.temperament, seat.away, seat.ready, seat.more_time, seat.commitment
        )


def public_story(story: Story, known: Story, known_public: PublicStory) -> PublicStory:
    """Returns the public events of a story; of turns that a `known` story has too, those found before."""
    kept = sum(1 for _ in takewhile(bool, map(is_, story, known)))
    new = ([event for event in events if "to" not in event] for events in story[kept:])
    return (*known_public[:kept], *new)
