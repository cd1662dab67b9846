"""Events that a table adds to its story beside those of the rules."""

from typing import Final

from engine import Event

NOT_OF_THE_RULES: Final = frozenset(("silence", "ai_failed", "away", "back", "stalled"))
"""The types of these events."""


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


def stalled(turns: int) -> Event:
    """The event that nobody has lost a card for so many turns, and AI seats decide at random from now on."""
    return {"type": "stalled", "turns": turns}
