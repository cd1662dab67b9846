"""All roles and rulesets, read once from the data files and validated."""

import tomllib
from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from data import ROOT

Choice: TypeAlias = bool | str
"""The value of an option."""

Category: TypeAlias = Literal["classic", "finance", "communications", "force", "special_interest"]


class Role(BaseModel):
    """A role's card: its category, whether it is marked advanced, and the expansion that it comes with."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    category: Category
    advanced: bool = False
    expansion: str | None = None


class Ruleset(BaseModel):
    """A preset of rules.md 1.

    `players` are the smallest and the largest number of players. The deck has the cards of `roles`, with a
    special copy of each role in `special`. If the ruleset has pools, the deck has the cards of a pool instead:
    `draw` is the number of its roles in each category, `expansion` names the expansion whose roles it may have,
    `joining` are the general actions that lie among the roles of a category and may join a pool (rules.md 10.1),
    `draws_advanced` says whether drawn pools always may have advanced roles, and `beginners` is a pool for a first
    game. In a series of games, `winner_starts` says whether the last winner starts, and `reverses` whether the
    direction changes with each game. `options` has the choices of every option, the default first.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    players: tuple[int, int]
    roles: tuple[str, ...] = ()
    special: tuple[str, ...] = ()
    draw: dict[Category, int] = {}
    expansion: str | None = None
    joining: dict[Category, str] = {}
    draws_advanced: bool = False
    beginners: tuple[str, ...] = ()
    winner_starts: bool = False
    reverses: bool = False
    options: dict[str, Annotated[tuple[Choice, ...], Field(min_length=1)]]


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / name).read_text(encoding="utf-8"))


ROLES: Final = TypeAdapter(dict[str, Role]).validate_python(_read("roles.toml"))
"""Every role by its id."""

RULESETS: Final = TypeAdapter(dict[str, Ruleset]).validate_python(_read("rulesets.toml"))
"""Every preset by its id."""

START_COINS: Final = 2
"""A player's coins at the start, unless a rule or a position says otherwise."""

GENERAL_ACTIONS: Final = ("income", "coup", "convert", "embezzle", "bank", "social_media")
CLASSIC_ACTIONS: Final = ("foreign_aid", "tax", "assassinate", "steal", "exchange", "examine")
ACTION_IDS: Final = frozenset(
    (
        *GENERAL_ACTIONS,
        *CLASSIC_ACTIONS,
        *(name for name, role in ROLES.items() if role.category != "classic"),
    )
)
"""Every id that the decision `act` may name, including roles without an action (missionary, lawyer, ..)."""

SPECIAL_COPIES: Final[dict[str | None, str]] = {
    role: f"{role}*" for ruleset in RULESETS.values() for role in ruleset.special
}
"""The special copy of each role that has one, marked with a star (rules.md 6.3)."""

CARDS: Final = frozenset(ROLES) | frozenset(SPECIAL_COPIES.values())
"""Every card: the roles and the special copies."""

NAMED_CARDS: Final = frozenset(ROLES).union(*(ruleset.joining.values() for ruleset in RULESETS.values()))
"""Every name that a pool may be asked to have: the roles and the actions that join a pool."""

POOL_RULESET: Final = next(name for name, ruleset in RULESETS.items() if ruleset.draw)
"""The ruleset that uses pools of roles. It is played if a pool is named, but no ruleset."""


def pool_roles(ruleset: str) -> tuple[str, ...]:
    """Returns the roles that a pool of a ruleset may have; none if the ruleset has no pools.

    >>> len(pool_roles("g54")), len(pool_roles("anarchy")), pool_roles("classic")
    (25, 31, ())
    """
    played = RULESETS[ruleset]
    return tuple(
        name
        for name, role in ROLES.items()
        if role.category in played.draw and role.expansion in (None, played.expansion)
    )


def pool_cards(ruleset: str, category: Category | None = None) -> list[str]:
    """Returns all that a pool of a ruleset may have, its roles and joining actions, alphabetically.

    With `category`, returns only the cards of that category.
    """
    joining = RULESETS[ruleset].joining
    cards = {name: ROLES[name].category for name in pool_roles(ruleset)}
    cards |= {action: among for among, action in joining.items()}
    return sorted(name for name, among in cards.items() if category in (None, among))


def pool_ruleset(pool: Iterable[str]) -> str:
    """Returns the ruleset that a pool is for: the first whose pools may have all its cards.

    >>> pool_ruleset(["banker", "director"]), pool_ruleset(["banker", "social_media"])
    ('g54', 'anarchy')
    """
    named = set(pool)
    fitting = (name for name, ruleset in RULESETS.items() if ruleset.draw and named <= set(pool_cards(name)))
    return next(fitting, POOL_RULESET)


def plain(card: str) -> str:
    """Returns the role of a card, for a special copy too (rules.md 6)."""
    return card.rstrip("*")


def has_pool(ruleset: str) -> bool:
    """Whether the roles of a ruleset are drawn or chosen; False for an unknown ruleset."""
    return ruleset in RULESETS and bool(RULESETS[ruleset].draw)
