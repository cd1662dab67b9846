"""Scenarios of the conformance format: our own, and those shared between engines if available."""

from pathlib import Path

import pytest

from engine.referee import Referee
from lab.programs.conform import SCENARIOS, load
from lab.programs.scenario import Mismatch, Scenario

SHARED = Path(__file__).parents[4] / "shared" / "conformance"
NONE = pytest.param(SHARED, marks=pytest.mark.skip(reason="the shared conformance scenarios are not at hand"))


@pytest.mark.parametrize(
    "file",
    [*sorted(SCENARIOS.rglob("*.json")), *(sorted(SHARED.rglob("*.json")) or [NONE])],
    ids=lambda file: file.stem,
)
def test_the_scenarios_of_a_file_pass(file: Path) -> None:
    failed: dict[str, str] = {}
    for each in load([file]):
        try:
            Scenario(each.scenario, Referee().answer).play()
        except Mismatch as mismatch:
            failed[each.name] = str(mismatch)
    assert failed == {}


def test_no_two_own_scenarios_have_the_same_name() -> None:
    names = [each.name for each in load([SCENARIOS])]
    assert len(set(names)) == len(names)
