"""The one-card duel: the laboratory plays it by the engine's rules and solves it; strong plays by the solution."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.ai import KINDS
from engine.ai.evaluation.duel import PURSES, REPUTATIONS, ROLES, WORDS, DuelTracker, question, strategy, word
from engine.game import Game
from engine.moves import CHALLENGE, PROVE
from lab.duel import __main__ as command
from lab.duel import ai_seat_opponents, solver
from lab.duel.simulation import Duels, Exchange
from lab.duel.solver import Solver
from lab.duel.state_space import QUESTIONS, SHAPE, Array, allowed_options
from lab.errors import LabError
from lab.variant import Variant


class Mirror:
    """A side that also plays its duel in the engine, until cards are exchanged, which is random."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.game: Game | None = None

    def begin(self, cards: Array) -> None:
        """Deals the same cards in the engine."""
        players = [{"name": name, "hand": [ROLES[card]]} for name, card in zip("AB", cards, strict=True)]
        self.game = Game.from_position({"ruleset": "classic", "turn": "A", "players": players})
        self._known = [DuelTracker(0), DuelTracker(1)]

    def choose(self, duels: Array, seats: Array, states: Array, dice: np.random.Generator) -> Array:
        """Chooses an option at random; checks that the engine asks the same and offers the same."""
        options = allowed_options(states)[0]
        if self.game is None:
            return np.array([self._chance.choice(np.flatnonzero(options).tolist())])
        seat = int(seats[0])
        asked = self.game.ask
        assert asked is not None
        moves, view = asked.options[seat], self.game.view(seat)
        state, hand = self._known[seat].state(view), view["players"][seat]["hand"][0]
        words = WORDS[question(view)]
        assert states[0] == np.ravel_multi_index(
            (
                QUESTIONS.index(question(view)),
                ROLES.index(hand),
                *map(PURSES.index, state[:2]),
                *map(REPUTATIONS.index, state[2:]),
            ),
            SHAPE,
        )
        assert [words[at] for at in np.flatnonzero(options).tolist()] == sorted(map(word, moves), key=words.index)
        move = self._chance.choice(moves)
        self._carry_out(seat, move)
        if move is CHALLENGE and self.game.ask is not None:
            ((claimant, answers),) = self.game.ask.options.items()
            self._carry_out(claimant, PROVE if PROVE in answers else answers[0])
        return np.array([words.index(word(move))])

    def keep(self, exchange: Exchange, dice: np.random.Generator) -> Array:
        """Draws any card; from now on the engine is no longer compared."""
        self.game = None
        return np.array([self._chance.randrange(3)])

    def _carry_out(self, seat: int, move: Any) -> None:
        assert self.game is not None
        for event in self.game.carry_out(seat, move):
            for known in self._known:
                known.observe(event)


def test_duels_of_the_laboratory_follow_the_engines_rules() -> None:
    dice, mirror, compared = np.random.default_rng(5), Mirror(random.Random(5)), Counter[str]()
    for _ in range(100):
        duels = Duels((mirror,), np.zeros((1, 2), int), dice)
        mirror.begin(duels.cards[0])
        (winner,) = duels.play().tolist()
        if mirror.game is not None and mirror.game.winners is not None:
            assert mirror.game.winners == (winner,)
            compared["to the end"] += 1
    assert compared["to the end"] > 25


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "BATCH", 1000)
    monkeypatch.setattr(ai_seat_opponents, "DUELS", 2)
    monkeypatch.setattr(ai_seat_opponents, "seat_names", lambda: ["wild 1"])


@pytest.mark.usefixtures("few")
def test_an_interrupted_solution_continues_to_the_same_result(tmp_path: Path) -> None:
    against, state = ai_seat_opponents.opponents(7), tmp_path / "state.npz"
    whole = Solver(7, 8, against)
    for _ in range(5):
        whole.advance()
    whole.save(state)
    beginning = whole.solution()
    again = Solver.load(state)
    again.opponents = against
    assert again.solution() == beginning
    for each in (whole, again):
        each.advance()
    assert again.solution() == whole.solution() != beginning


@pytest.mark.usefixtures("few")
def test_a_solution_can_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, state = tmp_path / "ai" / "duel.json", tmp_path / "state.npz"
    monkeypatch.setattr("sys.argv", ["duel", "--batches", "12", "--state", str(state), "--out", str(out)])
    assert command.main() == 0
    assert {"act duke", "keep duke", "tax contessa"} <= set(strategy(out)["worths"])
    monkeypatch.setattr("sys.argv", ["duel", "--batches", "12", "--seed", "2", "--state", str(state)])
    assert command.main() == 2


def test_an_invalid_state_file_is_refused_in_clear_words(tmp_path: Path) -> None:
    state = tmp_path / "state.npz"
    np.save(tmp_path / "array.npy", np.zeros(3))
    other = Solver(7, 8)
    other.player.kept_values = other.player.kept_values[1:]
    other.save(tmp_path / "other.npz")
    for damaged in ("array.npy", "other.npz"):
        state.write_bytes((tmp_path / damaged).read_bytes())
        with pytest.raises(LabError, match="delete it to begin anew"):
            Solver.load(state)
    for damaged in (b"", b"PK half of it"):
        state.write_bytes(damaged)
        with pytest.raises(LabError, match="delete it to begin anew"):
            Solver.load(state)


def test_the_strong_seat_sometimes_challenges_a_first_claim_in_a_duel() -> None:
    game = Variant("classic", 2).deal(1, 1)
    players = [KINDS["strong"](game.names, seat) for seat in range(2)]
    tax = next(move for move in game.ask.options[0] if move.action == "tax") if game.ask else None
    assert tax is not None
    for event in (*game.table.events, *game.carry_out(0, tax)):
        players[1].observe(event)
    assert game.ask
    options, view = game.ask.options[1], game.view(1)
    chosen = Counter(players[1].choose(view, options, random.Random(luck)).do for luck in range(400))
    assert 0.01 < chosen["challenge"] / 400 < 0.9
    worths = players[1].win_chances(view, options, random.Random(1))
    assert worths is not None
    assert all(0 < worth < 1 for worth in worths)
