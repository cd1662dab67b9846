"""Pools: the five roles in play, chosen or drawn by category (rules.md 1)."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

from engine.catalogue import ROLES, RULESETS
from engine.errors import BadRequest
from engine.table.chance import Chance

POOL_SIZE: Final = 5


def validate_pool(ruleset: str, pool: Sequence[object], *, free: bool) -> tuple[str, ...]:
    """Checks a pool and returns its roles in alphabetical order.

    A pool must have five different roles. Unless `free`, it must also have the right number of each category.
    Raises BadRequest.
    """
    draw = RULESETS[ruleset].draw
    roles: list[str] = []
    for role in pool:
        if not isinstance(role, str) or role not in ROLES or ROLES[role].category not in draw:
            raise BadRequest("role_not_in_game", role=role, ruleset=ruleset)
        roles.append(role)
    if len(roles) != POOL_SIZE or len(set(roles)) != POOL_SIZE:
        raise BadRequest("pool_size", size=POOL_SIZE)
    if not free and Counter(ROLES[role].category for role in roles) != draw:
        rule = tuple(f"{number} {category.replace('_', ' ')}" for category, number in draw.items())
        raise BadRequest("pool_categories", draw=draw, rule=rule)
    return tuple(sorted(roles))


def draw_pool(seed: bytes, *, ruleset: str = "g54", advanced: bool) -> tuple[str, ...]:
    """Draws a pool by category from the stream of SHA-256(seed ‖ "pool"). Returns its roles alphabetically.

    The draw takes the categories in the ruleset's order, and the roles of a category in alphabetical order.
    Advanced roles are drawn only if `advanced`.
    """
    chance = Chance(sha256(seed + b"pool").digest())
    pool: list[str] = []
    for category, number in RULESETS[ruleset].draw.items():
        roles = list(_drawable(category, advanced))
        for _ in range(number):
            pool.append(roles.pop(chance.pick(len(roles))))
    return tuple(sorted(pool))


@lru_cache
def _drawable(category: str, advanced: bool) -> tuple[str, ...]:
    of_category = (name for name, role in ROLES.items() if role.category == category)
    return tuple(sorted(name for name in of_category if advanced or not ROLES[name].advanced))
