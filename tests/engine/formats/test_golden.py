"""Golden records: whole games that replay exactly as they were recorded."""

import json

import pytest

from engine import RULESETS, Game
from engine.catalogue import pool_roles
from tests.engine.formats.golden import FOLDER, GAMES, with_events


@pytest.mark.parametrize("name", list(GAMES))
def test_a_golden_game_replays_as_recorded(name: str) -> None:
    golden = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    played = with_events(golden["record"])
    for number, (now, then) in enumerate(zip(played["events"], golden["events"], strict=True)):
        assert now == then, f"event {number}"
    assert played["end"] == golden["end"]
    assert Game.replay(golden["record"]).winners


def test_golden_games_cover_every_edition_and_role() -> None:
    assert {ruleset for ruleset, _, _ in GAMES.values()} == set(RULESETS)
    pools = {name for _, _, options in GAMES.values() for name in options.get("pool", ())}
    assert pools == {*pool_roles("anarchy"), *RULESETS["anarchy"].joining.values()}
