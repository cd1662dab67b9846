"""The script of an evening: four games, one after another in one place, in steps that work for any deal.

One by the ruleset that the evening opens with, its rematch by three, G54 and McGuire's house rules. After the
first game the winner of the last begins.
"""

from collections.abc import Iterator, Sequence
from typing import Any

Step = tuple[Any, ...]
"""What is done, by whom, and its arguments."""
SEATS = ("Ana", "Ben", "Cleo")
OPENING = SEATS[0]
"""Who opens the first table, and begins its game."""
START: Step = ("click", OPENING, "Start")
SHORT_IN = "chronicle"
"""The style of the evening that opens with the short rules, played by three; others open with classic by two."""


def opening(style: str) -> Iterator[Step]:
    """Yields the steps of the first lobby up to its start."""
    yield "slash", OPENING, "coup new", {"pace": "slow", "style": style, "ruleset": _ruleset(style)}
    for name in _players(style)[1:]:
        yield "click", name, "Join"


def games(style: str, first: str) -> Iterator[Step]:
    """Yields all steps from the first turn on; `first` has it."""
    players = _players(style)
    first, *others = _from(first, players)
    # A game given up at once, by the first of all after thinking twice.
    yield "slash", first, "coup resign"
    yield "click", first, "Back"
    yield "slash", first, "coup resign"
    yield "click", first, "Resign"
    for name in others[:-1]:
        yield "slash", name, "coup resign", {"sure": True}
    winner = others[-1]
    yield from rematch(winner)
    yield from g54(winner)
    yield from mcguire(winner)


def _ruleset(style: str) -> str:
    return "short" if style == SHORT_IN else "classic"


def _players(style: str) -> Sequence[str]:
    return SEATS if style == SHORT_IN else SEATS[:2]


def _from(first: str, players: Sequence[str] = SEATS) -> Sequence[str]:
    """The players in the order of their turns."""
    at = players.index(first)
    return [*players[at:], *players[:at]]


def rematch(a: str) -> Iterator[Step]:
    """Yields the steps of a rematch by three, one of whom may be new; `a` begins and wins."""
    _, b, c = _from(a)
    yield "click", "Dov", "Log"
    yield "slash", b, "coup log"
    yield "click", "Dov", "Rematch"
    yield "click", a, "Rematch"
    # Who has a seat confirms it before who has none takes one, or their order would be another.
    yield from (("click", name, "Join") for name in sorted((b, c)))
    yield "slash", c, "coup join"
    yield "click", b, "Start"
    yield "click", a, "Host's menu"
    yield "pick", a, "Medium"
    yield "pick", a, "bold"  # chance would give it another temperament in each
    yield "click", a, "Remove Iris"
    yield "click", "Dov", "Rules"
    yield "click", a, "Start"
    # A tax that everybody allows, one of them twice, one by a command; meanwhile one resigns.
    yield "click", b, "My hand"
    yield "click", "Dov", "My hand"
    yield "pick", a, "Tax (Duke)"
    yield "click", a, "Challenge"
    yield "slash", c, "coup resign", {"sure": True}
    yield "slash", c, "coup answer", {"answer": "allow"}
    yield "slash", c, "coup hand"
    yield "click", b, "Allow"
    # An income by a command, a tax from the private panel.
    yield "slash", b, "coup act", {"action": "income"}
    yield "click", a, "My hand"
    yield "pick", a, "Tax (Duke)"
    yield "click", b, "Allow"
    yield "pick", b, "Income"
    # A coup, thought better of and launched after all; its victim chooses in private.
    yield "pick", a, "Coup"
    yield "click", a, "Back"
    yield "pick", a, "Coup"
    yield "click", a, f"Coup {b}"
    yield "click", c, "Choose"
    yield "click", b, "Choose"
    yield "click", b, "Lose"
    # The last opponent gives up.
    yield "slash", "Dov", "coup table"
    yield "slash", b, "coup resign", {"sure": True}


def g54(a: str) -> Iterator[Step]:
    """Yields the steps of a game of G54 between two; `a`, who won the last one in this place, begins and wins."""
    _, b, _ = _from(a)
    yield "slash", a, "coup new", {"pool": "beginners"}
    yield "click", b, "Join"
    yield "click", a, "Start"
    yield "click", "Dov", "What can I do?"
    yield "pick", a, "Banker"
    yield "click", b, "Allow"
    yield "slash", b, "coup resign", {"sure": True}
    yield "click", "Ben", "Log"


def mcguire(a: str) -> Iterator[Step]:
    """Yields the steps of a game by McGuire's house rules between three; `a` begins without a coin, and wins."""
    _, b, _ = _from(a)
    yield "slash", a, "coup new", {"ruleset": "mcguire", "options": "open_hands"}
    yield "click", b, "Join"
    yield "click", "Dov", "Join"
    yield "click", a, "Start"
    yield "click", "Dov", "My hand"
    yield "pick", a, "Foreign aid"
    yield "click", b, "Block as Duke"
    yield "click", a, "Allow"
    yield "slash", "Dov", "coup resign", {"sure": True}
    yield "click", "Dov", "My hand"
    yield "slash", b, "coup resign", {"sure": True}
