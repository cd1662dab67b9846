"""Deduplication of interactions: Discord may deliver one twice when a connection is resumed."""

from typing import Final

REMEMBERED: Final = 10_000
"""Ids kept; a second delivery comes within seconds of the first."""


class Deduplicator:
    """The ids of the newest interactions."""

    def __init__(self) -> None:
        self._seen: dict[int, None] = {}

    def __contains__(self, interaction_id: int) -> bool:
        """Whether this id is remembered."""
        return interaction_id in self._seen

    def is_first(self, interaction_id: int) -> bool:
        """Returns whether this id is asked about for the first time, and remembers it."""
        if interaction_id in self._seen:
            return False
        self._seen[interaction_id] = None
        if len(self._seen) > REMEMBERED:
            del self._seen[next(iter(self._seen))]
        return True

    def forget(self, interaction_id: int) -> None:
        """Makes the next question about an id the first again."""
        self._seen.pop(interaction_id, None)
