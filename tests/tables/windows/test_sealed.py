"""Sealed answers: until a window closes, nothing that is shown depends on the answers given in it.

Each test plays the same game in several "worlds" that differ only in one sealed answer. After each step it
compares everything public, and everything shown to each player.
"""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from discord.ui import LayoutView

from bot.refusals import LateAnswer, Refusal
from bot.render.messages.turn import message_for_phase
from bot.render.panels.hand import hand_panel
from bot.render.seat_view import SeatView
from bot.render.view_model import TableView
from bot.tables.seed_commitment import game_seed, seat_commitment
from bot.tables.table import Table
from bot.tables.transitions.decisions import schedule_ai
from bot.tables.transitions.game import resign
from bot.tables.transitions.lobby import add_ai
from bot.tables.transitions.transition import ChangeKind, asked_question
from engine import Game, Move
from tests.harness.tables import (
    ANA,
    BEN,
    CHALLENGE,
    CLEO,
    PASS,
    SALT,
    START,
    Harness,
    ManualClock,
    change_seat,
    game_of,
    refused,
)

PEOPLE = (ANA, BEN, CLEO)
EDITIONS: list[tuple[str, dict[str, Any]]] = [
    (ruleset, options | {"challenge_priority": priority})
    for ruleset, options in (
        ("classic", {}),
        ("classic", {"inquisitor": True}),
        ("short", {}),
        ("mcguire", {}),
        ("g54", {}),
        ("g54", {"advanced": True}),
    )
    for priority in ("clockwise", "first")
]
CLOCKWISE = [each for each in EDITIONS if each[1]["challenge_priority"] == "clockwise"]


