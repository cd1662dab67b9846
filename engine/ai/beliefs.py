"""Beliefs: what each player may hold, by the cards that lie open and by the claims that stood or fell."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import Any, Final

from engine.ai.prospects import unseen
from engine.catalogue import plain
from engine.events import Event

_TRUSTED: Final = 4.0
"""How many times as likely a hand with a role becomes by a claim of it that nobody challenged."""
_MOST: Final = 3  # claims of one role that count
_FORGOTTEN: Final = 0.4  # what is left of that after its owner has exchanged cards
_PRIOR: Final = 6.0
"""Claims in a seat's favour or disfavour before it has made any: of these, `_LIES_PRIOR` are lies."""
_LIES_PRIOR: Final = 0.25
_TESTED: Final = 0.5
"""How much a claim says of its maker's honesty, though few are tested."""
_USUAL_DARES: Final = 0.08
"""How many of the claims it hears a seat challenges."""
_DARES_PRIOR: Final = 2.0


class Memory:
    """What a seat remembers of everybody: claims, challenges and lies.

    `claimed` are the roles that each seat has claimed, `weights` how much that still says of what it holds.
    """

    def __init__(self, seats: int) -> None:
        self.claimed: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.weights: list[dict[str, float]] = [{} for _ in range(seats)]
        self._claims = [0] * seats
        self._lies = [0] * seats
        self._dares = [0] * seats
        self._heard = 0
        self._quiet = 0

    def observe(self, event: Event) -> None:
        """Takes in one event."""
        kind = event["type"]
        if kind == "turn":
            self._quiet += 1
        elif kind == "lost":
            self._quiet = 0
        by: int = event.get("by", -1)
        role = event.get("role")
        if kind in ("action", "claim") and role is not None:
            self._heard += 1
            self._claims[by] += 1
            weights = self.weights[by]
            weights[role] = min(weights.get(role, 0.0) + 1.0, _MOST)
            self.claimed[by][role] += 1
        elif kind == "challenge":
            self._dares[by] += 1
        elif kind == "exposed":
            self._lies[by] += 1
            self.weights[by].pop(role or "", None)
        elif kind == "proven":
            self.weights[by].pop(role or "", None)
        elif kind in ("exchanged", "swapped", "gave"):
            at: int = event["target"] if kind == "swapped" else by
            self.weights[at] = {held: weight * _FORGOTTEN for held, weight in self.weights[at].items()}
        elif kind in ("lost", "turned_up"):
            self.weights[by].pop(plain(event["card"]), None)

    @property
    def rounds_in_peace(self) -> float:
        """For how many rounds nobody has lost a card."""
        return self._quiet / len(self._claims)

    def lie_rate(self, seat: int) -> float:
        """How often a seat seems to lie, from 0 to 1."""
        return (self._lies[seat] + _LIES_PRIOR * _PRIOR) / (_TESTED * self._claims[seat] + _PRIOR)

    def dare_rate(self, seat: int) -> float:
        """How readily a seat challenges, about 1 for the usual."""
        return (self._dares[seat] + _DARES_PRIOR) / (_USUAL_DARES * self._heard + _DARES_PRIOR)


def likely(view: Mapping[str, Any], memory: Memory, deck: Sequence[str]) -> list[dict[str, float]]:
    """How likely each other seat is to hold each role, by role; the viewer's own entry is empty."""
    left = Counter[str]()
    for card, copies in unseen(view, Counter(deck)).items():
        left[plain(card)] += copies
    roles = sorted(left)
    found: list[dict[str, float]] = []
    for seat, player in enumerate(view["players"]):
        found.append({} if "hand" in player else _held(player["cards"], left, roles, memory.weights[seat]))
    return found


def _held(
    cards: int, left: Mapping[str, int], roles: Sequence[str], weights: Mapping[str, float]
) -> dict[str, float]:
    whole = 0.0
    holding = dict.fromkeys(roles, 0.0)
    for hand in combinations_with_replacement(roles, cards):
        weight = 1.0
        for role, count in Counter(hand).items():
            weight *= comb(left[role], count) * _TRUSTED ** weights.get(role, 0.0)
        if weight:
            whole += weight
            for role in set(hand):
                holding[role] += weight
    return {role: weight / whole for role, weight in holding.items()} if whole else holding
