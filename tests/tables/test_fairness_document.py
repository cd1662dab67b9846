"""docs/fairness.md: its code checks the file of a game, as a stranger would run it."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.tables.record_file import record_file
from engine import RULESETS
from tests.harness.record_files import file_of, played_game
from tests.harness.tables import ANA, BEN, Harness

ROOT = Path(__file__).parents[2]
CHECK, REFEREE = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "fairness.md").read_text(), re.DOTALL)
NAMES = ("Ada", "Ben", "Cleo")


def run(code: str, file: dict[str, Any], folder: Path, *flags: str) -> list[str]:
    """Runs a program of the document on a file; returns the lines it prints."""
    path = folder / "coup-12.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    program = [sys.executable, *flags, "-c", code, str(path)]
    printed = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=True)
    return printed.stdout.splitlines()


def outcomes(lines: list[str]) -> dict[str, str]:
    """What is printed for each check: by its first word, the words after it, without numbers."""
    return {line.split()[0]: re.sub(r" ?[0-9a-f]{17,}", "", line.split(" ", 1)[1]) for line in lines}


def check(file: dict[str, Any], folder: Path) -> dict[str, str]:
    return outcomes(run(CHECK, file, folder, "-I"))  # isolated from the packages here


def test_the_check_has_at_most_thirty_lines() -> None:
    assert len([line for line in CHECK.splitlines() if line.strip()]) <= 30


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["classic", "anarchy"])
async def test_the_documented_check_accepts_a_tables_game(harness: Harness, tmp_path: Path, ruleset: str) -> None:
    table = await harness.play(ANA, BEN, ai=1, ruleset=ruleset)
    await harness.play_out(table)
    file = record_file(table.state)
    assert file is not None
    assert check(file, tmp_path) == {
        "commitment": "True",
        "seed": "True",
        "member": f"{BEN.user_id} True",
        "deal": "True",
    }
    assert run(REFEREE, file, tmp_path)[0].startswith("game True [")


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_deal_of_every_ruleset_is_checked(ruleset: str, tmp_path: Path) -> None:
    file = file_of(played_game(ruleset, NAMES, random.Random(5)))
    assert check(file, tmp_path) == {"commitment": "True", "seed": "True", "deal": "True"}
    hands = file["deal"]["hands"]
    hands[0], hands[1] = hands[1], hands[0]
    assert check(file, tmp_path)["deal"] == "False"


@pytest.mark.slow
def test_the_documented_check_finds_changes(tmp_path: Path) -> None:
    file = file_of(played_game("classic", NAMES, random.Random(5)))
    assert check(file | {"interaction": "8"}, tmp_path)["seed"] == "False"
    assert check(file | {"commitment": "00" * 32}, tmp_path)["commitment"] == "False"
    member = [{"user_id": "1", "salt": "00" * 32}]
    assert check(file | {"members": member}, tmp_path)["member"] == "1 False"
    assert "deleted" in check(file | {"seats": ["1", None, "3"]}, tmp_path)["seed"]
    file["record"]["result"] = []
    assert run(REFEREE, file, tmp_path)[0].startswith("game False ")
