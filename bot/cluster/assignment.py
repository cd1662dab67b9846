"""Assignment: which process is to have which shard. Each computes it alike from what the database says."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.cluster.ownership import Place


@dataclass(frozen=True)
class Process:
    """A process that runs. One that is `leaving` gets no shards."""

    name: str
    place: Place | None = None
    leaving: bool = False

    def is_at_home_on(self, shard: int) -> bool:
        """Whether its place gives it the shard."""
        return self.place is not None and shard % self.place[1] == self.place[0] - 1


def assign(shards: int, processes: Iterable[Process], held: Mapping[int, str]) -> dict[int, str]:
    """Returns the name of the process that is to have each shard, of those 0 to `shards` - 1; nobody has none.

    A shard goes to the process whose place it is. The others are spread so that all have equally many, give or
    take one, as far as the places allow; of all ways to do so it is one that moves the fewest from those who hold
    them (`held`: names by shard; those of processes that do not run any more count for nothing).
    """
    staying = sorted((process for process in processes if not process.leaving), key=lambda process: process.name)
    if not staying:
        return {}
    assigned = dict[int, str]()
    for shard in range(shards):
        at_home = [process.name for process in staying if process.is_at_home_on(shard)]
        if at_home:
            assigned[shard] = held[shard] if held.get(shard) in at_home else at_home[0]
    at_large = [shard for shard in range(shards) if shard not in assigned]
    room = _room([process.name for process in staying], Counter(assigned.values()), at_large, held)
    moving = list[int]()
    for shard in at_large:
        holder = held.get(shard, "")
        if room.get(holder):
            room[holder] -= 1
            assigned[shard] = holder
        else:
            moving.append(shard)
    free = [name for name, number in room.items() for _ in range(number)]
    assigned.update(zip(moving, free, strict=True))
    return assigned


def _room(names: list[str], at_home: Counter[str], at_large: list[int], held: Mapping[int, str]) -> dict[str, int]:
    """Returns how many of the shards that are nobody's place each process is to have."""
    holding = Counter(held.get(shard, "") for shard in at_large)
    room = dict.fromkeys(names, 0)
    for _ in at_large:
        # To one of those with the fewest: if possible one that holds more already than it has room for.
        fewest = min(names, key=lambda name: (at_home[name] + room[name], room[name] - holding[name] >= 0, name))
        room[fewest] += 1
    return room
