"""Rows about processes that share a database: what each reports about itself, and which shards it owns."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

Place: TypeAlias = tuple[int, int]
"""(k, n): the k-th of n processes, counted from 1. It prefers the shards with shard % n == k - 1."""


@dataclass(frozen=True)
class Reach:
    """Whether a process may be given shards, as far as Discord is concerned.

    `reaches_discord` is False while the gateway or REST cannot be reached, and for a while after a long outage.
    `failing` are the shards that it has not been able to serve for some time.
    """

    reaches_discord: bool = True
    failing: frozenset[int] = frozenset()


@dataclass(frozen=True)
class PlaceConflict:
    """The place of a running process that prevents another process from joining, and when its lease ends."""

    place: int
    places: int
    until: datetime


@dataclass(frozen=True)
class Process:
    """A process, with its place if it has one, and its machine if that is known.

    One that is `leaving` gets no shards; in a snapshot, so is one that has not agreed on their number. `starting`
    are the shards whose session it has begun without having their lease. After `seconds_left` it counts as ended,
    unless it renews its leases before.
    """

    name: str
    place: Place | None = None
    leaving: bool = False
    reach: Reach = Reach()
    starting: frozenset[int] = frozenset()
    machine: str | None = None
    seconds_left: float = 0.0

    @property
    def live(self) -> bool:
        """Whether it has renewed its leases in time."""
        return self.seconds_left > 0

    def prefers(self, shard: int) -> bool:
        """Whether the shard belongs to the place of this process."""
        return self.place is not None and shard % self.place[1] == self.place[0] - 1


@dataclass(frozen=True)
class Lease:
    """The lease of a shard: the process that has it (None: nobody), and the number of that process's fence."""

    holder: str | None
    number: int


@dataclass(frozen=True)
class Snapshot:
    """What the database says at one moment: processes, and leases by shard.

    `shards` is the number of shards, None until it is agreed. The server has been running for `server_runs`
    seconds.
    """

    shards: int | None
    server_runs: float
    processes: tuple[Process, ...]
    leases: dict[int, Lease]
