"""Log lines as text or JSON, with the ids of game, server and interaction; they never hold hands or seeds."""

import json
import logging
import sys
import time
import traceback
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any, Final

import discord

log = logging.getLogger(__name__)

FACTS: Final = ("guild", "game", "seat", "question", "cause", "interaction", "ms")
"""The fields that a line may have besides its text; `ms` are the milliseconds since `begin`."""

_about: ContextVar[dict[str, Any]] = ContextVar("about")
_began: ContextVar[float] = ContextVar("began")
_everywhere: dict[str, Any] = {}

# At DEBUG these loggers write the bodies of requests and the values of statements, which contain hands and seeds.
_NEVER_DEBUG: Final = ("discord", "aiosqlite", "aiohttp", "asyncio")


def name_process(name: str) -> None:
    """Adds the name of this process to every line from now on, to tell the lines of several processes apart."""
    _everywhere["process"] = name


def begin(**ids: int | None) -> None:
    """Marks the beginning of this task's work for an interaction or alarm; its log lines get these ids."""
    _about.set({name: number for name, number in ids.items() if number is not None})
    _began.set(time.perf_counter())


def seconds_since_begin() -> float | None:
    """Returns the time since this task's work has begun; None outside of such work."""
    began = _began.get(None)
    return None if began is None else time.perf_counter() - began


def log_decisions(guild_id: int, game_id: int, answers: Iterable[tuple[int, str]], question: int) -> None:
    """Logs that seats have answered the question of that number, each with its cause.

    A line has no answer, and one whose answer a sealed one has made unnecessary is like any other, so that the
    lines of a window disclose nothing. Nor does one about an AI that failed, whose default would be known.
    """
    seconds = seconds_since_begin()
    ms = None if seconds is None else round(seconds * 1000, 1)
    facts = {"guild": guild_id, "game": game_id, "question": question, "ms": ms}
    for seat, cause in answers:
        log.info("Decided", extra={**facts, "cause": "ai" if cause == "failed" else cause, "seat": seat})


def configure(level: str, form: str) -> None:
    """Writes lines of this level and above to standard error, in the form `text` or `json`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False  # no line names them
    for name in _NEVER_DEBUG:
        logging.getLogger(name).setLevel(max(logging.getLevelNamesMapping()[level], logging.INFO))
    logging.getLogger("aiohttp.access").setLevel(logging.WARNING)


def facts_of(record: logging.LogRecord) -> dict[str, Any]:
    """Returns the fields of a line: those of `begin`, and of its own `extra`."""
    given = vars(record)
    own = {name: given[name] for name in FACTS if given.get(name) is not None}
    return _everywhere | _about.get({}) | own


class _Lines(logging.Formatter):
    """Formats errors without their texts, which may quote a request with a hand, or a sealed answer."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 - `logging` calls it by this name
        """Returns the traceback of an error, those of its causes first; with the numbers of Discord's errors."""
        errors: list[BaseException] = [ei[1]]
        while (cause := errors[-1].__cause__ or errors[-1].__context__) is not None:
            errors.append(cause)
        return "\n".join(
            "Traceback (most recent call last):\n"
            + "".join(traceback.format_tb(error.__traceback__))
            + type(error).__name__
            + (f": {error.status}, {error.code}" if isinstance(error, discord.HTTPException) else "")
            for error in reversed(errors)
        )


class TextLines(_Lines):
    """Formats a record as one readable line with its facts at the end."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line, followed by a traceback where there is one."""
        line = super().format(record)
        facts = " ".join(f"{name}={fact}" for name, fact in facts_of(record).items())
        return f"{line} [{facts}]" if facts else line


class JsonLines(_Lines):
    """Formats a record as one JSON object on a line of its own."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line; a traceback is its field `error`."""
        facts: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **facts_of(record),
        }
        if record.exc_info:
            facts["error"] = self.formatException(record.exc_info)
        return json.dumps(facts)
