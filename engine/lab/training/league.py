"""The league: who a seat in training plays against, so that it learns to beat more than one way of playing."""

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.ai import Player
from engine.ai.bluffer import Bluffer
from engine.ai.honest import HonestPlayer
from engine.ai.judging.judge import Judge, Weighed
from engine.ai.temperaments import Temperament
from engine.catalogue import ACTION_IDS, ROLES
from engine.moves import CHALLENGE, Move

_FADES: Final = 0.995
"""What is left of what the ledger knows of a kind of claim, after each further one."""
_TESTED: Final = 20.0
"""So many claims and challenges a statistical learner believes to have seen of everybody when a game begins."""
_PRIOR: Final = 5.0
"""So many claims like all others are counted besides those of a kind."""
_TASTY: Final = 0.25
"""How many of its lies, and of its challenges, a wild seat has a taste for."""
_JUDGING: Final = 0.4
"""How many of the bluffing seats aim at whom they judge best, and not by a taste."""


class Ledger:
    """What can be known of seats in training across games: how often they lie, and how often they challenge.

    Both by what is claimed and by how many play; `lies` and `dares` hold the number of hits and of occasions.
    """

    def __init__(self) -> None:
        self.lies: dict[str, list[float]] = {"": [0.0, 1.0]}
        self.dares: dict[str, list[float]] = {"": [0.0, 1.0]}

    def enter(self, view: Mapping[str, Any], options: Sequence[Move], move: Move) -> None:
        """Enters one decision of a seat in training."""
        true = view["prompt"]["truthful"][options.index(move)]
        if true is not None:
            _count(self.lies, said(view, move), not true)
        if CHALLENGE in options:
            _count(self.dares, heard(view), move is CHALLENGE)

    def rate(self, known: Mapping[str, Sequence[float]], kind: str = "") -> float:
        """How often something happened at claims of a kind, or at all."""
        hits, of = known[""]
        if not kind:
            return hits / of
        own, occasions = known.get(kind, (0.0, 0.0))
        return (own + _PRIOR * hits / of) / (occasions + _PRIOR)


def _count(known: dict[str, list[float]], kind: str, hit: bool) -> None:
    for key in ("", kind):
        hits, of = known.get(key, (0.0, 0.0))
        known[key] = [_FADES * hits + hit, _FADES * of + 1]


def said(view: Mapping[str, Any], move: Move) -> str:
    """The kind of claim that an option makes."""
    return f"{len(view['players'])} {move.action or move.role}"


def heard(view: Mapping[str, Any]) -> str:
    """The kind of the claim that lies open."""
    claim = view["claim"]
    return f"{len(view['players'])} {claim['action']['action'] if claim['kind'] == 'action' else claim['role']}"


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
            lies = ledger.rate(ledger.lies, heard(judge.view))
            left = judge.left.get(judge.view["claim"]["role"], 0) / 2  # usually about two copies are left
            true = left * (1 - lies) / (left * (1 - lies) + lies)
            return each.changed((1 - true) * each.well + true * each.badly, each.well)
        if each.true and each.risk < 1:
            free = (each.worth - each.risk * each.badly) / (1 - each.risk)
            dare = 1 - (1 - ledger.rate(ledger.dares, said(judge.view, move))) ** len(judge.others)
            return each.changed((1 - dare) * free + dare * each.badly, each.well)
        return each


class Wild(Aimer):
    """A bluffing seat with numbers drawn by chance: rushers, callers, the timid, who tells one lie always."""

    def __init__(self, names: Sequence[str], seat: int, chance: random.Random) -> None:
        super().__init__(names, seat, 10 ** chance.uniform(-2.7, -1.4), chance)
        self._temperament = Temperament(lie=chance.uniform(-0.04, 0.06), doubt=chance.uniform(-0.03, 0.05))
        self._tastes = {
            word: chance.uniform(0.05, 0.3) if chance.random() < _TASTY else 0.0
            for word in sorted(ACTION_IDS | set(ROLES))
        }

    def _bent(self, move: Move, view: Mapping[str, Any], *, lies: bool) -> float:
        tasted = move.action or move.role if lies else view["claim"]["role"] if move is CHALLENGE else None
        return super()._bent(move, view, lies=lies) + self._tastes.get(tasted or "", 0.0)


Member = Callable[[Sequence[str], int, random.Random, Ledger], Player]

LEAGUE: Final[Mapping[str, Member]] = {
    "honest": lambda names, seat, chance, ledger: HonestPlayer(names, seat),
    "medium": lambda names, seat, chance, ledger: Aimer(names, seat, 0.005, chance),
    "learner": lambda names, seat, chance, ledger: Learner(names, seat, chance, ledger),
    "wild": lambda names, seat, chance, ledger: Wild(names, seat, chance),
}
"""The members by name; each is made with the players' names, its seat, its luck, and the trainees' ledger."""
