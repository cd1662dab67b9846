"""Creates the players of `engine.ai` that decide for seats, and lets them choose, also in a worker process."""

import logging
import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from engine import Event, Move
from engine.ai import KINDS, LEVELS, Player
from engine.ai.evaluation.duel import strategy
from engine.ai.evaluation.network import BadWeights, networks

log = logging.getLogger(__name__)

SUBSTITUTE_KIND: Final = "medium"
"""The kind of AI that plays for a member who is away, and for a kind whose weights cannot be used."""

_WEIGHED: Final = "strong"
"""The kind of AI that plays by weights."""


def playing_kind(kind: str) -> str:
    """Returns the kind that plays at seats of a kind: SUBSTITUTE_KIND if its weights cannot be used.

    Weights are read when a strong seat is first wanted, because reading them would delay every start.
    """
    fault = fault_of_weights() if kind == _WEIGHED else None
    if fault is None:
        return kind
    _log_once(fault)
    return SUBSTITUTE_KIND


def player(kind: str, temperament: str | None, names: Sequence[str], seat: int) -> Player:
    """Returns a player for a seat of a kind (see `playing_kind`); some kinds ignore `temperament`."""
    own = {} if temperament is None or kind not in LEVELS else {"temperament": temperament}
    return KINDS[playing_kind(kind)](names, seat, **own)


def fault_of_weights() -> str | None:
    """Returns an error message for the operator if the weights of strong AI seats cannot be used, or None."""
    try:
        networks()
        strategy()
    except BadWeights as error:
        return f"{error} Until then strong AI seats play as {SUBSTITUTE_KIND} ones."
    return None


@cache
def _log_once(fault: str) -> None:
    log.error("%s", fault)


def choose_after(
    own: Player, events: Sequence[Event], view: Mapping[str, Any], options: Sequence[Move], chance: random.Random
) -> tuple[Player, Move]:
    """Returns a player that has observed some more events, and the move it chooses."""
    for event in events:
        own.observe(event)
    return own, own.choose(view, options, chance)
