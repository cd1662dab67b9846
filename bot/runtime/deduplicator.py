"""Deduplication of interactions: Discord may deliver one twice when a connection is resumed."""

from typing import Final

REMEMBERED: Final = 10_000
"""Ids kept; a second delivery comes within seconds of the first."""


class Deduplicator:
    """The ids of the newest interactions."""

    def __init__(self) -> None:
        self._heard: dict[int, None] = {}

    def is_first(self, interaction_id: int) -> bool:
        """Whether this id is heard for the first time."""
        if interaction_id in self._heard:
            return False
        self._heard[interaction_id] = None
        if len(self._heard) > REMEMBERED:
            del self._heard[next(iter(self._heard))]
        return True
