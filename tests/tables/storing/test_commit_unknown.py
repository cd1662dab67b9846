"""A table after a commit with an unknown outcome, because the connection to the database broke."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from time import monotonic
from typing import Literal, TypeAlias

import pytest

from bot.store import SaveFailed
from bot.store.engines import database, postgresql, postgresql_connection
from bot.store.rows import Status
from bot.tables.games import rebuild
from bot.tables.table import Table
from bot.tables.transitions.game import decide
from bot.tables.transitions.lobby import join
from bot.tables.transitions.transition import ChangeKind
from tests.harness.processes.postgresql_server import Server
from tests.harness.processes.tcp_proxy import Proxy
from tests.harness.tables import ANA, BEN, CHANNEL, GUILD, TAX, Harness, ManualClock, checksum, game_of, refused

pytestmark = pytest.mark.slow

How: TypeAlias = Literal["before", "after"]
BOTH = pytest.mark.parametrize("how", ["before", "after"])
"""The two ways in which the connection breaks: before COMMIT reaches the server, or before its reply arrives."""


@pytest.fixture
async def proxy(server: Server) -> AsyncIterator[Proxy]:
    async with Proxy.to(server.url) as proxy:
        yield proxy


@pytest.fixture
async def harness(
    server: Server, proxy: Proxy, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Harness]:
    """A harness over PostgreSQL, connected through the proxy.

    While it refuses connections, each look at the clock shows a minute more, so that every time limit runs out.
    """
    minutes = count()
    for module in (database, postgresql, postgresql_connection):
        monkeypatch.setattr(module, "monotonic", lambda: monotonic() + 60.0 * (proxy.refusing and next(minutes)))
    async with Harness(replace(server.address(), port=proxy.port), clock) as harness:
        yield harness
        proxy.open()


def part(proxy: Proxy, how: How) -> None:
    """Breaks all connections at the next COMMIT, and refuses new ones."""
    proxy.at_commit, proxy.cuts_at_commit = how, True


@asynccontextmanager
async def transaction_under_way(harness: Harness) -> AsyncIterator[None]:
    """Inside the block a transaction runs, so that changes wait and share the next one."""
    may_end = threading.Event()
    first = asyncio.create_task(harness.store.database.write(lambda _: may_end.wait()))
    await asyncio.sleep(0)  # the task begins the transaction
    try:
        yield
    finally:
        may_end.set()
        await first


async def back(harness: Harness, proxy: Proxy, table: Table) -> None:
    """Makes the database reachable again, and advances the clock until the table has been read."""
    proxy.open()
    harness.changes.clear()
    for _ in range(20):
        await harness.ring(table, 5.0)
        if harness.changes:
            return
    raise AssertionError("the table was not read again")


async def stored(harness: Harness, table: Table) -> Table:
    """Returns the table as a restart would load it."""
    row = await harness.store.games.get(table.id)
    assert row is not None
    return Table(rebuild(row, await harness.store.games.decisions(table.id)))


def decided(harness: Harness) -> int:
    """The number of decisions published as durable."""
    return sum(change.decisions for _, change in harness.changes)


@BOTH
async def test_a_decision_counts_as_if_the_reply_had_arrived(
    harness: Harness, proxy: Proxy, how: How, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    table = await harness.play(ANA, BEN)
    harness.changes.clear()
    proxy.at_commit = how
    await harness.answer(table, table.state.owing()[0], TAX)
    assert proxy.broke.is_set()
    assert caplog.messages.count("Decided") == 1
    assert [(change.kind, change.decisions) for _, change in harness.changes] == [(ChangeKind.CHANGED, 1)]
    assert table.state.decisions == 1
    assert checksum(await stored(harness, table)) == checksum(table)
    await harness.play_out(table)


@BOTH
async def test_a_member_is_told_of_an_unknown_commit_the_table_reloads(
    harness: Harness, proxy: Proxy, how: How, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    table = await harness.play(ANA, BEN)
    seat, question, counts = table.state.owing()[0], game_of(table).question, how == "after"
    part(proxy, how)
    assert await refused(harness.answer(table, seat, TAX)) == "outcome-unknown"
    assert await refused(harness.answer(table, seat, TAX)) == "database", "of this one it is known"
    await back(harness, proxy, table)
    assert table.state.decisions == caplog.messages.count("Decided") == decided(harness) == counts
    assert checksum(await stored(harness, table)) == checksum(table)
    user_id = table.state.seats[seat].user_id or 0
    if counts:
        assert await refused(harness.tables.run(table, decide, user_id, TAX, question)) == "moment-passed"
    else:
        await harness.tables.run(table, decide, user_id, TAX, question)
    assert [decision.move for decision in await harness.store.games.decisions(table.id)] == [str(TAX)]
    await harness.play_out(table)


async def test_a_click_after_an_unknown_commit_finds_the_true_state(harness: Harness, proxy: Proxy) -> None:
    """This holds also if no alarm has rung in between, and for clicks that only show something."""
    table = await harness.play(ANA, BEN)
    seat = table.state.owing()[0]
    part(proxy, "after")
    assert await refused(harness.answer(table, seat, TAX)) == "outcome-unknown"
    proxy.open()
    found = await _when_readable(lambda: harness.tables.get(table.id))
    assert found is table
    assert table.state.decisions == 1
    assert table.state.owing() == (1 - seat,)


@BOTH
async def test_after_an_unknown_commit_an_ai_decides_once(harness: Harness, proxy: Proxy, how: How) -> None:
    table = await harness.play(ANA, ai=1)
    while table.state.owing() == (0,):
        await harness.answer(table, 0)
    decisions = table.state.decisions
    part(proxy, how)
    harness.clock.advance(10.0)
    await harness.tables.schedule.ring(table.id)
    assert proxy.broke.is_set()
    await back(harness, proxy, table)
    assert table.state.decisions == decisions + 1
    assert checksum(await stored(harness, table)) == checksum(table)
    await harness.play_out(table)
    assert (await stored(harness, table)).state.decisions == table.state.decisions


@BOTH
async def test_a_start_with_unknown_outcome_is_read_again(harness: Harness, proxy: Proxy, how: How) -> None:
    table = await harness.seat(ANA, BEN)
    part(proxy, how)
    assert await refused(harness.tables.start(table, ANA.user_id, 5)) == "outcome-unknown"
    await back(harness, proxy, table)
    assert table.state.status is (Status.PLAYING if how == "after" else Status.LOBBY)
    if how == "before":
        await harness.tables.start(table, ANA.user_id, 5)
    assert checksum(table) == checksum(await stored(harness, table))


@BOTH
async def test_all_changes_in_an_unknown_transaction_are_unknown(harness: Harness, proxy: Proxy, how: How) -> None:
    tables, counts = harness.tables, how == "after"
    first, second, third = [await tables.open(GUILD, CHANNEL + number, ANA) for number in range(3)]
    changes = (
        tables.run(first, join, BEN),
        harness.configure(second, ANA.user_id, pace="slow"),
        tables.end(third),
    )
    async with transaction_under_way(harness):
        refusals = asyncio.gather(*map(refused, changes))
        while len(harness.store.database._waiting) < len(changes):  # noqa: ASYNC110 - no event reports a waiting unit
            await asyncio.sleep(0.01)  # until all wait
    part(proxy, how)
    assert await refusals == ["outcome-unknown"] * 3
    for table in (first, second, third):
        await back(harness, proxy, table)
    assert len(first.state.seats) == 1 + counts
    assert (second.state.pace == "slow") is counts
    assert third.state.has_ended is counts
    assert tables.cache.id_at(CHANNEL + 2) == (None if counts else third.id)


@BOTH
async def test_a_lobby_that_was_opened_after_all_is_shown(harness: Harness, proxy: Proxy, how: How) -> None:
    part(proxy, how)
    assert await refused(harness.seat(ANA)) == "outcome-unknown"
    proxy.open()
    table = await _when_readable(lambda: harness.tables.at(CHANNEL))
    if how == "before":
        assert table is None
        await harness.seat(ANA)
    else:
        harness.changes.clear()
        harness.clock.advance(10.0)
        assert await refused(harness.seat(ANA)) == "table-exists"
        assert [(shown, change.kind) for shown, change in harness.changes] == [(table, ChangeKind.RESTORED)]


async def _when_readable(work: Callable[[], Awaitable[Table | None]]) -> Table | None:
    for _ in range(20):
        try:
            return await work()
        except SaveFailed:
            continue
    raise AssertionError("the database cannot be read")
