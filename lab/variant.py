"""Variants: what is played in the laboratory, named in a word such as `classic.inquisitor/4`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from string import ascii_uppercase
from typing import Any, Final

from engine.catalogue import RULESETS, Choice
from engine.errors import Refused
from engine.game import Game
from lab.errors import LabError

NAMES: Final = ascii_uppercase
_EVERY_POOL: Final = {"advanced": True}
"""What g54 is played with unless something else is asked for: pools of all its roles."""


@dataclass(frozen=True)
class Variant:
    """A ruleset with options, for so many players.

    `pool` are the roles in play where they are chosen; a g54 deal draws its pool otherwise.
    """

    ruleset: str
    seats: int
    options: Mapping[str, Choice] = field(default_factory=dict[str, Choice])
    pool: tuple[str, ...] | None = None

    @property
    def name(self) -> str:
        """The word that `parsed` understands; the pool apart."""
        own = [name if value is True else f"{name}={_said(value)}" for name, value in self.options.items()]
        return f"{'.'.join([self.ruleset, *own])}/{self.seats}"

    @property
    def names(self) -> str:
        """The players, who are called by letters, so that no name says of what kind one is."""
        return NAMES[: self.seats]

    def deal(self, seed: int, number: int) -> Game:
        """One of the deals that belong to a seed; the same again for the same numbers. Raises Refused."""
        options: dict[str, Any] = dict(self.options)
        if self.ruleset == "g54" and self.pool is None:
            options = _EVERY_POOL | options
        entropy = sha256(f"{seed} {number}".encode()).hexdigest()
        return Game.new(self.ruleset, self.names, options=options, pool=self.pool, seed=entropy)


def _said(value: Choice) -> str:
    return value if isinstance(value, str) else "yes" if value else "no"


def parsed(word: str) -> Variant:
    """The variant that a word names: `RULESET.OPTION.OPTION=VALUE/SEATS`. Raises LabError if there is none."""
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
            raise LabError(f"{word}: {ruleset} has no option {name!r}; it has {_listed(ruleset)}.")
        options[name] = {"yes": True, "no": False}.get(value, value) if given else True
    variant = Variant(ruleset, int(seats), options)
    checked(variant)
    return variant


def _listed(ruleset: str) -> str:
    """The options of a ruleset, as `parsed` understands them."""
    every = RULESETS[ruleset].options.items()
    return ", ".join(
        [name if True in choices else f"{name}={'|'.join(map(_said, choices))}" for name, choices in every]
    )


def checked(variant: Variant) -> None:
    """Raises LabError with the reason if the rules do not allow a variant."""
    try:
        variant.deal(0, 0)
    except Refused as refusal:
        raise LabError(f"{variant.name}: {refusal}") from None


def usual() -> Iterator[Variant]:
    """The variants that a report of every edition is about."""
    yield Variant("classic", 2)
    yield Variant("classic", 2, {"two_player": "standard"})
    yield Variant("classic", 4)
    yield Variant("classic", 4, {"teams": True})
    yield Variant("classic", 4, {"inquisitor": True})
    yield Variant("short", 4)
    yield Variant("mcguire", 4)
    yield Variant("g54", 4)
