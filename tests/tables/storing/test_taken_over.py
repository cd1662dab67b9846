"""A process whose shard was taken over writes nothing, whether it knows that or not."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from bot.store import Store
from bot.tables.service import Tables
from bot.tables.table import Table
from bot.tables.transitions.game import resign, tick
from tests.harness.fences import OneShard, issue_fence
from tests.harness.tables import ANA, BEN, CHANNEL, DOV, GUILD, Harness, change_seat, refused

SHARD = "shard 0 of 1"


@pytest.fixture
async def shard(harness: Harness) -> OneShard:
    """What the process under test believes about the shard; at first it owns the shard."""
    shard = OneShard(await issue_fence(harness.store, SHARD))
    harness.tables.membership = shard
    return shard


@pytest.fixture
async def rival(harness: Harness, shard: OneShard) -> AsyncIterator[Callable[[], Awaitable[Tables]]]:
    """Lets another process take over the shard."""
    async with await Store.open(harness.path) as store:

        async def take() -> Tables:
            theirs = OneShard(await issue_fence(store, SHARD))
            tables = Tables(store, harness.clock, theirs, min_window_seconds=0.0)
            await tables.schedule.restore(0)
            return tables

        yield take


WRITES: dict[str, Callable[[Harness, Table], Awaitable[object]]] = {
    "a decision": lambda harness, table: harness.answer(table, table.state.owing()[0]),
    "resigning": lambda harness, table: harness.tables.run(table, resign, ANA.user_id),
    "a pause while all are away": lambda harness, table: _desert(harness, table),
    "ending": lambda harness, table: harness.tables.end(table),
    "a lobby": lambda harness, table: harness.tables.open(GUILD, CHANNEL + 1, DOV),
    "a card to be posted": lambda harness, table: harness.tables.save_posted(table, intent="turn:1@0"),
    "a card": lambda harness, table: harness.tables.save_posted(table, message_id=5, card="lobby", intent=None),
    "a reminder": lambda harness, table: harness.tables.save_posted(table, reminder_id=5),
}


async def _desert(harness: Harness, table: Table) -> None:
    for number in range(len(table.state.seats)):
        change_seat(table, number, away=True)
    await harness.tables.apply(table, tick)


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
async def test_a_process_that_lost_its_shard_writes_nothing(
    harness: Harness,
    shard: OneShard,
    rival: Callable[[], Awaitable[Tables]],
    write: Callable[[Harness, Table], Awaitable[object]],
) -> None:
    table = await harness.play(ANA, BEN)
    theirs = await (await rival()).at(CHANNEL)
    assert theirs is not None
    stored = await harness.store.games.get(table.id)
    for _ in range(2):  # the first time only the store knows of the takeover
        assert await refused(write(harness, table)) == "not-held"
        assert not shard.owns(GUILD)
    assert await harness.store.games.get(table.id) == stored
    assert await harness.store.games.live_at(CHANNEL + 1) is None


async def test_an_alarm_rings_only_in_the_owning_process(
    harness: Harness, shard: OneShard, rival: Callable[[], Awaitable[Tables]]
) -> None:
    table = await harness.play(ANA, BEN)
    tables = await rival()
    harness.changes.clear()
    await harness.ring(table, table.state.whole_time() + 1)
    await harness.ring(table)
    assert not harness.changes
    assert table.wakes_at() == harness.clock.now() + 5.0, "it is not tried again at once"
    assert not await harness.store.games.decisions(table.id)
    await tables.schedule.ring(table.id)
    assert [decision.cause for decision in await harness.store.games.decisions(table.id)] == ["timeout"]


async def test_a_deadline_during_an_expired_lease_happens_soon_after(harness: Harness, shard: OneShard) -> None:
    table = await harness.play(ANA, BEN)
    harness.tables.alarms.start()
    shard.held = False
    harness.clock.advance(table.state.whole_time() / 2)  # to the half time, which needs no lease
    harness.clock.advance(table.state.whole_time() / 2)
    await shard.asked_in_vain.wait()
    await harness.store.agenda.live_by_guild()
    shard.held = True
    harness.clock.advance(5.0)
    while not await harness.store.games.decisions(table.id):
        pass
    assert [decision.cause for decision in await harness.store.games.decisions(table.id)] == ["timeout"]


async def test_an_urgent_table_read_during_an_expired_lease_is_restored(harness: Harness, shard: OneShard) -> None:
    table = await harness.play(ANA, BEN)
    tables, theirs = Tables(harness.store, harness.clock, shard, min_window_seconds=0.0), list[int]()
    tables.listeners.append(lambda restored, change: theirs.append(restored.id))
    shard.held = False
    await tables.schedule.restore(0)
    while table.id in tables.schedule.waiting and not harness.clock.awaited:
        await harness.store.agenda.live_by_guild()
    shard.held = True
    harness.clock.advance(5.0)
    await tables.schedule.restored()
    assert theirs == [table.id]
