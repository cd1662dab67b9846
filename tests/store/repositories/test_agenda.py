"""Queries of what is due, and of what a process must check when it starts."""

from dataclasses import replace
from typing import Any

from bot.store import Store
from bot.store.repositories.agenda import BEING_POSTED
from bot.store.rows import Status
from tests.store.rows import OVER, lobby, playing, step

NOW = 1_700_000_000.0
MINUTE, QUARTER, DAY = 60.0, 900.0, 86_400.0


async def add(store: Store, **columns: Any) -> int:
    """Adds a game in a separate channel, last changed long ago unless the columns say otherwise.

    Returns its id.
    """
    channel = 10 + sum((await store.agenda.live_by_guild()).values())
    intent, reminder_id = columns.pop("intent", None), columns.pop("reminder_id", None)
    game_id = await store.games.add(playing(channel, **{"changed_at": NOW - DAY} | columns))
    if intent is not None:
        await store.games.change(game_id, intent=intent)
    if reminder_id is not None:
        await store.games.change(game_id, reminder_id=reminder_id)
    return game_id


async def test_what_is_due_is_listed_by_its_time(store: Store) -> None:
    late, soon = await add(store, due=NOW + 50), await add(store, due=NOW + 10)
    await add(store, due=NOW + 90)
    await add(store, due=None)
    await add(store, due=NOW, status=Status.PAUSED, paused_for="unreachable")
    abandoned = await add(store, due=NOW + 20, status=Status.PAUSED, paused_for="away")
    overdue = await add(store, due=NOW - DAY)
    found = await store.agenda.due(NOW + MINUTE)
    assert [(table.game_id, table.due) for table in found] == [
        (overdue, NOW - DAY),
        (soon, NOW + 10),
        (abandoned, NOW + 20),
        (late, NOW + 50),
    ]


async def test_a_decision_and_a_later_moment_move_what_is_due(store: Store) -> None:
    game_id = await add(store, due=NOW)
    await store.games.save_decisions(step(game_id, 0, "act income", due=NOW + 40))
    assert [table.due for table in await store.agenda.due(NOW + MINUTE)] == [NOW + 40]
    await store.games.change(game_id, due=NOW + DAY)
    assert await store.agenda.due(NOW + MINUTE) == []


async def test_a_start_finds_what_is_urgent_and_leaves_the_rest(store: Store) -> None:
    posting = await add(store, intent="turn:3@1", due=NOW + DAY)
    due = await add(store, due=NOW + 30)
    reminding = await add(store, reminder_id=BEING_POSTED, due=NOW + DAY)
    changed = await add(store, due=NOW + 2 * DAY, changed_at=NOW - QUARTER + 1)
    await add(store, reminder_id=5, due=NOW + DAY)
    await add(store, due=NOW + DAY, changed_at=NOW - 2 * QUARTER)
    newest = await add(store, due=NOW + 3 * DAY, changed_at=NOW)
    urgent = await store.agenda.urgent(NOW + 1, MINUTE, QUARTER)
    assert [table.game_id for table in urgent] == [posting, due, reminding, changed, newest]


async def test_the_latest_changes_before_a_long_downtime_are_urgent_after_it(store: Store) -> None:
    """Messages of tables that changed just before a kill may be outdated, even after a long downtime."""
    await add(store, due=None, changed_at=NOW - 2 * QUARTER)
    last = await add(store, due=None, changed_at=NOW)
    ended = await add(store, due=None)
    await store.games.save_decisions(
        step(ended, 0, "act coup target=1", at=NOW - MINUTE, deadline=None, result=OVER)
    )
    closed = await store.games.add(lobby(99))
    row = await store.games.get(closed)
    assert row is not None
    await store.games.save(replace(row, status=Status.CLOSED, over_at=NOW - QUARTER - 1))
    urgent = await store.agenda.urgent(NOW + 7 * DAY, MINUTE, QUARTER)
    assert [table.game_id for table in urgent] == [last, ended]
