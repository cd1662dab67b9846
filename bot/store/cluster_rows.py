"""Rows about processes that share a database: what each says of itself, and which shards it owns."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True)
class ProcessIdentity:
    """This process and, unless None, its place among how many, and the machine it runs on."""

    name: str
    place: int | None
    places: int | None
    machine: str | None


@dataclass(frozen=True)
class Reach:
    """Whether a process may be given shards, as far as Discord is concerned.

    It `reaches_discord` unless gateway or REST cannot be reached, or could not for long until a moment ago.
    `failing`: the shards that it has not been able to serve for long.
    """

    reaches_discord: bool = True
    failing: frozenset[int] = frozenset()


@dataclass(frozen=True)
class ProcessState:
    """What a process says of itself with each renewal.

    `shards`: the number of shards it reckons with, None until that is agreed on. `starting`: those whose session
    it has begun, and whose lease it does not have yet.
    """

    shards: int | None = None
    leaving: bool = False
    reach: Reach = field(default_factory=Reach)
    starting: frozenset[int] = frozenset()


@dataclass(frozen=True)
class PlaceConflict:
    """A process that keeps another one from joining: its place among how many, and until when it has that."""

    place: int
    places: int
    until: datetime


@dataclass(frozen=True)
class ProcessRow:
    """A process and, unless None, its place among how many.

    It is `taking` while it is to have shards; it has so many seconds `left` if it does not renew itself; it runs
    `here`, on the same machine, or perhaps elsewhere.
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
    """Who holds a shard, None for nobody, and the number of the fence it writes with."""

    holder: str | None
    number: int


@dataclass(frozen=True)
class Snapshot:
    """What the database says at one moment. `server_runs` is for how many seconds its server has been running."""

    shards: int | None
    server_runs: float
    processes: tuple[ProcessRow, ...]
    leases: dict[int, Lease]
