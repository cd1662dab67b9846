"""The editions of Coup. Each module has an edition's roles, deck and deal, and implements its options."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from engine.catalogue import RULESETS
from engine.editions import anarchy, classic, g54, mcguire, reformation
from engine.errors import BadRequest
from engine.requests.options import Chosen, validate_options
from engine.rules.general_actions import GENERAL, MUST_COUP_COINS
from engine.table.table import Edition, Register

__all__ = ["ACTIONS", "EDITIONS", "GENERAL", "MUST_COUP_COINS", "edition", "edition_of"]

EDITIONS: Final[Mapping[str, type[Edition]]] = {
    "classic": classic.Classic,
    "short": classic.Classic,
    "mcguire": mcguire.McGuire,
    "g54": g54.G54,
    "reformation": reformation.Reformation,
    "anarchy": anarchy.Anarchy,
}
"""The edition that plays each ruleset of data/rulesets.toml."""

ACTIONS: Final[Register] = {
    **GENERAL,
    **classic.CLASSIC,
    **classic.INQUISITOR,
    **classic.AMBASSADOR,
    **mcguire.MCGUIRE,
    **g54.ROLE_ACTIONS,
    **reformation.REFORMATION,
    **anarchy.GENERAL_ACTIONS,
    **anarchy.ROLE_ACTIONS,
}
"""Every action by its id. An action may differ between editions, but its price never does."""


def edition(
    ruleset: object,
    options: Mapping[str, Any],
    pool: Sequence[str] | None,
    seats: int,
    *,
    set_up: bool,
    seed: bytes,
) -> Edition:
    """Returns the edition that a request asks for. Raises BadRequest if the rules do not allow it.

    `set_up` says whether the request sets up a position; a position must name its pool, and has further options.
    If a new game names no pool, the pool is drawn from `seed`, 32 bytes.
    """
    kind = EDITIONS.get(ruleset) if isinstance(ruleset, str) else None
    if not isinstance(ruleset, str) or kind is None:
        raise BadRequest("unknown_ruleset", given=ruleset, known=tuple(RULESETS))
    chosen, among = validate_options(ruleset, options, set_up=set_up)
    if among is not None and pool is not None:
        raise BadRequest("pool_given_twice")
    wanted = among if pool is None else pool
    return _edition(ruleset, chosen, kind.pool(ruleset, wanted, chosen, seed, set_up=set_up), seats)


def edition_of(view: Mapping[str, Any]) -> Edition:
    """Returns the edition of the game that a view shows. Hidden cards do not influence the result."""
    pool = tuple(view["pool"]) if "pool" in view else None
    return _edition_shown(view["ruleset"], tuple(view["options"].items()), pool, len(view["players"]))


@lru_cache(maxsize=256)
def _edition_shown(
    ruleset: str, options: tuple[tuple[str, Any], ...], pool: tuple[str, ...] | None, seats: int
) -> Edition:
    return edition(ruleset, dict(options), pool, seats, set_up=True, seed=bytes(32))


@lru_cache(maxsize=256)
def _edition(ruleset: str, chosen: Chosen, pool: tuple[str, ...], seats: int) -> Edition:
    return EDITIONS[ruleset](ruleset, chosen, pool, seats)
