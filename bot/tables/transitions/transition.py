"""Transition: the next state of a table, what to store, and the changes of which listeners are notified."""

import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Concatenate, Final, Literal, ParamSpec, TypeAlias

from bot.store.rows import DecisionChanges
from bot.tables.state import TableState

P = ParamSpec("P")

QUESTION_ID_BITS: Final = 31


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


@dataclass(frozen=True)
class Context:
    """The circumstances of a transition: the time in seconds since 1970, and the operator's settings in seconds.

    `chance` draws the temperaments of AI seats. `question_id` becomes the id of a question that is opened.
    """

    now: float
    min_window_seconds: float = 0.0
    ai_pause_seconds: float = 0.0
    chance: random.Random = field(default_factory=random.Random)
    question_id: int = field(default_factory=lambda: secrets.randbits(QUESTION_ID_BITS))


Save: TypeAlias = DecisionChanges | Literal["row", "thread"]
"""The data to store before a transition takes effect: decisions of a game, the whole row, or some columns."""


@dataclass(frozen=True)
class Decided:
    """The seats that have answered a question, each with the cause of its answer, for the log of decisions."""

    answers: tuple[tuple[int, str], ...]
    question: int


@dataclass(frozen=True)
class Transition:
    """The next state of a table, what must be durable first, and the changes to announce afterwards.

    `asked` are the AI seats that must be asked now. `outcome` is a result for the caller of the command.
    """

    state: TableState
    save: Save | None = None
    changes: tuple[Change, ...] = ()
    decided: Decided | None = None
    asked: tuple[int, ...] = ()
    outcome: Any = None

    def after(self, earlier: "Transition") -> "Transition":
        """Returns this transition; it announces the changes of `earlier`, which stored nothing, before its own."""
        return replace(self, changes=(*earlier.changes, *self.changes))


Command: TypeAlias = Callable[Concatenate[TableState, Context, P], Transition]
"""A transition as a function of the table, the circumstances and the arguments of the command."""


def save_row(state: TableState, context: Context, kind: ChangeKind, cause: str | None = None) -> Transition:
    """Returns the transition that stores the whole row, with its next due time, and announces a change."""
    state = state.replace(due=state.due_now(), changed_at=context.now)
    return Transition(state, "row", (Change(kind, cause=cause),))
