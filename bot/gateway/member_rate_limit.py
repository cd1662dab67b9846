"""Limits the rate of each member's interactions, so that one who sends very many delays no other member.

Each process limits what it handles; nothing is shared. Interactions beyond a member's rate are handled one at a
time, and only while no member within the rate waits. If too many of them wait, further ones are refused. A member
who waits for each response is never refused, whatever the number of clicks and tables, but may be served after
others.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from bot.runtime.recent import Recent

MAX_BURST: Final = 10
RATE_PER_SECOND: Final = 5.0
"""A member may send MAX_BURST interactions at once, and RATE_PER_SECOND more in each second.

Playing at several tables, or typing while options are completed, makes two or three a second.
"""
MAX_CONCURRENT: Final = 15
"""At most this many interactions of one member are handled at once, and at most this many wait."""
EXPLAIN_SECONDS: Final = 4.0
"""Time between two explanations to one member why an interaction was not handled."""
RESPONSES_PER_SECOND: Final = 50
"""The most interactions of one member beyond the rate that get a response in a second."""
ANSWERABLE_SECONDS: Final = 3.0
"""Discord fails an interaction after this time, so that nobody waits for its response any more."""
YIELD_SECONDS: Final = 1.5
"""An interaction beyond the rate waits for others at most for this time."""
MAX_MEMBERS: Final = 2000
"""Members that are remembered: more do not come in the time in which a rate is used up or earned again."""


class Verdict(Enum):
    """The rate limiter's decision about an interaction."""

    HANDLE = "handle"
    YIELD = "yield"  # it is handled once the limiter has made room for others
    EXPLAIN = "explain"  # it is not handled, and a sentence says why
    ACKNOWLEDGE = "acknowledge"  # it is not handled, and acknowledged as cheaply as possible
    IGNORE = "ignore"  # it gets no response


class TokenBucket:
    """Admits `capacity` callers at once, and `rate` a second in the long run; refuses the others."""

    def __init__(self, capacity: float, rate: float) -> None:
        self._capacity = capacity
        self._rate = rate
        self._tokens = capacity
        self._at = 0.0

    def admits(self, now: float) -> bool:
        """Spends a token and returns True, or False if there is none; `now` is by a clock that nobody can set."""
        self._tokens = min(self._capacity, self._tokens + max(0.0, now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


@dataclass(slots=True)
class _Member:
    rate: TokenBucket = field(default_factory=lambda: TokenBucket(MAX_BURST, RATE_PER_SECOND))
    explanations: TokenBucket = field(default_factory=lambda: TokenBucket(1, 1 / EXPLAIN_SECONDS))
    responses: TokenBucket = field(default_factory=lambda: TokenBucket(RESPONSES_PER_SECOND, RESPONSES_PER_SECOND))
    unanswered: int = 0
    yielded: asyncio.Event | None = None  # set when the last interaction beyond the rate is answered
    handled: int = 0


@dataclass(slots=True)
class _Unanswered:
    member: _Member
    at: float
    is_within_rate: bool
    # Of an interaction beyond the rate: what it waits for, and what is set when it is answered.
    after: asyncio.Event | None = None
    answered: asyncio.Event | None = None


class MemberRateLimiter:
    """Decides which interactions are handled. Times are seconds by the event loop's clock.

    The caller reports when an interaction's response is being sent, and when its handling begins and ends.
    """

    def __init__(self) -> None:
        self._members = Recent[int, _Member](MAX_MEMBERS)  # by user id
        self._unanswered: dict[int, _Unanswered] = {}  # by interaction, in the order in which they came in
        self._within = 0  # how many of the unanswered ones are within their members' rates
        self._nobody_waits = asyncio.Event()
        self._nobody_waits.set()

    def admit(self, user_id: int, interaction_id: int, now: float) -> Verdict:
        """Counts an interaction that was received, and returns the decision about it."""
        while self._unanswered:
            oldest, unanswered = next(iter(self._unanswered.items()))
            if now - unanswered.at < ANSWERABLE_SECONDS:
                break
            self.mark_answered(oldest)
        member = self._members[user_id] = self._members.get(user_id) or _Member()
        within = member.rate.admits(now)
        if member.handled < MAX_CONCURRENT and (within or member.unanswered < MAX_CONCURRENT):
            unanswered = self._unanswered[interaction_id] = _Unanswered(member, now, within)
            member.unanswered += 1
            if within:
                self._within += 1
                self._nobody_waits.clear()
                return Verdict.HANDLE
            unanswered.after = member.yielded
            member.yielded = unanswered.answered = asyncio.Event()
            return Verdict.YIELD
        if not member.responses.admits(now):
            return Verdict.IGNORE
        return Verdict.EXPLAIN if member.explanations.admits(now) else Verdict.ACKNOWLEDGE

    async def make_room(self, interaction_id: int) -> None:
        """Waits until an interaction beyond the rate may be handled, at most YIELD_SECONDS.

        It may when the member's previous one, and every interaction within the rate, is answered.
        """
        unanswered = self._unanswered.get(interaction_id)
        with suppress(TimeoutError):
            async with asyncio.timeout(YIELD_SECONDS):
                if unanswered is not None and unanswered.after is not None:
                    await unanswered.after.wait()
                await self._nobody_waits.wait()

    def mark_answered(self, interaction_id: int) -> None:
        """Records that an interaction's response is being sent, or that another process will respond."""
        unanswered = self._unanswered.pop(interaction_id, None)
        if unanswered is None:
            return
        unanswered.member.unanswered -= 1
        if unanswered.answered is not None:
            unanswered.answered.set()
        self._within -= unanswered.is_within_rate
        if not self._within:
            self._nobody_waits.set()

    def mark_begun(self, user_id: int) -> None:
        """Records that the handling of a member's interaction has begun."""
        if (member := self._members.get(user_id)) is not None:
            member.handled += 1

    def mark_ended(self, user_id: int, interaction_id: int) -> None:
        """Records that the handling of a member's interaction has ended, whether or not it was answered."""
        self.mark_answered(interaction_id)
        if (member := self._members.get(user_id)) is not None:
            member.handled = max(0, member.handled - 1)

    def forget(self, user_id: int) -> None:
        """Forgets a member."""
        self._members.pop(user_id, None)
