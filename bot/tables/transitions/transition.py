"""Transition: the next state of a table, what to store, and the change of which listeners are notified."""

import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Concatenate, Final, Literal, NamedTuple, ParamSpec, TypeAlias

from bot.store.rows import DecisionChanges
from bot.tables.state import TableState

P = ParamSpec("P")

QUESTION_ID_BITS: Final = 31


class ChangeKind(Enum):
    """The kinds of changes that are announced in different ways."""

    CHANGED = auto()  # any other: seats, settings, answers, a pause
    STARTED = auto()
    ENDED = auto()  # over or closed
    HALF_TIME = auto()  # half the time of a lobby or a question is over
    # Loaded after a restart or a change by another process, or set aside: its message may be outdated.
    RESTORED = auto()


@dataclass(frozen=True)
class Change:
    """A change at a table, and the number of decisions that became durable with it."""

    kind: ChangeKind
    decisions: int = 0


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


class Transition(NamedTuple):
    """The next state of a table, what must be durable first, and the kind of the change; None announces nothing.

    `decisions` is the number of those that are stored. `answers` are the seats that have answered `question`, each
    with the cause of its answer, for the log. `asked` are the AI seats that must be asked now. `outcome` is a
    result for the caller of the command.
    """

    state: TableState
    save: Save | None = None
    change: ChangeKind | None = None
    decisions: int = 0
    answers: tuple[tuple[int, str], ...] = ()
    question: int = 0
    asked: tuple[int, ...] = ()
    outcome: Any = None


Command: TypeAlias = Callable[Concatenate[TableState, Context, P], Transition]
"""A transition as a function of the table, the circumstances and the arguments of the command."""


def save_row(state: TableState, context: Context, change: ChangeKind = ChangeKind.CHANGED) -> Transition:
    """Returns the transition that stores the whole row, with its next due time, and announces a change."""
    state = state.replace(due=state.wakes_at(), changed_at=context.now)
    return Transition(state, "row", change)
