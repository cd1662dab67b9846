"""Idle tables: they are forgotten, and loaded unchanged when somebody uses them or something is due."""

import asyncio
import gc
import time
from collections.abc import Callable

import pytest

from bot.cluster import Membership
from bot.refusals import NotOwnedHere
from bot.store.rows import Fence, Status
from bot.tables.pace import GRACE_SECONDS
from bot.tables.service import Tables
from bot.tables.state import Person
from bot.tables.table import UNUSED_SECONDS, Table
from bot.tables.transitions.lobby import join
from bot.tables.transitions.moderation import pause_or_close
from bot.tables.transitions.transition import Change, ChangeKind
from tests.harness.tables import ANA, BEN, CHANNEL, CLEO, GUILD, START, Harness, refused

pytestmark = pytest.mark.usefixtures("quick_collection")

HOUR = 3600.0
FORGOTTEN_AFTER = UNUSED_SECONDS + 60.0
OTHER_GUILD = GUILD + (1 << 22)  # a server on the next shard


class TwoShards(Membership):
    """Owns both of two shards, until one is released."""

    def __init__(self) -> None:
        super().__init__()
        self.held = {0, 1}

    def owns(self, guild_id: int) -> bool:
        return self.shard_of(guild_id) in self.held

    def fence(self, guild_id: int) -> Fence | None:
        if not self.owns(guild_id):
            raise NotOwnedHere(guild_id)
        return None

    def report_lost_fence(self, guild_id: int) -> None:
        raise AssertionError("no write has a fence here")

    def shard_of(self, guild_id: int) -> int:
        return (guild_id >> 22) % 2


async def heard(harness: Harness, kind: ChangeKind = ChangeKind.CHANGED) -> Change:
    """Waits for a change of a kind."""
    found: asyncio.Future[Change] = asyncio.get_running_loop().create_future()

    def listen(_: Table, change: Change) -> None:
        if change.kind is kind and not found.done():
            found.set_result(change)

    harness.tables.listeners.append(listen)
    try:
        return await found
    finally:
        harness.tables.listeners.remove(listen)


async def games(harness: Harness, number: int, guild: int = GUILD, first: int = CHANNEL) -> list[int]:
    """Starts correspondence games of Ana and Ben, each in a separate channel; returns their ids."""
    ids: list[int] = []
    for channel in range(first, first + number):
        members = [Person(10 * channel, "Ana"), Person(10 * channel + 1, "Ben")]
        table = await harness.tables.open(guild, channel, members[0])
        await harness.tables.run(table, join, members[1])
        await harness.configure(table, members[0].user_id, pace="correspondence")
        await harness.tables.start(table, members[0].user_id, START)
        ids.append(table.id)
    return ids


async def forget_all(harness: Harness) -> None:
    """Advances the clock until every table that is not needed is forgotten."""
    harness.clock.advance(FORGOTTEN_AFTER)
    harness.changes.clear()
    await harness.tables.schedule.poll()
    gc.collect()


async def test_unused_tables_are_forgotten(harness: Harness) -> None:
    await games(harness, 3)
    harness.changes.clear()
    harness.clock.advance(30.0)
    await harness.tables.schedule.poll()
    assert len(harness.tables.cache) == 3
    await forget_all(harness)
    assert len(harness.tables.cache) == 0
    assert harness.tables.live == 3


async def test_the_deadline_of_an_unloaded_table_happens_once_in_time(harness: Harness) -> None:
    (game_id,) = await games(harness, 1)
    await forget_all(harness)
    harness.tables.schedule.start()
    half = asyncio.create_task(heard(harness, ChangeKind.HALF_TIME))
    harness.clock.advance(12 * HOUR - FORGOTTEN_AFTER - 1.0)
    await harness.tables.schedule.poll()
    assert harness.tables.cache.get(game_id) is None
    harness.clock.advance(1.0)
    await half
    harness.changes.clear()
    await forget_all(harness)
    harness.clock.advance(12 * HOUR - 2 * FORGOTTEN_AFTER - 10.0)
    await harness.tables.schedule.poll()
    assert await harness.store.games.decisions(game_id) == []
    decided = asyncio.create_task(heard(harness))
    harness.clock.advance(10.0 + FORGOTTEN_AFTER)
    await decided
    await harness.tables.schedule.poll()
    await harness.tables.drain()
    kept = await harness.store.games.decisions(game_id)
    assert [(decision.cause, decision.at) for decision in kept] == [("timeout", harness.clock.now())]


async def test_a_half_time_that_was_published_does_not_wake_the_table_again(harness: Harness) -> None:
    (game_id,) = await games(harness, 1)
    harness.clock.advance(12 * HOUR)
    await harness.tables.schedule.ring(game_id)
    assert [change.kind for _, change in harness.changes].count(ChangeKind.HALF_TIME) == 1
    now = harness.clock.now()
    assert await harness.store.agenda.due(now + 11 * HOUR) == []
    assert [table.due for table in await harness.store.agenda.due(now + 12 * HOUR)] == [now + 12 * HOUR]


