"""The dictionary that remembers the entries set last."""

from bot.runtime.recent import Recent


def test_what_was_set_longest_ago_is_forgotten() -> None:
    known = Recent[int, str](3)
    known.update({1: "a", 2: "b", 3: "c"})
    known[1] = "d"
    known[4] = "e"
    assert known == {3: "c", 1: "d", 4: "e"}
