"""Due: when something next happens at a table by itself, as it is stored, and what time a question gets."""

from collections.abc import Iterable
from typing import Final

from bot.store.rows import Seat

GRACE: Final = 30.0
"""Seconds that a question gets at least, or its whole time if that is less, once there is a process to answer."""


def half_time(asked_at: float, deadline: float) -> float:
    """When half the time of a lobby or a question is gone."""
    return (asked_at + deadline) / 2


def next_due(asked_at: float, deadline: float | None, owing: Iterable[Seat], *, reminded: bool) -> float | None:
    """The moment at which a lobby or a question needs the process, None if never.

    That is at once (`asked_at`) where an AI seat is among those owing an answer, else half time, or after that was
    published (`reminded`) the deadline.
    """
    if deadline is None:
        return None
    if any(seat.played_by_ai for seat in owing):
        return asked_at
    return deadline if reminded else half_time(asked_at, deadline)
