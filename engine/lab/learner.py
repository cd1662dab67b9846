"""A learner: finds out by many games what wins against those it plays with, and remembers it in one table.

It knows no rules. What it expects of an option is the sum of what it has learnt of the option under each of some
aspects of what it sees: its hand, coins and cards on both sides, what is claimed and how many copies it sees,
what the other has claimed before, how often it was caught.
"""

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Final

from engine.ai import Player
from engine.catalogue import plain
from engine.events import Event
from engine.moves import Move

_OFTEN: Final = 3  # more is the same
_RICH: Final = 10
_FIRST_STEP: Final = 0.5
_LAST_STEP: Final = 0.02
_FULL: Final = 40.0
"""Visits after which a weight moves by a fraction of its error that is about as small as it gets."""

Weights = dict[Hashable, tuple[float, int]]
"""What is expected of each aspect, and how often it was met."""


class Learner(Player):
    """A seat that chooses what it expects most of, and something else with a chance of `curiosity`."""

    def __init__(self, names: Sequence[str], seat: int, weights: Weights, curiosity: float) -> None:
        super().__init__(names, seat)
        self._weights = weights
        self._curiosity = curiosity
        self._claimed: list[Counter[str]] = [Counter() for _ in names]
        self._caught: Counter[int] = Counter()
        self._dared: Counter[int] = Counter()
        self._taken: list[tuple[Hashable, ...]] = []

    def observe(self, event: Event) -> None:
        """Remembers claims, challenges and exposed lies."""
        if event["type"] in ("action", "claim") and event.get("role"):
            self._claimed[event["by"]][event["role"]] += 1
        elif event["type"] == "challenge":
            self._dared[event["by"]] += 1
        elif event["type"] == "exposed":
            self._caught[event["by"]] += 1

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        """The option that it expects most of, or any."""
        aspects = [tuple(each) for each in self._aspects(view, options)]
        if chance.random() < self._curiosity:
            at = chance.randrange(len(options))
        else:
            expected = [self._expected(each) for each in aspects]
            at = expected.index(max(expected))
        if len(options) > 1:
            self._taken.append(aspects[at])
        return options[at]

    def learn(self, result: float) -> None:
        """Learns from the game's result, a share in the victory."""
        for aspects in self._taken:
            error = result - self._expected(aspects)
            for aspect in aspects:
                weight, met = self._weights.get(aspect, (0.0, 0))
                step = _LAST_STEP + (_FIRST_STEP - _LAST_STEP) / (1 + met / _FULL)
                self._weights[aspect] = weight + step * error / len(aspects), met + 1

    def _expected(self, aspects: Sequence[Hashable]) -> float:
        weights = self._weights
        return sum(weights[aspect][0] for aspect in aspects if aspect in weights)

    def _aspects(self, view: Mapping[str, Any], options: Sequence[Move]) -> Iterator[tuple[Hashable, ...]]:
        players, prompt, claim = view["players"], view["prompt"], view["claim"]
        me = players[self.seat]
        hand = tuple(me["hand"])
        others = [seat for seat, player in enumerate(players) if player["alive"] and seat != self.seat]
        ahead = max(
            others, key=lambda seat: (players[seat]["cards"], players[seat]["coins"], -seat), default=self.seat
        )
        claimant = self.seat if claim is None else self.names.index(claim["by"])
        facing = ahead if claimant == self.seat else claimant
        table = len(others), len(hand)
        asked, seen = "", 0
        if claim is not None and claim["role"] is not None:
            asked = claim["role"]
            cards = [*hand, *(card for player in players for card in player["lost"])]
            seen = sum(plain(card) == asked for card in cards)
        for move, true in zip(options, prompt["truthful"], strict=True):
            seat = move.target if move.target is not None else facing
            rival = players[seat]
            what = (
                prompt["prompt"], move.do, move.action, move.role, move.card, move.cards, true,
                asked, None if claim is None else claim["kind"],
            )  # fmt: skip
            coins, purse = min(me["coins"], _RICH), min(rival["coins"], _RICH)
            record = min(self._caught[seat], _OFTEN), min(self._dared[seat], _OFTEN)
            said = tuple(sorted(self._claimed[seat]))
            yield (
                what,
                (what, 1, hand),
                (what, 2, table, rival["cards"]),
                (what, 3, coins, purse),
                (what, 4, hand, coins // 3, purse // 3, rival["cards"]),
                (what, 5, seen, min(self._claimed[seat][asked], _OFTEN), record),
                (what, 6, said),
                (what, 7, said, hand),
                (what, 8, hand, seen, rival["cards"], coins, purse),
            )
