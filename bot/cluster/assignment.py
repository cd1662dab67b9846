"""Assignment: which process is to have which shard. Each computes it alike from what the database says."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.cluster.membership import Place
from bot.store.cluster_rows import Reach


@dataclass(frozen=True)
class Process:
    """A process that runs. One that is `leaving` gets no shards; the rest is as in `ProcessState`."""

    name: str
    place: Place | None = None
    leaving: bool = False
    reach: Reach = field(default_factory=Reach)
    starting: frozenset[int] = frozenset()

    def is_at_home_on(self, shard: int) -> bool:
        """Whether its place gives it the shard."""
        return self.place is not None and shard % self.place[1] == self.place[0] - 1


def assign(shards: int, processes: Iterable[Process], held: Mapping[int, str]) -> dict[int, str]:
    """Returns the name of the process that is to have each shard, of those 0 to `shards` - 1.

    `held` names the holder of each shard; those that do not run any more count for nothing. As long as any
    process reaches Discord, others get no shards, and holders that cannot serve a shard count for nothing either.
    While any shard is not served, only such shards are assigned anew, and those of leaving processes to nobody.
    A process that has begun a session keeps the shard in any case.
    """
    running = sorted(processes, key=lambda process: process.name)
    staying = [process for process in running if not process.leaving]
    reaching = [process for process in staying if process.reach.reaches_discord]
    able = reaching or staying
    serving = {process.name: process.reach.failing if reaching else frozenset[int]() for process in running}
    served = {
        shard: name
        for shard, name in held.items()
        if shard < shards and name in serving and shard not in serving[name]
    }
    pinned = {shard: process.name for process in reversed(able) for shard in process.starting if shard < shards}
    if len(served) < shards:
        return _assign_unserved(shards, staying, able, served, pinned)
    able_names = {process.name for process in able}
    for process in staying:
        if process.name not in able_names:  # it gets no shards, and keeps those it serves
            pinned = {shard: name for shard, name in served.items() if name == process.name} | pinned
    return _spread(shards, able, served, pinned)


def _assign_unserved(
    shards: int,
    staying: Sequence[Process],
    able: Sequence[Process],
    served: Mapping[int, str],
    pinned: Mapping[int, str],
) -> dict[int, str]:
    """Moves nothing that is served; the rest goes where it is at home, or to the processes with the fewest."""
    names = {process.name for process in staying}
    assigned = {shard: name for shard, name in served.items() if name in names} | dict(pinned)
    load = Counter(assigned.values())
    for shard in range(shards):
        if shard not in served and shard not in assigned and able:
            at_home = [process for process in able if process.is_at_home_on(shard)]
            assigned[shard] = min(at_home or able, key=lambda process: (load[process.name], process.name)).name
            load[assigned[shard]] += 1
    return assigned


def _spread(
    shards: int, processes: Sequence[Process], held: Mapping[int, str], pinned: Mapping[int, str]
) -> dict[int, str]:
    """Spreads the shards that are not pinned: each goes to the process whose place it is.

    The others are spread so that all have equally many, give or take one, as far as that is possible; of all ways
    to do so it is one that moves the fewest from their holders.
    """
    assigned = dict(pinned)
    if not processes:
        return assigned
    for shard in range(shards):
        at_home = [process.name for process in processes if process.is_at_home_on(shard)]
        if at_home and shard not in assigned:
            assigned[shard] = held[shard] if held.get(shard) in at_home else at_home[0]
    at_large = [shard for shard in range(shards) if shard not in assigned]
    room = _room([process.name for process in processes], Counter(assigned.values()), at_large, held)
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


def _room(names: list[str], fixed: Counter[str], at_large: list[int], held: Mapping[int, str]) -> dict[str, int]:
    """Returns how many of the shards `at_large` each process is to have, beside those that are fixed."""
    holding = Counter(held.get(shard, "") for shard in at_large)
    room = dict.fromkeys(names, 0)
    for _ in at_large:
        # To one of those with the fewest: if possible one that holds more already than it has room for.
        fewest = min(names, key=lambda name: (fixed[name] + room[name], room[name] - holding[name] >= 0, name))
        room[fewest] += 1
    return room
