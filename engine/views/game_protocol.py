"""What the forms of a game are made of."""

from typing import Protocol

from engine.ask import Ask
from engine.moves import Move
from engine.table import Table


class Moment(Protocol):
    """A game as it stands now; `engine.Game` is one."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        ...

    @property
    def table(self) -> Table:
        """All facts, hidden ones included."""
        ...

    @property
    def ask(self) -> Ask | None:
        """The question that stands, None at the end."""
        ...

    @property
    def question(self) -> int:
        """Its number."""
        ...

    @property
    def seq(self) -> int:
        """How many decisions were taken."""
        ...

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that won, None while the game goes on."""
        ...

    def offered(self) -> dict[int, tuple[Move, ...]]:
        """The options of everyone to whom the question was put."""
        ...
