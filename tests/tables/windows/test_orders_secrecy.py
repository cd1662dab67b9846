"""Standing orders are invisible: whether a player pressed Allow or had an order, everybody else sees the same.

Each example plays one game twice. In the first world some players, the owners, give orders; in the second they
have none, and press Allow in time for each question that an order of the first world has answered. Everything else
that anybody does is the same, at the same times.
"""

import json
import random
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.refusals import Refusal
from bot.render.messages.turn import message_for_phase
from bot.render.panels.hand import hand_panel
from bot.render.seat_view import SeatView
from bot.render.view_model import TableView
from bot.store.rows import Decision, DecisionChanges, Seat, Status, TableSettings
from bot.tables.games import ai_seat
from bot.tables.state import EVERY_ROUND, Person, TableState
from bot.tables.table import Table
from bot.tables.transitions import game, lobby, moderation
from bot.tables.transitions.lobby import Beginning
from bot.tables.transitions.orders import (
    EVERYTHING,
    FOREIGN_AID,
    UNLESS,
    drop_orders,
    give_order,
    seats_that_allow,
)
from bot.tables.transitions.transition import Transition, TransitionContext
from engine import Game, Move
from engine.moves import PASS
from tests.harness.tables import CHANNEL, GUILD

PEOPLE = [Person(2001 + number, name) for number, name in enumerate(("Ana", "Ben", "Cleo", "Dov"))]
NOW = 1_000_000.0
AI_SEAT = len(PEOPLE)
MOST_QUESTIONS = 60
RULESETS: list[tuple[str, dict[str, Any]]] = [
    ("classic", {}),
    ("classic", {"challenge_priority": "first", "blockers": "anyone"}),
    ("classic", {"inquisitor": True}),
    ("mcguire", {}),
    ("g54", {"advanced": True}),
]


@dataclass
class Plan:
    """What happens in both worlds, apart from how the owners allow."""

    seed: int
    ruleset: str
    options: dict[str, Any]
    owners: frozenset[int]

    def chance(self, *about: object) -> random.Random:
        """Random choices that depend on nothing but the plan and what they are about."""
        return random.Random(f"{self.seed}:{about}")


