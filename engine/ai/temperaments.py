"""Temperaments: the named ways in which AI seats of the same strength differ."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Temperament:
    """How a seat deviates from its usual play.

    It adds to an option's chance to win: `lie` for a claim that the seat could not prove, `doubt` for a challenge,
    and `grudge` for an option against the player who last challenged or attacked the seat. `temperature` is a
    factor for the seat's own temperature: with a higher one the seat chooses the best option less often.
    """

    lie: float = 0.0
    doubt: float = 0.0
    grudge: float = 0.0
    temperature: float = 1.0


EVEN: Final = Temperament()
"""The default temperament: it changes nothing."""

TEMPERAMENTS: Final[Mapping[str, Temperament]] = {
    "even": EVEN,
    "bold": Temperament(lie=0.02, doubt=0.01),
    "wary": Temperament(lie=-0.02, doubt=-0.015),
    "suspicious": Temperament(doubt=0.03),
    "vengeful": Temperament(grudge=0.03),
    "poker-faced": Temperament(lie=0.005, doubt=-0.005, temperature=0.5),
    "fickle": Temperament(temperature=3.0),
}
"""Every temperament by name."""
DUEL_SHARE: Final = 0.1
"""How much a temperament counts in the one-card duel, where an opponent who knows its habits could exploit it."""
