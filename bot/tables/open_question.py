"""OpenQuestion: the part of a table's state that belongs to the question on show and is in no column."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine import Event, Game


@dataclass(frozen=True)
class PendingState:
    """A state of the game that is durable, and is shown at the moment `asked_at`.

    A window that closes before its minimum time stays on show until then, so that an early end reveals no answer.
    `seats` are those whose decisions led to this state.
    """

    game: Game
    events: tuple[Event, ...]
    seats: tuple[int, ...]
    asked_at: float
    deadline: float | None
    question_id: int | None


@dataclass(frozen=True)
class OpenQuestion:
    """The state of the question on show that is not in columns of the row (such as `asked_at` and `deadline`).

    `answered`: seats that have answered. Answers of seats that a sealed challenge has released count too, although
    they have no effect. `failed`: seats whose AI failed, so that the default was decided; this is shown later,
    because it would disclose the default. `sealed`: the game with all durable sealed answers, None if there are
    none. `pending`: the state that the answers have led to, if it is shown later. `is_half_over`: half of the time
    has passed, and this was published. `ai_due`: when each AI seat answers, in seconds since 1970. `quiet_until`:
    when the quiet time ends, until which nothing about answers shows; None if there is none, or it is over.
    """

    answered: frozenset[int] = frozenset()
    failed: frozenset[int] = frozenset()
    sealed: Game | None = field(default=None, repr=False)
    pending: PendingState | None = field(default=None, repr=False)
    is_half_over: bool = False
    quiet_until: float | None = None
    ai_due: Mapping[int, float] = field(default_factory=dict[int, float], repr=False)
