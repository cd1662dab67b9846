"""Damaged or invented files of weights and figures: each is refused with a sentence."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.ai.evaluation.duel import strategy
from engine.ai.evaluation.features import OPTION_SIZE, STATE_SIZE
from engine.ai.evaluation.inputs import INPUTS
from engine.ai.evaluation.network import BadWeights, networks
from engine.editions.g54.pool_survey import Survey, read
from engine.errors import NoSurvey
from engine.json_files import LARGEST_BYTES

DATA = Path(__file__).parents[2] / "data"


def weights(part: str = "several", **changed: Any) -> str:
    """Returns a file of weights with one hidden unit and a change in one of its networks."""
    row = [0.5]
    known: dict[str, dict[str, Any]] = {
        name: {"state": [row] * inputs.state_size, "option": [row] * inputs.option_size, "bias": row, "logit": row}
        for name, inputs in INPUTS.items()
    }
    return json.dumps(known | {part: known[part] | changed})


def duels(**changed: Any) -> str:
    """Returns a duel strategy with a change in it."""
    return json.dumps(
        {"heat": 0.04, "worths": {"act duke": {"22--": "5050"}, "keep duke": {"22-": "50"}}} | changed
    )


def pools(*row: Any, **changed: Any) -> str:
    """Returns a survey of one pool with changes in its row or elsewhere."""
    roles = ["banker", "director", "guerrilla", "peacekeeper", "politician"]
    numbers = row or (1, 20, 30, 900, 200, 250, 250, 250, 250, 250, 250)
    return json.dumps({"version": 1, "roles": roles, "pools": [["abcde", *numbers]]} | changed)


NUMBERS = ["NaN", "Infinity", "-Infinity", "1e400", "-1e400", "1" * 400, "1" * 9000]
STRANGE = [
    *(
        "",
        "null",
        "3",
        '"weights"',
        "[]",
        "[[[]]]",
        "[" * 200_000,
        "[" * 200_000 + "]" * 200_000,
        '{"a":' * 200_000,
    ),
    *("\ufeff{}", "{} {}", '{"version": 1, "version": 1}', " " * (LARGEST_BYTES + 1)),
]
FILES: list[tuple[Callable[[Path], object], type[Exception], str, str]] = [
    (networks, BadWeights, weights(), "holds no weights"),
    (strategy, BadWeights, duels(), "holds no table of duels"),
    (read, NoSurvey, pools(), "has no figures of pools"),
]


def refused(path: Path, content: str | bytes, load: Callable[[Path], object], kind: type[Exception]) -> str:
    """Returns the sentence that refuses a file with this content."""
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(kind) as error:
        load(path)
    assert str(error.value).endswith(".")
    return str(error.value)


@pytest.mark.parametrize(("load", "kind", "good", "words"), FILES)
def test_a_file_of_another_kind_is_refused(
    load: Callable[[Path], object], kind: type[Exception], good: str, words: str, tmp_path: Path
) -> None:
    for number, content in enumerate([*STRANGE, b"\xff\xfe", b"\x00" * 100]):
        assert words in refused(tmp_path / f"{number}.json", content, load, kind)
    (tmp_path / "folder").mkdir()
    for nothing in ("folder", "missing"):
        with pytest.raises(kind):
            load(tmp_path / nothing)
    whole = tmp_path / "good.json"
    whole.write_text(good, encoding="utf-8")
    load(whole)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_that_is_not_finite_is_refused(number: str, tmp_path: Path) -> None:
    in_place = '"@"'
    path = tmp_path / "file.json"
    refused(path, weights(bias=["@"]).replace(in_place, number), networks, BadWeights)
    refused(path, duels(temperature="@").replace(in_place, number), strategy, BadWeights)
    refused(path, pools("@", *[1] * 10).replace(in_place, number), read, NoSurvey)


@pytest.mark.parametrize(
    "changed",
    [
        {"bias": []}, {"bias": 1}, {"bias": "1"}, {"bias": [True]}, {"bias": ["1"]}, {"bias": [[1]]},
        {"bias": [1e300]}, {"bias": [None]}, {"logit": [1, 2]}, {"logit": {"0": 1}}, {"state": []},
        {"state": {"a": [1]}}, {"state": [[1]] * (STATE_SIZE - 1)}, {"option": [1] * OPTION_SIZE},
        {"option": ["1"] * OPTION_SIZE}, {"option": None},
        {"bias": [], "logit": [], "state": [[]] * STATE_SIZE, "option": [[]] * OPTION_SIZE},
    ],
)  # fmt: skip
def test_weights_of_another_shape_are_refused(changed: dict[str, Any], tmp_path: Path) -> None:
    for part in INPUTS:
        refused(tmp_path / "strong.json", weights(part, **changed), networks, BadWeights)


@pytest.mark.parametrize(
    "changed",
    [
        {"heat": 0}, {"heat": -1}, {"heat": 1e-300}, {"heat": 1e300}, {"heat": "0.04"}, {"heat": None},
        {"worths": []}, {"worths": {"act duke": []}}, {"worths": {"act duke": {"22--": 50}}},
        {"worths": {"act duke": {"22--": ""}}},
        {"worths": {"act duke": {"22--": ["5", "0"]}}}, {"worths": {"act duke": {"22--": "505"}}},
        {"worths": {"act duke": {"22--": "\u0665\u0660"}}}, {"worths": {"keep duke": {"22-": "5050"}}},
    ],
)  # fmt: skip
def test_tables_of_another_shape_are_refused(changed: dict[str, Any], tmp_path: Path) -> None:
    refused(tmp_path / "duel.json", duels(**changed), strategy, BadWeights)


@pytest.mark.parametrize(
    "row",
    [
        (1.5, *[1] * 10), ("1", *[1] * 10), (True, *[1] * 10), (-1, *[1] * 10), (10**9, *[1] * 10),
        ([1], *[1] * 10),
        (1, 20, 30, 1001, *[1] * 7), (1, 20, 30, *[1] * 7), (1, 20, 30, *[1] * 9), (None,), ({},),
    ],
)  # fmt: skip
def test_impossible_figures_are_refused(row: tuple[Any, ...], tmp_path: Path) -> None:
    assert "damaged" in refused(tmp_path / "pools.json", pools(*row), read, NoSurvey)


def test_the_shipped_files_are_accepted() -> None:
    assert networks(DATA / "ai" / "strong.json").several
    assert math.isfinite(strategy(DATA / "ai" / "duel.json")["heat"])
    assert isinstance(read(DATA / "pools.json"), Survey)