class World:
    """One game of Ana, Ben, Cleo and an AI seat, in which Ana's first action has opened a window."""

    def __init__(self, path: Path, ruleset: str, options: dict[str, Any], floor: float) -> None:
        self.harness = Harness(path, ManualClock(), min_window_seconds=floor, ai_pause_seconds=1.0)
        self.ruleset = ruleset
        self.options = options
        self.question_ids: dict[int, int | None] = {}  # maps the number of each question seen to its id

    async def begin(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(
            "bot.tables.transitions.lobby.draw_server_seed", lambda: server_seed(self.ruleset, self.options)
        )
        monkeypatch.setattr("bot.tables.games.draw_salt", lambda: SALT)
        await self.harness.open()
        self.reseed()
        self.table = await self.harness.seat(*PEOPLE, ruleset=self.ruleset, options=self.options)
        tables = self.harness.tables
        await tables.run(self.table, add_ai, ANA.user_id)
        await tables.start(self.table, ANA.user_id, START)
        await self.harness.answer(self.table, 0, opening(self.game))

    def reseed(self) -> None:
        self.harness.tables.chance.seed(7)

    @property
    def game(self) -> Game:
        return game_of(self.table)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats asked in the window, in the order in which they are asked."""
        assert self.game.ask is not None
        return tuple(self.game.ask.options)

    def options_of(self, seat: int) -> tuple[Move, ...]:
        assert self.game.ask is not None
        return self.game.ask.options[seat]

    async def restart(self) -> None:
        await self.harness.reopen()
        self.reseed()
        self.table = table = await self.harness.loaded(self.table.id)
        table.state = schedule_ai(table.state, self.harness.tables.context())

    def seen(self) -> dict[str, Any]:
        """Returns everything public or shown to a player: message, panels, answers, times, changes, story.

        Leaves out the ids of questions in custom ids, because they are random and differ from world to world;
        checks that they do not change while a question is open.
        """
        table = self.table
        assert self.question_ids.setdefault(self.game.question, table.state.question_id) == table.state.question_id
        members = [(seat, person.user_id) for seat, person in enumerate(PEOPLE)]
        return {
            "card": self._parts(message_for_phase(TableView.of(table))),
            "hands": [self._parts(hand_panel(SeatView.of(table, seat))) for seat, _ in members],
            "may": [allowed(table, user_id) for _, user_id in members],
            "owing": table.state.owing(),
            "answered": table.state.open_question.answered,
            "times": (
                table.state.asked_at,
                table.state.deadline,
                table.state.half_time(),
                table.state.open_question.is_half_over,
                table.state.open_question.ai_due,
            ),
            "seats": [vars(seat) for seat in table.state.seats],
            "told": [change.kind for _, change in self.harness.changes],
            "story": table.state.story,
            "public": (self.game.public(), [self.game.view(seat) for seat in (None, 0, 1, 2, 3)]),
        }

    def _parts(self, view: LayoutView) -> Any:
        ids = f":{self.game.question}.{self.table.state.question_id}"
        return json.loads(json.dumps(view.to_components()).replace(ids, f":{self.game.question}"))


def allowed(table: Table, user_id: int) -> Any:
    """Returns what a member may answer, or the type of the refusal."""
    try:
        now = asked_question(table.state, user_id)
    except Refusal as refusal:
        return type(refusal)
    return (now.seat, now.options, now.game.question)


def server_seed(ruleset: str, options: dict[str, Any]) -> bytes:
    """Returns a server seed for which Ana begins and has an action that opens a window for all others."""
    names = [*(person.name for person in PEOPLE), "Iris"]
    for number in range(200):
        drawn = number.to_bytes(32)
        seed = game_seed(drawn, START, [*(seat_commitment(SALT, person.user_id) for person in PEOPLE), None])
        game = Game.new(ruleset, names, options=options, seed=seed)
        if game.turn == 0 and opening(game) is not None:
            return drawn
    raise AssertionError("no seed fits")


def opening(game: Game) -> Move | None:
    """Returns the first action that opens a window in which all others may challenge; None if there is none."""
    assert game.ask is not None
    for move in game.ask.options.get(0, ()):
        clone = game.clone()
        clone.decide(0, move)
        asked = {} if clone.ask is None or not clone.ask.window else clone.ask.options
        if list(asked) == [1, 2, 3] and all(CHALLENGE in moves for moves in asked.values()):
            return move
    return None


Worlds = Callable[..., Awaitable[list[World]]]


@pytest.fixture
async def worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Worlds]:
    made: list[World] = []

    async def build(ruleset: str, options: dict[str, Any], floor: float) -> list[World]:
        """Returns one world for each answer that the second seat asked may give."""
        while not made or len(made) < len(made[0].options_of(made[0].asked[1])):
            world = World(tmp_path / f"{len(made)}.sqlite3", ruleset, options, floor)
            made.append(world)
            await world.begin(monkeypatch)
        return made

    yield build
    for world in made:
        await world.harness.store.close()


def compare(worlds: list[World]) -> None:
    first, *others = [world.seen() for world in worlds]
    for other in others:
        for part, value in first.items():
            assert other[part] == value, part


@pytest.mark.parametrize("restarts", [False, True], ids=["", "restarts"])
@pytest.mark.parametrize(("ruleset", "options"), CLOCKWISE)
async def test_released_seats_stay_listed_and_may_answer(
    worlds: Worlds, ruleset: str, options: dict[str, Any], restarts: bool
) -> None:
    """The second seat has answered, differently in each world.

    The first seat has not, and its challenge would come first.
    """
    made = await worlds(ruleset, options, 0.0)
    first, second, third = made[0].asked

    async def each(step: Callable[[World], Awaitable[object]]) -> None:
        for world in made:
            await step(world)
            if restarts:
                await world.restart()
        compare(made)

    compare(made)
    for world in made:
        move = world.options_of(second)[made.index(world)]
        await world.harness.answer(world.table, second, move)
        if restarts:
            await world.restart()
    compare(made)
    assert made[0].table.state.owing() == (first, third)
    for world in made:
        assert await refused(world.harness.answer(world.table, second, PASS)) == "already-answered"
        assert world.table.state.seats[third].user_id is None
    await each(lambda world: world.harness.ring(world.table, 2.0))
    assert made[0].table.state.owing() == (first,)
    await each(lambda world: world.harness.ring(world.table, 8.5))
    if not restarts:
        assert made[0].harness.changes[-1][1].kind is ChangeKind.HALF_TIME
    questions = {world.game.question for world in made}
    for world in made:
        await world.harness.answer(world.table, first, PASS)
    assert {world.game.question for world in made} != questions
    assert len({str(world.game.public()) for world in made}) > 1


@pytest.mark.parametrize(("ruleset", "options"), EDITIONS)
async def test_a_settled_window_still_looks_open(worlds: Worlds, ruleset: str, options: dict[str, Any]) -> None:
    """In some worlds the second seat's answer closes the window.

    Until the minimum time is over, the third seat is still shown as asked.
    """
    made = await worlds(ruleset, options, 1.5)
    first, second, third = made[0].asked
    for world in made:
        world.harness.clock.advance(0.1)
        await world.harness.answer(world.table, first, PASS)
    compare(made)
    for number, world in enumerate(made):
        await world.harness.answer(world.table, second, world.options_of(second)[number])
    compare(made)
    assert any(world.table.state.open_question.pending is not None for world in made)
    assert any(world.table.state.open_question.pending is None for world in made)
    assert made[0].table.state.owing() == (third,)
    for world in made:
        with pytest.raises(LateAnswer):
            await world.harness.answer(world.table, second, PASS)
        await world.harness.ring(world.table, 0.8)
    compare([world for world in made if world.table.state.owing() == made[0].table.state.owing()])
    for world in made:
        await world.harness.ring(world.table, 0.7)
        assert world.table.state.open_question.pending is None
    assert len({world.game.question for world in made}) == 1 or any(world.table.state.owing() for world in made)


@pytest.mark.parametrize("away", [False, True])
async def test_a_released_member_gets_the_usual_response_without_effect(worlds: Worlds, away: bool) -> None:
    """The first seat has not answered; the second has challenged or passed; the third, a member, may be away."""
    made = await worlds("classic", {"challenge_priority": "clockwise"}, 0.0)
    passed, challenged = made[0], made[made[0].options_of(made[0].asked[1]).index(CHALLENGE)]
    first, second, third = passed.asked
    for world, move in ((passed, PASS), (challenged, CHALLENGE)):
        table = world.table
        change_seat(table, third, user_id=5005, ai=None, away=away, missed=2)
        await world.harness.answer(table, second, move)
        await world.harness.answer(table, third, CHALLENGE)
        assert table.state.seats[third].missed == 0
        assert not table.state.seats[third].away
        assert await refused(world.harness.answer(table, third, PASS)) == "already-answered"
    compare([passed, challenged])
    assert passed.table.state.decisions == challenged.table.state.decisions + 1
    kept = await challenged.harness.store.games.decisions(challenged.table.id)
    assert [decision.seat for decision in kept] == [0, second]
    await challenged.harness.answer(challenged.table, first, PASS)
    (told,) = [event for turn in challenged.table.state.story for event in turn if event["type"] == "challenge"]
    assert told["by"] == second


async def test_a_resignation_in_a_window_is_public_and_answers_stay_sealed(worlds: Worlds) -> None:
    made = await worlds("classic", {"challenge_priority": "clockwise"}, 0.0)
    passed, challenged = made[0], made[made[0].options_of(made[0].asked[1]).index(CHALLENGE)]
    _, second, _ = passed.asked
    for world, move in ((passed, PASS), (challenged, CHALLENGE)):
        await world.harness.answer(world.table, second, move)
        await world.harness.tables.run(world.table, resign, ANA.user_id)
    compare([passed, challenged])
    assert passed.game.public().resigned == (0,)
    for world in (passed, challenged):
        await world.restart()
    compare([passed, challenged])
