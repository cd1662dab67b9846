"""Policies: Python classes of other authors; how likely a kind chooses what; and the programs of the manual."""

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from data import ROOT
from engine.ai import KINDS, LEVELS, dice
from lab.arena import play_decisions, tell
from lab.commands import main
from lab.entrants import Entrant
from lab.variant import parse
from tests.harness.random_games import tell_players
from tests.lab.manual import python_examples, shell_examples

DRAWS = 400
TABLES = ["classic/2", "g54/3"]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("kind", list(KINDS))
def test_the_probabilities_of_a_kind_are_how_often_it_chooses_each_option(kind: str, table: str) -> None:
    game, chance = parse(table).deal(7, 0), random.Random(7)
    players = [KINDS[kind](game.names, seat) for seat in range(len(game.names))]
    while game.ask is not None and game.seq < 30:
        seat = chance.choice(sorted(game.ask.options))
        view, options = game.view(seat), game.ask.options[seat]
        if chance.random() < 0.2:
            likely = players[seat].probabilities(view, options)
            assert isinstance(likely, list)
            assert sum(likely) == pytest.approx(1)
            drawn = Counter(
                players[seat].choose(view, options, dice("a game", seat, number)) for number in range(DRAWS)
            )
            for move, probability in zip(options, likely, strict=True):
                deviation = (DRAWS * probability * (1 - probability)) ** 0.5
                assert drawn[move] == pytest.approx(DRAWS * probability, abs=5 * deviation + 1)
        tell_players(players, game.decide(seat, chance.choice(options)))


def test_seats_with_one_memory_choose_as_seats_that_remember_alone() -> None:
    game, lineup = parse("classic/6").deal(7, 1), [Entrant(kind) for kind in ("strong", *LEVELS, "strong", "easy")]
    alone = [each.new_player(game.names, seat) for seat, each in enumerate(lineup)]
    events = game.table.events
    for decision in play_decisions(game, lineup, "a game"):
        for player in alone:
            tell(player, events)
        seat, view, events = decision.seat, decision.view, decision.events
        chosen = alone[seat].choose(view, decision.options, dice("a game", seat, view["question"]))
        assert chosen is decision.move


def test_the_policy_of_the_manual_plays_against_a_kind_as_the_manual_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (policy,), (command,) = python_examples("A policy of your own"), shell_examples("A policy of your own")
    (tmp_path / "careful.py").write_text(policy)
    assert main([*command, "--deals", "3"]) == 0
    assert "1  careful:Careful" in capsys.readouterr().out


POLICY = """
import numpy
from engine.ai import Player
from engine.moves import RESIGN
class Policy(Player):
    def probabilities(self, view, options):
        return {returned}
"""


