"""Rows about processes that share a database: what each reports about itself, and which shards it owns."""

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

    `reaches_discord` is False while the gateway or REST cannot be reached, and for a while after a long outage.
    `failing` are the shards that it has not been able to serve for some time.
    """

    reaches_discord: bool = True
    failing: frozenset[int] = frozenset()


@dataclass(frozen=True)
class ProcessState:
    """What a process reports about itself whenever it renews its leases.

    `shards` is the number of shards that it uses, None until the processes have agreed on one. A process that is
    `leaving` gets no more shards. `starting` are the shards whose session it has begun without having their lease.
    """

    shards: int | None = None
    leaving: bool = False
    reach: Reach = field(default_factory=Reach)
    starting: frozenset[int] = frozenset()


@dataclass(frozen=True)
class PlaceConflict:
    """The place of a running process that prevents another process from joining, and when its lease ends."""

    place: int
    places: int
    until: datetime


@dataclass(frozen=True)
class ProcessRow:
    """A process as the database knows it, with its place (the k-th of n processes) if it has one.

    `takes_shards`: it may be given shards. After `seconds_left` it counts as ended, unless it renews its leases
    before. `is_local`: it is known to run on this machine.
    """

    name: str
    place: int | None
    places: int | None
    takes_shards: bool
    seconds_left: float
    is_local: bool
    reach: Reach = field(default_factory=Reach)
    starting: frozenset[int] = frozenset()

    @property
    def live(self) -> bool:
        """Whether it has renewed its leases in time."""
        return self.seconds_left > 0


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
    processes: tuple[ProcessRow, ...]
    leases: dict[int, Lease]
