"""Units of work and their deadlines; the same for both engines."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from bot.store.query import Query, Values

T = TypeVar("T")

UNIT_SECONDS: Final = 2.0
"""A unit that could not be done in this time is refused: a click must be acknowledged within three seconds."""

_DEADLINE: ContextVar[float | None] = ContextVar("deadline", default=None)


@contextmanager
def shared_deadline() -> Generator[float]:
    """Sets one deadline, UNIT_SECONDS from now, for all writes inside the block, instead of one for each.

    Yields the deadline, of time.monotonic().
    """
    token = _DEADLINE.set(monotonic() + UNIT_SECONDS)
    try:
        yield deadline()
    finally:
        _DEADLINE.reset(token)


def deadline() -> float:
    """Returns the deadline of a unit that begins now, in seconds of time.monotonic()."""
    shared = _DEADLINE.get()
    return monotonic() + UNIT_SECONDS if shared is None else shared


Row: TypeAlias = Mapping[str, Any]
"""A row, indexed by column name: sqlite3.Row or a dict."""


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """The number of rows that it changed."""
        ...

    def fetchone(self) -> Any:
        """Returns the next row, indexed by column name, None after the last."""
        ...

    def fetchall(self) -> list[Any]:
        """Returns all rows left."""
        ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A connection as a unit uses it. Statements that fail raise the driver's own errors."""

    @property
    def driver(self) -> Any:
        """The driver's own connection."""
        ...

    def execute(self, query: Query, values: Values, /) -> Cursor:
        """Runs a statement with the values of its parameters."""
        ...

    def execute_all(self, query: Query, rows: Iterable[Values], /) -> None:
        """Runs a statement once for each of the rows, without waiting for the server in between."""
        ...

    def notify(self, topic: str, text: str, /) -> None:
        """Sends a text to all processes that listen for a topic, once the transaction is committed."""
        ...


Unit: TypeAlias = Callable[[Connection], T]
"""Work on the database that is done completely or not at all.

It may change nothing else, because it is run again if its transaction was certainly not committed.
"""
