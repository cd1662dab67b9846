"""Pools: the five roles in play, chosen or drawn by category (rules.md 1)."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

from engine.catalogue import ROLES, RULESETS, Category, pool_cards
from engine.errors import BadRequest
from engine.table.chance import Chance

POOL_SIZE: Final = 5


def validate_pool(ruleset: str, pool: Sequence[object], *, free: bool) -> tuple[str, ...]:
    """Checks a pool and returns it in alphabetical order.

    A pool must have five different roles, and may have the ruleset's joining actions besides. Unless `free`, it
    must also have the right number of each category. Raises BadRequest.
    """
    draw, joining = RULESETS[ruleset].draw, RULESETS[ruleset].joining.values()
    known = pool_cards(ruleset)
    named: list[str] = []
    for role in pool:
        if not isinstance(role, str) or role not in known:
            raise BadRequest("role_not_in_game", role=role, ruleset=ruleset)
        named.append(role)
    roles = [name for name in named if name not in joining]
    if len(roles) != POOL_SIZE or len(set(named)) != len(named):
        raise BadRequest("pool_size", size=POOL_SIZE)
    if not free and breaks_categories(ruleset, roles):
        rule = tuple(f"{number} {category.replace('_', ' ')}" for category, number in draw.items())
        raise BadRequest("pool_categories", draw=draw, rule=rule)
    return tuple(sorted(named))


def breaks_categories(ruleset: str, pool: Sequence[str]) -> bool:
    """Whether a pool has another number of roles of a category than the ruleset draws."""
    return Counter(ROLES[card].category for card in pool if card in ROLES) != RULESETS[ruleset].draw


def draw_pool(seed: bytes, *, ruleset: str = "g54", advanced: bool) -> tuple[str, ...]:
    """Draws a pool by category from the stream of SHA-256(seed ‖ "pool"). Returns it alphabetically.

    The draw takes the categories in the ruleset's order, and the cards of a category in alphabetical order.
    Advanced roles are drawn only if `advanced`. A joining action that is drawn takes no role's place (10.1).
    """
    chance = Chance(sha256(seed + b"pool").digest())
    joining = RULESETS[ruleset].joining.values()
    pool: list[str] = []
    for category, number in RULESETS[ruleset].draw.items():
        cards = list(_drawable(ruleset, category, advanced))
        while number:
            card = cards.pop(chance.pick(len(cards)))
            pool.append(card)
            number -= card not in joining
    return tuple(sorted(pool))


@lru_cache
def _drawable(ruleset: str, category: Category, advanced: bool) -> tuple[str, ...]:
    cards = pool_cards(ruleset, category)
    return tuple(card for card in cards if advanced or card not in ROLES or not ROLES[card].advanced)
