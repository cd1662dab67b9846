"""How requests are spaced in a channel, and over all channels after a restart."""

import asyncio
from types import SimpleNamespace

import discord
import pytest

from bot.delivery.requests import Delivery, PriorityRateLimiter
from bot.delivery.table_message.display import Display
from bot.delivery.table_message.known_messages import THEN
from bot.delivery.table_message.live_message import LiveMessage
from bot.delivery.table_message.request_loop import BURST_REQUESTS, BURST_SECONDS
from bot.runtime.clock import RateLimiter
from bot.store.rows import TableSettings
from bot.tables.table import Table
from bot.tables.transitions.moderation import pause_or_close
from tests.harness.tables import ANA, GUILD, START, Harness, ManualClock


async def test_the_fifth_request_waits_for_its_turn(clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        clock.advance(seconds)

    monkeypatch.setattr("bot.runtime.clock.asyncio", SimpleNamespace(sleep=sleep, Lock=asyncio.Lock))
    limiter = RateLimiter(BURST_REQUESTS, BURST_SECONDS, clock.now)
    await limiter.acquire()
    clock.advance(BURST_SECONDS - 1.0)
    for _ in range(BURST_REQUESTS - 1):
        await limiter.acquire()
    assert pauses == []
    await limiter.acquire()
    assert pauses == [1.0]


async def test_after_a_restart_the_most_urgent_table_is_served_first(harness: Harness) -> None:
    served: list[str] = []
    pacer = PriorityRateLimiter(1000)

    async def serve(table: Table, name: str) -> None:
        await pacer.wait(THEN, Display.of(table).deadline)
        served.append(name)

    tables: list[Table] = []
    for channel, pace in enumerate(("slow", "slow", "normal", "blitz")):
        table = await harness.tables.open(GUILD, channel, ANA, TableSettings(pace=pace), ai_seats=1)
        await harness.tables.start(table, ANA.user_id, START)
        tables.append(table)
    await harness.tables.run(tables[0], pause_or_close)
    names = ("paused", "slow", "normal", "blitz")
    await asyncio.gather(*(serve(table, name) for table, name in zip(tables, names, strict=True)))
    assert served == ["blitz", "normal", "slow", "paused"]


async def test_a_click_that_waits_is_answered_when_the_window_is_shown(harness: Harness) -> None:
    table = await harness.tables.open(GUILD, 1, ANA)
    client = discord.Client(intents=discord.Intents.none())
    message = LiveMessage(Delivery(client, harness.tables, None), table)
    held = asyncio.gather(message.wait_for_outcome(600.0), message.wait_for_outcome(600.0))
    await asyncio.sleep(0)  # lets both waits start
    await asyncio.sleep(0)
    message.show_outcome()
    message.show_outcome()
    await held
