"""The chart of a game: a lane for each seat, with its coins, lives and lies from turn to turn."""

from typing import Final

from bot.pictures.art import document, placed
from bot.pictures.game_history import GameHistory

COLOURS: Final = ("#fe9203", "#2480f7", "#6bdfa8", "#f6f489", "#c07db5", "#f04c49")
"""The colour of each seat, which its mark (`mark_1`, ..) has too; no two look alike to the colour-blind."""

WIDTH: Final = 800
_SCALE: Final = 0.75  # pixels a unit: more of them take longer to draw, and Discord shows no more
_LANE: Final = 116
_LEFT, _RIGHT = 92, 752
_COINS: Final = 52  # height of the tallest pile
_TOP, _BOTTOM = 16, 46
_GROUND, _LANE_GROUND, _GRID, _INK = "#1e1f24", "#2a2c33", "#4b4e59", "#c9ccd6"
_LEAST_SCALE: Final = 10
_LONG: Final = 50  # turns; a game may go on for thousands, and not each of them can be seen
_DASHES: Final = ("", "22 6", "10 6", "3 7", "22 6 3 6", "10 6 3 6")


def chart(course: GameHistory) -> str:
    """The chart of a game as an SVG document."""
    seats = len(course.coins)
    height = _TOP + seats * _LANE + _BOTTOM
    most = max(_LEAST_SCALE, *(max(coins) for coins in course.coins))
    lanes = "".join(
        f'<g transform="translate(0 {_TOP + seat * _LANE})">{_lane(course, seat, most)}</g>'
        for seat in range(seats)
    )
    ground = f'<rect width="{WIDTH}" height="{height}" rx="20" fill="{_GROUND}"/>'
    return document(WIDTH, height, ground + lanes + _turns(course, height - _BOTTOM), _SCALE)


def _x(course: GameHistory, turn: float) -> float:
    return _LEFT + (_RIGHT - _LEFT) * turn / max(1, course.turns)


