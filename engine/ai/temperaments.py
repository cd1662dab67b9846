"""Temperaments: the named ways in which AI seats of the same strength differ."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Temperament:
    """What a seat adds to its estimates of how often it wins, by what an option does.

    `lie` for a claim that it could not prove, `doubt` for a challenge, and `grudge` for what is directed at the
    player who last did it harm. `heat` multiplies how freely it strays from the best option.
    """

    lie: float = 0.0
    doubt: float = 0.0
    grudge: float = 0.0
    heat: float = 1.0


EVEN: Final = Temperament()
"""A seat's own play, unchanged."""

TEMPERAMENTS: Final[Mapping[str, Temperament]] = {
    "even": EVEN,
    "bold": Temperament(lie=0.02, doubt=0.01),
    "wary": Temperament(lie=-0.02, doubt=-0.015),
    "suspicious": Temperament(doubt=0.03),
    "vengeful": Temperament(grudge=0.03),
    "poker-faced": Temperament(lie=0.005, doubt=-0.005, heat=0.5),
    "fickle": Temperament(heat=3.0),
}
"""Every temperament by name."""
