"""Lettering: numbers and names in pictures, drawn in strokes, so that no font is needed."""

from collections.abc import Sequence
from typing import Final

HEIGHT: Final = 14
"""The height of a character in units."""
_GAP: Final = 4.4

_ROUND: Final = "M4 0Q8 0 8 4V10Q8 14 4 14Q0 14 0 10V4Q0 0 4 0Z"
_STROKES: Final = {
    "0": "M3 0H5Q8 0 8 3V11Q8 14 5 14H3Q0 14 0 11V3Q0 0 3 0Z",
    "1": "M1 3L5 0V14",
    "2": "M0 3.5Q0 0 4 0Q8 0 8 4Q8 6 0 14H8",
    "3": "M0 0H8L4 5.5Q8 6 8 10Q8 14 4 14Q1 14 0 11.5",
    "4": "M6 14V0L0 10H8",
    "5": "M7.5 0H1V6H4Q8 6 8 10Q8 14 4 14Q1 14 0 12.5",
    "6": "M7 0Q0 2 0 10Q0 14 4 14Q8 14 8 10Q8 6 4 6Q1 6 0 9.5",
    "7": "M0 0H8L3 14",
    "8": "M4 0Q8 0 8 3Q8 6 4 6.5Q0 6 0 3Q0 0 4 0ZM4 6.5Q8 7.5 8 10.5Q8 14 4 14Q0 14 0 10.5Q0 7.5 4 6.5Z",
    "9": "M1 14Q8 12 8 4Q8 0 4 0Q0 0 0 4Q0 8 4 8Q7 8 8 4.5",
    "A": "M0 14L4 0L8 14M1.4 9.4H6.6",
    "B": "M0 0V14H4.4Q8 14 8 10.4Q8 6.9 4.4 6.9H0M0 0H4Q7 0 7 3.4Q7 6.9 4 6.9",
    "C": "M8 3Q7.4 0 4.2 0Q0 0 0 4V10Q0 14 4.2 14Q7.4 14 8 11",
    "D": "M0 0V14H3.6Q8 14 8 9.6V4.4Q8 0 3.6 0Z",
    "E": "M7 0H0V14H7M0 6.9H6",
    "F": "M7 0H0V14M0 6.9H6",
    "G": "M8 3Q7.4 0 4.2 0Q0 0 0 4V10Q0 14 4.2 14Q8 14 8 10V7.6H4.6",
    "H": "M0 0V14M8 0V14M0 6.9H8",
    "I": "M0 0V14",
    "J": "M6 0V10.4Q6 14 3 14Q0.2 14 0 11",
    "K": "M0 0V14M7.6 0L0 8.6M2.9 5.6L8 14",
    "L": "M0 0V14H6.6",
    "M": "M0 14V0L5 9L10 0V14",
    "N": "M0 14V0L8 14V0",
    "O": _ROUND,
    "P": "M0 14V0H4.2Q8 0 8 3.9Q8 7.8 4.2 7.8H0",
    "Q": _ROUND + "M4.8 10.4L8.4 15",
    "R": "M0 14V0H4.2Q8 0 8 3.8Q8 7.6 4.2 7.6H0M4.2 7.6L8 14",
    "S": "M7.6 2.8Q6.8 0 4 0Q0.3 0 0.3 3.5Q0.3 6.2 4 6.9Q8 7.7 8 10.5Q8 14 4 14Q0.7 14 0 11.2",
    "T": "M0 0H8M4 0V14",
    "U": "M0 0V10Q0 14 4 14Q8 14 8 10V0",
    "V": "M0 0L4 14L8 0",
    "W": "M0 0L2.8 14L5.5 3.4L8.2 14L11 0",
    "X": "M0 0L8 14M8 0L0 14",
    "Y": "M0 0L4 7.4L8 0M4 7.4V14",
    "Z": "M0 0H8L0 14H8",
}
"""The strokes of each character."""
_WIDTHS: Final = {" ": 3.0, "I": 0.0, "J": 6.0, "L": 6.6, "E": 7.0, "F": 7.0, "M": 10.0, "W": 11.0}
_USUAL_WIDTH: Final = 8.0


def width_of(text: str) -> float:
    """Returns the width of a text in units."""
    return sum(_widths(text)) + _GAP * (len(text) - 1)


def lettering(text: str, middle: float, top: float, scale: float, colour: str, stroke: float = 2.0) -> str:
    """Returns a text in capitals and digits as SVG, centred at `middle`, with `scale` for a unit.

    `stroke` is the width of its strokes, in units. Raises KeyError for other characters.
    """
    left, drawn = 0.0, ""
    for character, width in zip(text, _widths(text), strict=True):
        if character != " ":
            drawn += f'<path d="{_STROKES[character]}" transform="translate({left:g})"/>'
        left += width + _GAP
    x = middle - scale * width_of(text) / 2
    return (
        f'<g fill="none" stroke="{colour}" stroke-width="{stroke:g}" stroke-linejoin="round" '
        f'stroke-linecap="round" transform="translate({x:.1f} {top:.1f}) scale({scale:.4g})">{drawn}</g>'
    )


def _widths(text: str) -> Sequence[float]:
    return [_WIDTHS.get(character, _USUAL_WIDTH) for character in text]
