"""The curve of a member's rating, from game to game."""

from collections.abc import Sequence
from typing import Final

from bot.pictures.art import document
from bot.pictures.chart import BACKGROUND, COLOURS, GRID, INK, PIXELS_PER_UNIT, WIDTH
from bot.pictures.lettering import lettering

_HEIGHT: Final = 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 96, 768, 28, 232
_STEPS: Final = (20, 50, 100, 200, 500, 1000)  # in points, between two lines of the grid
_MOST_LINES: Final = 6


def rating_curve(points: Sequence[float]) -> str:
    """Returns the curve of at least two ratings, in points and oldest first, as an SVG document."""
    least, most = min(points), max(points)
    step = next((step for step in _STEPS if (most - least) / step < _MOST_LINES - 1), _STEPS[-1])
    low, high = step * int(least // step), step * int(-(-most // step))
    high += step * (high == low)

    def y(value: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (value - low) / (high - low)

    drawn = f'<rect width="{WIDTH}" height="{_HEIGHT}" rx="20" fill="{BACKGROUND}"/>'
    for level in range(low, high + 1, step):
        drawn += f'<path d="M{_LEFT} {y(level):.1f}H{_RIGHT}" stroke="{GRID}" stroke-width="2"/>'
        drawn += lettering(str(level), _LEFT / 2, y(level) - 9, 1.2, INK)
    width = (_RIGHT - _LEFT) / (len(points) - 1)
    places = [f"{_LEFT + number * width:.1f} {y(value):.1f}" for number, value in enumerate(points)]
    line = f"M{'L'.join(places)}"
    drawn += f'<path d="{line}" fill="none" stroke="{COLOURS[0]}" stroke-width="5" stroke-linejoin="round"/>'
    drawn += f'<circle cx="{_RIGHT}" cy="{y(points[-1]):.1f}" r="9" fill="{COLOURS[0]}"/>'
    return document(WIDTH, _HEIGHT, drawn, PIXELS_PER_UNIT)
