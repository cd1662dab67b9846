"""Role pools as members choose them: by name, or by listing five roles."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.render.texts.phrases import Phrases
from bot.render.texts.words import Words, locales, words
from bot.store.errors import TooManyPools
from bot.store.repositories.guilds import MOST_POOLS
from bot.tables.games.setup import LobbySettings
from cogs.common.audit import record_action
from cogs.common.errors import BadPoolName, NoPool, NoRole, PoolExists, PoolNameKept
from cogs.common.interaction import Interaction
from engine import ROLES, RULESETS
from engine.catalogue import has_pool

BEGINNERS: Final = "beginners"
RANDOM: Final = "random"
_POOL_NAME: Final = re.compile(r"[\w -]{1,40}")


def read_pool(text: str, pools: Mapping[str, Sequence[str]], w: Words) -> tuple[list[str] | None, bool]:
    """Returns the roles that a text stands for (None: drawn at the start), and whether they are a server's pool.

    The text is the name of a pool, or roles separated by commas. Raises NoPool or NoRole.
    """
    given = text.strip()
    for name, roles in pools.items():
        if name.casefold() == given.casefold():
            return list(roles), True
    chosen = next(
        (value for value, label in fixed_pools(w) if given.casefold() in (value, label.casefold())), given
    )
    if chosen in ("", RANDOM):
        return None, False
    if chosen == BEGINNERS:
        return list(RULESETS["g54"].beginners), False
    named = {role: role for role in ROLES} | {Phrases(w, ()).role(role).casefold(): role for role in ROLES}
    parts = [part.strip() for part in given.split(",")]
    for part in parts:
        if part.casefold() not in named:
            raise NoPool(part) if len(parts) == 1 else NoRole(part)
    return [named[part.casefold()] for part in parts], False


def with_pool(settings: LobbySettings, text: str, pools: Mapping[str, Sequence[str]], w: Words) -> LobbySettings:
    """Returns the settings of a lobby with the pool that a text stands for. Raises NoPool or NoRole.

    A pool of the server may break the categories if its moderators said so: then the table allows that too.
    """
    roles, moderators = read_pool(text, pools, w)
    options = dict(settings.options)
    if moderators and has_pool(settings.ruleset) and breaks_categories(roles or ()):
        options["free_pool"] = True
    return replace(settings, options=options, pool=None if roles is None else tuple(roles))


def breaks_categories(roles: Sequence[str]) -> bool:
    """Returns whether the roles are not so many of each category as a random pool has."""
    draw = RULESETS["g54"].draw
    return any(
        sum(ROLES[role].category == category for role in roles) != count for category, count in draw.items()
    )


def pool_name(text: str) -> str:
    """Returns a text as the name of a pool. Raises BadPoolName, or PoolNameKept for what every table offers."""
    name = text.strip()
    if not _POOL_NAME.fullmatch(name):
        raise BadPoolName
    if name.casefold() in _kept_names():
        raise PoolNameKept
    return name


def fixed_pools(w: Words) -> list[tuple[str, str]]:
    """Returns what every table may choose instead of a server's pool, as (value, label)."""
    return [(name, w(f"choice-pool-{name}")) for name in (RANDOM, BEGINNERS)]


def _kept_names() -> set[str]:
    """What stands, in any language, for a choice that every table has."""
    kept = {text for locale in locales() for pair in fixed_pools(words(locale)) for text in pair}
    return {text.casefold() for text in kept}


async def new_pool_name(interaction: Interaction, text: str) -> str:
    """Returns a text as the name of a further pool. Raises PoolExists, TooManyPools or what `pool_name` raises."""
    wanted = pool_name(text)
    pools = await interaction.client.store.guilds.pools(interaction.guild_id or 0)
    if wanted.casefold() in map(str.casefold, pools):
        raise PoolExists
    if len(pools) >= MOST_POOLS:
        raise TooManyPools(MOST_POOLS)
    return wanted


async def find_pool(interaction: Interaction, name: str) -> tuple[str, tuple[str, ...]]:
    """Returns a pool of the server as (name, roles), whatever the case it is typed in. Raises NoPool."""
    pools = await interaction.client.store.guilds.pools(interaction.guild_id or 0)
    for found, roles in pools.items():
        if found.casefold() == name.strip().casefold():
            return found, roles
    raise NoPool(name)


async def delete_pool(interaction: Interaction, name: str) -> str:
    """Deletes a pool of the server, whatever the case it is typed in, and notes it. Returns its name.

    Raises NoPool.
    """
    found, _ = await find_pool(interaction, name)
    await interaction.client.store.guilds.delete_pool(interaction.guild_id or 0, found)
    await record_action(interaction, "pool-deleted", found)
    return found