@dataclass
class World:
    """One of the two games. `allowed`: when an order allows a question, and for which seat, by question."""

    plan: Plan
    has_orders: bool
    allowed: dict[int, set[tuple[float, int]]] = field(default_factory=dict[int, set[tuple[float, int]]])
    now: float = NOW
    seen: list[Any] = field(default_factory=list[Any])
    stored: list[Decision] = field(default_factory=list[Decision])

    def __post_init__(self) -> None:
        plan = self.plan
        seats = [Seat(person.user_id, person.name) for person in PEOPLE]
        seats.append(ai_seat(seats, "medium", None, random.Random(1)))
        wanted = TableSettings(ruleset=plan.ruleset, options=plan.options, orders=True)
        opened = lobby.open_lobby(self.context(), GUILD, CHANNEL, PEOPLE[0], wanted, seats, "en")
        opened = opened.replace(id=7, server_seed=plan.seed.to_bytes(32))
        self.state = lobby.start(opened, self.context(), PEOPLE[0].user_id, 4242, Beginning(None)).state

    @property
    def game(self) -> Game:
        assert self.state.game is not None
        return self.state.game

    def context(self) -> TransitionContext:
        return TransitionContext(self.now, 1.5, 2.0, random.Random(7), question_id=11)

    def take(self, transition: Transition) -> None:
        """Replaces the state; remembers what was published and, if anything was, what others see then."""
        self.state = transition.state
        if isinstance(transition.save, DecisionChanges):
            self.stored += transition.save.decisions
        answers = transition.answers, transition.question
        if transition.change is not None or transition.answers:
            self.seen.append((self.now, transition.change, transition.decisions, answers, self.looks()))

    def press(self, seat: int, move: Move) -> None:
        user_id = PEOPLE[seat].user_id
        with suppress(Refusal):  # for example a second answer
            self.take(game.decide(self.state, self.context(), user_id, move, self.game.question))

    def looks(self) -> Any:
        """Everything that those who gave no orders can see, and when something next happens."""
        table, state = Table(self.state), self.state
        observers = [seat for seat in range(len(PEOPLE)) if seat not in self.plan.owners]
        return (
            json.dumps(message_for_phase(TableView.of(table)).to_components()),
            [json.dumps(hand_panel(SeatView.of(table, seat)).to_components()) for seat in observers],
            (state.status, state.asked_at, state.deadline, state.half_time(), state.wakes_at()),
            state.story,
            state.result,
        )

    def is_open(self, question: int) -> bool:
        """Whether a question is still open as everybody sees it."""
        return self.state.status is Status.PLAYING and self.game.question == question

    def wait(self, until: float, question: int) -> bool:
        """Lets happen what is due until a moment or the end of a question; returns whether that is still open."""
        while self.is_open(question) and (due := self.state.wakes_at()) is not None and due <= until:
            self.now = max(self.now, due)
            if self.has_orders and due == self.state.open_question.quiet_until:
                allowing = {(due, seat) for seat in seats_that_allow(self.state)}
                self.allowed[question] = self.allowed.get(question, set()) | allowing
            transition = game.tick(self.state, self.context())
            self.take(transition)
            for seat in transition.asked:
                options = self.game.offered()[seat]
                move = self.plan.chance("ai", question, seat).choice(options)
                self.take(game.decide_for_ai(self.state, self.context(), seat, move, question, failed=False))
        if self.is_open(question):
            self.now = max(self.now, until)
        return self.is_open(question)

    def play(self) -> None:
        for _ in range(MOST_QUESTIONS):
            if self.state.status is not Status.PLAYING:
                return
            self.play_question()

    def play_question(self) -> None:
        """Lets the members answer the open question, at the times that the plan says, or not at all."""
        question, asked_at = self.game.question, self.state.asked_at
        chance = self.plan.chance("question", question)
        steps = list[tuple[float, int, str, Move | None]]()
        for seat, options in sorted(self.game.offered().items()):
            own = self.plan.chance("answer", question, seat)
            wants = own.choice([PASS, PASS, own.choice(options)]) if PASS in options else own.choice(options)
            longest = 7.0 if own.random() < 0.9 else 1000.0
            if self.state.seats[seat].user_id is not None:
                steps.append((asked_at + own.uniform(0.1, longest), seat, "press", wants))
        for seat in range(len(PEOPLE)):
            own = self.plan.chance("event", question, seat)
            if own.random() < 0.02 and seat not in self.plan.owners:
                steps.append((asked_at + own.uniform(0.1, 6.0), seat, "resign", None))
            if seat in self.plan.owners and own.random() < 0.7:
                steps.append((asked_at + own.uniform(0.1, 6.0), seat, own.choice(["order"] * 4 + ["drop"]), None))
        if chance.random() < 0.05:
            steps.append((asked_at + chance.uniform(0.1, 6.0), 0, "pause", None))
        if not self.has_orders:
            for quiet, seat in self.allowed.get(question, ()):
                early = self.plan.chance("early", question, seat).uniform(0.01, 2.4)
                steps.append((quiet - early, seat, "press", PASS))
        for moment, seat, kind, move in sorted(steps, key=lambda step: step[:2]):
            if not self.wait(moment, question):
                return
            if kind == "pause":
                self.take(moderation.pause(self.state, self.context(), "unreachable"))
                self.now += 100.0
                self.take(moderation.resume(self.state, self.context()))
            elif kind == "resign":
                with suppress(Refusal):  # it may be out of the game
                    self.take(game.resign(self.state, self.context(), PEOPLE[seat].user_id))
            elif kind in ("order", "drop"):
                self.order(seat, kind)
            elif move is not None:
                self.press(seat, move)
            if seat not in self.plan.owners:
                self.seen.append((self.now, self.looks()))
        if self.is_open(question):
            self.wait(max(self.now, self.state.deadline or 0.0), question)

    def order(self, seat: int, kind: str) -> None:
        if not self.has_orders:
            return
        own = self.plan.chance("order", self.game.question, seat)
        role = own.choice(self.game.table.edition.roles)
        order = own.choice([EVERYTHING, EVERY_ROUND, f"{UNLESS}{role}", FOREIGN_AID])
        with suppress(Refusal):  # for example the same order twice
            if kind == "order":
                self.take(give_order(self.state, self.context(), PEOPLE[seat].user_id, order))
            else:
                self.take(drop_orders(self.state, self.context(), PEOPLE[seat].user_id))


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    owners = draw(st.sets(st.integers(0, 3), min_size=1, max_size=3))
    ruleset, options = draw(st.sampled_from(RULESETS))
    return Plan(draw(st.integers(0, 2**64)), ruleset, options, frozenset(owners))


