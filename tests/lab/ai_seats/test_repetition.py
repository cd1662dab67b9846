"""Repetition: the laboratory counts what seats do again and again, and AI seats do not bore."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.ai import LEVELS
from engine.ai.random import RandomPlayer
from engine.moves import Move
from tests.lab.runs import figures

BORING = 10
"""A token that goes back and forth this many times bores."""
HOARDERS = 0.3


class Taxpayer(RandomPlayer):
    """Always takes income if it may, and otherwise allows everything."""

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        income = [move for move in options if move.action == "income"]
        return (income or list(options))[0]


def test_the_repetitions_of_a_known_kind_are_counted() -> None:
    words = f"repetition {__name__}:Taxpayer --at classic.two_player=standard/2 --games 3 --jobs 1"
    (table,) = figures(words)["tables"]
    # From 1 coin to 10 it takes income nine times, three of them with 7 coins or more; then it must coup.
    assert table["by_seat"] == {"times": 9, "action": "income"}
    assert table["changes_nothing"] == 0
    assert (table["harmless"], table["rich"]) == (36, 45)
    assert table["by_pair"] == {"times": 3, "action": "coup"}
    assert table["quiet"] == 0


@pytest.mark.parametrize("kind", LEVELS)
def test_no_token_goes_back_and_forth_ten_times_and_nobody_hoards(kind: str) -> None:
    tables = figures(f"repetition {kind} --at classic/4 g54/2 g54/4 --games 8 --jobs 1")["tables"]
    for table in tables:
        assert table["token"]["times"] < BORING, table
    harmless, rich = (sum(table[what] for table in tables) for what in ("harmless", "rich"))
    assert harmless < HOARDERS * rich
