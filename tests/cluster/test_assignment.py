"""Which process is to have which shard."""

from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from bot.cluster.assignment import Process, assign

NAMES = ("a", "b", "c", "d", "e")
SHARDS = st.integers(1, 24)
HELD = st.dictionaries(st.integers(0, 23), st.sampled_from((*NAMES, "dead")))


def processes(*, places: bool) -> st.SearchStrategy[list[Process]]:
    place = st.integers(1, 4).flatmap(lambda n: st.tuples(st.integers(1, n), st.just(n)))
    one = st.tuples(st.none() | place if places else st.none(), st.booleans())
    some = st.dictionaries(st.sampled_from(NAMES), one)
    return some.map(lambda given: [Process(name, *values) for name, values in given.items()])


@given(SHARDS, processes(places=True), HELD, st.randoms())
def test_everybody_computes_the_same_and_every_shard_has_one(shards, running, held, random) -> None:
    assigned = assign(shards, running, held)
    shuffled, items = list(running), list(held.items())
    random.shuffle(shuffled)
    random.shuffle(items)
    assert assign(shards, shuffled, dict(items)) == assigned
    staying = {process.name for process in running if not process.leaving}
    assert set(assigned.values()) <= staying
    assert set(assigned) == (set(range(shards)) if staying else set())
    assert assign(shards, running, assigned) == assigned, "nothing moves once it is so"


@given(SHARDS, processes(places=True), HELD)
def test_a_shard_is_where_it_is_at_home(shards, running, held) -> None:
    assigned = assign(shards, running, held)
    for shard in range(shards):
        at_home = [process.name for process in running if process.is_at_home_on(shard) and not process.leaving]
        if at_home:
            assert assigned[shard] in at_home


@given(SHARDS, processes(places=False), HELD)
def test_without_places_all_have_equally_many_give_or_take_one(shards, running, held) -> None:
    assigned = assign(shards, running, held)
    counts = Counter(assigned.values())
    numbers = [counts[process.name] for process in running if not process.leaving]
    assert not numbers or max(numbers) - min(numbers) <= 1


@given(st.integers(1, 6), processes(places=False), HELD)
def test_no_other_balanced_way_moves_fewer(shards, running, held) -> None:
    staying = [process.name for process in running if not process.leaving][:3]
    assigned = assign(shards, [Process(name) for name in staying], held)
    if not staying:
        return
    slots = staying * (-(-shards // len(staying)))
    ways = {way for way in permutations(slots, shards) if _spread(way, staying) <= 1}
    fewest = min(sum(held.get(shard) != name for shard, name in enumerate(way)) for way in ways)
    assert sum(held.get(shard) != name for shard, name in assigned.items()) == fewest


def _spread(way: tuple[str, ...], staying: list[str]) -> int:
    numbers = [way.count(name) for name in staying]
    return max(numbers) - min(numbers)


def test_a_dead_process_leaves_its_shards_to_the_others() -> None:
    places = [Process("a", (1, 3)), Process("b", (2, 3)), Process("c", (3, 3))]
    held = assign(9, places, {})
    assert [shard for shard, name in held.items() if name == "c"] == [2, 5, 8]
    without = assign(9, places[:2], held)
    assert Counter(without.values()) == {"a": 5, "b": 4}
    assert assign(9, places, without) == held, "it gets them back when it returns"
