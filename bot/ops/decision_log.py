"""Logs one line for each decision when it is durable, with its interaction and the time that it took.

A line has the seat, the question and the cause (a player, an AI seat, a timeout), never the answer. The lines of a
window therefore disclose nothing about its sealed answers. An answer that has no effect any more, because a sealed
one has settled the question, is logged like any other.
"""

import logging
from collections.abc import Iterable

from bot.ops.logs import milliseconds

log = logging.getLogger(__name__)


def log_decisions(guild_id: int, game_id: int, answers: Iterable[tuple[int, str]], question: int) -> None:
    """Logs that seats have answered the question of that number, each with its cause.

    The default for an AI that failed is logged like the answer of an AI, because it would disclose the answer.
    """
    facts = {"guild": guild_id, "game": game_id, "question": question, "ms": milliseconds()}
    for seat, cause in answers:
        log.info("Decided", extra={**facts, "cause": "ai" if cause == "failed" else cause, "seat": seat})
