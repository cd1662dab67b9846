"""The one-card duel: its solution, and the certificate of what a best response wins."""

import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from engine import Game, Move
from engine.ai import KINDS, TEMPERAMENTS, Temperament
from engine.ai.evaluation.duel import REPUTATIONS, ROLES, WORDS, DuelTracker, question, strategy, word
from engine.ai.naive import NaivePlayer
from engine.events import visible_to
from engine.moves import PROVE
from lab.arena import MAX_DECISIONS
from lab.commands import main
from lab.duel import option_values, solver, turn
from lab.duel.certificate import WrittenPlayer
from lab.duel.certify import fingerprint
from lab.duel.policy import Policy, check_distributions
from lab.duel.public_state import PAIRS, POLICY, RESPONDER
from lab.duel.search import Search
from lab.duel.solver import Solver
from lab.duel.turn import ACTIONS, BLOCKERS, INCOME, Turns
from lab.errors import LabError
from lab.variant import Variant


def without_reputations() -> dict[str, Any]:
    """The deployed table without the entries for single reputations: the policy remembers nothing."""
    worths = {
        asked: {place: digits for place, digits in entries.items() if len(place) == 2}
        for asked, entries in strategy()["worths"].items()
    }
    return {**strategy(), "worths": worths}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strong plays without reputations, so that the certificate is quick."""
    table = without_reputations()
    for module in ("engine.ai.evaluation.duel", "engine.ai.strong", "lab.duel.certificate"):
        monkeypatch.setattr(f"{module}.strategy", lambda: table)


class Follower:
    """Follows a duel in the engine between strong in seat 0 and a responder, and compares it with the model."""

    def __init__(self, temperament: str, dice: random.Random) -> None:
        self.policy = Policy.of_table(strategy(), TEMPERAMENTS[temperament])
        self.temperament = temperament
        self.dice = dice
        self.compared: Counter[str] = Counter()

    def play(self, number: int) -> None:
        """Plays a duel with a responder that chooses at random."""
        first = number % 2
        hands = self.dice.sample(sorted(ROLES * 3), 2)
        coins = [self.dice.choice((2, 2, 3, 5)) for _ in hands]
        players = [{"name": n, "hand": [h], "coins": c} for n, h, c in zip("AB", hands, coins, strict=True)]
        self.game = Game.from_position({"ruleset": "classic", "turn": "AB"[first], "players": players})
        self.strong = KINDS["strong"](self.game.names, 0, temperament=self.temperament)
        self.tracker, self.enemy = DuelTracker(0), False
        self.begun: tuple[int, int, list[int], int, int] | None = None
        self.tell(self.game.table.events)
        while self.game.ask is not None:
            ((seat, options),) = self.game.ask.options.items()
            view = self.game.view(seat)
            if view["prompt"]["prompt"] == "act":
                self.begin_turn(seat)
            if PROVE in options:
                move = PROVE
            elif seat == 0:
                move = self.choose(view, options)
            else:
                move = self.dice.choice(options)
            self.note(seat, view, move)
            self.tell(self.game.carry_out(seat, move))

    def tell(self, events: Sequence[Any]) -> None:
        for event in events:
            if visible_to(event, 0):
                self.strong.observe(event)
            self.tracker.observe(event)
            self.enemy |= event["type"] == "action" and event.get("target") == 0

    def memory(self, view: Mapping[str, Any]) -> int:
        """The number of what the policy remembers, among all memories."""
        state = self.tracker.state(view)
        names = REPUTATIONS.index(state.reputation), REPUTATIONS.index(state.other_reputation)
        return int(self.policy.memory[*names, int(self.enemy)])

    def begin_turn(self, seat: int) -> None:
        """Compares the turn with those that the model says may follow the one before."""
        view = self.game.view(0)
        own, other = (player["coins"] for player in view["players"])
        to_act = POLICY if seat == 0 else RESPONDER
        memory = self.memory(view)
        state = int(self.policy.states.index(to_act, np.array(own), np.array(other), np.array(memory)))
        if self.begun is not None:
            before, card, path, action, asked = self.begun
            after = self.predicted(before, card, path[0], action, asked)
            assert after == (state, self.hand(1))
            self.compared["turns"] += 1
        self.begun = (state, self.hand(1), [to_act], INCOME, 0)
        self.word = "pass"

    def predicted(self, state: int, card: int, to_act: int, action: int, asked: int) -> tuple[int, int]:
        """What the model says follows a turn in which the responder chose `self.word`."""
        choices = Turns(self.policy, np.array([state]), np.array([card])).choices(to_act)
        (found,) = (
            choice.next
            for choice in choices
            if (choice.action, choice.question, choice.word) == (action, asked, self.word)
        )
        assert found is not None
        return int(found.states[0]), int(found.cards[0])

    def hand(self, seat: int) -> int:
        return ROLES.index(self.game.view(seat)["players"][seat]["hand"][0])

    def note(self, seat: int, view: Mapping[str, Any], move: Move) -> None:
        """Notes which action, question and choice of the model a move is."""
        assert self.begun is not None
        state, card, path, action, asked = self.begun
        prompt = view["prompt"]["prompt"]
        if prompt == "act" and seat == 0:
            asked = ACTIONS.index(move.action or "")
        elif prompt == "act":
            action, self.word = ACTIONS.index(move.action or ""), move.action or ""
        elif prompt == "keep" and seat == 1:
            low, high = sorted(map(ROLES.index, self.game.table.drawn[1]))
            asked = 1 + PAIRS.index((low, high))
            self.word = "keep" if move.cards == (ROLES[card],) else (move.cards or ("",))[0]
        elif prompt == "respond" and seat == 1:
            self.word = word(move)
        elif prompt == "respond" and move.role is not None and path[0] == RESPONDER:
            asked, self.word = 1 + BLOCKERS[action].index(ROLES.index(move.role)), "pass"
        self.begun = (state, card, path, action, asked)

    def choose(self, view: Mapping[str, Any], options: Sequence[Move]) -> Move:
        """Returns a move of strong, after comparing its probabilities with the model's."""
        if len(options) > 1 and view["prompt"]["prompt"] != "keep":
            found = self.strong.probabilities(view, options)
            assert found is not None
            likely = {word(move): each for move, each in zip(options, found, strict=True)}
            asked = question(view)
            own, other = (player["coins"] for player in view["players"])
            odds = self.policy.answers[asked][own, other, self.memory(view), self.hand(0)]
            assert [likely.get(each, 0.0) for each in WORDS[asked]] == pytest.approx(odds.tolist(), abs=1e-9)
            self.compared["decisions"] += 1
        return self.strong.choose(view, options, self.dice)


