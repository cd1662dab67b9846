"""PostgreSQL: a decision counts once, or not at all, when the connection breaks or hangs during its commit."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Literal, TypeAlias

import pytest

from bot.store import SaveFailed, Store
from bot.store.address import PostgresqlAddress
from bot.store.engines import database
from bot.store.engines.database import CommitUnknown, FenceLost
from tests.harness.databases import until_it_answers
from tests.harness.fences import issue_fence
from tests.harness.processes.postgresql_server import Server, postgresql_address
from tests.harness.processes.tcp_proxy import Proxy
from tests.store.rows import added, playing, step

How: TypeAlias = Literal["before", "after"]

pytestmark = pytest.mark.slow

UNIT_SECONDS = 1.2
"""How long a write may take where this time runs out, in seconds, instead of 2."""


@pytest.fixture
def address(url: str) -> PostgresqlAddress:
    return postgresql_address(url)


@pytest.fixture
def less_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "UNIT_SECONDS", UNIT_SECONDS)


@asynccontextmanager
async def through(address: PostgresqlAddress) -> AsyncGenerator[tuple[Proxy, Store]]:
    """A proxy to a server, and a store connected through it."""
    async with Proxy(address.port) as proxy, await Store.open(replace(address, port=proxy.port)) as store:
        try:
            yield proxy, store
        finally:
            proxy.open()


@pytest.mark.parametrize("how", ["before", "after"])
async def test_a_commit_whose_reply_was_lost_counts_once(address: PostgresqlAddress, how: How) -> None:
    """The connection breaks during COMMIT: before it reaches the server, or before its reply arrives."""
    async with through(address) as (proxy, store):
        proxy.at_commit = how
        row = await added(store, playing())
        proxy.at_commit = how
        await store.games.save_decisions(step(row.id, 0, "act tax"))
        assert [decision.move for decision in await store.games.decisions(row.id)] == ["act tax"]
        # The results are right even if the reply to the COMMIT is lost.
        for number in range(5):
            await store.guilds.save_pool(1, "guild", ("spy", "writer"))
            proxy.at_commit = how
            assert await store.guilds.delete_pool(1, "guild")
            proxy.at_commit = how
            assert await store.guilds.mark_welcomed(number)
        kept = await store.games.get(row.id)
        assert kept is not None
        assert (kept.decisions, await store.agenda.live_by_guild()) == (1, {row.guild_id: 1})


async def test_each_decision_in_a_commit_without_reply_counts_once(address: PostgresqlAddress) -> None:
    async with through(address) as (proxy, store):
        rows = [await added(store, playing(channel_id=number)) for number in range(1, 5)]
        first = asyncio.create_task(store.meta.put("a", "1"))  # the others share the transaction after this one
        await asyncio.sleep(0)  # until it begins
        proxy.at_commit = "after"
        await asyncio.gather(first, *(store.games.save_decisions(step(row.id, 0, "act tax")) for row in rows))
        assert [len(await store.games.decisions(row.id)) for row in rows] == [1] * 4


async def test_a_commit_counts_although_the_fence_rose_before_its_confirmation(address: PostgresqlAddress) -> None:
    """Another process acquires the shard while this one checks whether its commit took effect."""
    async with through(address) as (proxy, store):
        fence = await issue_fence(store, "shard 0")
        row = await added(store, playing(), fence=fence)
        proxy.at_commit = "after"
        proxy.cuts_at_commit = True
        decision = asyncio.create_task(store.games.save_decisions(step(row.id, 0, "act tax"), fence=fence))
        async with await Store.open(address) as other:
            while not await other.games.decisions(row.id):
                assert not decision.done()
            await issue_fence(other, "shard 0")
            proxy.open()
            await decision
            with pytest.raises(FenceLost):
                await store.games.save_decisions(step(row.id, 1, "pass"), fence=fence)


async def test_a_commit_delayed_on_its_way_has_no_effect(address: PostgresqlAddress, less_time: None) -> None:
    """The member was told that nothing has changed, so the commit must not take effect when it finally arrives."""
    async with through(address) as (proxy, store):
        row = await added(store, playing())
        proxy.at_commit = "held"
        with pytest.raises(SaveFailed) as refusal:
            await store.games.save_decisions(step(row.id, 0, "act tax"))
        assert not isinstance(refusal.value, CommitUnknown)
        proxy.released.set()
        await store.games.save_decisions(step(row.id, 0, "act income"))
        assert [decision.move for decision in await store.games.decisions(row.id)] == ["act income"]


async def test_nothing_is_read_during_an_unknown_commit(address: PostgresqlAddress, less_time: None) -> None:
    """Otherwise a table would be loaded in its old state, and its decision would count afterwards."""
    async with through(address) as (proxy, store):
        row = await added(store, playing())
        proxy.at_commit, proxy.cuts_at_commit = "held", True
        with pytest.raises(CommitUnknown):
            await store.games.save_decisions(step(row.id, 0, "act tax"))
        proxy.open()
        decisions = await until_it_answers(lambda: store.games.decisions(row.id))
        proxy.released.set()
        async with await Store.open(address) as other:
            assert await other.games.decisions(row.id) == decisions
            # This waits for any transaction that still locks the row.
            await other.games.save_decisions(step(row.id, 0, "act income"))
            assert len(await other.games.decisions(row.id)) == 1


@pytest.mark.parametrize("how", ["before", "after"])
async def test_no_commit_during_a_crash_is_misreported(own: Server, address: PostgresqlAddress, how: How) -> None:
    """After a crash the numbers of transactions may recur."""
    async with through(address) as (proxy, store):
        row = await added(store, playing())
        proxy.at_commit, proxy.cuts_at_commit = how, True
        decision = asyncio.create_task(store.games.save_decisions(step(row.id, 0, "act tax")))
        await proxy.broke.wait()
        await asyncio.to_thread(own.stop)
        await asyncio.to_thread(own.start)
        async with await Store.open(address) as other:
            for number in range(5):  # one of these may get the number of the lost transaction
                await other.meta.put("a", f"{number}")
            proxy.open()
            await asyncio.wait((decision,))
            kept = len(await other.games.decisions(row.id))
            match decision.exception():
                case None:
                    assert kept == 1
                case CommitUnknown():
                    pass
                case _:
                    assert kept == 0
