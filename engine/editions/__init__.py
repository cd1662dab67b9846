"""The editions. Each module holds what is one's own: roles, deck, what is dealt, and what its options mean."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from engine.catalogue import RULESETS, has_pool
from engine.edition import REGISTERED, Edition
from engine.editions import classic, g54, mcguire
from engine.editions.g54.edition import ROLE_ACTIONS
from engine.errors import BadRequest
from engine.rules.actions import Register
from engine.rules.general import GENERAL, MUST_COUP_COINS
from engine.setup.options import Chosen, checked_options

__all__ = ["ACTIONS", "GENERAL", "MUST_COUP_COINS", "classic", "edition", "edition_of", "g54", "mcguire"]

ACTIONS: Final[Register] = {
    **GENERAL,
    **classic.CLASSIC,
    **classic.INQUISITOR,
    **classic.AMBASSADOR,
    **mcguire.MCGUIRE,
    **ROLE_ACTIONS,
}
"""Every action by its id. Some differ from edition to edition, but not in what they cost."""


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
        raise BadRequest("unknown_ruleset", given=ruleset, known=tuple(RULESETS))
    chosen, among = checked_options(ruleset, options, set_up=set_up)
    if among is not None and pool is not None:
        raise BadRequest("pool_given_twice")
    wanted = among if pool is None else pool
    return _edition(ruleset, chosen, kind.pool(ruleset, wanted, chosen, seed, set_up=set_up), seats)


def edition_of(view: Mapping[str, Any]) -> Edition:
    """The edition of the game that a view shows; nothing of it depends on a hidden card."""
    pool = view["roles"] if has_pool(view["ruleset"]) else None
    return edition(view["ruleset"], view["options"], pool, len(view["players"]), set_up=True, seed=bytes(32))


@lru_cache(maxsize=256)
def _edition(ruleset: str, chosen: Chosen, pool: tuple[str, ...], seats: int) -> Edition:
    return REGISTERED[ruleset](ruleset, chosen, pool, seats)
