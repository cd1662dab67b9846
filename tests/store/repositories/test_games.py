"""Games and their direct messages: saving, finding, compare-and-set and fences, on both engines."""

import asyncio
from dataclasses import replace

import pytest

from bot.refusals import MomentPassed, TableExists
from bot.store import Store
from bot.store.engines.database import FenceLost
from bot.store.rows import DirectMessage, Seat, Status, Style
from tests.harness.fences import issue_fence
from tests.store.rows import OVER, added, lobby, playing, step

pytestmark = pytest.mark.slow


async def test_a_game_is_loaded_as_it_was_saved(store: Store) -> None:
    row = await added(store, playing(options={"advanced": True}, pool=("spy", "writer"), deadline=0.1 + 0.2))
    assert await store.games.get(row.id) == row
    first, *others = row.seats
    seats = (replace(first, name="Ána ☃", ready=False, missed=2), *others, Seat(7, "Cleo", away=True))
    row = replace(row, seats=seats)
    await store.games.save(replace(row, pace="slow"))
    assert await store.games.get(row.id) == replace(row, pace="slow")
    await store.games.save(replace(row, seats=row.seats[:1]))
    kept = await store.games.get(row.id)
    assert kept is not None
    assert kept.seats == row.seats[:1]


async def test_an_unknown_game_is_none(store: Store) -> None:
    for game_id in (999, 0, -1, 2**63, 2**80, -(2**80)):
        assert await store.games.get(game_id) is None, game_id


async def test_changing_a_lobby_does_not_undo_what_delivery_stored(store: Store) -> None:
    row = await added(store, lobby())
    await store.games.change(row.id, message_id=10, card="lobby", intent=None)
    await store.games.change(row.id, intent="turn:1")
    await store.games.change(row.id, reminder_id=11)
    await store.games.save(replace(row, pace="slow"))
    kept = await store.games.posted(row.id)
    assert (kept.message_id, kept.card, kept.intent, kept.reminder_id) == (10, "lobby", "turn:1", 11)
    await store.games.change(row.id, message_id=12, card="lobby", intent=None)
    await store.games.change(row.id, reminder_id=None)
    kept = await store.games.posted(row.id)
    assert (kept.message_id, kept.intent, kept.reminder_id) == (12, None, None)


async def test_decisions_are_stored_in_order_and_end_with_a_result(store: Store) -> None:
    row = await added(store, playing())
    away = Seat(2**62 + 1, "Ana", away=True, missed=3)
    first = step(row.id, 0, "act income", "pass", seats={0: away})
    await store.games.save_decisions(first)
    last = step(row.id, 2, "act coup target=1", at=1_700_000_009.3, deadline=None, result=OVER)
    await store.games.save_decisions(last)
    assert await store.games.decisions(row.id) == [*first.decisions, *last.decisions]
    found = await store.games.last_over(2)
    assert found is not None
    kept, winners = found
    assert winners == (1,)
    assert (kept.status, kept.decisions, kept.over_at, kept.deadline) == (Status.OVER, 3, last.at, None)
    assert kept.seats == (away, row.seats[1])


async def test_a_decision_after_another_processs_decision_is_refused_whole(store: Store) -> None:
    row = await added(store, playing())
    await store.games.save_decisions(step(row.id, 0, "act income"))
    with pytest.raises(MomentPassed):
        await store.games.save_decisions(step(row.id, 0, "act tax", seats={0: Seat(5, "Eve")}))
    with pytest.raises(MomentPassed):
        await store.games.save(row)
    kept = await store.games.get(row.id)
    assert kept is not None
    assert (kept.decisions, kept.seats) == (1, row.seats)
    assert [decision.move for decision in await store.games.decisions(row.id)] == ["act income"]


async def test_of_concurrent_decisions_one_wins(store: Store) -> None:
    row = await added(store, playing())
    outcomes = await asyncio.gather(
        *(store.games.save_decisions(step(row.id, 0, f"act {number}")) for number in range(8)),
        return_exceptions=True,
    )
    assert sum(outcome is None for outcome in outcomes) == 1
    assert sum(isinstance(outcome, MomentPassed) for outcome in outcomes) == 7
    assert len(await store.games.decisions(row.id)) == 1


async def test_a_channel_has_one_live_table(store: Store) -> None:
    first = await added(store, lobby())
    with pytest.raises(TableExists):
        await store.games.add(lobby(server_seed=b"another"))
    await store.games.save(replace(first, status=Status.CLOSED, over_at=5.0))
    second = await added(store, lobby(server_seed=b"another"))
    assert second.id > first.id


async def test_a_channels_table_is_found_while_it_is_live(store: Store) -> None:
    rows = [await added(store, lobby(channel)) for channel in range(10, 15)]
    await store.games.save(replace(rows[1], status=Status.CLOSED, over_at=100.0))
    await store.games.save(replace(rows[2], status=Status.CLOSED, over_at=50.0))
    await store.games.save(replace(rows[3], status=Status.PAUSED))
    await store.games.change(rows[4].id, status="set_aside", deadline=None, due=None)
    assert await store.agenda.live_of(rows[0].guild_id) == [rows[0].id, rows[3].id]
    assert await store.agenda.live_by_guild() == {rows[0].guild_id: 2}
    assert [await store.games.live_at(channel) for channel in range(10, 15)] == [
        rows[0].id,
        None,
        None,
        rows[3].id,
        None,
    ]


