"""SQL: statements that both engines understand, with their text for each driver, and dataclasses as columns.

A column holds a list or a mapping as JSON, and a boolean as 0 or 1.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from typing import Any, Final, Generic, LiteralString, TypeAlias, TypeVar, cast

from bot.store.rows import LIVE, Style

T = TypeVar("T")

IS_LIVE: Final = "status IN ('" + "', '".join(LIVE) + "')"
"""Whether a game is live. With literals, because an index serves only queries that repeat its condition."""

_PARAMETER: Final = re.compile(r":(\w+)")

Values: TypeAlias = dict[str, Any]
"""The values of a statement's parameters by name. There may be more than the statement has."""

Row: TypeAlias = Mapping[str, Any]
"""A row, indexed by column name: sqlite3.Row or a dict."""


class Query:
    """A statement; its parameters are written `:name`.

    `lock` is added on PostgreSQL, to make other transactions wait. SQLite needs none: it has one writer at a time.
    """

    def __init__(self, text: str, *, lock: str = "") -> None:
        self.sqlite: Final = text
        self._lock = lock

    @cached_property
    def postgresql(self) -> LiteralString:
        """The text for psycopg, its parameters written `%(name)s`."""
        text = _PARAMETER.sub(r"%(\1)s", f"{self.sqlite} {self._lock}".rstrip())
        return cast(LiteralString, text)  # no text holds a value; the values are sent separately


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


Conversion: TypeAlias = tuple[Callable[[Any], Any], Callable[[Any], Any]]
"""How a field becomes a column, and a column a field. None stays None."""

_to_json: Final = json.JSONEncoder(default=dict).encode


def _tuple_to_json(values: Sequence[Any]) -> str:
    return _to_json(values) if values else "[]"


SWITCH: Final[Conversion] = (int, bool)
STYLE: Final[Conversion] = (str, Style)
MAPPING: Final[Conversion] = (_to_json, json.loads)
TUPLE: Final[Conversion] = (_tuple_to_json, lambda text: tuple(json.loads(text)))


def tuple_of(kind: Callable[..., Any]) -> Conversion:
    """Returns the conversion of named tuples of a kind."""
    return _tuple_to_json, lambda text: tuple(kind(*each) for each in json.loads(text))


class Columns(Generic[T]):
    """The columns that are named like the fields of a dataclass, but for those `left_out`.

    A field whose default is True or False is a SWITCH.
    """

    def __init__(self, kind: type[T], *left_out: str, **conversions: Conversion) -> None:
        self._kind: Callable[..., T] = kind
        found = fields(cast(Any, kind))  # no type says that it is a dataclass
        self.names = tuple(field.name for field in found if field.name not in left_out)
        switches = {field.name: SWITCH for field in found if isinstance(field.default, bool)}
        self._conversions = switches | conversions

    def __str__(self) -> str:
        return ", ".join(self.names)

    def values(self, value: object, names: Iterable[str] | None = None) -> dict[str, Any]:
        """Returns the values of the columns, or of those that are named."""
        return self._convert(0, {name: getattr(value, name) for name in names or self.names})

    def read(self, row: Row, **left_out: Any) -> T:
        """Returns the dataclass that a row holds."""
        return self._kind(**self._convert(1, {name: row[name] for name in self.names}), **left_out)

    def _convert(self, way: int, values: dict[str, Any]) -> dict[str, Any]:
        for name in self._conversions.keys() & values.keys():
            if values[name] is not None:
                values[name] = self._conversions[name][way](values[name])
        return values