def _lane(course: GameHistory, seat: int, most: int) -> str:
    base = _LANE - 30
    end = course.out(seat)
    width = _x(course, course.turns if end is None else end) - _LEFT
    drawn = f'<rect x="12" width="{WIDTH - 24}" height="{_LANE - 8}" rx="12" fill="{_LANE_GROUND}"/>'
    step = 5 * (1 + most // 16)
    for level in range(step, most + 1, step):
        y = base - _COINS * level / most
        drawn += f'<path d="M{_LEFT} {y:g}H{_RIGHT}" stroke="{_GRID}" stroke-width="2"/>'
        drawn += _number(level, _RIGHT + 18, y - 5, 0.7)
    won = seat in course.winners
    drawn += placed(f"mark_{seat + 1}", 32, 14 if won else 32, 44, _LANE_GROUND)
    if won:
        drawn += placed("duke", 38, 66, 32, _LANE_GROUND)
    drawn += _pile(course, seat, base, most, end)
    drawn += _lives(course, seat, base)
    if end is not None:
        x = _LEFT + width
        drawn += f'<path d="M{x - 8:g} {base + 1}l16 16m0 -16l-16 16" stroke="{_INK}" stroke-width="5"/>'
    return drawn + _lies(course, seat)


def _pile(course: GameHistory, seat: int, base: float, most: int, end: int | None) -> str:
    """The coins, as steps: what a player has after a turn holds until the end of the next."""
    coins = course.coins[seat][: None if end is None else end + 1]
    steps = f"M{_LEFT:g} {base - _COINS * coins[0] / most:.1f}"
    stride = 1 + course.turns // (2 * _LONG)
    last = len(coins) - 1
    for turn in (*range(stride, last, stride), last):
        steps += f"H{_x(course, turn):.1f}V{base - _COINS * coins[turn] / most:.1f}"
    area = f"{steps}V{base}H{_LEFT}Z"
    dash = f' stroke-dasharray="{_DASHES[seat]}"' if _DASHES[seat] else ""
    return (
        f'<path d="{area}" fill="{COLOURS[seat]}" fill-opacity=".3"/>'
        f'<path d="{steps}" fill="none" stroke="{COLOURS[seat]}" stroke-width="4"{dash}/>'
        f'<path d="M{_LEFT} {base}H{_x(course, last):.1f}" stroke="{COLOURS[seat]}" stroke-width="2"/>'
    )


def _lives(course: GameHistory, seat: int, base: float) -> str:
    """A bar for each life, as long as it lasts."""
    lives, bars = course.lives[seat], ""
    for life in range(max(lives)):
        lasted = max((turn for turn, left in enumerate(lives) if left > life), default=0)
        lost = min(lasted + 1, course.turns)
        bars += (
            f'<rect x="{_LEFT}" y="{base + 4 + life * 9}" width="{_x(course, lost) - _LEFT:.1f}" height="7" '
            f'rx="2" fill="{_INK}"/>'
        )
    return bars


def _lies(course: GameHistory, seat: int) -> str:
    """At most two marks a turn, in a long game one for several; a lie that was exposed goes before others."""
    columns, most = (course.turns, 2) if course.turns <= _LONG else (_LONG // 2, 1)
    marks: dict[int, list[str]] = {}
    for lie in course.lies:
        if lie.seat == seat:
            column = (lie.turn - 1) * columns // course.turns
            marks.setdefault(column, []).append("caught" if lie.caught else "lie")
    width = (_RIGHT - _LEFT) / max(1, columns)
    size = min(32.0, max(26.0, width))
    drawn = ""
    for column, names in sorted(marks.items()):
        for number, name in enumerate(reversed(sorted(names)[:most])):
            x = _LEFT + width * (column + 0.5) - size / 2
            drawn += placed(name, x, 3 + number * size * 0.6, size, _LANE_GROUND)
    return drawn


def _turns(course: GameHistory, y: float) -> str:
    """A tick for every turn, in a long game for every so many; every fifth is long, with its number."""
    step = 1 + course.turns // _LONG
    ticks, numbers = "", ""
    for turn in range(0, course.turns + 1, step):
        x, numbered = _x(course, turn), turn % (5 * step) == 0
        ticks += f"M{x:.1f} {y}v{10 if numbered else 5}"
        numbers += _number(turn, x, y + 15, 1) if numbered else ""
    return f'<path d="{ticks}" stroke="{_INK}" stroke-width="2"/>{numbers}'


_DIGITS: Final = (
    "M3 0H5Q8 0 8 3V11Q8 14 5 14H3Q0 14 0 11V3Q0 0 3 0Z",
    "M1 3L5 0V14",
    "M0 3.5Q0 0 4 0Q8 0 8 4Q8 6 0 14H8",
    "M0 0H8L4 5.5Q8 6 8 10Q8 14 4 14Q1 14 0 11.5",
    "M6 14V0L0 10H8",
    "M7.5 0H1V6H4Q8 6 8 10Q8 14 4 14Q1 14 0 12.5",
    "M7 0Q0 2 0 10Q0 14 4 14Q8 14 8 10Q8 6 4 6Q1 6 0 9.5",
    "M0 0H8L3 14",
    "M4 0Q8 0 8 3Q8 6 4 6.5Q0 6 0 3Q0 0 4 0ZM4 6.5Q8 7.5 8 10.5Q8 14 4 14Q0 14 0 10.5Q0 7.5 4 6.5Z",
    "M1 14Q8 12 8 4Q8 0 4 0Q0 0 0 4Q0 8 4 8Q7 8 8 4.5",
)
"""The strokes of each digit, 8 wide and 14 high: a picture needs no font."""


def _number(number: int, middle: float, top: float, scale: float) -> str:
    digits = str(number)
    left = middle - scale * (len(digits) * 12 - 4) / 2
    strokes = "".join(
        f'<path d="{_DIGITS[int(digit)]}" transform="translate({12 * place})"/>'
        for place, digit in enumerate(digits)
    )
    return (
        f'<g fill="none" stroke="{_INK}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round" '
        f'transform="translate({left:.1f} {top:.1f}) scale({scale})">{strokes}</g>'
    )
