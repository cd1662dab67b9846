"""Computes bounds of what a best response wins against the deployed strong seat, and checks them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.ai import TEMPERAMENTS, Player
from engine.ai.evaluation.duel import strategy
from lab.arena import MAX_DECISIONS, PlayerFactory, play_alone
from lab.certify.policy import Policy
from lab.certify.responder import Responder, play_out, pruned
from lab.certify.search import TURNS, Search
from lab.certify.value_iteration import SWEEPS
from lab.certify.written_player import WrittenPlayer
from lab.errors import LabError
from lab.variant import Variant

DUEL: Final = Variant("classic", 2)
LEAST_REACHED: Final = 3e-6
"""The nodes of a responder that are reached less often are left out."""
_GAP: Final = 0.004
"""The search ends when the bounds are this close."""
_DECISIONS_A_TURN: Final = 4
"""A turn that does not end the duel takes fewer decisions."""
ROUNDS: Final = (MAX_DECISIONS // _DECISIONS_A_TURN - SWEEPS) // (TURNS + 1)
"""The most rounds of a search.

An upper bound looks ahead at most TURNS + 1 turns for each round (one for the corners), and SWEEPS turns for the
first values. Therefore all duels that are not over after MAX_DECISIONS decisions count as won in it.
"""
_ROUNDING: Final = 1e-6
"""The bounds are moved outwards by this, which is more than the rounding errors of the computation."""


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
    while search.rounds < ROUNDS and high - low > _GAP:
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
