"""Units of work, the statements that they run, and their deadlines; the same for both engines."""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from operator import itemgetter
from time import monotonic
from typing import Any, Final, Protocol, TypeAlias, TypeVar, cast

from sqlalchemy import ClauseElement, Compiled, Dialect
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.sql.compiler import SQLCompiler

from bot.store.rows import Fence

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


_SQLITE = SQLiteDialect_pysqlite(paramstyle="qmark")
_POSTGRESQL = PGDialect_psycopg(paramstyle="pyformat")


Values: TypeAlias = Mapping[str, Any]


class Query:
    """A statement of SQLAlchemy Core and its text for each engine, compiled once, when it is first run.

    `columns` are the columns that an INSERT or UPDATE sets, each from the parameter of the same name. They are
    needed only if the statement itself has no values.
    """

    def __init__(self, statement: ClauseElement, *columns: str) -> None:
        self._statement = statement
        self._columns = columns or None

    @cached_property
    def sqlite(self) -> tuple[str, Callable[[Values], Sequence[Any]]]:
        """The text for sqlite3, and a function that orders the parameters: binding by name takes twice as long."""
        compiled = self._compile(_SQLITE)
        names = cast(SQLCompiler, compiled).positiontup or []
        return str(compiled), itemgetter(*names) if len(names) > 1 else lambda values: [*map(values.get, names)]

    @cached_property
    def postgresql(self) -> str:
        """The text for psycopg, its parameters as `%(name)s`."""
        return str(self._compile(_POSTGRESQL))

    def _compile(self, dialect: Dialect) -> Compiled:
        compiled = self._statement.compile(dialect=dialect, column_keys=self._columns)
        if any(type(value) in (str, int, float) for value in (compiled.params or {}).values()):
            raise ValueError("a query takes its values as parameters when it is run, and holds none itself")
        return compiled


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


Unit: TypeAlias = Callable[[Connection], T]
"""Work on the database that is done completely or not at all.

It may change nothing else, because it is run again if its transaction was certainly not committed.
"""


class Database(Protocol):
    """An open database. Both methods may be called by any number of tasks at once."""

    async def write(self, unit: Unit[T], fence: Fence | None = None) -> T:
        """Runs a unit and returns its result once that is durable.

        Raises SaveFailed after UNIT_SECONDS at the latest, FenceLost if the fence is no longer its owner's
        current one, Conflict, or what the unit raises. CommitUnknown, a SaveFailed that leaves open whether the
        unit was done, may be raised some tenths of a second later.
        """
        ...

    async def read(self, unit: Unit[T], seconds: float = UNIT_SECONDS) -> T:
        """Runs a unit that only reads durable data. Raises SaveFailed if it takes longer than `seconds`."""
        ...

    async def close(self) -> None:
        """Waits for writes under way, then closes, even if one of them fails."""
        ...