def test_the_model_of_the_certificate_is_the_duel_that_strong_plays_in_the_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    every = Temperament(lie=0.02, doubt=0.01, grudge=0.03, temperature=3.0)
    monkeypatch.setitem(cast(dict[str, Temperament], TEMPERAMENTS), "even", every)
    follower = Follower("even", random.Random(3))
    for number in range(150):
        follower.play(number)
    assert follower.compared["turns"] > 150
    assert follower.compared["decisions"] > 100


def searched(policy: Policy, rounds: int) -> Search:
    """A search of a few rounds."""
    search = Search(policy)
    for _ in range(rounds):
        search.advance()
    return search


@pytest.mark.usefixtures("small")
def test_a_certificate_is_made_checked_and_confirmed_in_the_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, figures = tmp_path / "certificate.json", tmp_path / "figures.json"
    words = ["certify", "duel", "--temperaments", "even", "--deals", "20", "--json", str(figures)]

    def interrupted(*_: object) -> Move:
        raise KeyboardInterrupt

    with monkeypatch.context() as changed:
        changed.setattr(NaivePlayer, "choose", interrupted)
        assert main([*words, "--out", str(out)]) == 130
    told = capsys.readouterr()
    assert told.err.endswith("Interrupted after 1 of 7 lines of the report; these are counted.\n")
    assert main([*words, "--check", str(out)]) == 0
    found = json.loads(figures.read_text())
    bounds, played = found["temperaments"]["even"], found["in_engine"]["even"]
    assert bounds["low"] < bounds["high"] < bounds["low"] + 0.01
    assert played["low"] < bounds["low"] < played["high"]
    assert bounds["unfinished"] < 1e-6
    assert found["together_in_engine"] == played
    printed = capsys.readouterr().out
    assert found["fingerprint"] in printed
    assert f"U is not computed again: it is that of {out}." in printed
    monkeypatch.setattr(WrittenPlayer, "choose", interrupted)
    assert main([*words, "--check", str(out)]) == 130
    assert capsys.readouterr().err == "Interrupted after 0 of 7 lines of the report; these are counted.\n"


