"""Scenarios of the conformance format: our own, and those shared between engines if available."""

from pathlib import Path
from typing import Any

import pytest

from engine.referee import Referee
from lab.conformance.conform import SCENARIOS, load
from lab.conformance.scenario import Scenario

SHARED = Path(__file__).parents[4] / "shared" / "conformance"


def scenarios(folder: Path) -> list[Any]:
    """Each scenario of a folder's files, named by its file and its own name; none if there is no such folder."""
    return [pytest.param(each.scenario, id=each.name) for each in (load([folder]) if folder.is_dir() else ())]


@pytest.mark.parametrize("scenario", scenarios(SCENARIOS))
def test_own_scenarios_pass(scenario: dict[str, Any]) -> None:
    Scenario(scenario, Referee().answer).play()


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared conformance scenarios are not at hand")
@pytest.mark.parametrize("scenario", scenarios(SHARED))
def test_shared_scenarios_pass(scenario: dict[str, Any]) -> None:
    Scenario(scenario, Referee().answer).play()


def test_no_two_own_scenarios_have_the_same_name() -> None:
    names = [parameter.id for parameter in scenarios(SCENARIOS)]
    assert len(set(names)) == len(names)
