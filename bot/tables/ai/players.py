"""Thinking: what AI seats compute, here or in a worker process, which needs nothing but the engine for it."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine import Event, Move
from engine.ai import KINDS, LEVELS, Player
from engine.ai.evaluation.duel import strategy
from engine.ai.evaluation.network import BadWeights, networks

SUBSTITUTE_KIND: Final = "medium"
"""The kind of AI that plays for a member who is away, and for a kind whose weights cannot be used."""


_WEIGHED: Final = "strong"
"""The kind of AI that plays by weights."""


def playing_kind(kind: str) -> str:
    """The kind that plays at seats of a kind: SUBSTITUTE_KIND where the weights of that kind cannot be used."""
    return SUBSTITUTE_KIND if kind == _WEIGHED and fault_of_weights() is not None else kind


def player(kind: str, temperament: str | None, names: Sequence[str], seat: int) -> Player:
    """A player for a seat of a kind (see `playing_kind`); a kind that knows no temperaments has none."""
    own = {} if temperament is None or kind not in LEVELS else {"temperament": temperament}
    return KINDS[playing_kind(kind)](names, seat, **own)


def fault_of_weights() -> str | None:
    """What is wrong with the weights of strong AI seats, in sentences for the operator; None if nothing is."""
    try:
        networks()
        strategy()
    except BadWeights as error:
        return f"{error} Until then strong AI seats play as {SUBSTITUTE_KIND} ones."
    return None


def choose_after(
    own: Player, events: Sequence[Event], view: Mapping[str, Any], options: Sequence[Move], luck: random.Random
) -> tuple[Player, Move]:
    """What a player chooses after observing some events, with the player as it is then."""
    for event in events:
        own.observe(event)
    return own, own.choose(view, options, luck)
