"""Decisions in the log: one line each, once it is durable, with the interaction it came from and how long it took.

A line says who answered which question, and why (a player, an AI seat, the end of the time), never the answer. So
the lines of a window tell nothing about its sealed answers; and an answer that has no effect any more, because a
sealed one has settled the question, is logged as any other.
"""

import logging
from collections.abc import Iterable

from bot.ops.logs import milliseconds

log = logging.getLogger(__name__)


def log_decisions(guild_id: int, game_id: int, seats: Iterable[int], question: int, cause: str) -> None:
    """Logs that seats have answered the question of that number, for the cause `player`, `ai` or `timeout`."""
    facts = {"guild": guild_id, "game": game_id, "question": question, "cause": cause, "ms": milliseconds()}
    for seat in seats:
        log.info("Decided", extra={**facts, "seat": seat})