@pytest.mark.parametrize(
    ("returned", "said"),
    [
        ("[1.0] * len(options)", "its probabilities sum to 5 instead of 1: act income 1, act "),
        ("[1.5, -0.5, 0, 0, 0]", "each probability must be finite and at least 0: act income 1.5, act "),
        ("[float('nan'), 1, 0, 0, 0]", "each probability must be finite and at least 0: act income nan, act "),
        ("{RESIGN: 1.0}", "it gives a probability to resign, which is none of its options: act income, act "),
        ("[0.5, 0.5]", "it gave 2 probabilities for 5 options: act income, act "),
        ("(1.0 for _ in options)", "its probabilities sum to 5 instead of 1: act income 1, act "),
        ("None", "its probabilities are None, and no numbers"),
        ("['likely', 'not']", "its probabilities are ['likely', 'not'], and no numbers"),
        ("numpy.ones((len(options), 1))", "its probabilities are array([[1.], [1.], [1.], [1.], [1.]]), and no n"),
        ("numpy.ones(len(options))", "its probabilities sum to 5 instead of 1: act income 1, act "),
    ],
)
def test_a_policy_that_is_no_distribution_is_reported_with_seat_decision_and_numbers(
    returned: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module = f"policy_{sum(map(ord, returned))}"  # no two tests may share a module
    (tmp_path / f"{module}.py").write_text(POLICY.format(returned=returned))
    assert main(["match", "--player", f"{module}:Policy", "--player", f"{module}:Policy", "--deals", "1"]) == 2
    told = capsys.readouterr().err
    assert f"{module}:Policy failed in seat " in told
    assert " at decision 1 of a game of classic: " in told
    assert said in told
    assert told.count("\n") == 1


FAULTY = """
import asyncio
from engine.ai import Player
class Maker(Player):
    def __init__(self, names, seat):
        raise ValueError("no seat for me")
class Listener(Player):
    def observe(self, event):
        raise KeyError("x")
class Speaker(Player):
    def choose(self, view, options, chance):
        return "income"
class Leaver(Player):
    def choose(self, view, options, chance):
        raise SystemExit(3)
class Stranger(Player):
    def __init__(self, names, seat):
        pass
class Puzzle(Player):
    def choose(self, view, options, chance):
        return self
    def __eq__(self, other):
        raise ValueError("what is it")
class Cancelled(Player):
    def choose(self, view, options, chance):
        raise asyncio.CancelledError
class Silent(Player):
    def choose(self, view, options, chance):
        class NoText(Exception):
            def __str__(self):
                raise ValueError
        raise NoText
"""


LATE = """
from engine.ai.random import RandomPlayer
class Late(RandomPlayer):
    made = 0
    def __init__(self, names, seat):
        super().__init__(names, seat)
        Late.made += 1
    def choose(self, view, options, chance):
        if Late.made >= 5:
            raise ValueError("too late")
        return super().choose(view, options, chance)
"""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Maker", "faulty:Maker cannot be created: ValueError: no seat for me (faulty.py, line 6)."),
        ("Listener", "faulty:Listener failed in seat A at decision 1 of a game of classic: KeyError: 'x' ("),
        ("Speaker", "it chose income, which is none of its options"),
        ("Leaver", "faulty:Leaver failed in seat A at decision 1 of a game of classic: SystemExit: 3 ("),
        ("Stranger", "attribute 'seat'"),
        ("Puzzle", "faulty:Puzzle failed in seat A at decision 1 of a game of classic: ValueError: what is it ("),
        ("Cancelled", "faulty:Cancelled failed in seat A at decision 1 of a game of classic: CancelledError ("),
        ("Silent", "faulty:Silent failed in seat A at decision 1 of a game of classic: NoText ("),
    ],
)
def test_a_class_that_fails_is_reported_in_one_sentence(
    name: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "faulty.py").write_text(FAULTY)
    assert main(["match", *2 * ["--player", f"faulty:{name}"], "--deals", "1"]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "done"),
    [
        ("ladder --kinds POLICY honest --deals 4", "2 of 4 deals"),
        ("fairness --kinds POLICY --deals 4", "2 of 4 deals"),
        ("habits POLICY --against honest --games 6", "4 of 6 games"),
        ("repetition POLICY --games 6", "2 of 6 games"),
    ],
)
def test_what_was_played_before_a_class_fails_counts(
    command: str, done: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = command.split()
    module = f"late_{words[0]}"  # one for each command, because modules are kept
    (tmp_path / f"{module}.py").write_text(LATE)
    words[words.index("POLICY")] = f"{module}:Late"
    assert main([*words, "--at", "classic/2", "--jobs", "1", "--json", "figures"]) == 2
    told = capsys.readouterr()
    assert told.err.splitlines()[-1].endswith(f"The run ended after {done}; these are counted.")
    assert f"{module}:Late failed in seat " in told.err
    assert f"{module}:Late" in told.out
    assert json.loads(Path("figures").read_text())["complete"] is False


def test_a_process_of_the_run_that_is_killed_is_reported(tmp_path: Path) -> None:
    (tmp_path / "ending.py").write_text(
        "import os\nfrom engine.ai.random import RandomPlayer\nclass Ending(RandomPlayer):\n"
        "    def choose(self, view, options, chance):\n        os.kill(os.getpid(), 9)\n"
    )
    words = "habits ending:Ending --against honest --at classic/2 --games 4 --jobs 2"
    ran = subprocess.run(
        [sys.executable, "-m", "lab", *words.split()],
        env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT.parent}"},
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.splitlines()[-1] == (
        "A process of this run was ended by signal 9, perhaps because memory ran out."
    )


def fills_tensors(ran: dict[str, Any]) -> bool:
    rows = ran["information"]
    return len(rows) == 400 and {len(row) for row in rows} == {len(ran["states"][0].columns)}


@pytest.mark.parametrize(
    ("page", "title", "is_right"),
    [
        ("ai.md", "In Python", lambda ran: ran["game"].winners),
        ("ai.md", "PettingZoo", lambda ran: not ran["coup"].agents),
        ("ai.md", "Batches", lambda ran: len(ran["batch"].allowed) == 64),
        ("laboratory.md", "Tensors", lambda ran: ran["game"].winners and fills_tensors(ran)),
    ],
)
def test_a_program_of_the_manual_does_what_it_is_for(
    page: str, title: str, is_right: Callable[[dict[str, Any]], bool]
) -> None:
    if title == "PettingZoo":
        pytest.importorskip("pettingzoo", reason="its example is not tested: pettingzoo, an extra, is missing")
    (program,) = python_examples(title, page)
    ran: dict[str, Any] = {}
    exec(program, ran)  # the document is our own
    assert is_right(ran)
