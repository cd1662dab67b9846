"""Thinking: what AI seats compute, here or in a worker process, which needs nothing but the engine for it."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from engine import Event, Move
from engine.ai import KINDS, TEMPERED, Player


def player(kind: str, temperament: str | None, names: Sequence[str], seat: int) -> Player:
    """A player of a kind for a seat; a kind that knows no temperaments has none."""
    if temperament is None or kind not in TEMPERED:
        return KINDS[kind](names, seat)
    return KINDS[kind](names, seat, temperament=temperament)


def choose_after(
    own: Player, events: Sequence[Event], view: Mapping[str, Any], options: Sequence[Move], luck: random.Random
) -> tuple[Player, Move]:
    """What a player chooses after observing some events, with the player as it is then."""
    for event in events:
        own.observe(event)
    return own, own.choose(view, options, luck)
