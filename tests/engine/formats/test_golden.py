"""Golden records: whole games that replay exactly as recorded; and their digests, which must never change."""

import json
import random
from hashlib import sha256

import pytest

from engine import RULESETS, Game, digest
from engine.catalogue import pool_roles
from tests.engine.formats.golden import FOLDER, GAMES, with_events
from tests.harness.random_games import random_setup, start


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


PINNED = {
    "classic": "62fb81864e0a62ca7042d76b6e1b25b8",
    "classic_two": "e40a30e2a2664004898b96ed90d6eace",
    "classic_teams": "8fa7623f103a74d5d27e7237e0763a8b",
    "short": "fef74eea5fea03cf6ada8765fa32514d",
    "short_inquisitor": "bfa3e65591c71b00169bf5cc525e0a07",
    "mcguire": "5e7485d2e610f49d0df49b405ff4b12b",
    "mcguire_six": "c0ff25fc320266e2cc1e493a8a42fbbc",
    "g54_first": "876875fc79b6ca7a9e28a14ae5bbd2ab",
    "g54_claims": "0f23fe9862406948e92fca16c356037f",
    "g54_tokens": "8a6f6d51408a5709a501157c83fc9096",
    "g54_riot": "b85f5dcb0b6c38c567c2c761f01def81",
    "g54_estates": "b6500ef2bfbb7f6ecc3369f40bbd6bbe",
    "reformation": "45a34e2b3473c78714aa5b7852d8ed6b",
    "reformation_ten": "e96b60d14bddfa8ee446694e1fd64117",
    "anarchy_bomb": "8f39824fd1f0e4e93e468d13c7779c5c",
    "anarchy_harvest": "f79f994357a9ca861a802553b5f5b620",
}
"""The SHA-256 of all digests of each golden game, in order; of it the first half."""


@pytest.mark.parametrize("name", list(PINNED))
def test_the_digests_of_golden_games_have_not_changed(name: str) -> None:
    record = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))["record"]
    game = Game.begin(record)
    found = sha256(digest(game).encode())
    for decision in record["decisions"]:
        game.decide_json(decision)
        found.update(digest(game).encode())
    assert found.hexdigest()[:32] == PINNED[name]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_a_replayed_game_has_the_same_digest_and_another_game_another(ruleset: str) -> None:
    for number in range(5):
        chance = random.Random(number)
        game = start(random_setup(chance, ruleset))
        seen = {digest(game)}
        for decisions in range(1, 30):
            if game.ask is None:
                break
            seat = chance.choice(sorted(game.ask.options))
            game.decide(seat, chance.choice(game.ask.options[seat]))
            assert digest(game) == digest(game.clone()) == digest(Game.replay(game.record()))
            seen.add(digest(game))
            assert len(seen) == decisions + 1, "two moments of a game cannot be told apart"


def test_every_hidden_fact_changes_the_digest() -> None:
    game = Game.new("g54", ["Ada", "Ben", "Cleo"], seed="11" * 32)
    before = digest(game)
    table = game.table
    hands, deck = list(table.hands), table.deck
    table.hands[0], table.hands[1] = hands[1], hands[0]
    assert digest(game) != before
    table.hands[:] = hands
    table.deck = deck[::-1]
    assert digest(game) != before
    table.deck = deck
    table.tokens = table.tokens._replace(tax=(0, "spy"))
    assert digest(game) != before
