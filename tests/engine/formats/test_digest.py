"""Digests: they are stored with every decision, so their values must never change."""

import json
import random

import pytest

from engine import RULESETS, Game, digest
from tests.engine.formats.golden import FOLDER, GAMES
from tests.harness.random_games import random_setup, start

PINNED = {
    "classic": (
        "49e99ad5e7dc0119cbfd6eae665aaf25",
        "d18c31aa534d1aaba5083b51a90be1a8",
        "1746552ff646f1472859891f8d22a328",
    ),
    "classic_two": (
        "ed7f53d2ce0a783b2764f7f56e88726b",
        "2b2cd8eb26445f1d8e2599787651080c",
        "40a8620c8930d1f50b96b0c93fe18a89",
    ),
    "classic_teams": (
        "f97187d4b088a1593d38ed9215aa49bb",
        "cfbbc8c7ccd1740244f4894b02b51bad",
        "b475c1fbae2faa170333570866044a32",
    ),
    "short": (
        "d99dec872db0556804043756c22972bd",
        "f37310ef5d576aaffbc470029f4bbf8c",
        "424e68a80bbebd05809cd1d69b152cfb",
    ),
    "short_inquisitor": (
        "8af66119a29a53d7b99d35be6c6d6ff5",
        "9ca5bfd262fbf5fad28f6891afcfb2c1",
        "e53bf6ca57e314cbe401ae71e8d098df",
    ),
    "mcguire": (
        "a34f14cc93e63c8bf51121758777a259",
        "e7b95e5b9c560d8f947e70f1dda90415",
        "50a282005849d02bc9f20919f290ed4e",
    ),
    "mcguire_six": (
        "2d3419c569c9b0e97e6d7623b347ca1e",
        "87215a1b4cb416c95d6fe5ca07563fdb",
        "8aa1d17da4c7669ce488e01e717f5944",
    ),
    "g54_first": (
        "7b18f7f9769992233be154d561be9bf6",
        "5bd23379192fe86086e2425913ba4216",
        "49b26e1cc4938b4e30eef792b43b4306",
    ),
    "g54_claims": (
        "df595f392d034af7d5040cb2b37f7617",
        "7a3f9c70b446290e8cc4118d207d6010",
        "579719540656ef8ed90ef028f024add6",
    ),
    "g54_tokens": (
        "9202cf1d301921d6f4b9463d5628dae9",
        "3a82329a5e3b13592e85997260cfacf5",
        "d2dd011f5690459117585813e63ce92c",
    ),
    "g54_riot": (
        "961fb40692b66f3e57e9f3b183dfe501",
        "38df6f7a4450940d8027f288b5b41a7b",
        "67198977f5045db5c2cda8f860f2a510",
    ),
    "g54_estates": (
        "c54e14bad339caa3eda0a1ac85761673",
        "eaaf35a2d7cca98fc765cba6d0c49b27",
        "377e122a5f9a93fa18bfed2b46debb24",
    ),
    "reformation": (
        "ff0a7f12b7d2d1350e28811ec203ee39",
        "073c0c50dd48c6fb785c6a30f29a39f7",
        "5a20254b61aec7e8a74cc2897bbe3c6a",
    ),
    "reformation_ten": (
        "2783ac361486d45883c846d0c0cdc359",
        "43c02bc88856dce1b56b1278959c8426",
        "60c6e1b8862c0ed06a28ede1d1c356b6",
    ),
    "anarchy_bomb": (
        "f85dbc4b0c74efdb8c1e3e3405bc8042",
        "c10f012d697579fcc3e749986e987db0",
        "b78e74acebe62bf94e278fd2d02e10fc",
    ),
    "anarchy_harvest": (
        "73dd60da217a0a282cb37ebdc22163ef",
        "7b7304d991a1ee4f1321b49bcf4f4347",
        "ca98914b54b3c27d6b858af1028fe7ef",
    ),
}
"""The digests of each golden game: at its start, halfway, and at its end."""


@pytest.mark.parametrize("name", list(GAMES))
def test_the_digests_of_golden_games_have_not_changed(name: str) -> None:
    record = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))["record"]
    game = Game.replay({**record, "decisions": [], "result": None})
    digests = [digest(game)]
    for decision in record["decisions"]:
        game.decide_json(decision)
        digests.append(digest(game))
    assert (digests[0], digests[len(digests) // 2], digests[-1]) == PINNED[name]


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


def test_every_hidden_fact_counts() -> None:
    game = Game.new("g54", ["Ada", "Ben", "Cleo"], seed="11" * 32)
    before = digest(game)
    table = game.table
    hands, deck = list(table.hands), list(table.deck)
    table.hands[0], table.hands[1] = hands[1], hands[0]
    assert digest(game) != before
    table.hands[:] = hands
    table.deck.reverse()
    assert digest(game) != before
    table.deck[:] = deck
    table.tokens = table.tokens._replace(tax=(0, "spy"))
    assert digest(game) != before
