"""Perft: the number of decision sequences, in each edition and for each complicated role."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import Game
from engine.referee import perft
from tests.engine.positions import position

pytestmark = pytest.mark.slow


def positions() -> Iterator[Any]:
    """Yields each position of perft.txt with its numbers of sequences."""
    for line in Path(__file__).with_name("perft.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            name, rules, hands, coins, counts, *facts = line.split(" | ")
            ruleset, _, pool = rules.partition(" ")
            setup = position(ruleset, hands, coins, pool, **(json.loads(facts[0]) if facts else {}))
            yield pytest.param(setup, [int(count) for count in counts.split()], id=name)


@pytest.mark.parametrize(("setup", "counts"), list(positions()))
def test_the_counts_of_decision_sequences_are_right(setup: dict[str, Any], counts: list[int]) -> None:
    game = Game.from_position(setup)
    assert [perft(game, depth) for depth in range(1, len(counts) + 1)] == counts
