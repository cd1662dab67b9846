"""The facts of a table that everybody in its channel may see: its phase, its seats and its story.

The phases are the parts of a table's life, each of which has a message of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from operator import is_
from typing import Literal, NamedTuple, TypeAlias, cast

from bot.store.rows import Seat, Status
from bot.tables.ai.players import playing_kind
from bot.tables.state import TableState
from bot.tables.story import Story
from engine import Event

Kind = Literal["lobby", "turn", "end", "closed"]


@dataclass(frozen=True, slots=True)
class Phase:
    """The lobby, one turn, the end, or a game that was stopped before its end.

    `turn` counts from 0. Turns from `since` up to `turn` had no message of their own; their story is in this one.
    """

    kind: Kind
    turn: int = 0
    since: int | None = field(default=None, compare=False)

    @classmethod
    def of(cls, state: TableState) -> "Phase":
        """Returns the phase of a table."""
        if state.status is Status.SET_ASIDE:
            return cls("closed")
        if state.game is None:
            return cls("lobby")
        if state.status is Status.OVER:
            return cls("end")
        if state.status is Status.CLOSED:
            return cls("closed")
        return cls("turn", len(state.story) - 1)

    @classmethod
    def parse(cls, text: str) -> "Phase":
        """Returns the phase that `str` wrote: `lobby`, or `turn:5:3` for turn 5 with the story of 3 and 4."""
        kind, *numbers = text.split(":")
        return cls(cast(Kind, kind), *map(int, numbers))

    def after(self, shown: "Phase") -> "Phase":
        """Returns this phase, given that the channel's last message shows `shown`.

        `since` becomes the first turn whose story no message has shown.
        """
        if self.kind != "turn":
            return self
        if shown == self:
            return shown
        first = shown.turn + 1 if shown.kind == "turn" else 0
        return Phase(self.kind, self.turn, first if first < self.turn else None)

    def __str__(self) -> str:
        numbers = [] if self.kind != "turn" else [self.turn] if self.since is None else [self.turn, self.since]
        return ":".join((self.kind, *map(str, numbers)))


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
