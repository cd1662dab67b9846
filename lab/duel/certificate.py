"""A certificate: what a best response wins against strong, at least and at most, and a player that wins that."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine import Event, Move
from engine.ai import TEMPERAMENTS, Player
from engine.ai.evaluation.duel import ROLES, strategy, word
from engine.moves import PROVE
from lab.arena import MAX_DECISIONS, PlayerFactory, play_alone
from lab.duel.belief_bounds import UNWRITTEN
from lab.duel.policy import Policy
from lab.duel.public_state import PAIRS, POLICY, RESPONDER
from lab.duel.responder import Responder, play_out, pruned
from lab.duel.search import TURNS, Search
from lab.duel.turn import ACTIONS, ANSWERS, BLOCK_ANSWERS, BLOCKERS, INCOME, SWEEPS, kept_cards
from lab.errors import LabError
from lab.variant import Variant

DUEL: Final = Variant("classic", 2)
LEAST_REACHED: Final = 3e-6
"""The nodes of a responder that are reached less often are left out."""
_GAP: Final = 0.004
"""The search ends when the bounds are this close."""
_DECISIONS_A_TURN: Final = 4
"""A turn that does not end the duel takes fewer decisions."""
_MAX_ROUNDS: Final = (MAX_DECISIONS // _DECISIONS_A_TURN - SWEEPS) // (TURNS + 1)
"""The most rounds of a search.

An upper bound looks ahead at most TURNS + 1 turns for each round (one for the corners), and SWEEPS turns for the
first values. Therefore all duels that are not over after MAX_DECISIONS decisions count as won in it.
"""
_ROUNDING: Final = 1e-6
"""The bounds are moved outwards by this, which is more than the rounding errors of the computation."""
_COUP: Final = "coup"
_EXCHANGED: Final = 2
"""The number of cards that are drawn in an exchange; after a proof it is one."""


@dataclass(frozen=True)
class Bounds:
    """What a best response wins against strong with a temperament: at least `low` and at most `high`.

    `responder` wins `low`, apart from draws; a share `unfinished` of its duels is not over after MAX_DECISIONS
    decisions.
    """

    low: float
    high: float
    unfinished: float
    responder: Responder

    def to_json(self) -> dict[str, Any]:
        """Returns the bounds as a JSON object."""
        figures = {"low": self.low, "high": self.high, "unfinished": self.unfinished}
        return figures | {"responder": self.responder.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Bounds":
        """Reads bounds. Raises LookupError, TypeError, ValueError or OverflowError if they are damaged."""
        low, high, unfinished = (float(data[name]) for name in ("low", "high", "unfinished"))
        if not 0 <= low <= high <= 1:
            raise ValueError("The bounds are no probabilities.")
        return cls(low, high, unfinished, Responder.from_json(data["responder"]))


def certify(temperament: str) -> Bounds:
    """Computes the bounds for a temperament. Raises LabError if strong has no distribution in some state."""
    policy = Policy.of_table(strategy(), TEMPERAMENTS[temperament])
    search = Search(policy)
    low, high = search.bounds()
    while search.rounds < _MAX_ROUNDS and high - low > _GAP:
        search.advance()
        low, high = search.bounds()
    found = search.responder()
    written = pruned(found, play_out(found, policy).reached, LEAST_REACHED)
    outcome = play_out(written, policy)
    return Bounds(outcome.won - _ROUNDING, min(1.0, high + _ROUNDING), outcome.alive, written)


def checked(temperament: str, certificate: Mapping[str, Bounds]) -> Bounds:
    """Returns the bounds for a temperament after computing again what their responder wins.

    Raises LabError if the certificate has none, or if it wins something else.
    """
    bounds = certificate.get(temperament)
    if bounds is None:
        raise LabError(f"The certificate has no bounds for {temperament} seats; it has {', '.join(certificate)}.")
    outcome = play_out(bounds.responder, Policy.of_table(strategy(), TEMPERAMENTS[temperament]))
    if abs(outcome.won - bounds.low) > 2 * _ROUNDING:
        raise LabError(
            f"The certificate is wrong: against {temperament} seats its responder wins {outcome.won:.2%}, "
            f"not {bounds.low:.2%}."
        )
    return replace(bounds, unfinished=outcome.alive)


class WrittenPlayer(Player):
    """Plays a duel as a written responder says. It must see all events from the deal on."""

    def __init__(self, names: Sequence[str], seat: int, responder: Responder) -> None:
        super().__init__(names, seat)
        self._responder = responder
        self._card = -1
        self._node: int | None = None
        self._action = INCOME
        self._question = 0

    def observe(self, event: Event) -> None:
        """Follows the duel from node to node."""
        own, kind = event.get("by") == self.seat, event["type"]
        if kind == "turn":
            self._begin_turn(RESPONDER if own else POLICY)
        elif kind == "drew" and self._node is None:
            self._card = ROLES.index(event["cards"][0])
        elif kind == "drew" and own and len(event["cards"]) == _EXCHANGED:
            low, high = sorted(map(ROLES.index, event["cards"]))
            self._question = 1 + PAIRS.index((low, high))
        elif kind == "action" and not own:
            self._question = ACTIONS.index(event["action"])
        elif kind == "claim" and not own:
            self._question = 1 + BLOCKERS[self._action].index(ROLES.index(event["role"]))

    def _begin_turn(self, to_act: int) -> None:
        if self._node is None:
            self._node = int(self._responder.roots[to_act, self._card])
        elif self._node != UNWRITTEN:
            self._node = int(self._responder.following[self._node, self._question])
        self._question = 0
        written = to_act == RESPONDER and self._node != UNWRITTEN
        self._action = int(self._responder.actions[self._node]) if written else INCOME

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        """Returns the option that is written."""
        if PROVE in options:
            return PROVE
        if len(options) == 1:
            return options[0]
        by_word = {word(move): move for move in options}
        asked = view["prompt"]["prompt"]
        if asked == "act":
            return by_word.get(_COUP) or by_word[ACTIONS[self._action]]
        if self._node == UNWRITTEN:
            return options[0]
        index = int(self._responder.chosen[self._node, self._question])
        if asked == "keep":
            self._card = kept_cards(PAIRS[self._question - 1], self._card)[index]
            return next(move for move in options if move.cards == (ROLES[self._card],))
        answers = ANSWERS[self._question] if view["turn"] != self.names[self.seat] else BLOCK_ANSWERS
        return by_word[answers[index]]


@dataclass(frozen=True)
class WrittenFactory:
    """Creates the written responder for the seat that it plays."""

    responder: Responder
    name: str = "the written responder"

    def new_player(self, names: Sequence[str], seat: int) -> Player:
        """Returns the player for one game and seat."""
        return WrittenPlayer(names, seat, self.responder)


def rotate(own: PlayerFactory, other: PlayerFactory, deals: range, seed: int) -> list[float]:
    """Plays each deal of the duel twice; returns the share of `own` in each deal."""
    return [play_alone(DUEL, own, other, seed, deal)[0] for deal in deals]
