"""Statements in SQL that both engines understand, and their text for each driver."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any, Final, TypeAlias

from bot.store.rows import LIVE

IS_LIVE: Final = "status IN ('" + "', '".join(LIVE) + "')"
"""Whether a game is live. With literals, because an index serves only queries that repeat its condition."""

_PARAMETER: Final = re.compile(r":(\w+)")

Values: TypeAlias = Mapping[str, Any]
"""The values of a statement's parameters by name. There may be more than the statement has."""


class Query:
    """A statement; its parameters are written `:name`.

    `lock` is added on PostgreSQL, to make other transactions wait. SQLite needs none: it has one writer at a time.
    """

    def __init__(self, text: str, *, lock: str = "") -> None:
        self._text = text
        self._lock = lock

    @cached_property
    def sqlite(self) -> tuple[str, Callable[[Values], Sequence[Any]]]:
        """The text for sqlite3, and a function that orders the parameters: binding by name takes twice as long."""
        names: list[str] = _PARAMETER.findall(self._text)
        ordered: Callable[[Values], Sequence[Any]] = (
            itemgetter(*names) if len(names) > 1 else lambda values: [values[name] for name in names]
        )
        return _PARAMETER.sub("?", self._text), ordered

    @cached_property
    def postgresql(self) -> str:
        """The text for psycopg, its parameters written `%(name)s`."""
        return _PARAMETER.sub(r"%(\1)s", f"{self._text} {self._lock}".rstrip())


def insert(table: str, columns: Iterable[str]) -> str:
    """Returns the text of an INSERT that sets each column from the parameter of its name."""
    names = [*columns]
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join(f':{name}' for name in names)})"


def upsert(table: str, key: Iterable[str], columns: Iterable[str]) -> str:
    """Returns the text of an INSERT that changes the columns of the row instead if there is one of that key."""
    keys, names = [*key], [*columns]
    changes = ", ".join(f"{name} = excluded.{name}" for name in names)
    return f"{insert(table, keys + names)} ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changes}"


def update(table: str, columns: Iterable[str], where: str) -> str:
    """Returns the text of an UPDATE that sets each column from the parameter of its name."""
    return f"UPDATE {table} SET {', '.join(f'{name} = :{name}' for name in columns)} WHERE {where}"
