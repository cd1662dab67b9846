"""Floods: a member's interactions are limited; and an interaction that is delivered twice is handled once."""

import asyncio
from collections import Counter

import pytest

from bot.gateway.member_rate_limit import (
    ANSWERABLE_SECONDS,
    EXPLAIN_SECONDS,
    MAX_BURST,
    MAX_CONCURRENT,
    RATE_PER_SECOND,
    RESPONSES_PER_SECOND,
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


def test_a_flood_is_handled_at_the_allowed_rate_and_sometimes_explained() -> None:
    limiter, verdicts, seconds, a_second = MemberRateLimiter(), Counter[Verdict](), 12, 1000
    for number in range(seconds * a_second):
        verdicts[limiter.admit(ANA, number, 100.0 + number / a_second)] += 1
    assert (
        MAX_BURST + RATE_PER_SECOND * (seconds - 1)
        <= verdicts[Verdict.HANDLE]
        <= MAX_BURST + RATE_PER_SECOND * seconds + 1
    )
    assert verdicts[Verdict.YIELD] <= MAX_CONCURRENT * (seconds / ANSWERABLE_SECONDS + 1)
    assert verdicts[Verdict.EXPLAIN] == seconds / EXPLAIN_SECONDS
    assert (
        RESPONSES_PER_SECOND * seconds
        <= verdicts[Verdict.EXPLAIN] + verdicts[Verdict.ACKNOWLEDGE]
        <= RESPONSES_PER_SECOND * (seconds + 1)
    )
    assert verdicts[Verdict.IGNORE] > seconds * a_second / 2


def test_a_member_who_waits_for_each_response_is_never_refused() -> None:
    limiter, verdicts = MemberRateLimiter(), Counter[Verdict]()
    for number in range(1000):
        verdicts[limiter.admit(ANA, number, 100.0 + number / 200)] += 1
        limiter.mark_answered(number)
    assert set(verdicts) == set(HANDLED)
    assert verdicts[Verdict.HANDLE] <= MAX_BURST + RATE_PER_SECOND * 5 + 1
    assert limiter.admit(BEN, 5000, 105.0) is Verdict.HANDLE


def test_an_unanswered_interaction_blocks_only_as_long_as_discord_waits() -> None:
    limiter = MemberRateLimiter()
    for number in range(MAX_CONCURRENT):
        assert limiter.admit(ANA, number, 100.0) in HANDLED
    assert limiter.admit(ANA, 98, 100.1) not in HANDLED
    assert limiter.admit(ANA, 99, 100.0 + ANSWERABLE_SECONDS) in HANDLED


async def test_waiting_for_each_response_at_many_tables_is_never_refused() -> None:
    limiter, tables = MemberRateLimiter(), MAX_CONCURRENT
    for number in range(100 * tables):
        assert limiter.admit(ANA, number, 100.0 + number / 500) in HANDLED
        limiter.mark_answered(number - tables + 1)


def test_a_members_interactions_handled_at_once_are_limited() -> None:
    limiter = MemberRateLimiter()
    for number in range(2 * MAX_CONCURRENT):
        if limiter.admit(ANA, number, 100.0 + number) in HANDLED:
            limiter.mark_answered(number)  # the response comes later
            limiter.mark_begun(ANA)
    assert limiter.admit(ANA, 99, 200.0) is Verdict.EXPLAIN
    assert limiter.admit(BEN, 100, 200.0) is Verdict.HANDLE
    limiter.mark_ended(ANA, 0)
    assert limiter.admit(ANA, 101, 201.0) is Verdict.HANDLE


async def test_interactions_beyond_the_rate_are_served_one_at_a_time_last() -> None:
    limiter = MemberRateLimiter()
    for number in range(MAX_BURST):
        limiter.admit(ANA, number, 100.0)
        limiter.mark_answered(number)
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
    limiter.mark_answered(50)
    assert await done() == [True, False]
    limiter.mark_answered(20)
    assert await done() == [True, True]


def test_only_the_members_seen_last_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.gateway.member_rate_limit.MAX_MEMBERS", 50)
    limiter = MemberRateLimiter()
    for user in range(150):
        limiter.admit(user, user, 100.0)
    assert len(limiter._members) == 50
