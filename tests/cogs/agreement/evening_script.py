"""The script of an evening: two games, one after the other in one place, in steps that work for any deal.

The first is classic or the short rules. Then follows a rematch with three players, a game of G54, or one by
McGuire's house rules, which the winner of the first begins.
"""

from collections.abc import Iterator, Sequence
from typing import Any

Step = tuple[Any, ...]
"""A step: the kind of action, the member, and the arguments."""
SEATS = ("Ana", "Ben", "Cleo")
OPENING = SEATS[0]
"""The member who opens the first table and starts its game."""
START: Step = ("click", OPENING, "Start")
SHORT_IN = "chronicle"
"""In this style three players begin with the short rules; in other styles two players begin with classic."""


def opening(style: str) -> Iterator[Step]:
    """Yields the steps of the first lobby up to its start."""
    yield "slash", OPENING, "coup new", {"pace": "slow", "style": style, "ruleset": _ruleset(style)}
    for name in _players(style)[1:]:
        yield "click", name, "Join"


def games(style: str, first: str) -> Iterator[Step]:
    """Yields all steps from the first turn on; `first` is the player of that turn."""
    players = _players(style)
    first, *others = _from(first, players)
    # All players but one resign in the first turn; one of them cancels once before confirming.
    yield "slash", first, "coup resign"
    yield "click", first, "Back"
    yield "slash", first, "coup resign"
    yield "click", first, "Resign"
    for name in others[:-1]:
        yield "slash", name, "coup resign", {"sure": True}
    yield from SECOND_GAMES[style](others[-1])


def _ruleset(style: str) -> str:
    return "short" if style == SHORT_IN else "classic"


def _players(style: str) -> Sequence[str]:
    return SEATS if style == SHORT_IN else SEATS[:2]


def _from(first: str, players: Sequence[str] = SEATS) -> Sequence[str]:
    """The players in the order of their turns."""
    at = players.index(first)
    return [*players[at:], *players[:at]]


def rematch(a: str) -> Iterator[Step]:
    """Yields the steps of a rematch with three players; `a` begins and wins."""
    _, b, c = _from(a)
    absent, new = (b, c) if c == SEATS[-1] else (c, b)
    yield "click", "Dov", "Log"
    yield "slash", b, "coup log"
    yield "click", "Dov", "Rematch"
    yield "click", a, "Rematch"
    yield "click", new, "Join"
    yield "slash", new, "coup join"
    yield "click", new, f"Start without {absent}"
    yield "click", a, "Host's menu"
    # Otherwise the temperament would be random, and differ between the simulations.
    yield "pick", a, "Medium, bold"
    yield "click", a, "Remove Iris"
    yield "click", "Dov", "Rules"
    yield "click", absent, "Join"  # the last who confirms starts the game
    # A tax that everybody allows: one player clicks twice, one uses a command; meanwhile one resigns.
    yield "click", b, "My hand"
    yield "click", "Dov", "My hand"
    yield "pick", a, "Tax (Duke)"
    yield "click", a, "Challenge"
    yield "slash", c, "coup resign", {"sure": True}
    yield "slash", c, "coup answer", {"answer": "allow"}
    yield "slash", c, "coup hand"
    yield "click", b, "Allow"
    # Once the message is posted again, no request about it waits, which might have the next turn posted anew.
    yield "slash", "Dov", "coup table"
    # Income by a command, and a tax from the private panel.
    yield "slash", b, "coup act", {"action": "income"}
    yield "click", a, "My hand"
    yield "pick", a, "Tax (Duke)"
    yield "click", b, "Allow"
    yield "slash", "Dov", "coup table"
    yield "pick", b, "Income"
    # A coup with one possible target; its victim chooses a card in private.
    yield "pick", a, f"Coup {b}"
    yield "click", c, "Choose"
    yield "click", b, "Choose"
    yield "click", b, "Lose"
    # The last opponent gives up.
    yield "slash", b, "coup resign", {"sure": True}


def g54(a: str) -> Iterator[Step]:
    """Yields the steps of a game of G54 between two; `a`, who won the last game here, begins and wins."""
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
    """Yields the steps of a three-player game by McGuire's house rules; `a` begins without coins, and wins."""
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


SECOND_GAMES = {"live": rematch, "chronicle": g54, "thread": mcguire}
"""The game after the first one, by style."""
