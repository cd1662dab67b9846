"""The pools of roles that a ruleset has, and the variant in which a pool is played."""

from collections.abc import Sequence
from itertools import combinations, product
from typing import Final, TypeAlias

from engine import ROLES, RULESETS, Refused
from engine.catalogue import pool_roles
from lab.errors import LabError
from lab.variant import Variant

Pool: TypeAlias = tuple[str, ...]
"""Five roles in alphabetical order."""

BEGINNER: Final = "easy"
STRONG: Final = "strong"
"""The kinds of AI seat whose games show how a pool plays between beginners, and between strong players."""


def all_pools(ruleset: str) -> list[Pool]:
    """Returns every set of roles that a ruleset can draw, in a fixed order."""
    choices: list[Sequence[Pool]] = []
    for category, number in RULESETS[ruleset].draw.items():
        roles = sorted(name for name in pool_roles(ruleset) if ROLES[name].category == category)
        choices.append(list(combinations(roles, number)))
    return sorted(tuple(sorted(role for part in parts for role in part)) for parts in product(*choices))


def pool_variant(ruleset: str, roles: Sequence[str], seats: int, *, free: bool) -> Variant:
    """Returns the variant with this pool; `free` allows roles of any categories.

    Raises LabError if the rules do not allow the pool.
    """
    known = sorted(pool_roles(ruleset))
    for role in roles:
        if role not in known:
            raise LabError(f"{role} is no role of {ruleset}; there are {', '.join(known)}.")
    where = Variant(ruleset, seats, {"free_pool": True} if free else {}, tuple(roles))
    try:
        where.deal(0, 0)
    except Refused as refusal:
        hint = " In this command that is --free." if refusal.reason == "pool_categories" else ""
        raise LabError(f"{', '.join(roles)}: {refusal}{hint}") from None
    return where
