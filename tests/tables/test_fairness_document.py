"""Fairness: the commitment before a game, and the code of docs/fairness.md, which checks the game afterwards."""

import hashlib
import hmac
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from bot.render.panels.rulebook import FAIRNESS_TOPIC, rules_panel
from bot.render.texts.catalogue import texts_for
from bot.render.view_model import TableView
from bot.tables.record_file import record_file, seed_proof
from engine import RULESETS
from tests.harness.record_files import file_of, played_game
from tests.harness.tables import ANA, BEN, START, Harness, game_of, take_commitments
from tests.render.components import text_of

ROOT = Path(__file__).parents[2]
CHECK, REFEREE = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "fairness.md").read_text(), re.DOTALL)
NAMES = ("Ada", "Ben", "Cleo")
Check: TypeAlias = Callable[[dict[str, Any]], dict[str, str]]


def run(code: str, file: dict[str, Any], folder: Path, *flags: str) -> list[str]:
    """Runs a program of the document on a file, in a process of its own; returns the lines it prints."""
    path = folder / "coup-12.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    program = [sys.executable, *flags, "-c", code, str(path)]
    printed = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=True)
    return printed.stdout.splitlines()


def outcomes(lines: list[str]) -> dict[str, str]:
    """What is printed for each check: by its first word, the words after it, without numbers."""
    return {line.split()[0]: re.sub(r" ?[0-9a-f]{17,}", "", line.split(" ", 1)[1]) for line in lines}


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Check:
    """Runs the check of the document on a file in this process; returns what it prints for each check."""
    monkeypatch.setattr(sys, "argv", ["", "coup-12.json"])

    def check(file: dict[str, Any]) -> dict[str, str]:
        exec(CHECK, {"open": lambda *_, **__: StringIO(json.dumps(file))})
        return outcomes(capsys.readouterr().out.splitlines())

    return check


def test_the_check_has_at_most_thirty_lines() -> None:
    assert len([line for line in CHECK.splitlines() if line.strip()]) <= 30


@pytest.mark.slow
async def test_the_documented_check_accepts_a_tables_game(harness: Harness, tmp_path: Path) -> None:
    table = await harness.play(ANA, BEN, ai=1)
    shown_before = table.state.commitment
    await harness.play_out(table)
    file = record_file(table.state)
    assert file is not None
    assert file["commitment"] == shown_before
    assert outcomes(run(CHECK, file, tmp_path, "-I")) == {  # isolated from the packages here
        "commitment": "True",
        "seed": "True",
        "member": f"{BEN.user_id} True",
        "deal": "True",
    }
    assert run(REFEREE, file, tmp_path)[0].startswith("game True [")
    file["record"]["result"] = []
    assert run(REFEREE, file, tmp_path)[0].startswith("game False ")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_deal_of_every_ruleset_is_checked(ruleset: str, check: Check) -> None:
    file = file_of(played_game(ruleset, NAMES, random.Random(5)))
    assert check(file) == {"commitment": "True", "seed": "True", "deal": "True"}
    hands = file["deal"]["hands"]
    hands[0], hands[1] = hands[1], hands[0]
    assert check(file)["deal"] == "False"


def test_the_documented_check_finds_changes(check: Check) -> None:
    file = file_of(played_game("classic", NAMES, random.Random(5)))
    assert check(file | {"interaction": "8"})["seed"] == "False"
    assert check(file | {"commitment": "00" * 32})["commitment"] == "False"
    member = [{"user_id": "1", "salt": "00" * 32}]
    assert check(file | {"members": member})["member"] == "1 False"
    assert "deleted" in check(file | {"seats": ["1", None, "3"]})["seed"]


async def test_no_seed_is_revealed_before_the_end(harness: Harness) -> None:
    table = await harness.play(ANA, BEN)
    secret = table.state.server_seed.hex()
    said = repr(table) + "".join(json.dumps(game_of(table).view(seat)) for seat in (None, 0, 1))
    assert secret not in said
    assert repr(table.state.server_seed) not in said
    assert game_of(table).record()["new"]["seed"] not in said
    assert table.state.seed == game_of(table).record()["new"]["seed"]
    assert not [seat.salt for seat in table.state.seats if str(seat.salt) in said]


async def test_each_seat_has_a_salt_of_its_own_from_the_moment_it_is_taken(harness: Harness) -> None:
    table = await harness.seat(ANA, BEN)
    before = table.state.seats
    await harness.tables.start(table, ANA.user_id, START)
    await harness.play_out(table)
    again = await harness.tables.rematch(table, ANA)
    assert table.state.seats == before, "the start draws no salts"
    seats = [*before, *again.state.seats]
    assert len({seat.salt for seat in seats}) == len({seat.commitment for seat in seats}) == 4


async def test_a_game_without_commitments_is_dealt_from_user_ids_as_before(harness: Harness) -> None:
    table = await harness.seat(ANA, BEN)
    take_commitments(table)
    await harness.tables.start(table, ANA.user_id, START)
    await harness.play_out(table)
    proof = seed_proof(table.state)
    assert proof is not None
    assert (proof["seats"], proof["members"]) == ([str(ANA.user_id), str(BEN.user_id)], [None, None])
    said = f"{START}:{ANA.user_id}:{BEN.user_id}".encode()
    assert proof["record"]["new"]["seed"] == hmac.new(table.state.server_seed, said, hashlib.sha256).hexdigest()


async def test_the_lobby_shows_the_commitment_of_each_seat(harness: Harness) -> None:
    table = await harness.seat(ANA, BEN)
    shown = text_of(rules_panel(FAIRNESS_TOPIC, texts_for(), TableView.of(table)))
    for seat in table.state.seats:
        assert f"**{seat.name}**: `{seat.commitment}`" in shown
        assert str(seat.salt) not in shown
