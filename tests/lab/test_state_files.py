"""State files: runs that an earlier version began can continue, and a failed write damages no file."""

import json
from pathlib import Path

import numpy as np
import pytest

from lab.errors import LabError
from lab.files import atomic_write
from lab.pools.survey import SurveyCheckpoint
from lab.pools.tallies import PoolTally, RoleTally
from lab.training.trainer import Task, train

# Files as earlier versions wrote them.
ABOUT = '{"seed": 2, "pools": 6, "stages": [["strong", 1, null], ["easy", 1, null]]}'
LINE = (
    '{"stage": 1, "pool": ["banker", "director", "guerrilla", "peacekeeper", "politician"], "count": {"games": 1,'
    ' "turns": 32, "stalls": 0, "first": 1.0, "roles": {"banker": [3, 1.0, 28, 8, 3, 1]}}}'
)
POOL = ("banker", "director", "guerrilla", "peacekeeper", "politician")


def test_a_survey_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    state = tmp_path / "pools.jsonl"
    state.write_text(f"{ABOUT}\n{LINE}\n")
    checkpoint = SurveyCheckpoint(state, json.loads(ABOUT))
    tally = PoolTally(1, 32, 0, 1.0, {"banker": RoleTally(3, 1.0, 28, 8, 3, 1)})
    assert checkpoint.tallies == {(1, POOL): tally}
    checkpoint.add(1, POOL, tally)
    assert [json.loads(line) for line in state.read_text().splitlines()[1:]] == [json.loads(LINE)] * 2


def test_a_training_saved_by_an_earlier_version_is_refused_and_kept(tmp_path: Path) -> None:
    state = tmp_path / "training.npz"
    np.savez(state, known=np.array('{"part": "duel", "seed": 7, "games": 3, "batch": 44}'), updates=np.array(1))
    before = state.read_bytes()
    with pytest.raises(LabError, match="delete it to begin anew"):
        train(Task("duel", 7, 50, state))
    assert state.read_bytes() == before


def write_half(path: Path) -> None:
    """Writes a file until the disk is full."""
    with atomic_write(path) as part:
        part.write_text("hal")
        raise OSError("the disk is full")


def test_a_file_stays_intact_if_its_new_version_cannot_be_written(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.write_text("whole")
    with pytest.raises(LabError, match=f"{state} cannot be written: the disk is full"):
        write_half(state)
    assert state.read_text() == "whole"
    with atomic_write(state) as part:
        part.write_text("new")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("state", "new")]
