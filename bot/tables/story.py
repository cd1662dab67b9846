"""Events that a table adds to its story beside those of the rules."""

from collections.abc import Collection, Sequence
from typing import Final

from engine import Event

NOT_OF_THE_RULES: Final = frozenset(("silence", "ai_failed", "away", "back", "stalled"))
"""The types of these events."""
STALL: Final = 100
"""Turns without a lost card after which AI seats that are left alone decide at random."""


def silence(seat: int) -> Event:
    """The event that a seat let the time run out."""
    return {"type": "silence", "by": seat}


def away(seat: int) -> Event:
    """The event that an AI plays for a seat from now on, as its owner let the time run out too often."""
    return {"type": "away", "by": seat}


def back(seat: int) -> Event:
    """The event that a seat's owner plays again."""
    return {"type": "back", "by": seat}


def ai_failed(seat: int) -> Event:
    """The event that a seat's AI could not decide, so that the usual was done."""
    return {"type": "ai_failed", "by": seat}


def stalled() -> Event:
    """The event that nobody has lost a card for STALL turns, and AI seats decide at random from now on."""
    return {"type": "stalled", "turns": STALL}


def goes_in_circles(story: Sequence[Sequence[Event]], members: Collection[int]) -> bool:
    """Whether, by the story of each turn, only AI seats are in, and nobody has lost a card for STALL turns."""
    if len(story) <= STALL:
        return False
    out = {event["by"] for turn in story for event in turn if event["type"] == "eliminated"}
    return out.issuperset(members) and not any(
        event["type"] == "lost" for turn in story[-STALL:] for event in turn
    )
