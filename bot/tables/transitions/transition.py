"""Transition: the next state of a table, what to store, and what to announce."""

import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Concatenate, Final, Literal, ParamSpec, TypeAlias

from bot.store.rows import DecisionChanges
from bot.tables.changes import Change, ChangeKind
from bot.tables.state import TableState

P = ParamSpec("P")

QUESTION_ID_BITS: Final = 31


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