@pytest.mark.slow
@settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow])
@given(plans())
def test_a_whole_game_looks_the_same_with_orders_and_with_presses(plan: Plan) -> None:
    ordering = World(plan, has_orders=True)
    ordering.play()
    pressing = World(plan, has_orders=False, allowed=ordering.allowed)
    pressing.play()
    for one, other in zip(ordering.seen, pressing.seen, strict=False):
        assert one == other
    assert len(ordering.seen) == len(pressing.seen)
    assert ordering.stored == pressing.stored, "also the rows of the decisions, with their causes and times"


@pytest.mark.slow
@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
@given(plans())
def test_hidden_cards_do_not_change_what_orders_do_and_when(plan: Plan) -> None:
    """In the second world all cards that one player cannot see are dealt again at the beginning of a window.

    That player sees the same before the end of the quiet time, and after it the same but for cards turned up.
    """
    world = World(plan, has_orders=True)
    for _ in range(MOST_QUESTIONS):
        if world.state.status is not Status.PLAYING:
            return
        ask = world.game.ask
        if ask is not None and world.state.is_quiet and not world.state.early_answers:
            for observer in set(ask.options) - plan.owners - {AI_SEAT}:
                check_with_other_cards(world, observer)
        world.play_question()


def check_with_other_cards(world: World, observer: int) -> None:
    """Checks that an observer sees the same at the open window, also if all cards it cannot see are others."""
    state, question = world.state, world.game.question
    other = state.replace(game=world.game.redeal(observer, random.Random(question)))
    allowing = seats_that_allow(state)
    pressed = other
    for seat in allowing:
        answered = game.decide(
            pressed, TransitionContext(state.asked_at + 1, 1.5), PEOPLE[seat].user_id, PASS, question
        )
        assert answered.change is None
        pressed = answered.state
        assert view_of(pressed, observer) == view_of(state, observer)
    assert state.open_question.quiet_until == other.open_question.quiet_until
    end = TransitionContext(state.open_question.quiet_until or 0.0, 1.5, question_id=11)
    without_ai = [each.with_question(ai_due={}) for each in (state, pressed)]
    ordered, clicked = (game.tick(each, end) for each in without_ai)
    assert (ordered.change, ordered.decisions) == (clicked.change, clicked.decisions)
    assert ordered.state.owing() == clicked.state.owing()
    if not any("card" in event for each in (ordered, clicked) for event in each.state.story[-1]):
        assert view_of(ordered.state, observer) == view_of(clicked.state, observer)


def view_of(state: TableState, observer: int) -> Any:
    """Everything that a player can see, and when something next happens."""
    table = Table(state)
    return (
        json.dumps(message_for_phase(TableView.of(table)).to_components()),
        json.dumps(hand_panel(SeatView.of(table, observer)).to_components()),
        (state.asked_at, state.deadline, state.half_time(), state.wakes_at()),
    )
