"""Plays one scenario of the conformance format (referee.md, 'Conformance files') through a referee."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.referee import Referee

PASSING_PROMPTS = ("respond", "defuse", "estate")
LONGEST_PASSING = 500
MULTISETS = ("hand", "lost", "aside", "out", "mat")


class Scenario:
    """A running scenario: `reply` is the last reply that showed the game."""

    def __init__(self, scenario: Mapping[str, Any]) -> None:
        self.scenario = scenario
        self.referee = Referee()
        self.reply: dict[str, Any] = {}

    def play(self) -> None:
        """Plays it to the end. Raises AssertionError with the step at which the referee differs."""
        kind = "position" if "position" in self.scenario else "new"
        self.request({kind: self.scenario[kind]})
        for number, item in enumerate(self.scenario["script"], 1):
            try:
                self.step(item)
            except AssertionError as error:
                raise AssertionError(f"step {number}, {json.dumps(item)}: {error}") from None
        self.check(self.scenario["expect"])

    def step(self, item: Mapping[str, Any]) -> None:
        """Plays one item of the script."""
        match item:
            case {"all": "pass"}:
                self.everybody_passes()
            case {"illegal": attempt}:
                self.refused(attempt)
            case {"legal": expected}:
                for name, moves in expected.items():
                    assert self.options(name) == as_set(moves), f"{name} may {self.options(name)}"
            case {"offers": expected}:
                for name, moves in expected.items():
                    assert as_set(moves) <= self.options(name), f"{name} may {self.options(name)}"
            case {"withholds": expected}:
                for name, moves in expected.items():
                    assert not as_set(moves) & self.options(name), f"{name} may {self.options(name)}"
            case {"check": expected}:
                self.check(expected)
            case _:
                self.request(item)

    def request(self, request: Mapping[str, Any]) -> None:
        """Sends a request that must succeed."""
        reply = self.referee.answer(json.dumps(request))
        assert reply["ok"], reply["message"]
        if "pending" in reply:
            self.reply = reply

    def refused(self, attempt: object) -> None:
        """Sends a request that must be refused and change nothing; a string is sent unchanged."""
        before = self.shown()
        reply = self.referee.answer(attempt if isinstance(attempt, str) else json.dumps(attempt))
        assert not reply["ok"], "it was carried out"
        self.request({"state": True})
        assert self.shown() == before, "a refusal changed the game"

    def shown(self) -> tuple[object, ...]:
        """The state that a refusal must not change."""
        return self.reply["state"], self.reply["pending"], self.reply["winner"]

    def everybody_passes(self) -> None:
        """Lets every pending player who may pass do so, in seat order, until nobody can."""
        seats = [player["name"] for player in self.reply["state"]["players"]]
        for _ in range(LONGEST_PASSING):
            pending = self.reply["pending"]
            able = [
                name
                for name in seats
                if name in pending
                and pending[name]["prompt"] in PASSING_PROMPTS
                and {"do": "pass"} in pending[name]["options"]
            ]
            if not able:
                return
            self.request({"by": able[0], "do": "pass"})
        raise AssertionError("passing never ends")

    def options(self, name: str) -> set[str]:
        """Returns all decisions that a player may take now."""
        return as_set(self.reply["pending"].get(name, {"options": []})["options"])

    def check(self, expected: Mapping[str, Any]) -> None:
        """Compares the parts that the scenario names; the others may have any value."""
        state = self.reply["state"]
        players = {player["name"]: player for player in state["players"]}
        for key, wanted in expected.items():
            match key:
                case "players":
                    for name, facts in wanted.items():
                        for fact, value in facts.items():
                            same(f"{name}'s {fact}", players[name][fact], value, multiset=fact in MULTISETS)
                case "pending":
                    prompts = {name: asked["prompt"] for name, asked in self.reply["pending"].items()}
                    same("pending", prompts, wanted)
                case "winner":
                    winner = self.reply["winner"]
                    same("the winner", winner and sorted(winner), wanted and sorted(wanted))
                case "deck_size":
                    same("the size of the deck", len(state["deck"]), wanted)
                case "tokens":
                    for token, place in wanted.items():
                        same(f"the {token} token", lying(token, state["tokens"][token]), lying(token, place))
                case _:
                    same(key, state[key], wanted, multiset=key in MULTISETS)


def as_set(moves: list[dict[str, Any]]) -> set[str]:
    """Returns decisions in a form that compares in any order."""
    return {json.dumps(move, sort_keys=True) for move in moves}


def lying(token: str, place: Any) -> object:
    """Returns a token in a form to compare: None, [] and missing are equal; allies may be in any order."""
    if not place:
        return None
    return sorted(place) if token == "treaty" else place


def same(what: str, found: Any, wanted: Any, *, multiset: bool = False) -> None:
    """Compares one fact."""
    if multiset:
        found, wanted = Counter(map(json.dumps, found)), Counter(map(json.dumps, wanted))
    assert found == wanted, f"{what}: {found} instead of {wanted}"
