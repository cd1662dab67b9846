"""Once: what Discord delivers twice, as it may when a connection is resumed, is heard the first time only."""

from typing import Final

REMEMBERED: Final = 10_000
"""Ids kept; a second delivery comes within seconds of the first."""


class Once:
    """The ids of the newest interactions."""

    def __init__(self) -> None:
        self._heard: dict[int, None] = {}

    def first(self, interaction_id: int) -> bool:
        """Whether this id is heard for the first time."""
        if interaction_id in self._heard:
            return False
        self._heard[interaction_id] = None
        if len(self._heard) > REMEMBERED:
            del self._heard[next(iter(self._heard))]
        return True
