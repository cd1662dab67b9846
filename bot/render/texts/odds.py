"""Odds as text."""

from fractions import Fraction
from typing import Final

from bot.render.texts.catalogue import Texts

_LARGEST_DENOMINATOR: Final = 10
PERCENT: Final = 100


def odds_text(odds: Fraction, texts: Texts) -> str:
    """Returns a chance in plain words, such as "about 3 in 8 (38%)"."""
    percent = round(odds * PERCENT)
    if odds in (0, 1):
        return texts("odds-sure" if odds else "odds-none")
    if min(odds, 1 - odds) < Fraction(1, _LARGEST_DENOMINATOR):
        return texts("odds-above" if odds > 1 - odds else "odds-below", percent=percent)
    near = odds.limit_denominator(_LARGEST_DENOMINATOR)
    word = "odds-exact" if near == odds else "odds-about"
    return texts(word, part=near.numerator, whole=near.denominator, percent=percent)
