"""The declarations of an action: a move for each way in which a player may declare it."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from engine.moves import Move

_MAX_KEPT: Final = 8192  # for each action

Choices: TypeAlias = tuple[Any, ...]
"""The choices of a player who declares an action: mostly seats, clockwise."""

Declare: TypeAlias = Callable[[str, Choices], tuple[Move, ...]]
"""Returns the declarations of an action. Its arguments: the action's id, and what the player may choose among."""


class Declarations(dict[Choices, tuple[Move, ...]]):
    """The declarations of one action, by what a player may choose among; each is made when it is first met.

    They do not depend on what else is played, so all pools share them.
    """

    def __init__(self, action: str, declare: Declare) -> None:
        super().__init__()
        self.action = action
        self.declare = declare

    def __missing__(self, choices: Choices) -> tuple[Move, ...]:
        if len(self) >= _MAX_KEPT:
            self.clear()
        moves = self[choices] = self.declare(self.action, choices)
        return moves
