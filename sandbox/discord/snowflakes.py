"""Discord's ids: 64-bit numbers that carry the moment they were made and never run backwards."""

import time
from datetime import UTC, datetime

EPOCH = 1_420_070_400_000
"""The first moment an id can carry: the start of 2015, in milliseconds of Unix time."""


class Snowflakes:
    """Gives ids that carry the present moment, each greater than the one before."""

    def __init__(self) -> None:
        self._last = 0

    def __call__(self) -> int:
        """A new id."""
        now = (time.time_ns() // 1_000_000 - EPOCH) << 22
        self._last = max(now, self._last + 1)
        return self._last


def moment(snowflake: int) -> str:
    """When an id was made, as the ISO 8601 text that Discord sends."""
    return iso(((snowflake >> 22) + EPOCH) / 1000)


def iso(seconds: float) -> str:
    """A moment of Unix time in seconds, as the ISO 8601 text that Discord sends."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
