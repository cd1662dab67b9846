"""The one-card duel: the laboratory solves it; strong plays by the solution."""

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from engine import Move
from engine.ai import KINDS, TEMPERAMENTS
from engine.ai.evaluation.duel import strategy
from lab.commands import main
from lab.duel import option_values, solver
from lab.duel.policy import Policy
from lab.duel.solver import Solver
from lab.errors import LabError
from lab.variant import Variant


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strategy remembers no reputations, searches are short, and responses to tables begin earlier."""
    monkeypatch.setattr(option_values, "REPUTATIONS", "-")
    monkeypatch.setattr(solver, "ROUNDS", 1)
    monkeypatch.setattr(solver, "TABLES", 0.5)


@pytest.mark.usefixtures("few")
def test_a_best_response_wins_less_after_more_batches_and_the_best_table_is_the_solution(tmp_path: Path) -> None:
    solving, lows, tables = Solver(4), list[float](), dict[float, str]()
    while solving.batch < solving.batches:
        solving.save(tmp_path / "state.npz")
        solving.advance()
        lows.append(solving.low)
        if solving.batch > 2:  # the last two best responses are to tables
            tables[solving.low] = solving.solution()
    none, first, *_, last = lows
    assert np.isnan(none)
    assert 0.5 < last < first
    assert solving.solution() == tables[min(tables)]
    again = Solver.load(tmp_path / "state.npz")
    again.advance()
    assert (again.low, again.solution()) == (solving.low, solving.solution()), "although it was interrupted"


@pytest.mark.usefixtures("few")
def test_a_solution_can_be_played() -> None:
    assert main(["solve", "--batches", "1", "--state", "state.npz", "--out", "ai/duel.json"]) == 0
    assert Policy.of_table(strategy(Path("ai/duel.json")), TEMPERAMENTS["even"]).states.number
    assert main(["solve", "--batches", "2", "--state", "state.npz"]) == 2


def test_an_invalid_state_file_is_refused_in_clear_words(tmp_path: Path) -> None:
    state = tmp_path / "state.npz"
    np.savez(tmp_path / "older.npz", known=np.array("[7, 8, 5]"))
    np.save(tmp_path / "array.npy", np.zeros(3))
    for damaged in ((tmp_path / "array.npy").read_bytes(), (tmp_path / "older.npz").read_bytes(), b"", b"PK half"):
        state.write_bytes(damaged)
        with pytest.raises(LabError, match="delete it to begin anew"):
            Solver.load(state)


def test_the_strong_seat_sometimes_challenges_a_first_claim_in_a_duel() -> None:
    game = Variant("classic", 2).deal(1, 1)
    players = [KINDS["strong"](game.names, seat) for seat in range(2)]
    for event in (*game.table.events, *game.carry_out(0, Move("act", "tax"))):
        players[1].observe(event)
    assert game.ask
    options, view = game.ask.options[1], game.view(1)
    chosen = Counter(players[1].choose(view, options, random.Random(luck)).do for luck in range(400))
    assert 0.01 < chosen["challenge"] / 400 < 0.9
    worths = players[1].win_chances(view, options, random.Random(1))
    assert worths is not None
    assert all(0 < worth < 1 for worth in worths)
