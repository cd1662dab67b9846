"""Variants: what is played in the laboratory, named by a word such as `classic.inquisitor/4`."""

import argparse
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from string import ascii_uppercase
from typing import Any, Final

from engine import RULESETS, Game, Refused
from engine.catalogue import Choice
from lab.errors import LabError

NAMES: Final = ascii_uppercase
_EVERY_EDITION: Final = (
    *("classic/2", "classic.two_player=standard/2", "classic/4", "classic.teams/4", "classic.inquisitor/4"),
    *("short/4", "mcguire/4", "g54/4", "reformation/4", "reformation/10", "anarchy/4"),
)
_ALL_ROLES: Final = {"advanced": True}
"""The default options of g54: its pools are drawn from all roles."""


@dataclass(frozen=True)
class Variant:
    """A ruleset with its options, for a number of players.

    `pool` are the roles in play, if they were chosen; otherwise each deal of g54 draws its own pool.
    """

    ruleset: str
    seats: int
    options: Mapping[str, Choice] = field(default_factory=dict[str, Choice])
    pool: tuple[str, ...] | None = None

    @property
    def name(self) -> str:
        """The word for this variant, as `parse` reads it, without the pool."""
        options = [name if value is True else f"{name}={_word(value)}" for name, value in self.options.items()]
        return f"{'.'.join([self.ruleset, *options])}/{self.seats}"

    @property
    def names(self) -> str:
        """The players' names: letters, so that no name shows which kind plays."""
        return NAMES[: self.seats]

    def deal(self, seed: int, number: int) -> Game:
        """Deals a new game. The same seed and number always give the same deal. Raises Refused."""
        options: dict[str, Any] = dict(self.options)
        if self.ruleset == "g54" and self.pool is None:
            options = _ALL_ROLES | options
        entropy = sha256(f"{seed} {number}".encode()).hexdigest()
        return Game.new(self.ruleset, self.names, options=options, pool=self.pool, seed=entropy)


def _word(value: Choice) -> str:
    return value if isinstance(value, str) else "yes" if value else "no"


def parse(word: str) -> Variant:
    """Returns the variant that `RULESET.OPTION.OPTION=VALUE/SEATS` names. Raises LabError if there is none."""
    what, _, seats = word.partition("/")
    ruleset, *chosen = what.split(".")
    if ruleset not in RULESETS:
        raise LabError(f"{word}: there is no edition {ruleset!r}; there are {', '.join(RULESETS)}.")
    if not seats.isdecimal():
        raise LabError(f"{word}: say for how many players, for example {what}/4.")
    options: dict[str, Choice] = {}
    for option in chosen:
        name, given, value = option.partition("=")
        if name not in RULESETS[ruleset].options:
            raise LabError(f"{word}: {ruleset} has no option {name!r}; it has {_list_options(ruleset)}.")
        options[name] = {"yes": True, "no": False}.get(value, value) if given else True
    variant = Variant(ruleset, int(seats), options)
    try:
        variant.deal(0, 0)
    except Refused as refusal:
        raise LabError(f"{variant.name}: {refusal}") from None
    return variant


def _list_options(ruleset: str) -> str:
    """Returns the options of a ruleset, written as `parse` reads them."""
    options = RULESETS[ruleset].options.items()
    return ", ".join(
        [name if True in choices else f"{name}={'|'.join(map(_word, choices))}" for name, choices in options]
    )


def add_tables_argument(parser: argparse.ArgumentParser, *default: str) -> None:
    """Adds the argument that names the tables of a command; the default is `default`, or every edition."""
    told = f"default: {' '.join(default) or 'every edition'}"
    parser.add_argument("--at", nargs="+", metavar="EDITION/SEATS", default=default or _EVERY_EDITION, help=told)


def add_table_argument(parser: argparse.ArgumentParser, default: str) -> None:
    """Adds the argument that names the table of a command."""
    parser.add_argument("--at", metavar="EDITION/SEATS", default=default, help=f"default {default}")


def parse_all(words: Iterable[str]) -> list[Variant]:
    """Returns the variants that words name, each once. Raises LabError."""
    return [parse(word) for word in dict.fromkeys(words)]
