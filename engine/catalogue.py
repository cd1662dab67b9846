"""The roles and rulesets there are, read once from the data files and checked."""

import tomllib
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter

from data import ROOT

Category = Literal["classic", "finance", "communications", "force", "special_interest"]


class Role(BaseModel):
    """A role's card: its category, and whether the card is marked advanced."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    category: Category
    advanced: bool = False


class Ruleset(BaseModel):
    """A preset of rules.md 1."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    players: tuple[int, int]
    roles: tuple[str, ...] = ()
    special: tuple[str, ...] = ()
    draw: dict[Category, int] = {}
    beginners: tuple[str, ...] = ()
    blockers: Literal["target", "anyone"]
    block_challengers: Literal["anyone", "actor"]
    challenge_priority: Literal["first", "clockwise"]


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / name).read_text(encoding="utf-8"))


ROLES: Final = TypeAdapter(dict[str, Role]).validate_python(_read("roles.toml"))
"""Every role by its id."""

RULESETS: Final = TypeAdapter(dict[str, Ruleset]).validate_python(_read("rulesets.toml"))
"""Every preset by its id."""

CLASSIC_ACTIONS: Final = ("foreign_aid", "tax", "assassinate", "steal", "exchange", "examine")
ACTION_IDS: Final = frozenset(
    (
        "income",
        "coup",
        *CLASSIC_ACTIONS,
        *(name for name, role in ROLES.items() if role.category != "classic"),
    )
)
"""Every id that `act` may name; some roles (missionary, lawyer, ..) have no action, and refuse it later."""

CARDS: Final = frozenset(ROLES) | frozenset(f"{role}*" for role in RULESETS["mcguire"].special)
"""Every card: the roles, and the special copies, marked with a star."""
