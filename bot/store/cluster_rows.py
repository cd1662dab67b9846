"""Rows about processes that share a database: what each says of itself, and which shards it owns."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True)
class ProcessIdentity:
    """The name of this process, its place (the k-th of n processes) and its machine, if these are known."""

    name: str
    place: int | None
    places: int | None
    machine: str | None


@dataclass(frozen=True)
class Reach:
    """Whether a process may be given shards, as far as Discord is concerned.

    It `reaches_discord` unless gateway or REST cannot be reached, or became reachable only a moment ago after a
    long outage. `failing` are the shards that it has not been able to serve for some time.
    """

    reaches_discord: bool = True
    failing: frozenset[int] = frozenset()


@dataclass(frozen=True)
class ProcessState:
    """What a process reports about itself whenever it renews its leases.

    `shards` is the number of shards it assumes, None until the processes have agreed on one. `starting` are the
    shards whose session it has begun and whose lease it does not have yet.
    """

    shards: int | None = None
    leaving: bool = False
    reach: Reach = field(default_factory=Reach)
    starting: frozenset[int] = frozenset()


@dataclass(frozen=True)
class PlaceConflict:
    """A running process that has the place another one asked for, and the end of its lease on it."""

    place: int
    places: int
    until: datetime


@dataclass(frozen=True)
class ProcessRow:
    """A process as the database knows it, with its place (the k-th of n processes) if it has one.

    It is `taking` while it may be given shards. `left` are the seconds until it counts as ended unless it renews
    itself. It runs `here` if it is known to run on this machine.
    """

    name: str
    place: int | None
    places: int | None
    taking: bool
    left: float
    here: bool
    reach: Reach = field(default_factory=Reach)
    starting: frozenset[int] = frozenset()

    @property
    def live(self) -> bool:
        """Whether it has renewed itself in time."""
        return self.left > 0


@dataclass(frozen=True)
class Lease:
    """The process that holds a shard, None for nobody, and the number of the fence that it writes with."""

    holder: str | None
    number: int


@dataclass(frozen=True)
class Snapshot:
    """What the database says at one moment. `server_runs` is the number of seconds its server has been running."""

    shards: int | None
    server_runs: float
    processes: tuple[ProcessRow, ...]
    leases: dict[int, Lease]
