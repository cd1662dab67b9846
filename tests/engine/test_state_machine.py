"""Properties that every game has: tested with random setups, decisions, timeouts and resignations of every
edition.
"""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import Event, Game, Move, Refused
from engine.events import to_json, visible_to
from engine.moves import CHALLENGE, PASS
from tests.harness.random_games import begins_turn, cards_on, everything, random_setup, redeal_hidden_from, start

pytestmark = pytest.mark.slow

REVEALING = frozenset(("lost", "turned_up", "proven", "mat", "shown"))
TURNS_ON_CARDS = REVEALING | {"exposed", "over"}
SELDOM = (True,) + (False,) * 9


def coins_after(coins: list[int], events: list[Event]) -> list[int]:
    """Everybody's coins, computed from the events alone."""
    coins = list(coins)
    for event in events:
        match event["type"]:
            case "coins" | "refunded" | "taken":
                coins[event["by"]] += event["amount"]
            case "paid" | "transfer":
                coins[event["by"]] -= event["amount"]
                if "recipient" in event:
                    coins[event["recipient"]] += event["amount"]
            case "eliminated":
                coins[event["by"]] -= event.get("returned", 0)
            case "estate":
                coins[event["of"]] -= event["amount"]
                for heir in event["shared"]:
                    coins[heir] += event["share"]
            case _:
                pass
    return coins


def pile_after(pile: int, events: list[Event]) -> int:
    """The coins in the middle, computed from the events alone."""
    for event in events:
        pile += {"laid": 1, "taken": -1}.get(event["type"], 0) * event.get("amount", 0)
    return pile


def lost_after(lost: list[tuple[str, ...]], events: list[Event]) -> list[tuple[str, ...]]:
    """Everybody's face-up cards, computed from the events alone."""
    cards = [list(pile) for pile in lost]
    for event in events:
        if event["type"] in ("lost", "turned_up"):
            cards[event["by"]].append(event["card"])
    return [tuple(sorted(pile)) for pile in cards]


def shown_to(events: list[Event], seat: int, game: Game) -> list[dict[str, Any]]:
    """The events that a seat may see, in their JSON form."""
    return [to_json(event, game.names) for event in events if visible_to(event, seat)]


