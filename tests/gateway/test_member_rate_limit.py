"""The rate limiter of members: what it admits and remembers, with a clock that the test sets."""

import asyncio
from collections import Counter

from bot.gateway.member_rate_limit import (
    ANSWERABLE_SECONDS,
    BURST,
    EXPLAIN_SECONDS,
    MOST_AT_ONCE,
    MOST_MEMBERS,
    RATE,
    REMEMBERED_SECONDS,
    RESPONSES,
    MemberRateLimiter,
    Verdict,
)

ANA, BEN = 1001, 1002
HANDLED = (Verdict.HANDLE, Verdict.YIELD)


def test_a_member_at_several_tables_is_never_limited() -> None:
    limiter = MemberRateLimiter()
    for number in range(1000):
        # Four clicks at once each second, none of them answered before the next four arrive.
        assert limiter.admit(ANA, number, 100.0 + number // 4) is Verdict.HANDLE


def test_a_flood_is_handled_at_the_rate_and_sometimes_explained() -> None:
    limiter, verdicts, seconds, a_second = MemberRateLimiter(), Counter[Verdict](), 12, 1000
    for number in range(seconds * a_second):
        verdicts[limiter.admit(ANA, number, 100.0 + number / a_second)] += 1
    assert BURST + RATE * (seconds - 1) <= verdicts[Verdict.HANDLE] <= BURST + RATE * seconds + 1
    assert verdicts[Verdict.YIELD] <= MOST_AT_ONCE * (seconds / ANSWERABLE_SECONDS + 1)
    assert verdicts[Verdict.EXPLAIN] == seconds / EXPLAIN_SECONDS
    assert (
        RESPONSES * seconds
        <= verdicts[Verdict.EXPLAIN] + verdicts[Verdict.ACKNOWLEDGE]
        <= RESPONSES * (seconds + 1)
    )
    assert verdicts[Verdict.IGNORE] > seconds * a_second / 2


def test_a_member_who_waits_for_each_response_is_never_refused() -> None:
    limiter, verdicts = MemberRateLimiter(), Counter[Verdict]()
    for number in range(1000):
        verdicts[limiter.admit(ANA, number, 100.0 + number / 200)] += 1
        limiter.answered(number)
    assert set(verdicts) == set(HANDLED)
    assert verdicts[Verdict.HANDLE] <= BURST + RATE * 5 + 1
    assert limiter.admit(BEN, 5000, 105.0) is Verdict.HANDLE


def test_an_unanswered_interaction_blocks_only_as_long_as_discord_waits() -> None:
    limiter = MemberRateLimiter()
    for number in range(MOST_AT_ONCE):
        assert limiter.admit(ANA, number, 100.0) in HANDLED
    assert limiter.admit(ANA, 98, 100.1) not in HANDLED
    assert limiter.admit(ANA, 99, 100.0 + ANSWERABLE_SECONDS) in HANDLED


async def test_waiting_for_each_response_at_many_tables_is_never_refused() -> None:
    limiter, tables = MemberRateLimiter(), MOST_AT_ONCE
    for number in range(100 * tables):
        assert limiter.admit(ANA, number, 100.0 + number / 500) in HANDLED
        limiter.answered(number - tables + 1)


def test_a_members_interactions_handled_at_once_are_limited() -> None:
    limiter = MemberRateLimiter()
    for number in range(2 * MOST_AT_ONCE):
        if limiter.admit(ANA, number, 100.0 + number) in HANDLED:
            limiter.answered(number)  # the response comes later
            limiter.began(ANA)
    assert limiter.admit(ANA, 99, 200.0) is Verdict.EXPLAIN
    assert limiter.admit(BEN, 100, 200.0) is Verdict.HANDLE
    limiter.ended(ANA, 0)
    assert limiter.admit(ANA, 101, 201.0) is Verdict.HANDLE


async def test_interactions_beyond_the_rate_are_served_one_at_a_time_last() -> None:
    limiter = MemberRateLimiter()
    for number in range(BURST):
        limiter.admit(ANA, number, 100.0)
        limiter.answered(number)
    assert limiter.admit(BEN, 50, 100.0) is Verdict.HANDLE
    waiting = list[asyncio.Task[None]]()
    for number in (20, 21):
        assert limiter.admit(ANA, number, 100.0) is Verdict.YIELD
        waiting.append(asyncio.create_task(limiter.make_room(number)))

    async def done() -> list[bool]:
        for _ in range(5):
            await asyncio.sleep(0)  # one iteration of the loop
        return [task.done() for task in waiting]

    assert await done() == [False, False]
    limiter.answered(50)
    assert await done() == [True, False]
    limiter.answered(20)
    assert await done() == [True, True]


def test_members_are_forgotten_after_a_while() -> None:
    limiter = MemberRateLimiter()
    for user in range(3 * MOST_MEMBERS):
        limiter.admit(user, user, 100.0)
        assert len(limiter) <= MOST_MEMBERS
    limiter.admit(ANA, -1, 101.0 + REMEMBERED_SECONDS)
    assert len(limiter) == 1
