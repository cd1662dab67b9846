"""Tables of every edition in memory, played at random to their end."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.store.rows import Seat, Status, Style
from bot.tables.state import TableState
from bot.tables.table import Table
from engine import Game, Move
from engine.moves import RESIGN
from tests.engine.formats.golden import GAMES
from tests.harness.random_games import redeal_hidden_from
from tests.harness.tables import change, game_of, tell

MEMBERS = ("Ana", "Ben", "Cleo", "Dov_the_*bold*", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo")
FIRST_ID = 700_000_000_000_000_001

EDITIONS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("classic", 2, {}),
    ("classic", 2, {"two_player": "standard"}),
    ("classic", 6, {}),
    ("classic", 4, {"teams": True}),
    ("classic", 5, {"inquisitor": True, "examine": "owner"}),
    ("short", 4, {"inquisitor": True}),
    ("mcguire", 3, {}),
    ("mcguire", 6, {}),
    ("g54", 2, {"advanced": True}),
    ("g54", 4, {"advanced": True}),
    ("g54", 6, {"advanced": True}),
    ("reformation", 2, {}),
    ("reformation", 5, {"inquisitor": True}),
    ("reformation", 10, {"blockers": "anyone"}),
    ("anarchy", 4, {}),
)

HARD_POOLS = (
    ("capitalist", "producer", "general", "missionary", "lawyer"),
    *(tuple(options["pool"]) for ruleset, _, options in GAMES.values() if ruleset == "g54"),
)
EXPANSION_POOLS = [tuple(options["pool"]) for ruleset, _, options in GAMES.values() if ruleset == "anarchy"]
"""With HARD_POOLS these pools have all roles, as the golden games have."""


def a_table(
    ruleset: str, players: int, options: Mapping[str, Any], pool: tuple[str, ...] | None = None, seed: int = 1
) -> Table:
    """A table whose game has just begun."""
    seats = [Seat(FIRST_ID + number, MEMBERS[number]) for number in range(players)]
    game = Game.new(ruleset, [seat.name for seat in seats], options=options, pool=pool, seed=f"{seed:064x}")
    state = TableState(
        id=12,
        guild_id=5,
        channel_id=6,
        host_id=FIRST_ID,
        locale="en-GB",
        ruleset=ruleset,
        options=options,
        pool=pool,
        style=Style.CHRONICLE,
        talk=False,
        server_seed=bytes(32),
        opened_at=1000.0,
        asked_at=1000.0,
        deadline=1060.0,
        status=Status.PLAYING,
        seats=tuple(seats),
        game=game,
    )
    return Table(state.with_events(game.table.events))


def table_at(
    *seats: Sequence[str] | Mapping[str, Any], ruleset: str = "classic", coins: int = 2, **facts: Any
) -> Table:
    """A table at the first player's turn. A seat is given by its hand, or by more facts of a position."""
    players: list[dict[str, Any]] = [
        {"name": name, "coins": coins, **(seat if isinstance(seat, Mapping) else {"hand": [*seat]})}
        for name, seat in zip(MEMBERS, seats, strict=False)
    ]
    game = Game.from_position({"ruleset": ruleset, "turn": MEMBERS[0], "players": players, **facts})
    table = a_table(ruleset, len(seats), facts.get("options", {}))
    change(table, game=game, story=((),))
    tell(table, game.table.events)
    return table


def table_of(position: str) -> Table:
    """The table at a position, which tests/render/positions.txt explains."""
    rules, hands, coins, *more = position.split(" | ")
    ruleset, *words = rules.split()
    facts: dict[str, Any] = json.loads(more[0]) if more else {}
    facts["options"] = {
        name: json.loads(value) for name, _, value in (word.partition("=") for word in words if "=" in word)
    }
    if pool := [word for word in words if "=" not in word]:
        facts["pool"] = pool
    players: list[dict[str, Any]] = []
    for hand, held in zip(hands.split("/"), coins.split("/"), strict=True):
        cards = hand.split()
        lost = [card[1:] for card in cards if card[0] == "-"]
        players.append({"hand": [card for card in cards if card[0] != "-"], "lost": lost, "coins": int(held)})
    return table_at(*players, ruleset=ruleset, **facts)


def played(table: Table, seed: int, most: int = 400) -> Iterator[Table]:
    """Yields the table before each random decision, and once more at the end."""
    chance = random.Random(seed)
    game = table.state.game
    assert game is not None
    while game.ask is not None and game.seq < most:
        yield table
        seat = chance.choice(list(game.ask.options))
        move = chance.choice(game.ask.options[seat])
        question = game.question
        decide(table, seat, move)
        answered = table.state.open_question.answered | {seat} if game.question == question else frozenset[int]()
        table.state = table.state.with_question(answered=answered)
    if game.winners is not None:
        change(table, status=Status.OVER)
    yield table


def decide(table: Table, seat: int, move: Move) -> None:
    """Lets a seat decide, and adds what happened to the story. Each question has an id of its own."""
    tell(table, game_of(table).decide(seat, move))
    change(table, question_id=game_of(table).question)


def decide_all(table: Table, decisions: str) -> None:
    """Lets seats decide as a line of tests/render/positions.txt says."""
    for decision in decisions.split(", ") if decisions != "nothing" else ():
        seat, move = int(decision[0]), Move.parse(decision[2:])
        tell(table, game_of(table).resign(seat)) if move is RESIGN else decide(table, seat, move)


def tables() -> Iterator[tuple[str, Table]]:
    """One table of each edition, and of pools that together have all 25 roles; each with a name for tests."""
    for ruleset, players, options in EDITIONS:
        yield f"{ruleset}-{players}-{'-'.join(options)}", a_table(ruleset, players, options)
    for pool in HARD_POOLS:
        yield f"g54-{pool[0]}", a_table("g54", 5, {}, pool)
    for pool in EXPANSION_POOLS:
        yield f"anarchy-{pool[0]}", a_table("anarchy", 5, {}, pool)


TABLES = [pytest.param(table, id=name) for name, table in tables()]


def random_game(table: Table) -> Iterator[Table]:
    """Yields a table like this one at every step of a random game."""
    state = table.state
    return played(a_table(state.ruleset, len(state.seats), state.options, state.pool), seed=1)


def live(table: Table) -> Iterator[Table]:
    """The steps of `random_game` at which the game is not over."""
    return (
        moment
        for moment in random_game(table)
        if moment.state.status is Status.PLAYING and moment.state.game and moment.state.game.ask
    )


def redealt(table: Table, chance: random.Random) -> Table:
    """Returns the same table with every hidden card shuffled."""
    game = game_of(table).clone()
    redeal_hidden_from(game, None, chance)
    return Table(replace(table.state, game=game))