class AnyGame(RuleBasedStateMachine):
    """Any edition, pool, options and position; any decision, timeout and resignation."""

    game: Game
    deck: list[str]

    @initialize(chance=st.randoms(use_true_random=False))
    def begin(self, chance: random.Random) -> None:
        self.setup = random_setup(chance)
        self.game = start(self.setup)
        self.deck = cards_on(self.game)

    def running(self) -> bool:
        return self.game.winners is None

    @precondition(running)
    @rule(data=st.data(), chance=st.randoms(use_true_random=False))
    def decide(self, data: st.DataObject, chance: random.Random) -> None:
        game, ask = self.game, self.game.ask
        assert ask is not None
        seat = data.draw(st.sampled_from(sorted(ask.options)))
        move = data.draw(st.sampled_from(ask.options[seat]))
        viewer = data.draw(st.integers(0, len(game.names) - 1))
        other, imagined = game.clone(), game.clone()
        prompt = ask.prompt
        redeal_hidden_from(imagined, viewer, chance)
        assert imagined.view(viewer) == game.view(viewer), "a view shows what its reader may not know"
        assert imagined.public() == game.public(), "the public view shows what nobody may know"
        events = game.decide(seat, move, game.question)
        self.check_secrecy(events)
        assert other.decide(seat, move) == events
        assert everything(other) == everything(game), "a clone goes another way"
        if prompt in ("act", "respond", "ransom", "estate", "defuse", "bomb", "avenge"):
            self.check_the_same_for(viewer, events, imagined, imagined.decide(seat, move))

    @precondition(running)
    @rule(chance=st.randoms(use_true_random=False), decisions=st.integers(1, 25))
    def play_on(self, chance: random.Random, decisions: int) -> None:
        game = self.game
        for _ in range(decisions):
            if game.ask is None:
                break
            seat = chance.choice(sorted(game.ask.options))
            coins, lost, pile = list(game.table.coins), list(game.table.lost), game.table.pile
            events = game.decide(seat, chance.choice(game.ask.options[seat]))
            self.check_secrecy(events)
            assert coins_after(coins, events) == game.table.coins, "coins moved without an event"
            assert pile_after(pile, events) == game.table.pile, "coins in the middle moved without an event"
            assert lost_after(lost, events) == game.table.lost, "a card lies open without an event"
            self.somebody_can_act_until_the_end()
            self.cards_are_conserved()
            self.coins_are_never_negative()

    @precondition(running)
    @rule(answer=st.sampled_from((PASS, PASS, PASS, CHALLENGE)))
    def everybody_answers(self, answer: Move) -> None:
        ask = self.game.ask
        assert ask is not None
        for seat in sorted(ask.options):
            if self.game.ask is ask and answer in ask.options.get(seat, ()):
                self.check_secrecy(self.game.decide(seat, answer))

    @precondition(running)
    @rule(often=st.sampled_from(SELDOM))
    def time_out(self, often: bool) -> None:
        if often:
            self.check_secrecy(self.game.timeout())

    @precondition(running)
    @rule(data=st.data(), often=st.sampled_from(SELDOM))
    def resign(self, data: st.DataObject, often: bool) -> None:
        table = self.game.table
        living = [s for s in range(len(self.game.names)) if table.alive >> s & 1 and s not in table.resigned]
        if often and living:
            self.check_secrecy(self.game.resign(data.draw(st.sampled_from(living))))

    @rule(data=st.data())
    def try_what_is_not_allowed(self, data: st.DataObject) -> None:
        game = self.game
        before = everything(game)
        seat = data.draw(st.integers(0, len(game.names) - 1))
        move = data.draw(st.sampled_from((PASS, CHALLENGE, Move("act", "coup", seat), Move("keep", cards=()))))
        options = () if game.ask is None else game.ask.options.get(seat, ())
        with pytest.raises(Refused):
            game.decide(seat, move, game.question + 1 if move in options else None)
        assert everything(game) == before, "a refused decision changed something"

    @rule()
    def replay(self) -> None:
        again = Game.replay(self.game.record())
        assert everything(again) == everything(self.game), "a record leads elsewhere"

    @rule(chance=st.randoms(use_true_random=False))
    def play_on_with_a_clone(self, chance: random.Random) -> None:
        before = everything(self.game)
        clone = self.game.clone()
        assert everything(clone) == before
        for _ in range(8):
            if clone.ask is None:
                break
            seat = chance.choice(sorted(clone.ask.options))
            clone.decide(seat, chance.choice(clone.ask.options[seat]))
        assert everything(self.game) == before, "a clone is not independent"

    @precondition(running)
    @rule()
    def write_down_and_load(self) -> None:
        ask = self.game.ask
        if ask is None or not begins_turn(self.game) or self.game.table.resigned:
            return
        loaded = Game.from_position(self.game.state())
        assert loaded.state() == self.game.state()
        assert loaded.ask is not None
        assert loaded.ask.options == ask.options

    @invariant()
    def cards_are_conserved(self) -> None:
        assert cards_on(self.game) == self.deck

    @invariant()
    def coins_are_never_negative(self) -> None:
        assert all(coins >= 0 for coins in self.game.table.coins)
        assert self.game.table.pile >= 0

    @invariant()
    def somebody_can_act_until_the_end(self) -> None:
        game = self.game
        assert (game.ask is None) == (game.winners is not None)
        if game.ask is None:
            assert game.winners
            return
        assert game.ask.options
        for seat, options in game.ask.options.items():
            assert options
            assert len(set(options)) == len(options)
            assert 0 <= game.ask.default(seat) < len(options)
            assert options != (PASS,), "nobody is asked who can only pass"
            assert all(move.cards for move in options if move.do == "keep"), "whoever keeps cards holds some"

    @invariant()
    def nobody_holds_more_than_two(self) -> None:
        table = self.game.table
        assert all(len(hand) <= 2 for hand in table.hands)
        for seat in range(len(self.game.names)):
            dead = not table.alive >> seat & 1
            assert not dead or not (table.hands[seat] or table.aside[seat])

    @invariant()
    def tokens_lie_with_the_living(self) -> None:
        table = self.game.table
        holders = [seat for seat, _ in table.tokens.disappear]
        holders += [table.tokens.tax[0]] if table.tokens.tax else []
        holders += [] if table.tokens.peacekeeping is None else [table.tokens.peacekeeping]
        holders += table.tokens.bomb[-1:] if self.running() else ()
        assert len(set(table.tokens.bomb)) == len(table.tokens.bomb), "the Bomb was handed back"
        assert all(table.alive >> seat & 1 for seat in holders)
        assert len(table.tokens.disappear) <= 3

    def check_secrecy(self, events: list[Event]) -> None:
        for event in events:
            names_cards = "card" in event or "cards" in event
            if "to" not in event:
                assert not names_cards or event["type"] in REVEALING, f"{event} shows a hidden card"
            else:
                parties = {event.get(key) for key in ("by", "target", "recipient")}
                assert set(event["to"]) <= parties, f"{event} goes to somebody else"

    def check_the_same_for(
        self, viewer: int, events: list[Event], imagined: Game, imagined_events: list[Event]
    ) -> None:
        # If no card was turned up and the viewer drew none, the two games must look the same to the viewer.
        turned = any(event["type"] in TURNS_ON_CARDS for event in (*events, *imagined_events))
        drew = any(viewer in event.get("to", ()) for event in (*events, *imagined_events))
        if turned or drew:
            return
        assert shown_to(imagined_events, viewer, imagined) == shown_to(events, viewer, self.game)
        assert imagined.view(viewer) == self.game.view(viewer), "what is asked depends on hidden cards"

    def teardown(self) -> None:
        if hasattr(self, "game"):
            assert everything(Game.replay(self.game.record())) == everything(self.game)


AnyGame.TestCase.settings = settings(
    max_examples=50,
    stateful_step_count=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
TestAnyGame = AnyGame.TestCase