async def test_the_last_game_of_a_ruleset_is_found(store: Store) -> None:
    for number, ruleset in enumerate(("mcguire", "classic")):
        row = await added(store, playing(server_seed=bytes([number]), ruleset=ruleset))
        await store.games.save_decisions(step(row.id, 0, "pass", at=10.0 + number, result=OVER))
    for wanted in ("mcguire", "classic"):
        found = await store.games.last_over(2, wanted)
        assert found is not None
        assert found[0].ruleset == wanted
    newest = await store.games.last_over(2)
    assert newest is not None
    assert newest[0].ruleset == "classic"
    assert await store.games.last_over(3) is None
    assert await store.games.last_over(2, "g54") is None


async def test_open_lobbies_are_found_by_server(store: Store) -> None:
    for channel, guild in ((1, 1), (2, 1), (3, 2)):
        await store.games.add(lobby(channel, guild_id=guild))
    await store.games.add(playing(4, guild_id=1))
    assert len(await store.games.lobbies(1)) == 2


async def test_a_process_that_lost_its_games_writes_nothing(store: Store) -> None:
    old = await issue_fence(store, "shard 0")
    other = await issue_fence(store, "shard 1")
    row = await added(store, playing())
    await store.games.save_decisions(step(row.id, 0, "pass"), fence=old)
    new = await issue_fence(store, "shard 0")
    before = await store.games.get(row.id)
    assert before is not None
    for write in (
        store.games.add(lobby(3), fence=old),
        store.games.save(replace(before, pace="slow"), fence=old),
        store.games.save_decisions(step(row.id, 1, "pass"), fence=old),
        store.games.change(row.id, intent="turn:2", fence=old),
    ):
        with pytest.raises(FenceLost):
            await write
    assert await store.games.get(row.id) == before
    await store.games.save_decisions(step(row.id, 1, "pass"), fence=new)
    await store.games.change(row.id, intent="turn:2", fence=other)


async def test_of_writes_saved_together_those_with_a_lost_fence_are_refused(store: Store) -> None:
    games = [await added(store, playing(channel)) for channel in range(1, 9)]
    fences = [await issue_fence(store, f"shard {number}") for number in range(4)]
    await issue_fence(store, "shard 2")
    writes = [store.games.save_decisions(step(row.id, 0, "pass"), fence=fences[row.id % 4]) for row in games]
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    for row, outcome in zip(games, outcomes, strict=True):
        lost = row.id % 4 == 2
        assert isinstance(outcome, FenceLost) if lost else outcome is None
        assert len(await store.games.decisions(row.id)) == (0 if lost else 1)


async def test_a_members_last_lesson_on_a_server_is_found(store: Store) -> None:
    ana = 2**62 + 1
    first = await added(store, playing(3, practice=True, over_at=5.0, status=Status.CLOSED))
    await added(store, playing(4, over_at=7.0, status=Status.CLOSED))
    await added(store, playing(5, practice=True))
    assert await store.games.last_lesson(ana, 1) == first.id
    later = await added(store, playing(6, practice=True, over_at=6.0, status=Status.OVER))
    assert await store.games.last_lesson(ana, 1) == later.id
    assert await store.games.last_lesson(ana, 2) is None
    assert await store.games.last_lesson(ana + 1, 1) is None


async def test_a_member_has_one_live_lesson_on_whichever_server(store: Store) -> None:
    ana = 2**62 + 1
    await added(store, playing(3, practice=True, home_id=2))
    with pytest.raises(TableExists):
        await store.games.add(playing(4, practice=True, guild_id=2))
    await added(store, playing(5))
    await added(store, playing(6, practice=True, host_id=ana + 1))
    assert await store.games.last_lesson_thread(ana, 1) is None, "it goes on"
    await added(store, playing(7, practice=True, home_id=2, over_at=5.0, status=Status.CLOSED))
    private = playing(8, practice=True, over_at=6.0, status=Status.CLOSED)
    await added(store, replace(private, channel_id=-ana))
    assert await store.games.last_lesson_thread(ana, 1) == (7, 2)
    assert await store.games.last_lesson_thread(ana, 2) is None


async def test_running_games_in_threads_are_counted_by_host_and_server(store: Store) -> None:
    ana = 2**62 + 1
    await added(store, playing(3, style=Style.THREAD, home_id=2))
    await added(store, playing(4, style=Style.THREAD))
    await added(store, playing(5, practice=True, home_id=2))
    await added(store, playing(6, style=Style.THREAD, home_id=2, over_at=5.0, status=Status.OVER))
    assert await store.games.count_threads(1, ana) == 1
    assert await store.games.count_threads(2, ana) == 0


async def test_a_direct_message_is_intended_then_posted_then_forgotten(store: Store) -> None:
    games = [await store.games.add(lobby(channel)) for channel in (1, 2)]
    first = DirectMessage(games[0], 2**55, 0, 3, None, None, None, 10.0)
    second, other = replace(first, nonce=1, seat=1, deadline=20.5, sent_at=9.0), replace(first, game_id=games[1])
    for message in (first, second, other):
        await store.direct_messages.save(message)
    assert await store.direct_messages.of(games[0]) == [second, first]
    posted = replace(first, question=4, channel_id=5, message_id=2**62)
    await store.direct_messages.save(posted)
    assert await store.direct_messages.of(games[0]) == [second, posted]
    await store.direct_messages.delete(first)
    assert await store.direct_messages.of(games[0]) == [second]
    assert await store.direct_messages.of(games[1]) == [other]


async def test_without_the_fence_direct_messages_are_neither_saved_nor_forgotten(store: Store) -> None:
    game = await store.games.add(lobby())
    message = DirectMessage(game, 1, 0, 0, None, None, None, 1.0)
    old = await issue_fence(store, "shard 0")
    await store.direct_messages.save(message, fence=old)
    await issue_fence(store, "shard 0")
    for write in (store.direct_messages.save, store.direct_messages.delete):
        with pytest.raises(FenceLost):
            await write(replace(message, question=9), fence=old)
    assert await store.direct_messages.of(game) == [message]
