"""Assigns shards to processes. Every process computes the same assignment from the state of the database."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from bot.store.rows import Process


def assign(shards: int, processes: Iterable[Process], owners: Mapping[int, str]) -> dict[int, str]:
    """Returns the name of the running process that should own each shard, from 0 to `shards` - 1.

    `owners` names the present owner of each shard; owners that have ended are ignored. If some process reaches
    Discord, processes that do not reach it get no shards, and an owner that cannot serve its shard does not count
    as its owner. If some shards are not served, only these are assigned anew; the shards of leaving processes are
    then assigned to nobody. A process that has begun the session of a shard keeps that shard.
    """
    running = sorted(processes, key=lambda process: process.name)
    staying = [process for process in running if not process.leaving]
    reaching = [process for process in staying if process.reach.reaches_discord]
    able = reaching or staying
    serving = {process.name: process.reach.failing if reaching else frozenset[int]() for process in running}
    served = {
        shard: name
        for shard, name in owners.items()
        if shard < shards and name in serving and shard not in serving[name]
    }
    pinned = {shard: process.name for process in reversed(able) for shard in process.starting if shard < shards}
    if len(served) < shards:
        return _assign_unserved(shards, staying, able, served, pinned)
    able_names = {process.name for process in able}
    for process in staying:
        if process.name not in able_names:  # it gets no further shards, and keeps those that it serves
            pinned = {shard: name for shard, name in served.items() if name == process.name} | pinned
    return _spread(shards, able, served, pinned)


def _assign_unserved(
    shards: int,
    staying: Sequence[Process],
    able: Sequence[Process],
    served: Mapping[int, str],
    pinned: Mapping[int, str],
) -> dict[int, str]:
    """Assigns each shard that nobody serves to the process that prefers it, or to one with the fewest shards."""
    names = {process.name for process in staying}
    assigned = {shard: name for shard, name in served.items() if name in names} | dict(pinned)
    load = Counter(assigned.values())
    for shard in range(shards):
        if shard not in served and shard not in assigned and able:
            preferring = [process for process in able if process.prefers(shard)]
            assigned[shard] = min(preferring or able, key=lambda process: (load[process.name], process.name)).name
            load[assigned[shard]] += 1
    return assigned


def _spread(
    shards: int, processes: Sequence[Process], owners: Mapping[int, str], pinned: Mapping[int, str]
) -> dict[int, str]:
    """Assigns all shards but the `pinned` ones, which keep their process.

    A shard goes to the process that prefers it. The others are spread evenly, and as few as possible move.
    """
    assigned = dict(pinned)
    if not processes:
        return assigned
    for shard in range(shards):
        preferring = [process.name for process in processes if process.prefers(shard)]
        if preferring and shard not in assigned:
            assigned[shard] = owners[shard] if owners.get(shard) in preferring else preferring[0]
    movable = [shard for shard in range(shards) if shard not in assigned]
    room = _room([process.name for process in processes], Counter(assigned.values()), movable, owners)
    moving = list[int]()
    for shard in movable:
        holder = owners.get(shard, "")
        if room.get(holder):
            room[holder] -= 1
            assigned[shard] = holder
        else:
            moving.append(shard)
    free = [name for name, number in room.items() for _ in range(number)]
    assigned.update(zip(moving, free, strict=True))
    return assigned


def _room(names: list[str], fixed: Counter[str], movable: list[int], owners: Mapping[int, str]) -> dict[str, int]:
    """Returns how many of the `movable` shards each process gets, besides its `fixed` number of others."""
    owned = Counter(owners.get(shard, "") for shard in movable)
    room = dict.fromkeys(names, 0)
    for _ in movable:
        # A process with the fewest shards; if possible, one that owns more movable shards than it has room for.
        fewest = min(names, key=lambda name: (fixed[name] + room[name], room[name] - owned[name] >= 0, name))
        room[fewest] += 1
    return room
