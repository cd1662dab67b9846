"""Speed: the figures of a run add up."""

import json
from pathlib import Path
from typing import Any

import pytest

from lab.commands import main


def speed(words: str, tmp_path: Path) -> list[dict[str, Any]]:
    """The JSON that the command writes for each table."""
    assert main(["speed", *words.split(), "--json", str(tmp_path / "found.json")]) == 0
    return json.loads((tmp_path / "found.json").read_text())["tables"]


def test_each_kind_plays_all_its_games_at_each_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tables = speed("easy random --at classic/2 g54/3 --games 25 --jobs 1", tmp_path)
    assert [(each["variant"], each["kind"], each["games"]) for each in tables] == [
        ("classic/2", "easy", 25), ("classic/2", "random", 25), ("g54/3", "easy", 25), ("g54/3", "random", 25),
    ]  # fmt: skip
    assert all(each["decisions"] >= 25 * 4 and each["processor_seconds"] > 0 for each in tables)
    *_, row = capsys.readouterr().out.strip().splitlines()
    shown = row.replace("random at g54/3", "").split()
    busy = tables[-1]["processor_seconds"]
    assert float(shown[3]) == pytest.approx(25 / busy, rel=0.05)
    assert float(shown[5]) == pytest.approx(1e6 * tables[-1]["seconds"] / 25 / 60, rel=0.05, abs=1)
