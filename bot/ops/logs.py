"""Logs: text or JSON lines, with the ids of game, guild and interaction; never hands, never seeds."""

import json
import logging
import sys
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

IDS: Final = ("game", "guild", "interaction")

_about: ContextVar[dict[str, int]] = ContextVar("about")

# At DEBUG these log the bodies of requests and the parameters of statements, hands and seeds among them.
_NEVER_DEBUG: Final = ("discord", "aiosqlite", "aiohttp", "asyncio")


@contextmanager
def about(**ids: int | None) -> Generator[None]:
    """Adds these ids (of `IDS`) to every line that is logged inside the `with` block."""
    known = {name: number for name, number in ids.items() if number is not None}
    token = _about.set(_about.get({}) | known)
    try:
        yield
    finally:
        _about.reset(token)


def configure(level: str, form: str) -> None:
    """Sends logs of this level and above to standard error, in the form `text` or `json`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in _NEVER_DEBUG:
        logging.getLogger(name).setLevel(max(logging.getLevelNamesMapping()[level], logging.INFO))
    logging.getLogger("aiohttp.access").setLevel(logging.WARNING)


def ids_of(record: logging.LogRecord) -> dict[str, Any]:
    """The ids that belong to a line: those of the `about` blocks around it, and its own `extra`."""
    own = {name: vars(record)[name] for name in IDS if vars(record).get(name) is not None}
    return _about.get({}) | own


class TextLines(logging.Formatter):
    """Formats a record as one readable line with its ids at the end."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line, followed by a traceback where there is one."""
        line = super().format(record)
        ids = " ".join(f"{name}={number}" for name, number in ids_of(record).items())
        return f"{line} [{ids}]" if ids else line


class JsonLines(logging.Formatter):
    """Formats a record as one JSON object on a line of its own."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line; a traceback is its field `error`."""
        facts: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **ids_of(record),
        }
        if record.exc_info:
            facts["error"] = self.formatException(record.exc_info)
        return json.dumps(facts)
