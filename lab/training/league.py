"""The league: the opponents of a seat in training, so that it learns to beat more than one way of playing.

One of them knows how often the seats in training lie, challenge and block, which is counted here too.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine import ROLES, Move
from engine.ai import Bluffer, HonestPlayer, Player, Temperament
from engine.ai.evaluation.action_effects import rulebook
from engine.ai.evaluation.evaluator import Evaluator
from engine.ai.evaluation.memory import Memory
from engine.ai.evaluation.option_value import OptionValue
from engine.catalogue import ACTION_IDS
from engine.moves import CHALLENGE

_FADING: Final = 0.995
"""With each further occasion of a kind, earlier counts of this kind are multiplied by this factor."""
_WIDER_WEIGHT: Final = 5.0
"""In the rate of a narrow kind of occasion, the rate of the wider kind counts as this number of occasions."""
_TESTED_CLAIMS: Final = 20.0
"""The number of tested claims that a statistical learner knows of every player from earlier games."""
_BY_JUDGEMENT: Final = 0.4
"""The share of these bluffing seats that have no preference, and choose targets by the evaluator's estimates."""
_MAX_RISK: Final = 0.95
_TASTES: Final = ("weakest", "next", "foe", "claims", "richest", "grudge")


class Counts(dict[str, list[float]]):
    """The number of hits and of occasions, by kind of occasion; the kind "" is all of them."""

    def count(self, kinds: Sequence[str], hit: bool) -> None:
        """Counts an occasion of these kinds."""
        for kind in ("", *kinds):
            hits, occasions = self.get(kind, (0.0, 0.0))
            self[kind] = [_FADING * hits + hit, _FADING * occasions + 1]

    def rate(self, kinds: Sequence[str] = ()) -> float:
        """Returns the rate of hits of the last of `kinds`; the kinds before it are wider and contain it."""
        hits, occasions = self[""]
        rate = hits / occasions
        for kind in kinds:
            hits, occasions = self.get(kind, (0.0, 0.0))
            rate = (hits + _WIDER_WEIGHT * rate) / (occasions + _WIDER_WEIGHT)
        return rate


class OpponentStatistics:
    """How often the seats in training lie, challenge and block.

    They are counted by kind of occasion: a wide kind is the claim and the number of players; narrower kinds add
    facts about the claimant.
    """

    def __init__(self) -> None:
        self.lies, self.challenges, self.blocks = (Counts({"": [0.0, 1.0]}) for _ in range(3))

    def count(self, view: Mapping[str, Any], options: Sequence[Move], move: Move, memory: Memory) -> None:
        """Counts one decision of a seat in training, which saw this view and has this memory of the game."""
        true = view["prompt"]["truthful"][options.index(move)]
        if true is not None:
            self.lies.count(_kinds_of_own_claim(view, move, memory), not true)
        if CHALLENGE in options:
            self.challenges.count(kinds_of_open_claim(view, memory), move is CHALLENGE)
        if (
            view["claim"] is not None
            and view["claim"]["kind"] == "action"
            and any(each.do == "claim" for each in options)
        ):
            self.blocks.count(_kinds_of_block(view, view["claim"]["action"]["action"]), move.do == "claim")

    def to_json(self) -> dict[str, Counts]:
        """Returns the statistics as a JSON object."""
        return {"lies": self.lies, "challenges": self.challenges, "blocks": self.blocks}

    def load_json(self, value: Mapping[str, Mapping[str, list[float]]]) -> None:
        """Loads what `to_json` has returned. Raises KeyError if something is missing."""
        names = ("lies", "challenges", "blocks")
        self.lies, self.challenges, self.blocks = (Counts(value[name]) for name in names)


def _kinds_of_own_claim(view: Mapping[str, Any], move: Move, memory: Memory) -> Sequence[str]:
    """Returns the kinds of claim that an option of the viewer makes, the widest first."""
    seat = next(at for at, player in enumerate(view["players"]) if player["name"] == view["you"])
    role = move.role if move.action is None else rulebook(view).edition.actions[move.action].role
    return _kinds(view, seat, move.action or move.role or "", role, memory, 0)


def kinds_of_open_claim(view: Mapping[str, Any], memory: Memory) -> Sequence[str]:
    """Returns the kinds of the claim that is being answered, the widest first."""
    claim = view["claim"]
    seat = next(at for at, player in enumerate(view["players"]) if player["name"] == claim["by"])
    word = claim["action"]["action"] if claim["kind"] == "action" else claim["role"]
    return _kinds(view, seat, word, claim["role"], memory, 1)


def _kinds_of_block(view: Mapping[str, Any], action: str) -> Sequence[str]:
    """Returns the kind of an action that the viewer may block."""
    return (f"{len(view['players'])} {action}",)


