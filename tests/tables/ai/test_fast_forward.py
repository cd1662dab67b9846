"""Fast forward: AI seats that are left alone play the game to its end at once.

Each decision is stored, and nobody has to wait.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.render.messages.end import end_message
from bot.render.messages.story import story_lines
from bot.render.view_model import TableView
from bot.store import Store
from bot.store.engines import database
from bot.store.rows import Status
from bot.tables.service import Tables
from bot.tables.state import STALL_TURNS
from bot.tables.table import Table
from bot.tables.transitions.game import come_back, resign
from bot.tables.transitions.lobby import add_ai
from engine import Game, Move
from engine.ai import KINDS, Player
from engine.ai.honest import HonestPlayer
from tests.harness.discord import texts
from tests.harness.processes.postgresql_server import Server
from tests.harness.tables import ANA, BEN, DOV, Harness, go_on, refused, told, until_away
from tests.privacy.stored import deletions_of
from tests.tables.ai.misbehaving_players import Crasher

pytestmark = pytest.mark.slow

UNIT_SECONDS = 1.0
"""How long a click may wait for the database in the test of slow AI seats, in seconds, instead of 2."""


class Cautious(Player):
    """Exchanges cards for ever: nobody ever has the coins for a coup."""

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        calm = [move for move in options if move.action == "exchange" or move.do in ("pass", "keep")]
        return calm[0] if calm else options[0]


class Slow(HonestPlayer):
    """Thinks once for longer than a click may wait for the database."""

    thought = False

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        if not Slow.thought:
            time.sleep(UNIT_SECONDS + 0.1)
        Slow.thought = True
        return super().choose(view, options, chance)


async def left_alone(harness: Harness, ruleset: str = "classic", kind: str = "honest") -> Table:
    """A game of Ana, Ben and AI seats in which both members have resigned."""
    table = await harness.seat(ANA, BEN, ruleset=ruleset)
    for _ in range(2):
        await harness.tables.run(table, add_ai, ANA.user_id, kind)
    await harness.tables.start(table, ANA.user_id, 4242)
    for person in (ANA, BEN):
        assert await refused(harness.tables.finish(table, person.user_id)) == "still-played"
        await harness.tables.run(table, resign, person.user_id)
    return table


@pytest.mark.parametrize(("ruleset", "kind"), [("classic", "honest"), ("g54", "random"), ("mcguire", "honest")])
async def test_an_eliminated_member_has_the_rest_played_at_once(harness: Harness, ruleset: str, kind: str) -> None:
    table = await left_alone(harness, ruleset, kind)
    before = table.state.decisions
    assert await refused(harness.tables.finish(table, DOV.user_id)) == "watching"
    await harness.tables.finish(table, BEN.user_id)
    assert table.state.status is Status.OVER
    decisions = await harness.store.games.decisions(table.id)
    assert len(decisions) == table.state.decisions > before
    assert {decision.cause for decision in decisions[before:]} == {"ai"}
    result = await harness.store.games.result(table.id)
    assert result is not None
    assert Game.replay(result.record).winners == result.winners
    assert not {0, 1} & {*result.winners}
    assert await refused(harness.tables.finish(table, ANA.user_id)) == "game-over"
    story = table.state.story
    again = await harness.restarted(table.id)
    assert (again.state.status, again.state.story, again.state.result) == (Status.OVER, story, result)


async def test_other_tasks_run_during_fast_forward(harness: Harness) -> None:
    table = await left_alone(harness)
    before, turns = table.state.decisions, 0

    async def others() -> None:
        nonlocal turns
        while table.state.status is Status.PLAYING:
            turns += 1
            await asyncio.sleep(0)  # one iteration of the loop, as for a click

    await asyncio.gather(harness.tables.finish(table, ANA.user_id), others())
    assert turns >= table.state.decisions - before


async def test_repetitive_ai_seats_come_to_an_end(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "honest", Cautious)
    table = await left_alone(harness)
    await harness.tables.finish(table, ANA.user_id)
    assert table.state.status is Status.OVER
    (turn,) = [at for at, events in enumerate(table.state.story) for event in events if event["type"] == "stalled"]
    assert turn >= STALL_TURNS
    view = TableView.of(table)
    assert f"for {STALL_TURNS} turns" in "\n".join(story_lines(view, view.story[turn]))
    assert f"From turn {turn + 1} on, the AI players chose at random" in "\n".join(
        texts(end_message(view).to_components())
    )
    story = table.state.story
    again = await harness.restarted(table.id)
    assert again.state.story == story


async def test_slow_ai_seats_leave_time_to_save(
    harness: Harness, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "UNIT_SECONDS", UNIT_SECONDS)
    # Not on SQLite, which tries once even after the time limit.
    async with await Store.open(server.address()) as store:
        harness.tables = Tables(store, harness.clock, min_window_seconds=0.0)
        monkeypatch.setitem(KINDS, "honest", Slow)
        table = await left_alone(harness)
        await harness.tables.finish(table, ANA.user_id)
        assert table.state.status is Status.OVER


async def test_two_members_who_press_finish_at_once_finish_it_once(harness: Harness) -> None:
    table = await left_alone(harness)
    work = [harness.tables.finish(table, person.user_id) for person in (ANA, BEN)]
    outcomes = await asyncio.gather(*work, return_exceptions=True)
    assert [str(outcome) for outcome in outcomes] == ["None", "game-over"]
    assert len(await harness.store.games.decisions(table.id)) == table.state.decisions


@asynccontextmanager
async def pondering(harness: Harness, request: Coroutine[Any, Any, None]) -> AsyncIterator[asyncio.Task[None]]:
    """Yields the task of a request for which AI seats must decide; inside the block they decide nothing."""
    thinks, goes_on = asyncio.Event(), asyncio.Event()
    choose = harness.tables.ai_seats.choose

    async def ponder(*question: Any) -> Move:
        thinks.set()
        await goes_on.wait()
        return await choose(*question)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(harness.tables.ai_seats, "choose", ponder)
        work = asyncio.create_task(request)
        await thinks.wait()
        yield work
        goes_on.set()


async def test_nobody_waits_for_ai_seats_and_ended_games_stay_ended(harness: Harness, tmp_path: Path) -> None:
    table = await left_alone(harness)
    async with pondering(harness, harness.tables.finish(table, ANA.user_id)) as work:
        before = table.state.decisions
        await harness.ring(table, 3600.0)
        assert table.wakes_at() is None
        await harness.tables.end(table)
        assert table.state.status is Status.CLOSED
        await deletions_of(harness, tmp_path).ask(BEN.user_id)
    assert await refused(work) == "not-running"
    assert len(await harness.store.games.decisions(table.id)) == before
    assert BEN.name not in (await harness.loaded(table.id)).state.names


async def test_a_member_deleted_while_ai_seats_think_is_in_no_record(harness: Harness, tmp_path: Path) -> None:
    table = await left_alone(harness)
    async with pondering(harness, harness.tables.finish(table, ANA.user_id)) as work:
        assert await deletions_of(harness, tmp_path).ask(BEN.user_id)
    assert await refused(work) == "moment-passed"
    await harness.tables.finish(table, ANA.user_id)
    result = await harness.store.games.result(table.id)
    assert result is not None
    assert BEN.name not in str(result.record)
    game_id = table.id
    del table
    assert (await harness.restarted(game_id)).state.game is not None, "it matches its checksums"


async def test_a_member_who_comes_back_while_ai_seats_think_plays_on(harness: Harness) -> None:
    table = await harness.play(ANA, BEN, DOV, pace="blitz")
    await harness.tables.run(table, resign, ANA.user_id)
    await until_away(harness, table, 1, 2)
    await go_on(harness, table)
    assert table.state.status is Status.PAUSED
    assert await refused(harness.tables.finish(table, ANA.user_id)) == "finish-early"
    harness.clock.advance(600.1)  # the moment of the pause is a fraction, which is rounded
    async with pondering(harness, harness.tables.finish(table, ANA.user_id)) as work:
        before = table.state.decisions
        await harness.ring(table, 3600.0)
        await harness.tables.run(table, come_back, BEN.user_id)
    assert await refused(work) == "moment-passed"
    assert (table.state.status, table.state.decisions) == (Status.PLAYING, before)
    assert (await harness.restarted(table.id)).state.status is Status.PLAYING


async def test_an_ai_seat_that_thinks_on_keeps_no_member_who_was_deleted(harness: Harness, tmp_path: Path) -> None:
    table = await left_alone(harness)
    async with pondering(harness, harness.ring(table, 10.0)) as work:
        await harness.tables.end(table)
        await deletions_of(harness, tmp_path).ask(BEN.user_id)
    await work
    assert BEN.name not in (await harness.loaded(table.id)).state.names


async def test_fast_forward_reports_a_failed_ai_once(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "honest", Crasher)
    table = await left_alone(harness)
    await harness.tables.finish(table, ANA.user_id)
    assert table.state.status is Status.OVER
    assert sorted(told(table, "ai_failed")) == [2, 3]
    again = await harness.restarted(table.id)
    assert again.state.story == table.state.story


async def test_without_fast_forward_ai_seats_pause(harness: Harness) -> None:
    table = await left_alone(harness)
    for _ in range(2000):
        if table.state.status is not Status.PLAYING:
            break
        decided = table.state.decisions
        await go_on(harness, table)
        assert table.state.decisions <= decided + len(table.state.seats)
    assert table.state.status is Status.OVER
