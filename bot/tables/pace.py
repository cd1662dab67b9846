"""Pace: how long a table waits for a turn and for an answer, and when it needs the process next."""

import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.store.rows import Seat

_SHORTER: Final = {"respond": 0.6, "prove": 0.8}
"""What takes people less thought than the usual question, by the prompt."""
_GIVE_OR_TAKE: Final = (0.6, 1.4)
_OWN: Final = re.compile(r"(\d{1,6})/(\d{1,6})")
LEAST: Final = 5  # seconds: what a person needs to read and click
MOST: Final = 7 * 24 * 3600
GRACE: Final = 30.0
"""Seconds that a question gets at least, or its whole time if that is less, once there is a process to answer."""


@dataclass(frozen=True)
class Pace:
    """Seconds for a turn's action, and for any other decision."""

    turn: int
    answer: int

    def seconds(self, prompt: str) -> int:
        """How long a question of this prompt stands."""
        return self.turn if prompt == "act" else self.answer


PACES: Final = {
    "blitz": Pace(20, 8),
    "normal": Pace(60, 20),
    "slow": Pace(180, 60),
    "correspondence": Pace(24 * 3600, 12 * 3600),
}
"""The named paces."""


def pace(text: str) -> Pace:
    """The pace of a name, or of seconds as `turn/answer`, e.g. `90/30`. Raises ValueError."""
    if text in PACES:
        return PACES[text]
    own = _OWN.fullmatch(text)
    if own is None:
        raise ValueError(f"{text} is no pace: there are {', '.join(PACES)}, or seconds as turn/answer, e.g. 90/30")
    turn, answer = int(own[1]), int(own[2])
    if not (LEAST <= turn <= MOST and LEAST <= answer <= MOST):
        raise ValueError(
            f"a pace has between {LEAST} seconds and {MOST // 86400} days for a turn and for an answer"
        )
    return Pace(turn, answer)


def ai_pause(key: bytes, seat: int, question: int, prompt: str) -> float:
    """How long an AI seat takes to answer, as a multiple of the usual time: between 0.36 and 1.4.

    It comes from `key` (see `bot.tables.seed_commitment`) and the question, and never from what the seat holds or
    is about to do. So it is the same after a restart.
    """
    drawn = hmac.digest(key, f"{seat}:{question}".encode(), "sha256")
    least, most = _GIVE_OR_TAKE
    return _SHORTER.get(prompt, 1.0) * (least + (most - least) * int.from_bytes(drawn[:4]) / 2**32)


def half_time(asked_at: float, deadline: float) -> float:
    """When half the time of a lobby or a question is gone."""
    return (asked_at + deadline) / 2


def next_due(
    asked_at: float, deadline: float | None, owing: Iterable[Seat], *, is_half_over: bool
) -> float | None:
    """The moment at which a lobby or a question needs the process, None if never.

    That is at once (`asked_at`) where an AI seat is among those owing an answer, else half time, or after that was
    published (`is_half_over`) the deadline.
    """
    if deadline is None:
        return None
    if any(seat.played_by_ai for seat in owing):
        return asked_at
    return deadline if is_half_over else half_time(asked_at, deadline)