async def test_an_ai_seat_of_a_game_that_is_not_loaded_answers(harness: Harness) -> None:
    table = await harness.play(ANA, ai=2, pace="correspondence")
    while not table.state.open_question.ai_due:
        await harness.answer(table, table.state.owing()[0])
    decisions = table.state.decisions
    tables = await harness.reopen(restore=False)
    decided = asyncio.create_task(heard(harness))
    harness.clock.advance(5.0)
    tables.schedule.start()
    await decided
    await tables.drain()
    assert len(await harness.store.games.decisions(table.id)) > decisions


async def test_a_start_loads_only_what_is_urgent(harness: Harness) -> None:
    await games(harness, 8)
    harness.clock.advance(HOUR)
    urgent = await harness.tables.open(GUILD, CHANNEL + 100, CLEO)
    tables = await harness.reopen()
    assert [table.id for table, _ in harness.changes] == [urgent.id]
    assert len(tables.cache) == 1
    tables.schedule.start()
    await tables.schedule.poll()
    assert len(tables.cache) == 1
    assert tables.live == 9
    await tables.drain()


async def test_an_unreadable_row_stops_no_other_table(harness: Harness, caplog: pytest.LogCaptureFixture) -> None:
    first, second = await games(harness, 2)
    await harness.store.database.write(
        lambda connection: connection.driver.execute("UPDATE games SET options = '{' WHERE id = ?", (first,))
    )
    tables = await harness.reopen()
    assert [table.id for table, _ in harness.changes] == [second]
    assert "A table cannot be read" in caplog.text
    tables.schedule.start()
    half = asyncio.create_task(heard(harness, ChangeKind.HALF_TIME))
    await asyncio.sleep(0)  # until the task listens
    harness.clock.advance(12 * HOUR)
    await half
    await tables.drain()


async def test_a_table_used_while_many_are_restored_waits_for_one(harness: Harness) -> None:
    ids = await games(harness, 20)
    tables = await harness.reopen(restore=False)
    await tables.schedule.restore(0)
    assert len(tables.cache) == 0
    last = await harness.loaded(ids[-1])
    assert len(tables.cache) <= 4
    await tables.schedule.restored()
    assert len(tables.cache) == 20
    assert await tables.get(ids[-1]) is last


async def test_a_question_that_expired_unserved_gets_a_grace_period(harness: Harness) -> None:
    (game_id,) = await games(harness, 1)
    harness.clock.advance(30 * HOUR)
    await harness.reopen(restore=False)
    started = harness.clock.now()
    harness.clock.advance(5.0)
    table = await harness.loaded(game_id)  # a click loads the table before it is restored
    assert table.state.deadline == started + GRACE_SECONDS
    harness.clock.advance(GRACE_SECONDS - 5.0)
    await harness.ring(table)
    assert table.state.decisions == 1


async def test_loading_a_table_late_gives_its_question_no_more_time(harness: Harness) -> None:
    (game_id,) = await games(harness, 1)
    await forget_all(harness)
    harness.clock.advance(24 * HOUR - FORGOTTEN_AFTER - 3.0)
    table = await harness.loaded(game_id)
    assert table.state.deadline == harness.clock.now() + 3.0


async def test_the_tables_of_a_released_shard_are_forgotten(harness: Harness) -> None:
    shards = harness.tables.membership = TwoShards()
    (theirs,) = await games(harness, 1)
    (ours,) = await games(harness, 1, guild=OTHER_GUILD, first=CHANNEL + 1)
    in_use, kept = await harness.loaded(theirs), await harness.loaded(ours)
    harness.changes.clear()
    shards.held.remove(0)
    await harness.tables.release(0)
    memory = harness.tables.cache
    assert (memory.get(theirs), memory.get(ours)) == (None, kept)
    assert await refused(harness.tables.get(theirs)) == "not-held"
    assert await refused(harness.answer(in_use, in_use.state.owing()[0])) == "not-held"
    harness.tables.schedule.start()
    decided = asyncio.create_task(heard(harness))
    harness.clock.advance(24 * HOUR)
    await decided
    await harness.tables.schedule.poll()
    assert harness.tables.live == 1
    await harness.tables.drain()
    assert await harness.store.games.decisions(theirs) == []
    assert {table.id for table, _ in harness.changes} == {ours}