def _kinds(
    view: Mapping[str, Any], seat: int, word: str, role: str | None, memory: Memory, counted: int
) -> Sequence[str]:
    """Returns the kinds of a seat's claim of a role.

    The wide one is the claim and the number of players. The narrow one adds whether the seat has claimed the role
    before, how many other roles it has claimed, and how many cards it has. `counted` is how often the memory has
    already counted this claim itself.
    """
    claims, cards = memory.claims[seat], view["players"][seat]["cards"]
    again = claims.get(role or "", 0.0) > counted
    wide = f"{len(view['players'])} {word}"
    return wide, f"{wide} {again:d} {min(2, len(claims.keys() - {role}))} {cards}"


class Aimer(Bluffer):
    """A bluffing seat that may prefer some target; the preference is drawn at random.

    It attacks as often as any bluffing seat, but prefers one of these targets: the weakest player, the next one
    clockwise, the last one who harmed it, the one with the most claims, the richest, or a random one. With these
    seats in the league, players who are not rich are attacked too.
    """

    def __init__(self, names: Sequence[str], seat: int, temperature: float, chance: random.Random) -> None:
        super().__init__(names, seat, temperature)
        self._taste = None if chance.random() < _BY_JUDGEMENT else chance.choice(_TASTES)
        self._dislikes = [chance.random() for _ in names]

    def logits(self, evaluator: Evaluator, options: Sequence[Move], values: Sequence[OptionValue]) -> list[float]:
        """Returns the logits of the options; the preferred target of an action gets the highest of its logits."""
        logits = super().logits(evaluator, options, values)
        groups: defaultdict[tuple[str | None, int | None], list[int]] = defaultdict(list)
        if self._taste is not None:
            for at, move in enumerate(options):
                if move.target is not None and move.target not in evaluator.now.own_seats:
                    groups[move.action, move.recipient].append(at)
        for group in groups.values():
            best = max(group, key=logits.__getitem__)
            preferred = max(
                group, key=lambda at: (self._preference(evaluator, options[at].target or 0), logits[at])
            )
            logits[best], logits[preferred] = logits[preferred], logits[best]
        return logits

    def _preference(self, evaluator: Evaluator, target: int) -> float:
        """Returns how much this seat prefers a player as a target."""
        match self._taste:
            case "weakest":
                return -evaluator.now.win_chance_of(target)
            case "next":
                return -float((target - self.seat) % len(self.names))
            case "foe":
                return float(target == self.memory.enemies[self.seat])
            case "claims":
                return sum(self.memory.claims[target].values())
            case "richest":
                return float(evaluator.now.coins[target])
            case _:
                return self._dislikes[target]


class StatisticalLearner(Aimer):
    """A bluffing seat that knows how often the others lied, challenged and blocked in earlier games."""

    def __init__(
        self, names: Sequence[str], seat: int, chance: random.Random, statistics: OpponentStatistics
    ) -> None:
        super().__init__(names, seat, 0.012, chance)
        self._statistics = statistics
        lies, challenges = statistics.lies.rate(), statistics.challenges.rate()
        for other in range(len(names)):
            if other != seat:
                self.memory.expect(
                    other,
                    lies=_TESTED_CLAIMS * lies,
                    truths=_TESTED_CLAIMS * (1 - lies),
                    challenges=3 * _TESTED_CLAIMS * challenges,
                    claims_heard=3 * _TESTED_CLAIMS,
                )

    def logits(self, evaluator: Evaluator, options: Sequence[Move], values: Sequence[OptionValue]) -> list[float]:
        """Returns the logits of the options, with the risks corrected by its statistics."""
        corrected = [self._correct(evaluator, move, each) for move, each in zip(options, values, strict=True)]
        return super().logits(evaluator, options, corrected)

    def _correct(self, evaluator: Evaluator, move: Move, each: OptionValue) -> OptionValue:
        statistics = self._statistics
        if move is CHALLENGE and each.risk:
            lies = statistics.lies.rate(kinds_of_open_claim(evaluator.view, self.memory))
            left = (
                evaluator.left.get(evaluator.view["claim"]["role"], 0) / 2
            )  # on average about two copies are left
            return _with_risk(each, left * (1 - lies) / (left * (1 - lies) + lies))
        if each.block and each.block < 1 and move.action is not None:
            asked = len(evaluator.others) if move.target is None else 1
            blocks = 1 - (1 - statistics.blocks.rate(_kinds_of_block(evaluator.view, move.action))) ** asked
            each = _with_block(each, blocks)
        if each.truth:
            challenges = statistics.challenges.rate(_kinds_of_own_claim(evaluator.view, move, self.memory))
            return _with_risk(each, 1 - (1 - challenges) ** len(evaluator.others))
        return each


def _with_risk(each: OptionValue, risk: float) -> OptionValue:
    """Returns the value of an option for another probability that it goes wrong."""
    if each.risk >= 1:
        return each
    safe = (each.win_chance - each.risk * each.worst_case) / (1 - each.risk)
    worth = (1 - risk) * safe + risk * each.worst_case
    return OptionValue(worth, each.best_case, each.worst_case, risk, each.block, each.truth)


