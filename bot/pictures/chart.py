"""The chart of a game: a lane for each seat, with its coins, lives and lies by turn. The curve of a rating."""

from collections.abc import Sequence
from typing import Final

from bot.pictures.art import document, drawing_at
from bot.pictures.lettering import lettering
from bot.stats.game_history import GameHistory

COLOURS: Final = (
    *("#fe9203", "#2480f7", "#6bdfa8", "#f6f489", "#c07db5", "#f04c49"),
    *("#39b8a6", "#c58bff", "#9ad14b", "#ff9ac1"),
)
"""The colours of the seats, also of their marks (`mark_1`, ..). Colour-blind members can tell them apart."""

_WIDTH: Final = 800
_PIXELS_PER_UNIT: Final = 0.75  # Discord shows no higher resolution, and drawing one takes longer
_LANE_HEIGHT: Final = 116
_LEFT, _RIGHT = 92, 752
_PILE_HEIGHT: Final = 52  # of the tallest pile of coins
_TOP, _BOTTOM = 16, 46
_BACKGROUND, _LANE_BACKGROUND, _GRID, _INK = "#1e1f24", "#2a2c33", "#4b4e59", "#c9ccd6"
_MIN_COINS_SHOWN: Final = 10  # the scale of a lane has at least this many
_TURNS_SHOWN: Final = 50  # a game may take thousands of turns, which cannot all be shown separately
_DASHES: Final = ("", "22 6", "10 6", "3 7", "22 6 3 6", "10 6 3 6", "30 10", "16 4", "6 12", "22 6 10 6")
_CURVE_HEIGHT: Final = 260
_STEPS: Final = (20, 50, 100, 200, 500, 1000)  # in points, between two lines of the grid
_MOST_LINES: Final = 6


def chart(history: GameHistory) -> str:
    """Returns the chart of a game as an SVG document."""
    seats = len(history.coins)
    height = _TOP + seats * _LANE_HEIGHT + _BOTTOM
    most = max(_MIN_COINS_SHOWN, *(max(coins) for coins in history.coins))
    lanes = "".join(
        f'<g transform="translate(0 {_TOP + seat * _LANE_HEIGHT})">{_lane(history, seat, most)}</g>'
        for seat in range(seats)
    )
    background = f'<rect width="{_WIDTH}" height="{height}" rx="20" fill="{_BACKGROUND}"/>'
    return document(_WIDTH, height, background + lanes + _turns(history, height - _BOTTOM), _PIXELS_PER_UNIT)


def _x(history: GameHistory, turn: float) -> float:
    return _LEFT + (_RIGHT - _LEFT) * turn / max(1, history.turns)


