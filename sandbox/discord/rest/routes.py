"""Routes: from a method and a path to what answers it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sandbox.discord.checks.forms import MAPPING
from sandbox.discord.checks.refusal import invalid
from sandbox.discord.content import Upload
from sandbox.wire import Json

if TYPE_CHECKING:
    from sandbox.discord.rest.api import Api


@dataclass(slots=True)
class Call:
    """One request: the values in its path and query, its body and its files."""

    params: dict[str, str]
    query: dict[str, str]
    body: Any = None
    files: list[Upload] = field(default_factory=list)

    def id(self, name: str) -> int:
        """An id in the path; `Refusal` 50035 if it is none."""
        value = self.params[name]
        if not value.isdecimal():
            raise invalid((name,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
        return int(value)

    @property
    def form(self) -> Json:
        """The body as a form; an empty one when it was left out."""
        if self.body is None:
            return {}
        if not isinstance(self.body, dict):
            raise invalid((), *MAPPING)
        return self.body


Handler = Callable[["Api", Call], Any]


@dataclass(frozen=True, slots=True)
class Route:
    """What answers a method on a path; `open`: no token of a bot is asked for."""

    method: str
    template: str
    handler: Handler
    open: bool

    @property
    def name(self) -> str:
        """Method and template, as limits and counts call it."""
        return f"{self.method} {self.template}"


class Routes:
    """A set of routes, found by walking the path's segments; a fixed segment goes before a value."""

    def __init__(self) -> None:
        self.all: list[Route] = []
        self._tree: dict[str | None, Any] = {}

    def on(self, method: str, template: str, *, open: bool = False) -> Callable[[Handler], Handler]:  # noqa: A002
        """Makes the decorated function answer this method on this path."""

        def add(handler: Handler) -> Handler:
            self.add(Route(method, template, handler, open))
            return handler

        return add

    def add(self, route: Route) -> None:
        """Adds a route."""
        self.all.append(route)
        node = self._tree
        names = []
        for segment in route.template.strip("/").split("/"):
            if segment.startswith("{"):
                names.append(segment[1:-1])
            node = node.setdefault(None if segment.startswith("{") else segment, {})
        node[f"!{route.method}"] = (route, names)

    def find(self, method: str, path: str) -> tuple[Route, dict[str, str]] | int:
        """The route and the values in the path, or the status to refuse with: 404 or 405."""
        node = self._tree
        values = []
        for segment in path.strip("/").split("/"):
            if segment in node:
                node = node[segment]
            elif None in node:
                values.append(segment)
                node = node[None]
            else:
                return 404
        found = node.get(f"!{method}")
        if found is None:
            return 405 if any(str(key).startswith("!") for key in node) else 404
        route, names = found
        return route, dict(zip(names, values, strict=True))
