"""The rate limiter of members: what it admits, and what it remembers, by a clock that the test sets."""

import asyncio
from collections import Counter

from bot.gateway.member_rate_limit import (
    ANSWERABLE_SECONDS,
    BURST,
    EXPLAIN_SECONDS,
    MOST_HANDLED,
    MOST_MEMBERS,
    RATE,
    REMEMBERED_SECONDS,
    RESPONSES,
    MemberRateLimiter,
    Verdict,
)

ANA, BEN = 1001, 1002
HANDLED = (Verdict.HANDLE, Verdict.YIELD)


def test_nobody_at_several_tables_is_ever_limited() -> None:
    limiter = MemberRateLimiter()
    for number in range(1000):
        # Four clicks at once each second, none of them answered before the next ones come in.
        assert limiter.admit(ANA, number, 100.0 + number // 4) is Verdict.HANDLE


def test_a_flood_is_handled_at_the_rate_and_explained_now_and_then() -> None:
    limiter, verdicts, seconds, a_second = MemberRateLimiter(), Counter[Verdict](), 12, 1000
    for number in range(seconds * a_second):
        verdicts[limiter.admit(ANA, number, 100.0 + number / a_second)] += 1
    assert BURST + RATE * (seconds - 1) <= verdicts[Verdict.HANDLE] <= BURST + RATE * seconds + 1
    assert verdicts[Verdict.YIELD] <= seconds / ANSWERABLE_SECONDS + 1
    assert verdicts[Verdict.EXPLAIN] == seconds / EXPLAIN_SECONDS
    assert (
        RESPONSES * seconds
        <= verdicts[Verdict.EXPLAIN] + verdicts[Verdict.ACKNOWLEDGE]
        <= RESPONSES * (seconds + 1)
    )
    assert verdicts[Verdict.IGNORE] > seconds * a_second / 2


def test_whoever_waits_for_each_response_is_never_refused() -> None:
    limiter, verdicts = MemberRateLimiter(), Counter[Verdict]()
    for number in range(1000):
        verdicts[limiter.admit(ANA, number, 100.0 + number / 200)] += 1
        limiter.answered(number)
    assert set(verdicts) == set(HANDLED)
    assert verdicts[Verdict.HANDLE] <= BURST + RATE * 5 + 1
    assert limiter.admit(BEN, 5000, 105.0) is Verdict.HANDLE


def test_what_is_never_answered_is_no_obstacle_for_longer_than_discord_waits() -> None:
    limiter = MemberRateLimiter()
    for number in range(BURST):
        assert limiter.admit(ANA, number, 100.0) is Verdict.HANDLE
    assert limiter.admit(ANA, 98, 100.1) not in HANDLED
    assert limiter.admit(ANA, 99, 100.0 + ANSWERABLE_SECONDS) in HANDLED


def test_only_so_many_interactions_of_a_member_are_handled_at_once() -> None:
    limiter = MemberRateLimiter()
    for number in range(2 * MOST_HANDLED):
        if limiter.admit(ANA, number, 100.0 + number) in HANDLED:
            limiter.answered(number)  # that an answer comes later
            limiter.began(ANA)
    assert limiter.admit(ANA, 99, 200.0) is Verdict.EXPLAIN
    assert limiter.admit(BEN, 100, 200.0) is Verdict.HANDLE
    limiter.ended(ANA, 0)
    assert limiter.admit(ANA, 101, 201.0) is Verdict.HANDLE


async def test_what_is_beyond_the_rate_makes_room_for_everybody_else() -> None:
    limiter = MemberRateLimiter()
    for number in range(BURST):
        limiter.admit(ANA, number, 100.0)
        limiter.answered(number)
    assert limiter.admit(ANA, BURST, 100.0) is Verdict.YIELD
    await limiter.nobody_waits()
    assert limiter.admit(BEN, 50, 100.0) is Verdict.HANDLE
    waiting = asyncio.ensure_future(limiter.nobody_waits())
    await asyncio.sleep(0)  # it would return now if nobody waited
    assert not waiting.done()
    limiter.answered(50)
    await waiting


def test_members_are_forgotten() -> None:
    limiter = MemberRateLimiter()
    for user in range(3 * MOST_MEMBERS):
        limiter.admit(user, user, 100.0)
        assert len(limiter) <= MOST_MEMBERS
    limiter.admit(ANA, -1, 101.0 + REMEMBERED_SECONDS)
    assert len(limiter) == 1
