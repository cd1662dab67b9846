"""Pools: how many there are, the figures of their games, and a survey that can be interrupted at any time."""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.ai import KINDS
from engine.ai.random import RandomPlayer
from engine.catalogue import ROLES
from engine.editions.g54.pools import draw_pool
from engine.moves import Move
from lab.commands import main
from lab.entrants import Entrant
from lab.pools.scores import Prior, pool_scores, prior_from, win_shares
from lab.pools.survey import SurveyCheckpoint, SurveyState, survey_stages
from lab.pools.tallies import (
    BEGINNER,
    STRONG,
    PoolGames,
    PoolTally,
    RoleTally,
    all_pools,
    pool_variant,
    tally_games,
)
from tests.lab.runs import Interrupting, figures

POOL = ("banker", "director", "guerrilla", "peacekeeper", "politician")


def test_there_are_as_many_pools_as_the_rules_allow() -> None:
    pools = all_pools("g54")
    assert len(set(pools)) == len(pools) == 5625
    assert {draw_pool(bytes([seed] * 32), advanced=True) for seed in range(256)} <= set(pools)


def test_the_counts_of_a_report_add_up() -> None:
    count = tally_games(PoolGames(pool_variant("g54", POOL, 4, free=False), 1, range(10), Entrant("random")))
    assert count.games == 10
    assert count.turns > 40
    assert set(count.roles) == set(POOL)
    for each in count.roles.values():
        assert each.claims > each.lies > 0
        assert each.claims >= each.challenged >= each.caught > 0
        assert each.held > each.won > 0
    assert PoolTally.from_json(json.loads(json.dumps(count.to_json()))) == count
    honest = tally_games(PoolGames(pool_variant("g54", POOL, 4, free=False), 1, range(3), Entrant("honest")))
    assert not any(each.lies for each in honest.roles.values())


def made(
    games: int, won: list[float], *, first: float = 0.25, stalls: float = 0.0, dares: float = 0.1
) -> PoolTally:
    """Invented tallies, in which the roles win this often."""
    roles = {
        role: RoleTally(held=games, won=part * games, claims=8 * games, lies=0, challenged=dares * 4 * games)
        for role, part in zip(POOL, won, strict=True)
    }
    return PoolTally(games, 20 * games, round(stalls * games), first * games, roles)


def test_the_balanced_and_lively_pool_is_the_better_one() -> None:
    good = pool_scores(made(400, [0.25] * 5), 4)
    assert good.balance == pytest.approx(1.0)
    assert pool_scores(made(400, [0.45, 0.2, 0.2, 0.2, 0.2]), 4).balance < 0.85
    assert pool_scores(made(400, [0.25] * 5, first=0.5), 4).balance < 0.7
    assert pool_scores(made(400, [0.25] * 5, stalls=0.5), 4).balance < 0.6
    assert pool_scores(made(400, [0.25] * 5, dares=0.01), 4).overall < good.overall
    few, many = (pool_scores(made(games, [0.5, 0.2, 0.2, 0.2, 0.2]), 4).balance for games in (4, 400))
    assert many < few < 1, "few games say little"


def test_with_few_games_a_pools_figures_stay_near_the_usual() -> None:
    before = prior_from([made(2000, [0.4, 0.2, 0.2, 0.2, 0.2]), made(2000, [0.4, 0.2, 0.2, 0.2, 0.2])], 4)
    won = win_shares(made(1, [0.0, 0.0, 0.0, 1.0, 0.0]), 4, before)
    assert won.roles[POOL[0]] == pytest.approx(0.4, abs=0.01), "a single game changes little"
    assert won.roles[POOL[3]] == pytest.approx(0.2, abs=0.02)
    won = win_shares(made(4000, [0.2, 0.2, 0.2, 0.4, 0.2]), 4, before)
    assert won.roles[POOL[0]] == pytest.approx(0.2, abs=0.01), "many games say what is"


def test_a_weak_role_wins_more_often_among_weak_roles() -> None:
    elsewhere = Prior(dict.fromkeys(POOL, 0.2) | {"banker": 0.22}, None, 0.0)
    won = win_shares(made(1, [0.25] * 5), 4, elsewhere).roles
    assert sum(won.values()) / len(won) == pytest.approx(0.25)
    assert won["banker"] > won["director"]


def test_more_games_go_to_the_best_pools_with_and_without_advanced_roles(tmp_path: Path) -> None:
    plan, pools = survey_stages(100), all_pools("g54")[::50]
    checkpoint = SurveyCheckpoint(tmp_path / "state", {})
    lively = next(pool for pool in pools if "communist" in pool)
    plain = next(pool for pool in pools if not any(ROLES[role].advanced for role in pool))
    for pool in pools:
        count = made(1, [0.25] * 5, dares=0.1 if pool in (lively, plain) else 0.01)
        roles = dict(zip(pool, count.roles.values(), strict=True))
        checkpoint.add(0, pool, replace(count, roles=roles, games=20, turns=400))
    best = SurveyState(checkpoint, pools, plan, STRONG).best(4)
    assert {lively, plain} < set(best)
    assert 4 <= len(best) <= 5
    again = SurveyState(SurveyCheckpoint(tmp_path / "state", {}), pools, plan, STRONG)
    assert again.best(4) == best, "a survey that goes on chooses the same pools"


