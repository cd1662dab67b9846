"""Changes of tables, of which listeners are notified."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class ChangeKind(StrEnum):
    """The kind of a change."""

    SEATED = "seated"  # the lobby opened or changed
    STARTED = "started"
    DECIDED = "decided"  # seats answered; a new question is open unless others still owe an answer to this one
    HALF_TIME = "half_time"  # half the time of a lobby or a question is over
    PROLONGED = "prolonged"  # a member took more time for a question
    AWAY = "away"  # an AI plays for a seat from now on
    BACK = "back"  # a seat's owner plays again
    PAUSED = "paused"
    RESUMED = "resumed"
    RESTORED = "restored"  # loaded after a restart or a change by another process: its message may be outdated
    OVER = "over"
    CLOSED = "closed"  # an expired or closed lobby, or a game ended by a moderator
    SET_ASIDE = "set_aside"  # the game could not be restored


ENDS: Final = frozenset((ChangeKind.OVER, ChangeKind.CLOSED, ChangeKind.SET_ASIDE))
"""The changes after which a table is no longer live."""


@dataclass(frozen=True)
class Change:
    """A change at a table."""

    kind: ChangeKind
    cause: str | None = None  # of DECIDED: player, ai or timeout; of PAUSED and CLOSED: the reason
    decisions: int = 0  # the number of decisions that became durable with this change