def _with_block(each: OptionValue, block: float) -> OptionValue:
    """Returns the value of an option for another probability that it is blocked."""
    safe = (each.win_chance - each.risk * each.worst_case) / (1 - each.risk) if each.risk < 1 else each.win_chance
    blocked = (safe - (1 - each.block) * each.best_case) / each.block
    change = (1 - each.risk) * ((1 - block) * each.best_case + block * blocked - safe)
    return OptionValue(each.win_chance + change, each.best_case, each.worst_case, each.risk, block, each.truth)


class ParameterRanges(NamedTuple):
    """The ranges from which the parameters of a bluffing seat are drawn.

    `temperature` (see Bluffer) and the factors `fear` (of risks), `trust` (of the odds that a claim is true) and
    `sharpness` (of the log odds to win) are ranges of exponents of ten. `lie` and `doubt` are added to the value
    of a lie and of a challenge. `taste` is the probability that the seat likes to lie about, or to challenge, a
    given action or role.
    """

    temperature: tuple[float, float]
    lie: tuple[float, float]
    doubt: tuple[float, float]
    fear: tuple[float, float]
    trust: tuple[float, float]
    sharpness: tuple[float, float] = (-0.5, 0.2)
    taste: float = 0.0


_WILD: Final = ParameterRanges((-2.7, -1.4), (-0.04, 0.06), (-0.03, 0.05), (-0.8, 0.4), (-0.7, 0.7), taste=0.25)
_TUNED: Final = ParameterRanges((-2.6, -1.9), (-0.03, 0.04), (-0.02, 0.015), (-0.5, 0.2), (-0.7, 0.2))
"""Ranges in which the author of a careful heuristic would choose its parameters."""


class ParameterisedBluffer(Aimer):
    """A bluffing seat with random parameters: it may be reckless, timid, or repeat the same lie."""

    def __init__(self, names: Sequence[str], seat: int, chance: random.Random, ranges: ParameterRanges) -> None:
        # The more players there are, the less their chances to win depend on a single decision.
        scale = 2 / len(names)
        super().__init__(names, seat, 2 * 10 ** chance.uniform(*ranges.temperature), chance)
        self.temperament = Temperament(
            lie=scale * chance.uniform(*ranges.lie), doubt=scale * chance.uniform(*ranges.doubt)
        )
        self._fear, self._trust, self._sharpness = (
            10 ** chance.uniform(*bounds) for bounds in (ranges.fear, ranges.trust, ranges.sharpness)
        )
        self._tastes = {
            word: scale * chance.uniform(0.05, 0.3)
            for word in sorted(ACTION_IDS | set(ROLES))
            if chance.random() < ranges.taste
        }

    def logits(self, evaluator: Evaluator, options: Sequence[Move], values: Sequence[OptionValue]) -> list[float]:
        """Returns the logits of the options, with values and risks changed by its parameters."""
        own = [self._own_judgement(move, each) for move, each in zip(options, values, strict=True)]
        return super().logits(evaluator, options, own)

    def _own_judgement(self, move: Move, each: OptionValue) -> OptionValue:
        worth, well, badly = map(self._sharpen, (each.win_chance, each.best_case, each.worst_case))
        each = OptionValue(worth, well, badly, each.risk, each.block, each.truth)
        if move is CHALLENGE:
            return _with_risk(each, self._trust * each.risk / (1 - each.risk + self._trust * each.risk))
        return _with_risk(each, min(_MAX_RISK, self._fear * each.risk)) if each.truth else each

    def _sharpen(self, worth: float) -> float:
        """Returns this seat's own estimate of how often it wins; `worth` is the evaluator's estimate."""
        if not 0 < worth < 1:
            return worth
        win, lose = worth**self._sharpness, (1 - worth) ** self._sharpness
        return win / (win + lose)

    def bias(self, move: Move, view: Mapping[str, Any], *, lies: bool) -> float:
        """Returns what its temperament and its tastes add to the value of an option."""
        tasted = move.action or move.role if lies else view["claim"]["role"] if move is CHALLENGE else None
        return super().bias(move, view, lies=lies) + self._tastes.get(tasted or "", 0.0)


LEAGUE: Final[Mapping[str, Callable[[Sequence[str], int, random.Random, OpponentStatistics], Player]]] = {
    "honest": lambda names, seat, chance, statistics: HonestPlayer(names, seat),
    "medium": lambda names, seat, chance, statistics: Aimer(names, seat, 0.02, chance),
    "learner": lambda names, seat, chance, statistics: StatisticalLearner(names, seat, chance, statistics),
    "wild": lambda names, seat, chance, statistics: ParameterisedBluffer(names, seat, chance, _WILD),
    "tuned": lambda names, seat, chance, statistics: ParameterisedBluffer(names, seat, chance, _TUNED),
}
"""The members by name.

Each is created from the players' names, its seat, its dice, and statistics about the seats in training.
"""