def test_the_command_prints_a_pools_figures(capsys: pytest.CaptureFixture[str]) -> None:
    levels = figures(f"pool {' '.join(POOL)} --kinds random honest --games 4 --seats 3 --jobs 1")["levels"]
    out = capsys.readouterr().out
    assert out.startswith("banker, director, guerrilla, peacekeeper, politician, 3 players")
    assert [level["kind"] for level in levels] == ["random", "honest"]
    assert set(levels[0]["roles"]) == set(POOL)
    assert levels[0]["roles"]["banker"]["caught"]["value"] > 0
    assert levels[1]["roles"]["banker"]["lies"]["value"] == 0


SURVEY = "survey --pools 6 --best 1 --jobs 1 --seed 2 --state state --out pools.json"


def test_an_interrupted_survey_says_how_to_continue_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Interrupting.left = 100
    monkeypatch.setitem(KINDS, STRONG, Interrupting)  # pyright: ignore[reportArgumentType] - a dict at run time
    assert main(SURVEY.split()) == 130
    told = capsys.readouterr()
    assert told.err.endswith("The same command continues from here; state has it.\n")
    assert not told.out
    assert len(Path("state").read_text().splitlines()) > 1, "what was played before is kept"


def test_a_killed_survey_continues_where_it_was(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for level in (BEGINNER, STRONG):
        monkeypatch.setitem(KINDS, level, RandomPlayer)  # pyright: ignore[reportArgumentType] - a dict at run time
    state, out = Path("state"), Path("pools.json")
    assert main(SURVEY.split()) == 0
    assert capsys.readouterr().out.startswith("6 pools, ")
    lines, table = state.read_text().splitlines(keepends=True), out.read_text()
    out.unlink()
    damaged = [
        *lines[:5],
        lines[6][:30],
        lines[7].replace("[", "{", 1),
        "\n",
        "\x00\x00\n",
        lines[5].replace('"pool": [', '"pool": [{}, '),
        lines[5].replace('"first": ', '"first": -1'),
        lines[5].replace('"first": ', '"first": NaN, "was": '),
        *lines[8:-1],
        lines[-1][:9],
    ]
    state.write_text("".join(damaged))
    assert main(SURVEY.split()) == 0
    assert f"{state}: 7 damaged line(s), whose games are played again.\n" in capsys.readouterr().err
    assert out.read_text() == table
    assert sorted(state.read_text().splitlines(keepends=True)) == sorted(lines), "each game was played once"
    found = json.loads(table)
    assert len(found["pools"]) == 6
    assert {len(row) for row in found["pools"]} == {12}
    assert main([*SURVEY.split(), "--jobs", "2"]) == 0, "also where nothing is left to play for several processes"
    assert out.read_text() == table
    assert main([*SURVEY.split(), "--seed", "3"]) == 2
    assert "is of another survey" in capsys.readouterr().err
    assert sorted(state.read_text().splitlines(keepends=True)) == sorted(lines), "what was played is kept"


def test_a_survey_that_cannot_save_its_games_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Spoiler(RandomPlayer):
        """While it thinks, the file becomes unwritable."""

        def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
            if state.is_file() and len(state.read_text().splitlines()) > 2:
                state.rename(kept)
                state.mkdir()
            return super().choose(view, options, chance)

    state, kept = Path("state"), Path("kept")
    for level in (BEGINNER, STRONG):
        monkeypatch.setitem(KINDS, level, Spoiler)  # pyright: ignore[reportArgumentType] - a dict at run time
    assert main(SURVEY.split()) == 2
    told = capsys.readouterr().err
    assert f"{state} cannot be written: Is a directory. What it holds is kept" in told
    assert "Traceback" not in told
    assert len(kept.read_text().splitlines()) == 3
    assert main(SURVEY.split()) == 2
    assert f"{state} cannot be written: it is a folder." in capsys.readouterr().err


@pytest.mark.parametrize(("option", "other"), [("--json", "--plot"), ("--plot", "--json")])
def test_a_report_that_does_not_fit_on_the_disk_is_reported(
    option: str, other: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("full.png").symlink_to("/dev/full")
    words = f"pool {' '.join(POOL)} --kinds random --games 1 --jobs 1 {option} full.png {other} kept.png"
    assert main(words.split()) == 2
    told = capsys.readouterr()
    assert told.err == "full.png cannot be written: No space left on device.\n"
    assert told.out.startswith("banker, director"), "what was found is told all the same"
    assert Path("kept.png").stat().st_size
