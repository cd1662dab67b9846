"""OpenQuestion: what belongs to the question on show; each question begins with a new one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine import Event, Game


@dataclass(frozen=True)
class PendingState:
    """A state of the game that is durable, and is shown at the moment `asked_at`.

    A window that closes before its minimum time stays on show until then, so that an early end betrays no answer.
    `seats` decided, because of `cause`, what led to it.
    """

    game: Game
    events: tuple[Event, ...]
    seats: tuple[int, ...]
    cause: str
    asked_at: float
    deadline: float | None
    question_id: int | None


@dataclass(frozen=True)
class OpenQuestion:
    """What belongs to the question on show, beside its columns in the row (`asked_at`, `deadline` and others).

    `answered` are the seats that have answered, or seem to have: a challenge may release other seats from
    answering, and their answers are acknowledged all the same. `failed` are the seats whose AI could not answer,
    so that the default was decided; showing that at once would unseal the default. `sealed` is the game with the
    sealed answers in it, as far as it is durable; None if there are none. `pending` is the state that the answers
    have led to, if it is shown later. `is_half_over` says that half of the time has passed and was published.
    `ai_due` has the moment when each AI seat answers, in seconds since 1970.
    """

    answered: frozenset[int] = frozenset()
    failed: frozenset[int] = frozenset()
    sealed: Game | None = field(default=None, repr=False)
    pending: PendingState | None = field(default=None, repr=False)
    is_half_over: bool = False
    ai_due: Mapping[int, float] = field(default_factory=dict[int, float], repr=False)
