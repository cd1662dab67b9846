"""The assignment: which process should own which shard."""

from collections import Counter
from dataclasses import replace
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from bot.cluster import Reach
from bot.cluster.assignment import assign
from bot.store.rows import Process

NAMES = ("a", "b", "c", "d", "e")
SHARDS = st.integers(1, 24)
HELD = st.dictionaries(st.integers(0, 23), st.sampled_from((*NAMES, "dead")))


SOME = st.frozensets(st.integers(0, 23))
REACH = st.just(Reach()) | SOME.map(lambda failing: Reach(False, failing))


def processes(*, places: bool, reach: bool = False) -> st.SearchStrategy[list[Process]]:
    place = st.integers(1, 4).flatmap(lambda n: st.tuples(st.integers(1, n), st.just(n)))
    one = st.tuples(
        st.none() | place if places else st.none(),
        st.booleans(),
        REACH if reach else st.just(Reach()),
        SOME if reach else st.just(frozenset[int]()),
    )
    some = st.dictionaries(st.sampled_from(NAMES), one)
    return some.map(lambda given: [Process(name, *values) for name, values in given.items()])


def settled(shards, running, held):
    """The owners of the shards after all processes have released and acquired shards as assigned."""
    while (after := held | assign(shards, running, held)) != held:
        held = after
    return {shard: name for shard, name in held.items() if shard < shards}


@given(SHARDS, processes(places=True, reach=True), HELD, st.randoms())
def test_all_processes_compute_the_same_and_finally_every_shard_is_served(shards, running, held, random) -> None:
    assigned = assign(shards, running, held)
    shuffled, items = list(running), list(held.items())
    random.shuffle(shuffled)
    random.shuffle(items)
    assert assign(shards, shuffled, dict(items)) == assigned
    staying = {process.name for process in running if not process.leaving}
    assert set(assigned.values()) <= staying
    if staying:
        after = settled(shards, running, held)
        assert set(after) == set(range(shards))
        assert set(after.values()) <= staying


@given(SHARDS, processes(places=True, reach=True), HELD)
def test_no_served_shard_moves_while_another_one_is_not_served(shards, running, held) -> None:
    names = {process.name for process in running}
    begun = {shard for process in running for shard in process.starting}
    able = {process.name for process in running if process.reach.reaches_discord and not process.leaving}
    failing = {(process.name, shard) for process in running for shard in process.reach.failing if able}
    served = {shard: name for shard, name in held.items() if name in names and (name, shard) not in failing}
    if set(range(shards)) <= served.keys():
        return
    assigned = assign(shards, running, held)
    for shard, name in assigned.items():
        assert shard not in served or shard in begun or name == served[shard]


@given(SHARDS, processes(places=True, reach=True), HELD)
def test_a_process_without_discord_gets_no_shards_while_another_reaches_it(shards, running, held) -> None:
    able = {process.name for process in running if process.reach.reaches_discord and not process.leaving}
    if not able:
        reaching = [replace(process, reach=Reach()) for process in running]
        begun = [replace(process, starting=frozenset()) for process in reaching]
        assert assign(shards, begun, held) == assign(
            shards, [replace(process, starting=frozenset()) for process in running], held
        ), "while nobody reaches it, nothing is given up for that"
        return
    cut_off = {process.name: process.reach.failing for process in running if process.name not in able}
    for shard, name in assign(shards, running, held).items():
        assert name in able or (held[shard] == name and shard not in cut_off[name])


@given(SHARDS, processes(places=True), HELD)
def test_a_shard_goes_to_the_process_of_its_place(shards, running, held) -> None:
    assigned = settled(shards, running, held)
    for shard in range(shards):
        at_home = [process.name for process in running if process.prefers(shard) and not process.leaving]
        if at_home:
            assert assigned[shard] in at_home


@given(SHARDS, processes(places=False), HELD)
def test_without_places_shards_per_process_differ_by_at_most_one(shards, running, held) -> None:
    assigned = settled(shards, running, held)
    counts = Counter(assigned.values())
    numbers = [counts[process.name] for process in running if not process.leaving]
    assert not numbers or max(numbers) - min(numbers) <= 1


@given(st.integers(1, 6), st.integers(1, 3), st.lists(st.integers(0, 2), min_size=6, max_size=6))
def test_no_other_balanced_assignment_moves_fewer_served_shards(shards, number, holders) -> None:
    staying: list[str] = list(NAMES[:number])
    held = {shard: staying[holders[shard] % number] for shard in range(shards)}
    assigned = assign(shards, [Process(name) for name in staying], held)
    slots = staying * (-(-shards // len(staying)))
    ways = {way for way in permutations(slots, shards) if _spread(way, staying) <= 1}
    fewest = min(sum(held.get(shard) != name for shard, name in enumerate(way)) for way in ways)
    assert sum(held.get(shard) != name for shard, name in assigned.items()) == fewest


def _spread(way: tuple[str, ...], staying: list[str]) -> int:
    numbers = [way.count(name) for name in staying]
    return max(numbers) - min(numbers)


def test_a_dead_process_leaves_its_shards_to_the_others() -> None:
    places = [Process("a", (1, 3)), Process("b", (2, 3)), Process("c", (3, 3))]
    held = settled(9, places, {})
    assert [shard for shard, name in held.items() if name == "c"] == [2, 5, 8]
    without = assign(9, places[:2], held)
    assert Counter(without.values()) == {"a": 5, "b": 4}
    assert assign(9, places, without) == held, "it gets them back when it returns"


def test_a_session_already_started_is_not_given_up_for_a_new_process() -> None:
    held = {0: "dead", 1: "dead", 2: "a", 3: "a", 4: "b", 5: "b"}
    begun = assign(6, [Process("a"), Process("b")], held)
    assert begun == held | {0: "a", 1: "b"}
    running = [Process("a", starting=frozenset({0})), Process("b"), Process("c")]
    assert assign(6, running, held) == held | {0: "a", 1: "c"}, "what was not begun goes to who has the fewest"
