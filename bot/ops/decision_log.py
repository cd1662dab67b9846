"""Logs one line for each decision when it is durable, with its interaction and the time that it took.

A line has the seat, the question and the cause (a player, an AI seat, a timeout), never the answer. The lines of a
window therefore disclose nothing about its sealed answers. An answer that has no effect any more, because a sealed
one has settled the question, is logged like any other.
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
