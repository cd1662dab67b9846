"""The rules of Coup: pure and deterministic; they know no clock, no file, no network and no Discord."""

from engine.ask import Ask
from engine.catalogue import ROLES, RULESETS
from engine.errors import (
    BadRequest,
    GameOver,
    IllegalDecision,
    NotPending,
    Refused,
    Stale,
    UnknownPlayer,
)
from engine.events import Event
from engine.game import Game
from engine.moves import Move

__all__ = [
    "ROLES",
    "RULESETS",
    "Ask",
    "BadRequest",
    "Event",
    "Game",
    "GameOver",
    "IllegalDecision",
    "Move",
    "NotPending",
    "Refused",
    "Stale",
    "UnknownPlayer",
]
