"""The health of a process: whether it serves members, and why not."""

from dataclasses import dataclass
from enum import StrEnum


class HealthStatus(StrEnum):
    """Whether a process serves members."""

    READY = "ready"  # every shard that it owns is connected, and REST answers
    SPARE = "spare"  # it owns no shard, and can take over those of a process that ends
    STARTING = "starting"
    NOT_CONNECTED = "not connected"  # a shard, or REST, or the database cannot be reached
    LEAVING = "leaving"  # it was told to stop, and other processes take over its shards


@dataclass(frozen=True)
class Health:
    """The state of a process. `owned` are the shards that it owns, `connected` those that are connected."""

    status: HealthStatus
    owned: tuple[int, ...] = ()
    connected: tuple[int, ...] = ()
    shards: int | None = None
    """The number of shards of all processes, None until it is known."""
    gateway: bool = False
    rest: bool = False
    """Whether Discord's gateway and REST can be reached."""
