"""Games as numbers: decisions, observations, and batches of games played side by side."""

import json
import random
from pathlib import Path

import pytest

from engine import RULESETS, Game, Move
from lab.commands import main
from lab.tensors.batch import Batch
from lab.tensors.decisions import Decisions
from lab.tensors.observation import ClaimHistory, Observations
from lab.variant import parse
from tests.harness.random_games import random_new_game, redeal_hidden_from

VARIANTS = (
    *("classic/4", "classic/2", "classic.teams.inquisitor/4", "short/3", "mcguire/5", "g54/4"),
    *("reformation/10", "anarchy/4"),
)


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_every_decision_has_a_different_number(ruleset: str) -> None:
    for number in range(4):
        game, chance = random_new_game(ruleset, number)
        edition = game.table.edition
        decisions, observations, history = Decisions(edition), Observations(edition), ClaimHistory(edition.seats)
        while game.ask is not None and game.seq < 300:
            seat = chance.choice(sorted(game.ask.options))
            moves = game.ask.options[seat]
            found = decisions.numbers(edition, moves, seat)
            assert len(set(found)) == len(moves)
            assert all(0 <= each < len(decisions) for each in found)
            assert len(observations.row(game, history, seat)) == observations.size
            for event in game.decide(seat, chance.choice(moves)):
                history.observe(event)


def test_observations_do_not_depend_on_hidden_facts() -> None:
    for number in range(20):
        chance = random.Random(number)
        game = parse(chance.choice(VARIANTS)).deal(1, number)
        for _ in range(chance.randint(0, 40)):
            if game.ask is not None:
                seat = chance.choice(sorted(game.ask.options))
                game.decide(seat, chance.choice(game.ask.options[seat]))
        if game.ask is None:
            continue
        edition, viewer = game.table.edition, chance.randrange(len(game.names))
        observations, history = Observations(edition), ClaimHistory(len(game.names))
        before = observations.row(game, history, viewer)
        redeal_hidden_from(game, viewer, chance)
        assert observations.row(game, history, viewer) == before


def parts(observations: Observations, row: bytearray) -> dict[str, list[int]]:
    """The numbers of an observation, by the name of their part."""
    found: dict[str, list[int]] = {}
    rest = memoryview(row).cast("b").tolist()
    for name, length in observations.layout:
        found[name], rest = rest[:length], rest[length:]
    assert not rest
    return found


def test_an_observation_says_what_its_layout_names() -> None:
    ada = {"name": "Ada", "coins": 3, "hand": ["assassin", "duke"]}
    ben = {"name": "Ben", "coins": 200, "hand": ["captain"], "lost": ["duke"]}
    game = Game.from_position({"ruleset": "mcguire", "turn": "Ada", "players": [ada, ben], "direction": -1})
    history = ClaimHistory(2)
    for event in game.decide(0, Move("act", "exchange")):
        history.observe(event)
    observations = Observations(game.table.edition)
    seen = parts(observations, observations.row(game, history, 1))
    kinds = sorted(set(game.table.edition.deck))
    assert [kinds[at] for at, number in enumerate(seen["hand, by kind"]) if number] == ["captain"]
    assert seen["seat 0"][:4] == [127, 1, 1, 0]  # Ben himself; more coins than 127 count as 127
    assert seen["seat 1"][:5] == [3, 2, 1, 0, 1]
    assert seen["direction"] == [-1]
    assert seen["cards in the deck"] == [len(game.table.deck)]


def play(variant: str, games: int, steps: int, seed: int) -> list[bytes]:
    """The observations and masks of a batch after each step of random decisions."""
    batch, chance = Batch(parse(variant), games, seed), random.Random(7)
    shown: list[bytes] = []
    for _ in range(steps):
        batch.step([chance.choice(allowed) for allowed in batch.allowed])
        shown.append(bytes(batch.observations + batch.masks))
    return shown


@pytest.mark.parametrize("variant", ["classic/4", "anarchy/3"])
def test_a_batch_is_the_same_for_the_same_seed(variant: str) -> None:
    shown = play(variant, 3, 60, seed=1)
    assert play(variant, 3, 60, seed=1) == shown
    assert play(variant, 3, 60, seed=2) != shown


def test_masks_allow_what_may_be_decided_and_other_decisions_change_nothing() -> None:
    batch = Batch(parse("classic/3"), 4, seed=1)
    wide = len(batch.decisions)
    for place, allowed in enumerate(batch.allowed):
        mask = batch.masks[place * wide : (place + 1) * wide]
        assert {number for number, is_allowed in enumerate(mask) if is_allowed} == set(allowed)
    before = bytes(batch.observations)
    forbidden = next(number for number in range(wide) if number not in batch.allowed[2])
    with pytest.raises(ValueError, match="mask of game 2"):
        batch.step([allowed[0] if place != 2 else forbidden for place, allowed in enumerate(batch.allowed)])
    assert batch.observations == before


def test_a_game_that_ends_is_rewarded_and_followed_by_another() -> None:
    batch, chance, ended = Batch(parse("classic/2"), 5, seed=1), random.Random(1), 0
    for _ in range(200):
        batch.step([chance.choice(allowed) for allowed in batch.allowed])
        for game in batch.ended:
            assert sorted(game.rewards) == [-1.0, 1.0]
            assert not game.stalled
            assert len(batch.allowed[game.place]) > 1  # somebody declares an action
        ended += len(batch.ended)
    assert ended > 20


def test_the_command_measures_batches(tmp_path: Path) -> None:
    words = ["batch", "--at", "classic/2", "g54/3", "--games", "3", "--steps", "10"]
    assert main([*words, "--json", str(tmp_path / "found.json")]) == 0
    tables = json.loads((tmp_path / "found.json").read_text())["tables"]
    assert [(each["variant"], each["decisions"]) for each in tables] == [("classic/2", 30), ("g54/3", 30)]
