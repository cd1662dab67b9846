"""AI seats: they do not block the table, a failing one does not end the game, and restarts restore them."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.render.messages.story import story_lines
from bot.render.view_model import TableView
from bot.store.rows import Status
from bot.tables import ai_players
from bot.tables.ai_seats import AISeats
from bot.tables.schedule import Schedule
from bot.tables.state import has_stalled
from bot.tables.table import Table
from bot.tables.transitions.lobby import add_ai
from engine import Game, Move
from engine.ai import KINDS, strong
from engine.ai.evaluation.network import networks
from tests.harness.tables import ANA, BEN, PASS, SALT, START, TAX, Harness, ManualClock, game_of, go_on, told
from tests.tables.ai.misbehaving_players import ENOUGH, Cheat, Crasher, Killer, Recorder, Thinker

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (Thinker, Crasher, Cheat, Recorder, Killer):
        monkeypatch.setitem(KINDS, kind.__name__.lower(), kind)  # pyright: ignore[reportArgumentType] - a class that is no kind
    Recorder.recordings.clear()


async def window(harness: Harness, kind: str, **settings: Any) -> tuple[Table, int, int]:
    """Starts a game of Ana, Ben and an AI in which a member claims Duke.

    Returns the table, the other member's seat and the AI's seat.
    """
    for _ in range(50):
        table = await harness.seat(ANA, BEN, **settings)
        await harness.tables.run(table, add_ai, ANA.user_id, kind)
        await harness.tables.start(table, ANA.user_id, START)
        if game_of(table).turn != 2:
            await harness.answer(table, game_of(table).turn, TAX)
            return table, 1 - game_of(table).turn, 2
        await harness.tables.end(table)
    raise AssertionError("the AI always begins")


async def started(table: Table, seat: int) -> None:
    """Waits until an AI seat has been asked to choose."""
    while seat not in table.seats_thinking() and seat in table.state.open_question.ai_due:  # noqa: ASYNC110 - no event
        await asyncio.sleep(0)  # the AI may be asked in the loop's next iteration


async def test_a_slow_ai_delays_nobody(harness: Harness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    enough = tmp_path / "enough"
    monkeypatch.setenv(ENOUGH, str(enough))
    opponents = AISeats(slow_kinds=frozenset(("thinker",)))
    harness.tables.schedule = Schedule(harness.tables, opponents)
    table, other, seat = await window(harness, "thinker")
    harness.clock.advance(3.0)
    thinking = asyncio.create_task(harness.tables.schedule.ring(table.id))
    await started(table, seat)
    await harness.answer(table, other, PASS)
    assert table.state.owing() == (seat,)
    enough.touch()
    await thinking
    kept = await harness.store.games.decisions(table.id)
    assert [decision.cause for decision in kept] == ["player", "player", "ai"]
    await opponents.close()


async def test_an_ais_answer_to_a_settled_question_is_dropped(harness: Harness) -> None:
    tables = harness.tables
    answer = asyncio.Event()

    class Waiting(AISeats):
        async def choose(self, table: Table, game: Game, seat: int) -> Move:
            await answer.wait()
            return await super().choose(table, game, seat)

    tables.schedule = Schedule(tables, Waiting())
    table, other, seat = await window(harness, "random")
    harness.clock.advance(3.0)
    thinking = asyncio.create_task(tables.schedule.ring(table.id))
    await started(table, seat)
    await harness.ring(table, 17.0)
    assert game_of(table).turn == other or game_of(table).turn == seat
    decided = table.state.decisions
    answer.set()
    await thinking
    assert table.state.decisions == decided


@pytest.mark.parametrize("kind", ["crasher", "cheat"])
async def test_a_failed_ai_is_named_once(harness: Harness, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    table, other, seat = await window(harness, kind)
    await harness.ring(table, 3.0)
    assert seat in table.state.open_question.answered
    await harness.answer(table, other, PASS)
    for _ in range(30):
        await go_round(harness, table, seat)
    assert told(table, "ai_failed") == [seat]
    view = TableView.of(table)
    lines = [line for turn in view.story for line in story_lines(view, turn)]
    assert len([line for line in lines if "could not decide" in line]) == 1
    assert "duke" not in caplog.text
    if kind == "crasher":
        assert "RuntimeError at ai_seats.py:" in caplog.text
        assert "misbehaving_players.py:" in caplog.text


async def go_round(harness: Harness, table: Table, seat: int) -> None:
    """Lets an AI seat answer, and then the first member who is asked take the default."""
    await harness.ring(table, 3.0)
    if table.state.owing() and table.state.owing()[0] != seat:
        await harness.answer(table, table.state.owing()[0])


@pytest.mark.parametrize("answers", [True, False])
async def test_a_failed_ai_is_reported_only_once_its_answer_is_public(harness: Harness, answers: bool) -> None:
    """The other member answers, or lets the time run out."""
    table, other, seat = await window(harness, "crasher")
    await harness.ring(table, 3.0)
    assert (seat in table.state.open_question.answered, told(table, "ai_failed")) == (True, []), (
        "who reads it would know that it passes"
    )
    sealed = await harness.restarted(table.id)
    assert told(sealed, "ai_failed") == []
    await (harness.answer(sealed, other, PASS) if answers else harness.ring(sealed, 30.0))
    assert told(sealed, "ai_failed") == [seat]
    again = await harness.restarted(table.id)
    assert again.state.story == sealed.state.story
    before = again.state.decisions
    while sum(decision.cause == "failed" for decision in await harness.store.games.decisions(again.id)) < 4:
        await go_round(harness, again, seat)
    assert again.state.decisions > before
    assert told(again, "ai_failed") == [seat]


async def test_an_ai_has_seen_the_same_events_after_a_restart(harness: Harness) -> None:
    table, _, seat = await window(harness, "recorder")
    for _ in range(20):
        await go_round(harness, table, seat)
    (recorded,) = Recorder.recordings
    assert len(recorded) > 20
    assert all("to" not in event or seat in event["to"] for event in recorded)
    assert any("to" in event for event in recorded)
    again = await harness.restarted(table.id)
    while len(Recorder.recordings) == 1:
        await go_round(harness, again, seat)
    assert Recorder.recordings[1][: len(recorded)] == recorded


async def test_a_failing_worker_reveals_no_answer(harness: Harness, caplog: pytest.LogCaptureFixture) -> None:
    opponents = AISeats(slow_kinds=frozenset(("crasher", "killer")))
    for kind, said in (("crasher", "RuntimeError at worker.py:"), ("killer", "WorkerDied"), ("random", "")):
        caplog.clear()
        table = await harness.seat(ANA)
        await harness.tables.run(table, add_ai, ANA.user_id, kind)
        await harness.tables.start(table, ANA.user_id, START)
        if game_of(table).turn == 0:
            await harness.answer(table, 0, TAX)
        move, failed = await opponents.choose_or_default(table, game_of(table), 1)
        assert (said in caplog.text, "duke" in caplog.text, failed) == (True, False, bool(said))
        assert move.do in ("act", "pass") or not failed
        await harness.tables.end(table)
    await opponents.close()


async def test_an_ai_makes_the_same_choices_and_pauses_after_a_restart(harness: Harness, tmp_path: Path) -> None:
    table = await harness.seat(ANA)
    for _ in range(4):
        await harness.tables.run(table, add_ai, ANA.user_id, "medium")
    await harness.tables.start(table, ANA.user_id, START)
    for _ in range(30):
        await step(harness, table)
    assert table.state.status is Status.PLAYING
    killed = harness.back_up(tmp_path / "killed.sqlite3")
    moment, due = harness.clock.now(), dict(table.state.open_question.ai_due)
    for _ in range(30):
        await step(harness, table)
    gone_on = [(decision.seat, decision.move) for decision in await harness.store.games.decisions(table.id)]
    harness.address, harness.clock.at = killed, moment
    again = await harness.restarted(table.id)
    assert again.state.open_question.ai_due == due
    for _ in range(30):
        await step(harness, again)
    kept_on = [(decision.seat, decision.move) for decision in await harness.store.games.decisions(table.id)]
    assert len(kept_on) > 40
    assert kept_on[: len(gone_on)] == gone_on[: len(kept_on)]


async def step(harness: Harness, table: Table) -> None:
    """A member who is asked takes the default; if no member is asked, the AI that is asked answers."""
    if table.state.status is not Status.PLAYING:
        return
    if 0 in table.state.owing():
        await harness.answer(table, 0)
    else:
        await go_on(harness, table)


async def test_a_pause_is_at_most_half_the_time_or_none(new_harness: Callable[..., Awaitable[Harness]]) -> None:
    slow = await new_harness(ai_pause_seconds=60.0)
    table, *_ = await window(slow, "medium", pace="blitz")
    assert list(table.state.open_question.ai_due.values()) == [table.state.asked_at + 6.0]
    await slow.tables.end(table)
    fast = await new_harness(ai_pause_seconds=0.0)
    table, *_ = await window(fast, "medium")
    assert list(table.state.open_question.ai_due.values()) == [table.state.asked_at]


async def test_without_weights_strong_seats_continue_as_medium_ones(
    harness: Harness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(strong, "networks", lambda: networks(tmp_path / "strong.json"))
    monkeypatch.setattr(ai_players, "networks", lambda: networks(tmp_path / "strong.json"))
    table = await harness.seat(ANA)
    await harness.tables.run(table, add_ai, ANA.user_id, "strong")
    await harness.tables.start(table, ANA.user_id, START)
    for _ in range(30):
        await step(harness, table)
    assert "ai" in {decision.cause for decision in await harness.store.games.decisions(table.id)}
    assert not has_stalled(table.state.story)
    assert not told(table, "ai_failed")
    assert [record.getMessage() for record in caplog.records] == [
        f"The weights {tmp_path / 'strong.json'} cannot be read: No such file or directory. Restore them, or make "
        "them with `make train`. Until then strong AI seats play as medium ones."
    ]


async def test_ai_seats_that_talk_answer_as_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.transitions.lobby.draw_server_seed", lambda: bytes(32))
    monkeypatch.setattr("bot.tables.games.draw_salt", lambda: SALT)
    moments = dict[bool, list[float | None]]()
    for talk in (True, False):
        async with Harness(tmp_path / f"{talk}.sqlite3", ManualClock(), min_window_seconds=1.0) as harness:
            harness.tables.chance.seed(7)
            table = await harness.play(ANA, ai=3, talk=talk)
            moments[talk] = []
            while len(table.state.story) < 8 and table.state.status is Status.PLAYING:
                moments[talk].append(table.wakes_at())
                await (harness.answer(table, 0) if 0 in table.state.owing() else go_on(harness, table))
    assert len(moments[True]) > 10
    assert moments[True] == moments[False]
