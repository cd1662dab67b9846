"""The league: who a seat in training plays against, so that it learns to beat more than one way of playing."""

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.ai import Player
from engine.ai.bluffer import Bluffer
from engine.ai.honest import HonestPlayer
from engine.ai.judging.judge import Judge, Weighed
from engine.ai.temperaments import Temperament
from engine.catalogue import ACTION_IDS, ROLES
from engine.moves import CHALLENGE, Move
from lab.training.opponent_statistics import Ledger, heard, met, said

_TESTED: Final = 20.0
"""So many claims and challenges a statistical learner believes to have seen of everybody when a game begins."""
_JUDGING: Final = 0.4
"""How many of the bluffing seats aim at whom they judge best, and not by a taste."""
_MOST_FEARED: Final = 0.95


class Aimer(Bluffer):
    """A bluffing seat that may aim by a taste drawn by chance, so that to be rich is not all that draws attacks.

    It attacks as often as it would anyhow, but whom it likes to: the weakest, the next in turn, who did it harm,
    who claims most, the richest, or somebody whom it cannot stand.
    """

    def __init__(self, names: Sequence[str], seat: int, heat: float, chance: random.Random) -> None:
        super().__init__(names, seat, heat)
        self._taste = None if chance.random() < _JUDGING else chance.choice(_TASTES)
        self._dislikes = [chance.random() for _ in names]

    def _leanings(self, judge: Judge, options: Sequence[Move], weighed: Sequence[Weighed]) -> list[float]:
        leanings = super()._leanings(judge, options, weighed)
        groups: defaultdict[tuple[str | None, int | None], list[int]] = defaultdict(list)
        if self._taste is not None:
            for at, move in enumerate(options):
                if move.target is not None and move.target not in judge.now.mine:
                    groups[move.action, move.recipient].append(at)
        for group in groups.values():
            best = max(group, key=leanings.__getitem__)
            liked = max(group, key=lambda at: (self._likes(judge, options[at].target or 0), leanings[at]))
            leanings[best], leanings[liked] = leanings[liked], leanings[best]
        return leanings

    def _likes(self, judge: Judge, target: int) -> float:
        """How much it likes to aim at somebody."""
        match self._taste:
            case "weakest":
                return -judge.share(target)
            case "next":
                return -float((target - self.seat) % len(self.names))
            case "foe":
                return float(target == self._enemy)
            case "claims":
                return sum(self._memory.claims[target].values())
            case "richest":
                return float(judge.now.coins[target])
            case _:
                return self._dislikes[target]


_TASTES: Final = ("weakest", "next", "foe", "claims", "richest", "grudge")


class Learner(Aimer):
    """A bluffing seat that knows from earlier games how often the others lie and challenge, by what is claimed."""

    def __init__(self, names: Sequence[str], seat: int, chance: random.Random, ledger: Ledger) -> None:
        super().__init__(names, seat, 0.003, chance)
        self._ledger = ledger
        lies, dares = ledger.rate(ledger.lies), ledger.rate(ledger.dares)
        for other in range(len(names)):
            if other != seat:
                self._memory.expect(
                    other,
                    lies=_TESTED * lies,
                    truths=_TESTED * (1 - lies),
                    dares=3 * _TESTED * dares,
                    heard=3 * _TESTED,
                )

    def _leanings(self, judge: Judge, options: Sequence[Move], weighed: Sequence[Weighed]) -> list[float]:
        known = [self._known(judge, move, each) for move, each in zip(options, weighed, strict=True)]
        return super()._leanings(judge, options, known)

    def _known(self, judge: Judge, move: Move, each: Weighed) -> Weighed:
        """The same option, its risk as the ledger has it."""
        ledger = self._ledger
        if move is CHALLENGE and each.risk:
            lies = ledger.rate(ledger.lies, heard(judge.view, self._memory))
            left = judge.left.get(judge.view["claim"]["role"], 0) / 2  # usually about two copies are left
            return _rerisked(each, left * (1 - lies) / (left * (1 - lies) + lies))
        if each.block and each.block < 1 and move.action is not None:
            asked = len(judge.others) if move.target is None else 1
            blocks = 1 - (1 - ledger.rate(ledger.blocks, met(judge.view, move.action))) ** asked
            each = _reblocked(each, blocks)
        if each.true:
            dares = ledger.rate(ledger.dares, said(judge.view, move, self._memory))
            return _rerisked(each, 1 - (1 - dares) ** len(judge.others))
        return each


def _rerisked(each: Weighed, risk: float) -> Weighed:
    """The same option, if it goes wrong with another chance than was supposed."""
    if each.risk >= 1:
        return each
    free = (each.worth - each.risk * each.badly) / (1 - each.risk)
    worth = (1 - risk) * free + risk * each.badly
    return Weighed(worth, each.well, each.badly, risk, each.block, each.true)


