"""Fairness and repetition: the levels are ordered, none hoards, and AI seats do not bore."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.ai import LEVELS
from engine.ai.random import RandomPlayer
from engine.moves import Move
from tests.lab.runs import figures

RANKED = ("honest", "easy", "medium", "strong")


def fairness(words: str) -> dict[tuple[str, str], dict[str, Any]]:
    """The rows of the command's JSON, by kind and table."""
    return {(row["kind"], row["variant"]): row for row in figures(f"fairness {words} --jobs 1")["tables"]}


def test_a_kind_wins_its_fair_share_among_its_like() -> None:
    found = fairness("--kinds honest --against honest --at short/3 classic/2 --deals 4")
    assert found["honest", "short/3"]["games"] == 12
    assert found["honest", "short/3"]["wins"]["value"] == pytest.approx(1 / 3, abs=1e-4), "a deal from every seat"
    assert found["honest", "classic/2"]["wins"]["value"] == 0.5


def test_every_kind_meets_three_rules_of_thumb(capsys: pytest.CaptureFixture[str]) -> None:
    found = fairness("--kinds honest random --at g54/4 reformation/5 --deals 1")
    assert found["random", "reformation/5"]["games"] == 5
    told = capsys.readouterr().out
    assert "random at g54/4" in told
    assert "20%" in told


def test_each_level_is_stronger_than_the_one_before_and_none_hoards() -> None:
    tables = ("classic/4", "g54/4")
    found = fairness(f"--at {' '.join(tables)} --deals 8")
    for table in tables:
        wins = [found[kind, table]["wins"]["value"] for kind in RANKED]
        assert wins == sorted(wins)
        assert all(found[kind, table]["harmless"]["value"] < 0.3 for kind in RANKED)


def test_strong_is_stronger_than_medium_in_an_expansion_that_its_network_was_not_trained_in() -> None:
    found = fairness("--kinds strong --against medium --at reformation/4 --deals 15")
    assert found["strong", "reformation/4"]["wins"]["value"] > 0.36, "medium wins 25 %"


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
