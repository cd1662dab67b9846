"""Thinking: what AI seats compute, here or in a worker process, which needs nothing but the engine for it."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine import Event, Move
from engine.ai import KINDS, LEVELS, Player
from engine.ai.judging.duel import table
from engine.ai.judging.network import BadWeights, network

STAND_IN: Final = "medium"
"""The kind of AI that plays for a member who is away, and for a kind whose weights cannot be used."""


def player(kind: str, temperament: str | None, names: Sequence[str], seat: int) -> Player:
    """A player of a kind for a seat; a kind that knows no temperaments has none.

    Where the weights of a kind cannot be used, STAND_IN plays instead.
    """
    own = {} if temperament is None or kind not in LEVELS else {"temperament": temperament}
    try:
        return KINDS[kind](names, seat, **own)
    except BadWeights:
        return KINDS[STAND_IN](names, seat, **own)


def fault_of_weights() -> str | None:
    """What is wrong with the weights of strong AI seats, in sentences for the operator; None if nothing is."""
    try:
        network()
        table()
    except BadWeights as error:
        return f"{error} Until then strong AI seats play as {STAND_IN} ones."
    return None


def choose_after(
    own: Player, events: Sequence[Event], view: Mapping[str, Any], options: Sequence[Move], luck: random.Random
) -> tuple[Player, Move]:
    """What a player chooses after observing some events, with the player as it is then."""
    for event in events:
        own.observe(event)
    return own, own.choose(view, options, luck)