async def test_the_tables_of_a_shard_acquired_again_are_read_again(harness: Harness) -> None:
    shards = harness.tables.membership = TwoShards()
    (game_id,) = await games(harness, 1)
    old = await harness.loaded(game_id)
    shards.held.remove(0)
    await harness.tables.release(0)
    rival = Tables(harness.store, harness.clock, min_window_seconds=0.0)
    theirs = await rival.get(game_id)
    assert theirs is not None
    await rival.run(theirs, pause_or_close)
    shards.held.add(0)
    again = await harness.loaded(game_id)
    assert again is not old
    assert again.state.status is Status.PAUSED
    assert await refused(harness.tables.end(old)) == "not-held"
    assert await harness.tables.get(game_id) is again


@pytest.mark.parametrize(
    ("change", "after"),
    [
        (lambda harness, table: harness.answer(table, table.state.owing()[0]), 12 * HOUR),
        (lambda harness, table: harness.tables.run(table, pause_or_close), None),
        (lambda harness, table: harness.tables.end(table), None),
    ],
    ids=["a decision", "a pause", "the end"],
)
async def test_the_due_time_is_stored_with_every_change(
    harness: Harness, change: Callable[..., asyncio.Future[None]], after: float | None
) -> None:
    table = await harness.play(ANA, BEN, pace="correspondence")
    stored = await harness.store.games.get(table.id)
    assert stored is not None
    assert stored.due == harness.clock.now() + 12 * HOUR
    harness.clock.advance(10.0)
    await change(harness, table)
    stored = await harness.store.games.get(table.id)
    assert stored is not None
    due = None if after is None else harness.clock.now() + after
    assert stored.due == due
    assert stored.changed_at == harness.clock.now()


async def test_an_unreadable_table_is_read_again_soon(harness: Harness, caplog: pytest.LogCaptureFixture) -> None:
    def refusals() -> int:
        return caplog.text.count("What was due at a table was refused")

    await harness.store.database.write(
        lambda connection: connection.driver.execute("ALTER TABLE games RENAME TO elsewhere")
    )
    harness.tables.schedule.start()
    await harness.tables.schedule.ring(1)
    for seconds, expected, patience in ((4.9, 1, 0.1), (0.2, 2, 30.0)):
        harness.clock.advance(seconds)
        until = time.monotonic() + patience
        while refusals() < 2 and time.monotonic() < until:  # noqa: ASYNC110 - only the log reports it
            await asyncio.sleep(0.01)  # only the log reports a refusal
        assert refusals() == expected
    await harness.tables.drain()


async def test_unused_tables_are_loaded_when_needed(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    registry = harness.tables
    monkeypatch.setattr("bot.tables.table.MAX_UNUSED_TABLES", 3)
    ids: list[int] = []
    table = found = None
    for number in range(12):
        table = await harness.tables.open(GUILD, CHANNEL + number, Person(number, f"P{number}"))
        await harness.tables.run(table, join, Person(100 + number, "Q"))
        await harness.configure(table, number, pace="correspondence")
        await harness.tables.start(table, number, START + number)
        ids.append(table.id)
    del table
    harness.changes.clear()
    gc.collect()
    assert len(registry.cache) <= 4
    assert registry.live == len(ids)
    for number, game_id in enumerate(ids):
        found = await harness.tables.at(CHANNEL + number)
        assert found is not None
        assert found.id == game_id
        assert await harness.tables.get(game_id) is found
        seat = found.state.owing()[0]
        await harness.answer(found, seat)
        assert found.state.decisions == 1
    assert len(harness.changes) == len(ids), "to load a table publishes nothing"
    del found
    harness.changes.clear()
    harness.clock.advance(24 * 3600.0)
    gc.collect()
    await harness.tables.schedule.ring(ids[0])
    first = await harness.loaded(ids[0])
    assert first.state.decisions > 1


async def test_a_table_in_use_is_never_loaded_again(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.table.MAX_UNUSED_TABLES", 1)
    table = await harness.tables.open(GUILD, CHANNEL, ANA)
    for number in range(1, 5):
        await harness.tables.open(GUILD, CHANNEL + number, Person(number, "P"))
    assert await harness.tables.get(table.id) is table
    assert await harness.tables.at(CHANNEL) is table


MAX_ROUNDS = 200
"""Rounds of the event loop in which reads begin; unlimited reads could keep the table from ever being opened."""


async def test_a_table_that_is_read_while_it_is_opened_is_one_object(harness: Harness) -> None:
    """Its row is committed a moment before it is in memory."""
    for number in range(10):
        channel = CHANNEL + number
        opening = asyncio.create_task(harness.tables.open(GUILD, channel, Person(2000 + number, "Eve")))
        reading: list[asyncio.Task[Table | None]] = []
        for _ in range(MAX_ROUNDS):
            if opening.done():
                break
            reading += [asyncio.create_task(harness.tables.at(channel)) for _ in range(3)]
            # Some reads begin in each round of the event loop, because a read may come at any step of the opening.
            await asyncio.sleep(0)
        await opening
        found = {*await asyncio.gather(*reading), await harness.tables.at(channel)}
        assert found - {None} == {opening.result()}
