"""Odds as text."""

from fractions import Fraction
from typing import Final

from bot.render.texts.catalogue import Texts

PERCENT: Final = 100


def odds_text(odds: Fraction, texts: Texts) -> str:
    """Returns a chance in percent, such as "37%"; 0 and 100 only if it is impossible or certain."""
    percent = round(odds * PERCENT) if odds in (0, 1) else min(PERCENT - 1, max(1, round(odds * PERCENT)))
    return texts("odds-percent", percent=percent)