def _reblocked(each: Weighed, block: float) -> Weighed:
    """The same option, if it is blocked with another chance than was supposed."""
    free = (each.worth - each.risk * each.badly) / (1 - each.risk) if each.risk < 1 else each.worth
    stopped = (free - (1 - each.block) * each.well) / each.block
    change = (1 - each.risk) * ((1 - block) * each.well + block * stopped - free)
    return Weighed(each.worth + change, each.well, each.badly, each.risk, block, each.true)


class Ranges(NamedTuple):
    """Between which bounds a wild seat's numbers are drawn by chance, in a duel.

    As powers of ten `heat` (as for a Bluffer), `fear` and `trust`, by which it multiplies risks and the odds of a
    claim to be true, and `sharpness`, by which it multiplies the logarithm of the odds to win; what a lie and a
    challenge are worth to it besides; and how many of its lies, and of its challenges, it has a taste for.
    """

    heat: tuple[float, float]
    lie: tuple[float, float]
    doubt: tuple[float, float]
    fear: tuple[float, float]
    trust: tuple[float, float]
    sharpness: tuple[float, float] = (-0.5, 0.2)
    tasty: float = 0.0


_WILD: Final = Ranges((-2.7, -1.4), (-0.04, 0.06), (-0.03, 0.05), (-0.8, 0.4), (-0.7, 0.7), tasty=0.25)
_TUNED: Final = Ranges((-2.6, -1.9), (-0.03, 0.04), (-0.02, 0.015), (-0.5, 0.2), (-0.7, 0.2))
"""As somebody might choose them who weighs what may come of each option."""


class Wild(Aimer):
    """A bluffing seat with numbers drawn by chance: rushers, callers, the timid, who tells one lie always."""

    def __init__(self, names: Sequence[str], seat: int, chance: random.Random, ranges: Ranges) -> None:
        less = 2 / len(names)  # the more play, the less differ their chances to win by what one does
        super().__init__(names, seat, less * 10 ** chance.uniform(*ranges.heat), chance)
        self._temperament = Temperament(
            lie=less * chance.uniform(*ranges.lie), doubt=less * chance.uniform(*ranges.doubt)
        )
        self._fear, self._trust, self._sharpness = (
            10 ** chance.uniform(*bounds) for bounds in (ranges.fear, ranges.trust, ranges.sharpness)
        )
        self._tastes = {
            word: less * chance.uniform(0.05, 0.3)
            for word in sorted(ACTION_IDS | set(ROLES))
            if chance.random() < ranges.tasty
        }

    def _leanings(self, judge: Judge, options: Sequence[Move], weighed: Sequence[Weighed]) -> list[float]:
        own = [self._own(move, each) for move, each in zip(options, weighed, strict=True)]
        return super()._leanings(judge, options, own)

    def _own(self, move: Move, each: Weighed) -> Weighed:
        """The same option, as it judges it."""
        worth, well, badly = map(self._sharp, (each.worth, each.well, each.badly))
        each = Weighed(worth, well, badly, each.risk, each.block, each.true)
        if move is CHALLENGE:
            return _rerisked(each, self._trust * each.risk / (1 - each.risk + self._trust * each.risk))
        return _rerisked(each, min(_MOST_FEARED, self._fear * each.risk)) if each.true else each

    def _sharp(self, worth: float) -> float:
        """How often it thinks that somebody wins of whom the evaluator thinks so."""
        if not 0 < worth < 1:
            return worth
        mine, theirs = worth**self._sharpness, (1 - worth) ** self._sharpness
        return mine / (mine + theirs)

    def _bent(self, move: Move, view: Mapping[str, Any], *, lies: bool) -> float:
        tasted = move.action or move.role if lies else view["claim"]["role"] if move is CHALLENGE else None
        return super()._bent(move, view, lies=lies) + self._tastes.get(tasted or "", 0.0)


Member = Callable[[Sequence[str], int, random.Random, Ledger], Player]

LEAGUE: Final[Mapping[str, Member]] = {
    "honest": lambda names, seat, chance, ledger: HonestPlayer(names, seat),
    "medium": lambda names, seat, chance, ledger: Aimer(names, seat, 0.005, chance),
    "learner": lambda names, seat, chance, ledger: Learner(names, seat, chance, ledger),
    "wild": lambda names, seat, chance, ledger: Wild(names, seat, chance, _WILD),
    "tuned": lambda names, seat, chance, ledger: Wild(names, seat, chance, _TUNED),
}
"""The members by name; each is made with the players' names, its seat, its luck, and the trainees' ledger."""
