"""Snowflakes, Discord's ids: increasing 64-bit numbers that contain the time of their creation."""

import time
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000
"""The time that ids count from: the start of 2015, in milliseconds of Unix time."""


class Snowflakes:
    """Creates ids of the current time, each greater than the one before."""

    def __init__(self) -> None:
        self._last = 0

    def __call__(self) -> int:
        """A new id."""
        now = (time.time_ns() // 1_000_000 - EPOCH_MS) << 22
        self._last = max(now, self._last + 1)
        return self._last

    def on_shard(self, shard: int, shards: int) -> int:
        """A new id of a guild on this shard; it may be up to `shards` milliseconds ahead of the current time."""
        self._last = self() + ((shard - (self._last >> 22)) % shards << 22)
        return self._last


def shard_of(snowflake: int, shards: int) -> int:
    """The shard that a guild's id belongs to; `shards` is the number of shards."""
    return (snowflake >> 22) % shards


def creation_time(snowflake: int) -> str:
    """The time of an id's creation, as the ISO 8601 text that Discord sends."""
    return iso_time(((snowflake >> 22) + EPOCH_MS) / 1000)


def iso_time(seconds: float) -> str:
    """A Unix time in seconds as the ISO 8601 text that Discord sends."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
