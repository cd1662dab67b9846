"""The script of an evening: three games, one after another in one place, in steps that work for any deal.

Classic between two, its rematch by three, and G54: after the first game each begins with the winner of the last.
"""

from collections.abc import Iterator
from typing import Any

Step = tuple[Any, ...]
"""What is done, by whom, and its arguments."""
OPENING = "Ana"
"""Who opens the first table, and begins its game."""
START: Step = ("press", OPENING, "Start")


def opening(style: str) -> Iterator[Step]:
    """Yields the steps of the first lobby up to its start."""
    yield "slash", OPENING, "coup new", {"pace": "slow", "style": style}
    yield "press", "Ben", "Join"


def games(first: str) -> Iterator[Step]:
    """Yields all steps from the first turn on; `first` has it."""
    winner = "Ben" if first == "Ana" else "Ana"
    # Classic: a game given up at once, after thinking twice.
    yield "slash", first, "coup resign"
    yield "press", first, "Back"
    yield "slash", first, "coup resign"
    yield "press", first, "Resign"
    yield from rematch(winner, first)
    yield from g54(winner)


def rematch(a: str, other: str) -> Iterator[Step]:
    """Yields the steps of a rematch that a third player joins; `a` begins and wins."""
    yield "press", "Dov", "Log"
    yield "slash", other, "coup log"
    yield "press", "Dov", "Rematch"
    yield "press", a, "Rematch"
    yield "press", other, "Join"
    yield "press", "Cleo", "Join"
    yield "slash", "Cleo", "coup join"
    yield "press", other, "Start"
    yield "press", a, "Host's menu"
    yield "pick", a, "Honest"  # an AI that chance gives no temperament, which would be another in each
    yield "press", a, "Remove Iris"
    yield "press", "Dov", "Rules"
    yield "press", a, "Start"
    b, c = (other, "Cleo") if a == "Ana" else ("Cleo", other)
    # A tax that everybody allows, one of them twice, one by a command; meanwhile one resigns.
    yield "press", b, "My hand"
    yield "press", "Dov", "My hand"
    yield "pick", a, "Tax (Duke)"
    yield "press", a, "Challenge"
    yield "slash", c, "coup resign", {"sure": True}
    yield "slash", c, "coup answer", {"answer": "allow"}
    yield "slash", c, "coup hand"
    yield "press", b, "Allow"
    # An income by a command, a tax from the private panel.
    yield "slash", b, "coup act", {"action": "income"}
    yield "press", a, "My hand"
    yield "pick", a, "Tax (Duke)"
    yield "press", b, "Allow"
    yield "pick", b, "Income"
    # A coup, thought better of and launched after all; its victim chooses in private.
    yield "pick", a, "Coup"
    yield "press", a, "Back"
    yield "pick", a, "Coup"
    yield "press", a, f"Coup {b}"
    yield "press", c, "Choose"
    yield "press", b, "Choose"
    yield "press", b, "Lose"
    # The last opponent gives up.
    yield "slash", "Dov", "coup table"
    yield "slash", b, "coup resign", {"sure": True}


def g54(a: str) -> Iterator[Step]:
    """Yields the steps of a game of G54 between two; `a`, who won the last one in this place, begins and wins."""
    yield "slash", a, "coup new", {"pool": "beginners"}
    yield "press", "Cleo", "Join"
    yield "press", a, "Start"
    yield "press", "Dov", "What can I do?"
    yield "pick", a, "Banker"
    yield "press", "Cleo", "Allow"
    yield "slash", "Cleo", "coup resign", {"sure": True}
    yield "press", "Ben", "Log"
