"""Advice: the adviser learns only what the player could know, also after the end."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from bot.tables.ai_players import advise, look_back
from engine import Event, Game, Move
from engine.ai import KINDS, Player


class Eager(Player):
    """Has estimates for every question, always with the first option as the best.

    Fails if it learns what its seat cannot know.
    """

    weighed = 0

    def observe(self, event: Event) -> None:
        assert "to" not in event or self.seat in event["to"]

    def win_chances(
        self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random
    ) -> Sequence[float]:
        type(self).weighed += 1
        assert view["winner"] is None
        assert "deck" not in view
        assert [player["name"] for player in view["players"] if "hand" in player] == [self.names[self.seat]]
        return [1.0 - place / 10 for place in range(len(options))]

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        return options[0]


@pytest.mark.parametrize("ruleset", ["classic", "g54", "mcguire", "reformation", "anarchy"])
def test_in_a_review_the_adviser_knows_what_the_player_knew(monkeypatch: pytest.MonkeyPatch, ruleset: str) -> None:
    monkeypatch.setitem(KINDS, "eager", Eager)  # pyright: ignore[reportArgumentType] - a Mapping to all but tests
    chance, game = random.Random(3), Game.new(ruleset, ["Ana", "Ben", "Cleo", "Dov"], seed="07" * 32)
    own: list[int] = []
    while game.ask is not None:
        seat = chance.choice(list(game.ask.options))
        own += [game.seq] if seat == 2 else []
        game.decide(seat, chance.choice(game.ask.options[seat]))
    Eager.weighed = 0
    costly = look_back("eager", game.record(), 2, own)
    assert Eager.weighed > 5 >= len(costly) > 3, "a short list, however many there were"
    assert [decision.price for decision in costly] == sorted((decision.price for decision in costly), reverse=True)
    assert all(decision.chosen is not decision.opinion.best for decision in costly)
    assert all("hand" not in player for decision in costly for player in decision.then.view["players"])


@pytest.mark.parametrize(
    ("action", "reason"), [("foreign_aid", "allow"), ("tax", "believe"), ("steal", "believe")]
)
def test_advice_explains_why_to_allow_an_action(monkeypatch: pytest.MonkeyPatch, action: str, reason: str) -> None:
    monkeypatch.setitem(KINDS, "eager", Eager)  # pyright: ignore[reportArgumentType] - a Mapping to all but tests
    game = Game.new("classic", ["Ana", "Ben", "Cleo"], seed="07" * 32, first="Ana")
    assert game.ask is not None
    game.decide(
        0, next(move for move in game.ask.options[0] if move.action == action and move.target in (None, 1))
    )
    opinion = advise("eager", game.public(), 1, (), game.view(1), game.ask.options[1])
    assert (opinion.best.do, opinion.reason) == ("pass", reason)
