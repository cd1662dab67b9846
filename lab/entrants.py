"""Entrants: the AI seats that play in the laboratory, each named by a word, and how they meet at a table.

The word is a kind with or without a temperament, such as `medium` or `medium:bold`, or a Python class of another
author, such as `mine:Careful`: the class `Careful` of the module `mine`.
"""

import argparse
import os
import random
import re
import sys
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import combinations, combinations_with_replacement, permutations
from typing import Final, TypeVar

from engine.ai import KINDS, LEVELS, TEMPERAMENTS, Player
from lab.arena import describe
from lab.errors import PLAYER_ERRORS, LabError, quoted

_CLASS: Final = re.compile(r"[^\W\d][\w.]*:[^\W\d]\w*")
T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True)
class Entrant:
    """A kind of AI seat and its temperament; None is the kind's own temperament.

    `kind` may also be the name of a Python class, `MODULE:CLASS`.
    """

    kind: str
    temperament: str | None = None

    @property
    def name(self) -> str:
        """The word for this entrant, as `parse` reads it."""
        return self.kind if self.temperament is None else f"{self.kind}:{self.temperament}"

    def new_player(self, names: Sequence[str], seat: int) -> Player:
        """Returns a player of this kind for one game and seat. Raises LabError if its class cannot make one."""
        if self.kind not in KINDS:
            policy = _policy(self.kind)
            try:
                return policy(names, seat)
            except PLAYER_ERRORS as error:
                raise LabError(f"{self.kind} cannot be created: {describe(error)}.") from error
        if self.temperament is None:
            return KINDS[self.kind](names, seat)
        return KINDS[self.kind](names, seat, temperament=self.temperament)


def is_entrant(word: str) -> bool:
    """Whether a word names a kind of AI seat or a Python class, and not the command line of a program."""
    return word.partition(":")[0] in KINDS or _CLASS.fullmatch(word) is not None


def parse(word: str) -> Entrant:
    """Returns the entrant that `KIND`, `KIND:TEMPERAMENT` or `MODULE:CLASS` names.

    Raises LabError if there is none.
    """
    kind, given, temperament = word.partition(":")
    if kind not in KINDS:
        if _CLASS.fullmatch(word) is None:
            raise LabError(
                f"There is no kind {word!r}; there are {', '.join(KINDS)}, and Python classes: MODULE:CLASS."
            )
        _policy(word)
        return Entrant(word)
    if not given:
        return Entrant(kind)
    if kind not in LEVELS:
        raise LabError(f"{kind} takes no temperament; {', '.join(LEVELS)} do.")
    if temperament not in TEMPERAMENTS:
        raise LabError(f"There is no temperament {temperament!r}; there are {', '.join(TEMPERAMENTS)}.")
    return Entrant(kind, temperament)


def add_kinds_argument(parser: argparse.ArgumentParser, *default: str) -> None:
    """Adds the argument that names the kinds that a command compares."""
    told = f"default {' '.join(default)}"
    parser.add_argument("--kinds", nargs="+", metavar="KIND", default=default, help=told)


def parse_all(words: Iterable[str]) -> list[Entrant]:
    """Returns the entrants that words name, each once. Raises LabError."""
    return [parse(word) for word in dict.fromkeys(words)]


@cache
def _policy(word: str) -> type[Player]:
    """Imports the class that `MODULE:CLASS` names; the working folder is searched first.

    Raises LabError if that is not possible.
    """
    module, _, name = word.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found = getattr(import_module(module), name, None)
    except PLAYER_ERRORS as error:
        raise LabError(f"{word}: the module cannot be imported: {quoted(error)}.") from error
    if found is None:
        raise LabError(f"{word}: the module {module} has no class {name}.")
    if not (isinstance(found, type) and issubclass(found, Player)):
        raise LabError(f"{word}: {name} is no subclass of engine.ai.Player.")
    return found


def lineups(among: Sequence[T], seats: int, deals: int, seed: int) -> list[tuple[int, tuple[T, ...]]]:
    """Returns the numbers of deals, each with a line-up that plays it; all play the same deals.

    First each player plays, as "hero", against a "field": seats that are all played by one other player. Then
    follow `deals` mixed line-ups.
    """
    # With two players each is a hero, so that one line-up for each pair is enough.
    pairs = (combinations if seats == 2 else permutations)(among, 2)
    plan = [(deal, (hero, *[field] * (seats - 1))) for hero, field in pairs for deal in range(deals)]
    if len(among) > 2 and seats > 2:
        mixed = [each for each in combinations_with_replacement(among, seats) if len(set(each)) > 2]
        chance = random.Random(f"{seed} mixed")
        plan += [(deal, chance.choice(mixed)) for deal in range(deals)]
    return plan


def rotated(lineup: Sequence[T], shift: int) -> tuple[T, ...]:
    """Returns a line-up in which everybody sits that many seats further on."""
    return tuple(lineup[(seat - shift) % len(lineup)] for seat in range(len(lineup)))


def seatings(lineup: Sequence[T]) -> list[tuple[T, ...]]:
    """Returns all different rotations of a line-up: everybody plays in every seat."""
    return list(dict.fromkeys(rotated(lineup, shift) for shift in range(len(lineup))))
