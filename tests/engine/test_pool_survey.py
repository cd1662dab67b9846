"""The survey of pools: draws from it, and the error if its file is unusable."""

import json
from collections.abc import Callable
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from engine import ROLES, Game
from engine.editions.g54 import pool_survey as surveys
from engine.editions.g54.pool_survey import KINDS_DRAWN, Figures, survey
from engine.errors import NoSurvey
from engine.referee import Referee
from lab.pools.tallies import all_pools

POOL = ["banker", "director", "guerrilla", "peacekeeper", "politician"]


def dealt(number: int, **options: Any) -> Game:
    """A game of g54 with these options."""
    return Game.new("g54", ["A", "B", "C"], options=options, seed=f"{number:064x}")


@pytest.mark.parametrize(("ruleset", "number"), [("g54", 5625), ("anarchy", 16170)])
def test_every_pool_has_its_figures(ruleset: str, number: int) -> None:
    pools = survey(ruleset).pools
    assert len(pools) == number
    assert set(pools) <= set(all_pools(ruleset)), "a role that was added since has none"
    for pool, each in pools.items():
        assert each.games > 0
        assert each.turns > 5
        assert set(each.wins) == set(pool)
        assert 0.1 < each.first < 0.5
        assert 0.9 < sum(each.wins.values()) < 1.8, "about a quarter each"
    assert surveys.SURVEYS[ruleset].stat().st_size < 60 * number


@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("kind", KINDS_DRAWN)
def test_a_drawn_pool_is_one_of_the_best_of_its_kind(kind: str, *, advanced: bool) -> None:
    best = survey("g54").best(kind, advanced=advanced)
    assert len(set(best)) == len(best) == (100 if advanced else 54)
    drawn = {dealt(number, drawn_from=kind, advanced=advanced).table.edition.roles for number in range(300)}
    assert drawn <= set(best)
    assert len(drawn) > len(best) * 0.8
    if not advanced:
        assert not any(ROLES[role].advanced for pool in drawn for role in pool)
        pools = survey("g54").pools.items()
        among = [each for pool, each in pools if not any(ROLES[role].advanced for role in pool)]
    else:
        among = list(survey("g54").pools.values())

    def on_average(of: Callable[[Figures], float], pools: list[Figures]) -> float:
        return mean(of(each) for each in pools)

    found = [survey("g54").pools[pool] for pool in best]
    if kind == "balanced":
        assert on_average(lambda each: each.balance, found) > on_average(lambda each: each.balance, among) + 0.03
    elif kind == "wild":
        assert on_average(lambda each: each.liveliness, found) > 1.3 * on_average(
            lambda each: each.liveliness, among
        )
    else:
        assert on_average(lambda each: each.turns, found) < 0.95 * on_average(lambda each: each.turns, among)
        assert on_average(lambda each: each.balance, found) > on_average(lambda each: each.balance, among)


def test_the_seed_determines_the_pool_drawn() -> None:
    game = dealt(7, drawn_from="balanced")
    new = game.record()["new"]
    assert new["options"] == {"drawn_from": "balanced"}
    drawn = new.pop("pool")
    assert (
        Game.new("g54", new["players"], options=new["options"], seed=new["seed"]).record()["new"]["pool"] == drawn
    )
    referee = Referee()
    assert referee.answer(json.dumps({"replay": game.record()}))["ok"]


def test_the_refusal_of_an_unknown_kind_names_the_kinds() -> None:
    said = Referee().answer(
        json.dumps({"new": {"ruleset": "g54", "players": ["A", "B"], "options": {"drawn_from": "best"}}})
    )
    assert said["message"] == "Option drawn_from is one of all, balanced, wild, quick, not best."


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "it cannot be read"),
        (b"[]", "it is damaged"),
        (b'{"version": 1, "roles": [], "pools": []}', "it has no pools"),
        (b'{"version": 9, "roles": 3}', "it is of version 9, not 1"),
    ],
)
def test_an_unusable_file_is_reported(
    content: bytes | None, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pools.json"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setitem(surveys.SURVEYS, "g54", path)
    with pytest.raises(NoSurvey, match=why):
        dealt(1, drawn_from="wild")
    named = Game.new("g54", ["A", "B"], options={"drawn_from": "wild"}, pool=POOL, seed="00" * 32)
    assert list(named.table.edition.roles) == POOL, "a game that was drawn before goes on"
    assert len(dealt(1).table.edition.roles) == 5