NOBODY = {"low": 0.9, "high": 0.95, "unfinished": 0, "responder": {"roots": [[-1] * 5] * 2, "nodes": []}}


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"fingerprint": "0" * 16}, "is for the table 0000000000000000, but duel.json is "),
        ({"decisions": 12}, "is no certificate"),
        (
            {"temperaments": {"even": {"low": 0.5, "high": 0.6, "unfinished": 0, "responder": {}}}},
            "is no certificate",
        ),
        ({"temperaments": None}, "is no certificate"),
        ({"temperaments": {"even": NOBODY | {"high": 0.4}}}, "is no certificate"),
        ({"temperaments": {"even": NOBODY | {"unfinished": 10**400}}}, "is no certificate"),
        ({"temperaments": {"even": NOBODY | {"unfinished": float("nan")}}}, "is no certificate"),
        (
            {"temperaments": {"even": NOBODY | {"responder": {"roots": [[-2] * 5] * 2, "nodes": []}}}},
            "is no certificate",
        ),
        ({"temperaments": {}}, "is no certificate"),
    ],
)
def test_a_certificate_of_another_table_or_a_damaged_one_is_refused(
    changed: dict[str, Any], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = {"fingerprint": fingerprint(), "decisions": MAX_DECISIONS, "temperaments": {}}
    (tmp_path / "file").write_text(json.dumps(whole | changed))
    assert main(["certify", "duel", "--check", str(tmp_path / "file")]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.usefixtures("small")
def test_a_responder_that_wins_something_else_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = {"fingerprint": fingerprint(), "decisions": MAX_DECISIONS, "temperaments": {"even": NOBODY}}
    (tmp_path / "file").write_text(json.dumps(whole))
    assert main(["certify", "duel", "--check", str(tmp_path / "file")]) == 2
    assert "against even seats its responder wins" in capsys.readouterr().err


def test_a_table_that_lacks_a_state_is_refused() -> None:
    table = without_reputations()
    del table["worths"]["tax duke"]["22"]
    with pytest.raises(LabError, match="lacks states"):
        Policy.of_table(table, TEMPERAMENTS["even"])


@pytest.mark.parametrize("row", [[0.5, 0.6], [1.5, -0.5], [np.nan, 1.0]])
def test_a_policy_that_is_no_distribution_is_refused(row: list[float]) -> None:
    with pytest.raises(LabError, match="no distribution: probabilities"):
        check_distributions(np.array([[0.5, 0.5], row]))


def test_the_best_response_wins_little_even_against_the_most_exploitable_temperament(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turn, "SWEEPS", 4)  # the rounds of the search narrow the bounds anyway
    low, high = searched(Policy.of_table(strategy(), TEMPERAMENTS["fickle"]), rounds=5).bounds()
    assert 0.5 < low < high < 0.57


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
