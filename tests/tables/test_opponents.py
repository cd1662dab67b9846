"""AI seats: they do not block the table, a failing one does not end the game, and a restart restores them."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.render.scene import Scene
from bot.render.texts.story import story_lines
from bot.store.rows import Status
from bot.tables.changes import ChangeKind
from bot.tables.games import thinking
from bot.tables.games.opponents import Opponents, Turn
from bot.tables.games.play import Play
from bot.tables.session import TableSession
from engine import Game, Move
from engine.ai import KINDS, strong
from engine.ai.judging.network import networks
from tests.house import ANA, BEN, PASS, START, House
from tests.tables.kinds import THINKS, Cheat, Crasher, Killer, Recorder, Thinker

TAX = Move("act", action="tax")


@pytest.fixture(autouse=True)
def kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (Thinker, Crasher, Cheat, Recorder, Killer):
        monkeypatch.setitem(KINDS, kind.__name__.lower(), kind)  # pyright: ignore[reportArgumentType] - a class that is no kind
    Recorder.recordings.clear()


async def window(house: House, kind: str, **settings: Any) -> tuple[TableSession, int, int]:
    """Starts a game of Ana, Ben and an AI in which a member claims Duke.

    Returns the table, the other member's seat and the AI's seat.
    """
    for _ in range(50):
        table = await house.seat(ANA, BEN, **settings)
        await house.tables.lobbies.add_ai(table, ANA.user_id, kind)
        await house.tables.lobbies.start(table, ANA.user_id, START)
        assert table.game is not None
        if table.game.turn != 2:
            await house.answer(table, table.game.turn, TAX)
            return table, 1 - table.game.turn, 2
        await house.tables.moderation.end(table)
    raise AssertionError("the AI always begins")


async def started(table: TableSession, seat: int) -> None:
    """Returns once an AI seat has been asked to choose."""
    for _ in range(1000):
        if seat not in table.ai_due:
            return
        await asyncio.sleep(0)  # the loop's next turn, in which it may be asked
    raise AssertionError("it is not asked")


async def test_a_seat_that_thinks_for_a_second_holds_nobody_up(house: House) -> None:
    tables = house.tables
    opponents = Opponents(costly=frozenset(("thinker",)))
    tables.play = Play(tables.registry, opponents)
    table, other, seat = await window(house, "thinker")
    house.clock.turn(3.0)
    thinking = asyncio.create_task(tables.ring(table.id))
    await started(table, seat)
    longest, began = 0.0, time.monotonic()
    await house.answer(table, other, PASS)
    assert table.owing() == (seat,)
    assert time.monotonic() - began < 0.5 * THINKS
    while not thinking.done():
        before = time.monotonic()
        await asyncio.sleep(0.001)  # how late it ends is what is measured
        longest = max(longest, time.monotonic() - before)
    assert time.monotonic() - began > 0.5 * THINKS
    assert longest < 0.5 * THINKS
    assert table.game is not None
    kept = await house.store.games.decisions(table.id)
    assert [decision.cause for decision in kept] == ["player", "player", "ai"]
    await opponents.close()


async def test_an_answer_to_a_question_that_is_settled_is_dropped(house: House) -> None:
    tables = house.tables
    answer = asyncio.Event()

    class Waiting(Opponents):
        async def choose(self, table: TableSession, game: Game, seat: int) -> Move:
            await answer.wait()
            return await super().choose(table, game, seat)

    tables.play = Play(tables.registry, Waiting())
    table, other, seat = await window(house, "random")
    house.clock.turn(3.0)
    thinking = asyncio.create_task(tables.ring(table.id))
    await started(table, seat)
    await house.ring(table, 17.0)
    assert table.game is not None
    assert table.game.turn == other or table.game.turn == seat
    decided = table.decisions
    answer.set()
    await thinking
    assert table.decisions == decided


@pytest.mark.parametrize("kind", ["crasher", "cheat"])
async def test_a_seat_that_fails_takes_the_default_and_that_is_said_once(
    house: House, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    table, other, seat = await window(house, kind)
    await house.ring(table, 3.0)
    assert seat in table.answered
    await house.answer(table, other, PASS)
    for _ in range(30):
        await house.ring(table, 3.0)
        if table.owing() and table.owing()[0] != seat:
            await house.answer(table, table.owing()[0])
    assert failures(table) == [seat]
    scene = Scene.of(table)
    told = [line for turn in scene.table.story for line in story_lines(scene, turn)]
    assert len([line for line in told if "could not make up its mind" in line]) == 1
    assert "duke" not in caplog.text
    if kind == "crasher":
        assert "RuntimeError at opponents.py:" in caplog.text
        assert "kinds.py:" in caplog.text
    assert house.changes[-1][1].kind is ChangeKind.DECIDED


def failures(table: TableSession) -> list[int]:
    """The seats of which the story tells that their AI failed."""
    return [event["by"] for turn in table.story for event in turn if event["type"] == "ai_failed"]


async def test_that_a_seat_failed_is_said_once_and_not_before_its_answer_is_open(house: House) -> None:
    table, other, seat = await window(house, "crasher")
    await house.ring(table, 3.0)
    assert (seat in table.answered, failures(table)) == (True, []), "who reads it would know that it passes"
    await house.reopen()
    sealed = await house.tables.get(table.id)
    assert sealed is not None
    assert failures(sealed) == []
    await house.answer(sealed, other, PASS)
    assert failures(sealed) == [seat]
    await house.reopen()
    again = await house.tables.get(table.id)
    assert again is not None
    assert again.story == sealed.story
    before = again.decisions
    while sum(decision.cause == "failed" for decision in await house.store.games.decisions(again.id)) < 4:
        await house.ring(again, 3.0)
        if again.owing() and again.owing()[0] != seat:
            await house.answer(again, again.owing()[0])
    assert again.decisions > before
    assert failures(again) == [seat]


async def test_that_a_seat_failed_is_said_when_the_time_of_the_others_runs_out(house: House) -> None:
    table, _, seat = await window(house, "crasher")
    await house.ring(table, 3.0)
    await house.ring(table, 17.0)
    assert failures(table) == [seat]
    await house.reopen()
    again = await house.tables.get(table.id)
    assert again is not None
    assert again.story == table.story


async def test_a_seat_has_seen_the_same_after_a_restart(house: House) -> None:
    table, _, seat = await window(house, "recorder")
    for _ in range(20):
        await house.ring(table, 3.0)
        if table.owing() and table.owing()[0] != seat:
            await house.answer(table, table.owing()[0])
    (recorded,) = Recorder.recordings
    assert len(recorded) > 20
    assert all("to" not in event or seat in event["to"] for event in recorded)
    assert any("to" in event for event in recorded)
    await house.reopen()
    again = await house.tables.get(table.id)
    assert again is not None
    while len(Recorder.recordings) == 1:
        await house.ring(again, 3.0)
        if again.owing() and again.owing()[0] != seat:
            await house.answer(again, again.owing()[0])
    assert Recorder.recordings[1][: len(recorded)] == recorded


async def test_a_costly_seat_that_fails_or_whose_process_dies_says_as_little(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    opponents = Opponents(costly=frozenset(("crasher", "killer")))
    for kind, said in (("crasher", "RuntimeError at worker.py:"), ("killer", "WorkerDied"), ("random", "")):
        caplog.clear()
        table = await house.seat(ANA)
        await house.tables.lobbies.add_ai(table, ANA.user_id, kind)
        await house.tables.lobbies.start(table, ANA.user_id, START)
        game = table.game
        assert game is not None
        if game.turn == 0:
            await house.answer(table, 0, TAX)
        assert table.game is not None
        move, failed = await opponents.choose_or_default(table, Turn(1, table.game))
        assert (said in caplog.text, "duke" in caplog.text, failed) == (True, False, bool(said))
        assert move.do in ("act", "pass") or not failed
        await house.tables.moderation.end(table)
    await opponents.close()


async def test_the_same_choices_at_the_same_pace_after_a_restart(house: House, tmp_path: Path) -> None:
    table = await house.seat(ANA)
    for _ in range(4):
        await house.tables.lobbies.add_ai(table, ANA.user_id, "medium")
    await house.tables.lobbies.start(table, ANA.user_id, START)
    for _ in range(30):
        await step(house, table)
    assert table.status is Status.PLAYING
    copy = sqlite3.connect(tmp_path / "killed.sqlite3")
    with closing(sqlite3.connect(house.path)) as kept:
        kept.backup(copy)
    copy.close()
    moment, due = house.clock.now(), dict(table.ai_due)
    for _ in range(30):
        await step(house, table)
    gone_on = [(decision.seat, decision.move) for decision in await house.store.games.decisions(table.id)]
    house.path, house.clock.at = tmp_path / "killed.sqlite3", moment
    await house.reopen()
    again = await house.tables.get(table.id)
    assert again is not None
    assert again.ai_due == due
    for _ in range(30):
        await step(house, again)
    kept_on = [(decision.seat, decision.move) for decision in await house.store.games.decisions(table.id)]
    assert len(kept_on) > 40
    assert kept_on[: len(gone_on)] == gone_on[: len(kept_on)]


async def step(house: House, table: TableSession) -> None:
    """A member who owes an answer takes the default; else the AI whose turn it is answers."""
    if table.status is not Status.PLAYING:
        return
    if 0 in table.owing():
        await house.answer(table, 0)
    else:
        moment = table.wakes_at()
        assert moment is not None
        await house.ring(table, max(0.0, moment - house.clock.now()))


async def test_a_pause_is_never_longer_than_half_the_time_and_none_where_none_is_wanted(
    new_house: Callable[..., Awaitable[House]],
) -> None:
    slow = await new_house(ai_pause=60.0)
    table, *_ = await window(slow, "medium", pace="blitz")
    assert list(table.ai_due.values()) == [table.asked_at + 4.0]
    await slow.tables.moderation.end(table)
    fast = await new_house(ai_pause=0.0)
    table, *_ = await window(fast, "medium")
    assert list(table.ai_due.values()) == [table.asked_at]


async def test_strong_seats_play_on_as_medium_ones_without_their_weights(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(strong, "networks", lambda: networks(tmp_path / "strong.json"))
    monkeypatch.setattr(thinking, "networks", lambda: networks(tmp_path / "strong.json"))
    house.tables.start()
    assert f"The weights {tmp_path / 'strong.json'} cannot be read" in caplog.text
    assert "Until then strong AI seats play as medium ones." in caplog.text
    caplog.clear()
    table = await house.seat(ANA)
    await house.tables.lobbies.add_ai(table, ANA.user_id, "strong")
    await house.tables.lobbies.start(table, ANA.user_id, START)
    for _ in range(30):
        await step(house, table)
    assert "ai" in {decision.cause for decision in await house.store.games.decisions(table.id)}
    assert not table.stalled
    assert not [event for turn in table.story for event in turn if event["type"] == "ai_failed"]
    assert not caplog.text
