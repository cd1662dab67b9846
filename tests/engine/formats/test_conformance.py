"""Scenarios of the conformance format: our own, and those shared between engines if available."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.engine.formats.scenario import Scenario

OWN = Path(__file__).parents[2] / "conformance"
SHARED = Path(__file__).parents[4] / "shared" / "conformance"


def scenarios(folder: Path) -> list[Any]:
    """Yields each scenario of a folder's files, named by its file and its own name."""
    return [
        pytest.param(scenario, id=f"{file.stem}: {scenario['name']}")
        for file in sorted(folder.rglob("*.json"))
        for scenario in json.loads(file.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize("scenario", scenarios(OWN))
def test_own_scenarios_pass(scenario: dict[str, Any]) -> None:
    Scenario(scenario).play()


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared conformance scenarios are not at hand")
@pytest.mark.parametrize("scenario", scenarios(SHARED))
def test_shared_scenarios_pass(scenario: dict[str, Any]) -> None:
    Scenario(scenario).play()


def test_no_two_own_scenarios_have_the_same_name() -> None:
    names = [parameter.id for parameter in scenarios(OWN)]
    assert len(set(names)) == len(names)
