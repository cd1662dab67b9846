"""Measures the speed of the engine in every edition: `python -m engine.bench [seconds per edition]`."""

import random
import sys
import time
from collections.abc import Callable
from typing import Any, Final

from engine.catalogue import ROLES, pool_roles
from engine.editions.g54.pools import draw_pool
from engine.game import Game

MAX_DECISIONS: Final = 400  # a few games between random players last longer; they count as draws
SLICES: Final = 5  # the time for each edition is divided into this number of slices
TABLES: Final[dict[str, dict[str, Any]]] = {
    "classic, 4 players": {"ruleset": "classic", "players": "ABCD"},
    "classic, 6 players": {"ruleset": "classic", "players": "ABCDEF"},
    "classic, 2 players": {"ruleset": "classic", "players": "AB"},
    "classic, teams of two": {"ruleset": "classic", "players": "ABCD", "options": {"teams": True}},
    "classic, inquisitor": {"ruleset": "classic", "players": "ABCD", "options": {"inquisitor": True}},
    "short, 4 players": {"ruleset": "short", "players": "ABCD"},
    "mcguire, 4 players": {"ruleset": "mcguire", "players": "ABCD"},
    "g54, beginners' pool": {
        "ruleset": "g54",
        "players": "ABCD",
        "pool": ["banker", "director", "guerrilla", "peacekeeper", "politician"],
    },
    "g54, pools of all roles": {"ruleset": "g54", "players": "ABCD", "options": {"advanced": True}},
    "reformation, 4 players": {"ruleset": "reformation", "players": "ABCD"},
    "reformation, 10 players": {"ruleset": "reformation", "players": "ABCDEFGHIJ"},
    "anarchy, 4 players": {"ruleset": "anarchy", "players": "ABCD"},
}


def playout(game: Game, dice: random.Random, most: int = MAX_DECISIONS) -> None:
    """Plays at most `most` decisions. Seats are asked in order, and choose uniformly among their options."""
    bits = dice.getrandbits
    for _ in range(most):
        ask = game.ask
        if ask is None:
            return
        for seat, options in ask.options.items():
            game.decide(seat, options[bits(24) * len(options) >> 24])
            break


def clone_times(game: Game, dice: random.Random) -> list[float]:
    """Returns the seconds that a clone of each position of a game takes."""
    clock = time.perf_counter
    times: list[float] = []
    while game.ask is not None and len(times) < MAX_DECISIONS:
        start = clock()
        game.clone()
        times.append(clock() - start)
        playout(game, dice, 1)
    return times


def _measure(table: dict[str, Any], seconds: float) -> str:
    dice = random.Random(1)

    def deal() -> Game:
        return Game.new(seed=dice.randbytes(32).hex(), **table)

    for _ in range(100):
        playout(deal(), dice)
    # Other processes slow some slices down; the fastest slice shows the engine's own time.
    decision, dealing, length = min(_slice(deal, dice, seconds / SLICES) for _ in range(SLICES))
    clones = [seconds for _ in range(100) for seconds in clone_times(deal(), dice)]
    return (
        f"{decision * 1e6:6.2f} µs a decision {dealing * 1e6:6.1f} µs a deal "
        f"{1 / (dealing + decision * length):7.0f} games/s {length:6.1f} decisions a game "
        f"{sum(clones) / len(clones) * 1e6:6.1f} µs a clone"
    )


def _slice(deal: Callable[[], Game], dice: random.Random, seconds: float) -> tuple[float, float, float]:
    """Plays games for `seconds`. Returns seconds per decision, seconds per deal, and decisions per game."""
    clock = time.process_time
    games = decisions = 0
    dealing = deciding = 0.0
    while dealing + deciding < seconds:
        start = clock()
        dealt = [deal() for _ in range(20)]
        dealing += clock() - start
        start = clock()
        for game in dealt:
            playout(game, dice)
        deciding += clock() - start
        games += len(dealt)
        decisions += sum(game.seq for game in dealt)
    return deciding / decisions, dealing / games, decisions / games


def main() -> None:
    """Prints a line for every edition, and a line for every role of a pool, in a pool that contains it."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    for name, table in TABLES.items():
        sys.stdout.write(f"{name:28}{_measure(table, seconds)}\n")
    for role in pool_roles("anarchy"):
        ruleset = ROLES[role].expansion or "g54"
        table = {"ruleset": ruleset, "players": "ABCD", "pool": _pool_with(role)}
        sys.stdout.write(f"{f'{ruleset} with {role}':28}{_measure(table, seconds / 4)}\n")


def _pool_with(role: str) -> list[str]:
    pool = list(draw_pool(bytes(32), advanced=False))
    if role not in pool:
        alike = [other for other in pool if ROLES[other].category == ROLES[role].category]
        pool[pool.index(alike[0])] = role
    return pool


if __name__ == "__main__":
    main()