def _lane(history: GameHistory, seat: int, most: int) -> str:
    base = _LANE_HEIGHT - 30
    end = history.elimination_turn(seat)
    width = _x(history, history.turns if end is None else end) - _LEFT
    drawn = f'<rect x="12" width="{_WIDTH - 24}" height="{_LANE_HEIGHT - 8}" rx="12" fill="{_LANE_BACKGROUND}"/>'
    step = 5 * (1 + most // 16)
    for level in range(step, most + 1, step):
        y = base - _PILE_HEIGHT * level / most
        drawn += f'<path d="M{_LEFT} {y:g}H{_RIGHT}" stroke="{_GRID}" stroke-width="2"/>'
        drawn += lettering(str(level), _RIGHT + 18, y - 5, 0.7, _INK)
    won = seat in history.winners
    drawn += drawing_at(f"mark_{seat + 1}", 32, 14 if won else 32, 44, _LANE_BACKGROUND)
    if won:
        drawn += drawing_at("duke", 38, 66, 32, _LANE_BACKGROUND)
    drawn += _pile(history, seat, base, most, end)
    drawn += _lives(history, seat, base)
    if end is not None:
        x = _LEFT + width
        drawn += f'<path d="M{x - 8:g} {base + 1}l16 16m0 -16l-16 16" stroke="{_INK}" stroke-width="5"/>'
    return drawn + _lies(history, seat)


def _pile(history: GameHistory, seat: int, base: float, most: int, end: int | None) -> str:
    """Returns a step curve of the coins: each level is the number of coins after a turn."""
    coins = history.coins[seat][: None if end is None else end + 1]
    steps = f"M{_LEFT:g} {base - _PILE_HEIGHT * coins[0] / most:.1f}"
    stride = 1 + history.turns // (2 * _TURNS_SHOWN)
    last = len(coins) - 1
    for turn in (*range(stride, last, stride), last):
        steps += f"H{_x(history, turn):.1f}V{base - _PILE_HEIGHT * coins[turn] / most:.1f}"
    area = f"{steps}V{base}H{_LEFT}Z"
    dash = f' stroke-dasharray="{_DASHES[seat]}"' if _DASHES[seat] else ""
    return (
        f'<path d="{area}" fill="{COLOURS[seat]}" fill-opacity=".3"/>'
        f'<path d="{steps}" fill="none" stroke="{COLOURS[seat]}" stroke-width="4"{dash}/>'
        f'<path d="M{_LEFT} {base}H{_x(history, last):.1f}" stroke="{COLOURS[seat]}" stroke-width="2"/>'
    )


def _lives(history: GameHistory, seat: int, base: float) -> str:
    """Returns a bar for each life, which ends in the turn that the life is lost."""
    lives, bars = history.lives[seat], ""
    for life in range(max(lives)):
        lasted = max((turn for turn, left in enumerate(lives) if left > life), default=0)
        lost = min(lasted + 1, history.turns)
        bars += (
            f'<rect x="{_LEFT}" y="{base + 4 + life * 9}" width="{_x(history, lost) - _LEFT:.1f}" height="7" '
            f'rx="2" fill="{_INK}"/>'
        )
    return bars


def _lies(history: GameHistory, seat: int) -> str:
    """Returns marks for lies, exposed ones first: at most two for a turn, one for several turns of a long game."""
    columns, most = (history.turns, 2) if history.turns <= _TURNS_SHOWN else (_TURNS_SHOWN // 2, 1)
    marks: dict[int, list[str]] = {}
    for bluff in history.bluffs:
        if bluff.seat == seat:
            column = (bluff.turn - 1) * columns // history.turns
            marks.setdefault(column, []).append("caught" if bluff.outcome == "exposed" else "lie")
    width = (_RIGHT - _LEFT) / max(1, columns)
    size = min(32.0, max(26.0, width))
    drawn = ""
    for column, names in sorted(marks.items()):
        for number, name in enumerate(reversed(sorted(names)[:most])):
            x = _LEFT + width * (column + 0.5) - size / 2
            drawn += drawing_at(name, x, 3 + number * size * 0.6, size, _LANE_BACKGROUND)
    return drawn


def _turns(history: GameHistory, y: float) -> str:
    """Returns the ticks of the time axis, one for a turn or for several turns; every fifth is numbered."""
    step = 1 + history.turns // _TURNS_SHOWN
    ticks, numbers = "", ""
    for turn in range(0, history.turns + 1, step):
        x, numbered = _x(history, turn), turn % (5 * step) == 0
        ticks += f"M{x:.1f} {y}v{10 if numbered else 5}"
        numbers += lettering(str(turn), x, y + 15, 1, _INK) if numbered else ""
    return f'<path d="{ticks}" stroke="{_INK}" stroke-width="2"/>{numbers}'


def rating_curve(points: Sequence[float]) -> str:
    """Returns the curve of at least two ratings, in points and oldest first, as an SVG document."""
    left, right, top, bottom = 96, 768, 28, 232
    least, most = min(points), max(points)
    step = next((step for step in _STEPS if (most - least) / step < _MOST_LINES - 1), _STEPS[-1])
    low, high = step * int(least // step), step * int(-(-most // step))
    high += step * (high == low)

    def y(value: float) -> float:
        return bottom - (bottom - top) * (value - low) / (high - low)

    drawn = f'<rect width="{_WIDTH}" height="{_CURVE_HEIGHT}" rx="20" fill="{_BACKGROUND}"/>'
    for level in range(low, high + 1, step):
        drawn += f'<path d="M{left} {y(level):.1f}H{right}" stroke="{_GRID}" stroke-width="2"/>'
        drawn += lettering(str(level), left / 2, y(level) - 9, 1.2, _INK)
    width = (right - left) / (len(points) - 1)
    places = [f"{left + number * width:.1f} {y(value):.1f}" for number, value in enumerate(points)]
    line = f"M{'L'.join(places)}"
    drawn += f'<path d="{line}" fill="none" stroke="{COLOURS[0]}" stroke-width="5" stroke-linejoin="round"/>'
    drawn += f'<circle cx="{right}" cy="{y(points[-1]):.1f}" r="9" fill="{COLOURS[0]}"/>'
    return document(_WIDTH, _CURVE_HEIGHT, drawn, _PIXELS_PER_UNIT)
