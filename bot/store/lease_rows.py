"""What the database says at one moment of the processes that share it, and of the shards they hold."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Me:
    """This process and, unless None, its place among how many, and the machine it runs on."""

    name: str
    place: int | None
    places: int | None
    machine: str | None


@dataclass(frozen=True)
class Rival:
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
