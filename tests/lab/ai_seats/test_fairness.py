"""Fairness: one seat among simple players; the levels are ordered, and none hoards."""

from typing import Any

import pytest

from tests.lab.runs import figures

LEVELS = ("honest", "easy", "medium", "strong")


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
        wins = [found[kind, table]["wins"]["value"] for kind in LEVELS]
        assert wins == sorted(wins)
        assert all(found[kind, table]["harmless"]["value"] < 0.3 for kind in LEVELS)
