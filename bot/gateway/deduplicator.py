"""Remembers which interactions were received, because Discord may deliver one twice when a session is resumed."""

from typing import Final

MAX_IDS: Final = 10_000
"""The number of ids that are remembered; a second delivery follows within seconds of the first."""


class Deduplicator:
    """The ids of the newest interactions."""

    def __init__(self) -> None:
        self._seen: dict[int, None] = {}

    def __contains__(self, interaction_id: int) -> bool:
        """Whether this id is remembered."""
        return interaction_id in self._seen

    def is_first(self, interaction_id: int) -> bool:
        """Remembers an id, and returns whether it was not remembered before."""
        if interaction_id in self._seen:
            return False
        self._seen[interaction_id] = None
        if len(self._seen) > MAX_IDS:
            del self._seen[next(iter(self._seen))]
        return True

    def forget(self, interaction_id: int) -> None:
        """Forgets an id."""
        self._seen.pop(interaction_id, None)
