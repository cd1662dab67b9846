"""Pace: the time that a table allows for a turn and for an answer."""

import hmac
import re
from dataclasses import dataclass
from typing import Final

_SHORTER: Final = {"respond": 0.6, "prove": 0.8}
"""The pause of AI seats at questions that take less thought, as a multiple of the usual one, by prompt."""
_PAUSE_RANGE: Final = (0.6, 1.4)
_CUSTOM: Final = re.compile(r"(\d{1,6})/(\d{1,6})")
LEAST_QUIET_SECONDS: Final = 2.5
MOST_QUIET_SECONDS: Final = 5.0
"""The quiet time of a window lasts at least, and at most, this long."""
_QUIET_KEY: Final = b"the quiet time of a window"
LEAST_MEMBERS_FOR_ORDERS: Final = 4
"""Tables of several members allow standing orders by default from this number up."""
LEAST_SECONDS: Final = 5  # a person needs this time to read and click
MOST_SECONDS: Final = 7 * 24 * 3600
LOBBY_SECONDS: Final = 1800.0
"""How long a lobby stays open at least."""
GRACE_SECONDS: Final = 30.0
"""A question has at least this time left, or all its time if that is less, when members can answer it again."""


@dataclass(frozen=True)
class Pace:
    """The seconds allowed for the action of a turn, and for any other decision."""

    turn: int
    answer: int

    def seconds(self, prompt: str) -> int:
        """Returns the time for a question of this prompt."""
        return self.turn if prompt == "act" else self.answer


PACES: Final = {
    "blitz": Pace(20, 12),
    "normal": Pace(60, 20),
    "slow": Pace(180, 60),
    "correspondence": Pace(24 * 3600, 12 * 3600),
}
"""The named paces."""


def pace(text: str) -> Pace:
    """Returns the pace of a name, or of seconds as `turn/answer`, e.g. `90/30`. Raises ValueError."""
    if text in PACES:
        return PACES[text]
    own = _CUSTOM.fullmatch(text)
    if own is None:
        raise ValueError(f"{text} is no pace: there are {', '.join(PACES)}, or seconds as turn/answer, e.g. 90/30")
    turn, answer = int(own[1]), int(own[2])
    if not (LEAST_SECONDS <= turn <= MOST_SECONDS and LEAST_SECONDS <= answer <= MOST_SECONDS):
        raise ValueError(
            f"a pace has between {LEAST_SECONDS} seconds and {MOST_SECONDS // 86400} days "
            "for a turn and for an answer"
        )
    return Pace(turn, answer)


def lobby_seconds(text: str) -> float:
    """Returns how long a lobby of this pace stays open: at least as long as a turn."""
    return max(LOBBY_SECONDS, pace(text).turn)


def ai_pause(key: bytes, seat: int, question: int, prompt: str) -> float:
    """Returns the pause before an AI seat answers, as a multiple of the usual one: between 0.36 and 1.4.

    It depends on `key` (see `bot.tables.seed_commitment`) and the question only, and not on the cards or the
    answer of the seat. So it is the same after a restart.
    """
    drawn = hmac.digest(key, f"{seat}:{question}".encode(), "sha256")
    least, most = _PAUSE_RANGE
    return _SHORTER.get(prompt, 1.0) * (least + (most - least) * int.from_bytes(drawn[:4]) / 2**32)


def orders_by_default(members: int, pace: str) -> bool:
    """Returns whether a table with this number of members allows standing orders, if its host does not say."""
    return (members == 1 or members >= LEAST_MEMBERS_FOR_ORDERS) and pace != "correspondence"


def quiet_seconds(game_id: int, question: int, answer_seconds: float) -> float:
    """Returns the quiet time of a window: between 2.5 and 5 seconds, and at most half the time for an answer.

    It depends on the numbers of the game and of the question, and the key is public too. So it betrays nothing,
    and is the same after a restart.
    """
    drawn = hmac.digest(_QUIET_KEY, f"{game_id}:{question}".encode(), "sha256")
    share = int.from_bytes(drawn[:4]) / 2**32
    return min(LEAST_QUIET_SECONDS + (MOST_QUIET_SECONDS - LEAST_QUIET_SECONDS) * share, answer_seconds / 2)


def half_time(asked_at: float, deadline: float) -> float:
    """Returns the moment when half the time of a lobby or a question is over: who is awaited is then reminded."""
    return (asked_at + deadline) / 2
