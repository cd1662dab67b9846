"""Files of records, as the button Record gives them, of games that were played without a table."""

import hashlib
import random
from collections.abc import Sequence
from typing import Any

from bot.tables.record_file import VERSION, first_cards
from bot.tables.seed_commitment import game_seed
from engine import RULES_VERSION, RULESETS, Game
from tests.harness.random_games import NAMES, random_options

SERVER_SEED = bytes(range(32))
START = 7


def played_game(ruleset: str, names: Sequence[str], chance: random.Random, **options: Any) -> Game:
    """A game that is over, in which every seat decided at random."""
    seed = game_seed(SERVER_SEED, START, range(1, len(names) + 1))
    game = Game.new(ruleset, names, options=options, seed=seed)
    while game.ask is not None:
        seat = chance.choice(list(game.ask.options))
        game.decide(seat, chance.choice(game.ask.options[seat]))
    return game


def random_game(seed: int, ruleset: str) -> Game:
    """A game like those of `played_game`, with a random number of players and random options."""
    chance = random.Random(seed)
    players = chance.randint(*RULESETS[ruleset].players)
    return played_game(ruleset, NAMES[:players], chance, **random_options(chance, ruleset, players))


def file_of(game: Game) -> dict[str, Any]:
    """The file of a game that `played_game` has played, as JSON values."""
    record = game.record()
    return {
        "version": VERSION,
        "rules_version": RULES_VERSION,
        "commitment": hashlib.sha256(SERVER_SEED).hexdigest(),
        "server_seed": SERVER_SEED.hex(),
        "interaction": str(START),
        "seats": [str(seat + 1) for seat in range(len(game.names))],
        "record": record,
        "deal": first_cards(record),
    }
