"""Measures the speed of the engine in every edition: `python -m engine.bench [seconds per edition]`."""

import argparse
import random
import sys
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

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
    "reformation, 6 players": {"ruleset": "reformation", "players": "ABCDEF"},
    "reformation, 10 players": {"ruleset": "reformation", "players": "ABCDEFGHIJ"},
    "anarchy, 4 players": {"ruleset": "anarchy", "players": "ABCD"},
}
COMPARED: Final = {
    "reformation, 4 players": "classic, 4 players",
    "reformation, 6 players": "classic, 6 players",
    "reformation, 10 players": "classic, 6 players",
    "anarchy, 4 players": "g54, pools of all roles",
}
"""The expansions, each with the edition that it expands."""
CLONES: Final = 3  # each position is cloned this number of times; the fastest clone counts


class Speed(NamedTuple):
    """The speed of an edition: seconds for a decision, a deal and a clone; decisions in a game."""

    decision: float
    deal: float
    clone: float
    length: float

    def __str__(self) -> str:
        return (
            f"{self.decision * 1e6:6.2f} µs a decision {self.deal * 1e6:6.1f} µs a deal "
            f"{1 / (self.deal + self.decision * self.length):7.0f} games/s {self.length:6.1f} decisions a game "
            f"{self.clone * 1e6:6.1f} µs a clone"
        )


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


def _clone_times(game: Game, dice: random.Random) -> list[float]:
    """Returns the seconds that a clone of each position of a game takes."""
    times: list[float] = []
    while game.ask is not None and len(times) < MAX_DECISIONS:
        times.append(min(_timed(game.clone) for _ in range(CLONES)))
        playout(game, dice, 1)
    return times


def _timed(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def _measure(table: dict[str, Any], seconds: float) -> Speed:
    dice = random.Random(1)

    def deal() -> Game:
        return Game.new(seed=dice.randbytes(32).hex(), **table)

    for _ in range(100):
        playout(deal(), dice)
    # Other processes slow some slices down; the fastest slice shows the engine's own time.
    decision, dealing, length = min(_slice(deal, dice, seconds / SLICES) for _ in range(SLICES))
    clones = [seconds for _ in range(100) for seconds in _clone_times(deal(), dice)]
    return Speed(decision, dealing, sum(clones) / len(clones), length)


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
    parser = argparse.ArgumentParser(prog="python -m engine.bench", description="Measures the engine's speed.")
    parser.add_argument("seconds", nargs="?", type=float, default=2.0, help="seconds for each edition (default 2)")
    seconds: float = parser.parse_args().seconds
    speeds: dict[str, Speed] = {}
    for name, table in TABLES.items():
        speeds[name] = _measure(table, seconds)
        sys.stdout.write(f"{name:28}{speeds[name]}\n")
    for name, other in COMPARED.items():
        decision, clone = (
            getattr(speeds[name], what) / getattr(speeds[other], what) for what in ("decision", "clone")
        )
        sys.stdout.write(f"{name} ÷ {other}: {decision:.2f} for a decision, {clone:.2f} for a clone\n")
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
