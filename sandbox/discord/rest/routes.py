"""Routes: the handler of each method and path, and what a handler gets of a request."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sandbox.discord.checks.errors import invalid
from sandbox.discord.files import Upload
from sandbox.discord.subsystems import Discord
from sandbox.json_helpers import Json, is_object


@dataclass(slots=True)
class Call:
    """One request: the values in its path and query, its body and files, and the host it was sent to."""

    params: dict[str, str]
    query: dict[str, str]
    body: Any = None
    files: list[Upload] = field(default_factory=list[Upload])
    host: str = ""

    def id(self, name: str) -> int:
        """An id in the path. Raises `ApiError` 50035 if it is not one."""
        return _snowflake(name, self.params[name])

    def query_id(self, name: str) -> int:
        """An id in the query. Raises `ApiError` 50035 if it is not one."""
        return _snowflake(name, self.query[name])

    def number(self, name: str, *, low: int, high: int, default: int) -> int:
        """A whole number in the query. Raises `ApiError` 50035 if it is not from `low` to `high`."""
        value = self.query.get(name, str(default))
        if not value.isdecimal() or not low <= int(value) <= high:
            raise invalid((name,), "NUMBER_TYPE_RANGE", f"int value should be between {low} and {high}.")
        return int(value)

    @property
    def form(self) -> Json:
        """The body as a form; empty if there is no body. Raises `ApiError` 50035 if it is not an object."""
        if self.body is None:
            return {}
        if not is_object(self.body):
            raise invalid((), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return self.body


def _snowflake(name: str, value: str) -> int:
    if not value.isdecimal() or len(value) > 20:
        raise invalid((name,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
    return int(value)


Handler = Callable[[Discord, Call], Any]


@dataclass(frozen=True, slots=True)
class Route:
    """The handler of a method on a path; an `open` route needs no bot token."""

    method: str
    template: str
    handler: Handler
    open: bool
    status: int = 200
    """The status of a response with a body."""

    @property
    def name(self) -> str:
        """Method and template, the key of rate limits and request counts."""
        return f"{self.method} {self.template}"


class Routes(list[Route]):
    """The routes of one subject."""

    def on(
        self,
        method: str,
        template: str,
        *,
        open: bool = False,  # noqa: A002 - named like the field of Route that it sets
        status: int = 200,
    ) -> Callable[[Handler], Handler]:
        """Registers the decorated function as the handler of this method on this path."""

        def add(handler: Handler) -> Handler:
            self.append(Route(method, template, handler, open, status))
            return handler

        return add
