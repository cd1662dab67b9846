"""The editions. Each module holds what is one's own: roles, deck, what is dealt, and what its options mean."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.catalogue import RULESETS
from engine.edition import REGISTERED, Edition
from engine.editions import classic, g54, mcguire
from engine.errors import PoolGivenTwice, UnknownRuleset
from engine.setup.options import Chosen, checked_options

__all__ = ["classic", "edition", "g54", "mcguire"]


def edition(
    ruleset: object,
    options: Mapping[str, Any],
    pool: Sequence[str] | None,
    seats: int,
    *,
    set_up: bool,
    seed: bytes,
) -> Edition:
    """The edition that a request asks for. Raises BadRequest with the reason where the rules do not allow it.

    `set_up`: for a position, which must name its pool and has options of its own. A pool that is left out of a new
    game is drawn from `seed`, 32 bytes.
    """
    kind = REGISTERED.get(ruleset) if isinstance(ruleset, str) else None
    if not isinstance(ruleset, str) or kind is None:
        raise UnknownRuleset(ruleset, tuple(RULESETS))
    chosen, among = checked_options(ruleset, options, set_up=set_up)
    if among is not None and pool is not None:
        raise PoolGivenTwice
    wanted = among if pool is None else pool
    return _edition(ruleset, chosen, kind.pool(ruleset, wanted, chosen, seed, set_up=set_up), seats)


@lru_cache(maxsize=256)
def _edition(ruleset: str, chosen: Chosen, pool: tuple[str, ...], seats: int) -> Edition:
    return REGISTERED[ruleset](ruleset, chosen, pool, seats)
