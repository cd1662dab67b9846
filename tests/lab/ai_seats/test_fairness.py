"""Fairness: one seat among simple players; the levels are ordered, and none hoards."""

import json
from pathlib import Path
from typing import Any

import pytest

from lab.commands import main

LEVELS = ("honest", "easy", "medium", "strong")


def fairness(words: str, tmp_path: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """The rows of the command's JSON, by kind and table."""
    assert main(["fairness", *words.split(), "--jobs", "1", "--json", str(tmp_path / "found.json")]) == 0
    tables = json.loads((tmp_path / "found.json").read_text())["tables"]
    return {(row["kind"], row["variant"]): row for row in tables}


def test_a_kind_wins_its_fair_share_among_its_like(tmp_path: Path) -> None:
    found = fairness("--kinds honest --against honest --at short/3 classic/2 --deals 4", tmp_path)
    assert found["honest", "short/3"]["games"] == 12
    assert found["honest", "short/3"]["wins"]["value"] == pytest.approx(1 / 3, abs=1e-4), "a deal from every seat"
    assert found["honest", "classic/2"]["wins"]["value"] == 0.5


def test_every_kind_meets_three_rules_of_thumb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = fairness("--kinds honest random --at g54/4 reformation/5 --deals 1", tmp_path)
    assert found["random", "reformation/5"]["games"] == 5
    told = capsys.readouterr().out
    assert "random at g54/4" in told
    assert "20%" in told


def test_each_level_is_stronger_than_the_one_before_and_none_hoards(tmp_path: Path) -> None:
    found = fairness("--at classic/4 --deals 8", tmp_path)
    wins = [found[kind, "classic/4"]["wins"]["value"] for kind in LEVELS]
    assert wins == sorted(wins)
    assert all(found[kind, "classic/4"]["harmless"]["value"] < 0.3 for kind in LEVELS[1:])
