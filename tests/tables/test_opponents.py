"""AI seats: they do not block the table, a failing one does not end the game, and a restart restores them."""

import asyncio
import random
import time
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import pytest

from bot.render.scene import Scene
from bot.render.texts.story import story_lines
from bot.tables.changes import ChangeKind
from bot.tables.games.opponents import Opponents
from bot.tables.games.play import Play
from bot.tables.session import TableSession
from engine import Event, Game, Move
from engine.ai import KINDS, Player
from tests.house import ANA, BEN, PASS, START, House

TAX = Move("act", action="tax")
THINKS = 1.0  # seconds


class Thinker(Player):
    """Takes THINKS seconds to choose, during which it keeps its interpreter busy."""

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        until = time.monotonic() + THINKS
        while time.monotonic() < until:
            sum(range(1000))
        return options[0]


class Crasher(Player):
    """Raises an error whenever it has to choose."""

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        raise RuntimeError("the duke is in my hand")


class Cheat(Player):
    """Chooses a move that is not among its options."""

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        return Move("keep", cards=("duke", "duke"))


class Recorder(Player):
    """Chooses the default, and records the events it observes, in order."""

    recordings: ClassVar[list[list[Event]]] = []

    def __init__(self, names: Sequence[str], seat: int) -> None:
        super().__init__(names, seat)
        self.recorded: list[Event] = []
        self.recordings.append(self.recorded)

    def observe(self, event: Event) -> None:
        self.recorded.append(event)

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        return options[int(view["prompt"]["default"])]


@pytest.fixture(autouse=True)
def kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, kind in {"thinker": Thinker, "crasher": Crasher, "cheat": Cheat, "recorder": Recorder}.items():
        monkeypatch.setitem(KINDS, name, kind)  # pyright: ignore[reportArgumentType]
    Recorder.recordings.clear()


async def window(house: House, kind: str) -> tuple[TableSession, int, int]:
    """Starts a game of Ana, Ben and an AI in which a member claims Duke.

    Returns the table, the other member's seat and the AI's seat.
    """
    for _ in range(50):
        table = await house.seat(ANA, BEN)
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
        await asyncio.sleep(0)
    raise AssertionError("it is not asked")


async def test_a_seat_that_thinks_for_a_second_holds_nobody_up(house: House) -> None:
    tables = house.tables
    opponents = Opponents(costly=frozenset(("thinker",)))
    tables.play = Play(tables.registry, tables.restoring, opponents)
    table, other, seat = await window(house, "thinker")
    house.clock.turn(3.0)
    thinking = asyncio.create_task(tables.ring(table.id))
    await started(table, seat)
    longest, began = 0.0, time.monotonic()
    await house.answer(table, other, PASS)
    assert table.owing() == (seat,)
    while not thinking.done():
        before = time.monotonic()
        await asyncio.sleep(0.001)
        longest = max(longest, time.monotonic() - before)
    assert time.monotonic() - began > 0.5 * THINKS
    assert longest < 0.5 * THINKS
    assert table.game is not None
    kept = await house.store.games.decisions(table.id)
    assert [decision.cause for decision in kept] == ["player", "player", "ai"]
    opponents.close()


async def test_an_answer_to_a_question_that_is_settled_is_dropped(house: House) -> None:
    tables = house.tables
    answer = asyncio.Event()

    class Waiting(Opponents):
        async def choose(self, table: TableSession, game: Game, seat: int) -> Move:
            await answer.wait()
            return await super().choose(table, game, seat)

    tables.play = Play(tables.registry, tables.restoring, Waiting())
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
    events = [event for turn in table.story for event in turn]
    assert [event["by"] for event in events if event["type"] == "ai_failed"] == [seat]
    scene = Scene.of(table)
    told = [line for turn in scene.table.story for line in story_lines(scene, turn)]
    assert len([line for line in told if "could not make up its mind" in line]) == 1
    assert "duke" not in caplog.text
    assert house.changes[-1][1].kind is ChangeKind.DECIDED


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
