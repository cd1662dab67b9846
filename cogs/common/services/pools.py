"""Role pools as members choose them, by name or by listing five roles; the panels of moderators about them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from bot.refusals import Refusal
from bot.render.panels.pools import PoolRule, delete_panel, pool_choice, pool_list, pool_panel, survey_here
from bot.render.texts.catalogue import Texts, locales, texts_for
from bot.render.texts.phrases import Phrases
from bot.store.repositories.guilds import MAX_POOLS
from bot.store.rows import TableSettings
from cogs.common.command_texts import named
from cogs.common.context import Context
from engine import RULESETS
from engine.catalogue import NAMED_CARDS, POOL_RULESET, has_pool, pool_cards, pool_ruleset
from engine.editions.g54.pool_survey import DRAWN_FROM, KINDS_DRAWN
from engine.editions.g54.pools import breaks_categories

BEGINNERS: Final = "beginners"
RANDOM: Final = "random"
_POOL_NAME: Final = re.compile(r"[\w -]{1,40}")


class WantedPool(NamedTuple):
    """The roles that a member chose, and whether they are one of the server's pools.

    `roles` is None if they are drawn when the game starts: from the pools of the kind `drawn_from`, or at random.
    """

    roles: list[str] | None
    drawn_from: str | None = None
    of_server: bool = False


def read_pool(text: str, ruleset: str, pools: Mapping[str, Sequence[str]], texts: Texts) -> WantedPool:
    """Returns the pool of a ruleset that a text names: by its name, or as a list of roles. Raises Refusal."""
    given = text.strip()
    for name, roles in pools.items():
        if name.casefold() == given.casefold():
            return WantedPool(list(roles), of_server=True)
    chosen = named(given, _built_in(texts)) or given
    if chosen in ("", RANDOM):
        return WantedPool(None)
    if chosen in KINDS_DRAWN:
        return WantedPool(None, chosen)
    if chosen == BEGINNERS:
        return WantedPool(list(RULESETS[ruleset].beginners))
    cards = {each: card for card in NAMED_CARDS for each in (card, Phrases(texts).role(card).casefold())}
    parts = [part.strip() for part in given.split(",")]
    for part in parts:
        if part.casefold() not in cards:
            raise Refusal("no-pool", given=part) if len(parts) == 1 else Refusal("no-role", given=part)
    return WantedPool([cards[part.casefold()] for part in parts])


def with_pool(
    settings: TableSettings, text: str, pools: Mapping[str, Sequence[str]], texts: Texts
) -> TableSettings:
    """Returns the settings of a lobby with the pool that a text names. Raises Refusal.

    If a pool of the server breaks the rule about categories, the table allows that too.
    """
    roles, drawn_from, of_server = read_pool(text, settings.ruleset, pools, texts)
    options = {name: value for name, value in settings.options.items() if name != DRAWN_FROM}
    if has_pool(settings.ruleset):
        if of_server and breaks_categories(settings.ruleset, roles or ()):
            options["free_pool"] = True
        if drawn_from is not None:
            if DRAWN_FROM not in RULESETS[settings.ruleset].options:
                raise Refusal("pool-drawn-elsewhere", ruleset=settings.ruleset)
            options[DRAWN_FROM] = drawn_from
    return replace(settings, options=options, pool=None if roles is None else tuple(roles))


def ruleset_for(text: str, pools: Mapping[str, Sequence[str]], texts: Texts) -> str:
    """Returns the ruleset of the pool that a text names. Raises Refusal."""
    return pool_ruleset(read_pool(text, POOL_RULESET, pools, texts).roles or ())


def pools_for(ruleset: str, pools: Mapping[str, Sequence[str]]) -> list[str]:
    """Returns the names of the pools that a table with this ruleset can use."""
    cards = set(pool_cards(ruleset))
    return [name for name, pool in pools.items() if cards.issuperset(pool)]


def pool_name(text: str) -> str:
    """Returns a text as the name of a pool. Raises Refusal, also for the names of built-in choices."""
    name = text.strip()
    if not _POOL_NAME.fullmatch(name):
        raise Refusal("bad-pool-name")
    # The names and labels, in every language, of the choices that every table has
    kept = (text for locale in locales() for pair in _built_in(texts_for(locale)) for text in pair)
    if name.casefold() in map(str.casefold, kept):
        raise Refusal("pool-name-kept")
    return name


def built_in_pools(texts: Texts, pools: Iterable[str], ruleset: str = POOL_RULESET) -> list[tuple[str, str]]:
    """Returns the choices that every table of a ruleset has besides the server's pools, as (value, label).

    A choice is left out if a pool of the server has its name: that pool was saved before the name was reserved.
    """
    taken = {name.casefold() for name in pools}
    offered = [pair for pair in _built_in(texts) if pair[0] not in taken]
    is_surveyed = DRAWN_FROM in RULESETS[ruleset].options and survey_here(ruleset) is not None
    return offered if is_surveyed else [pair for pair in offered if pair[0] not in KINDS_DRAWN]


def _built_in(texts: Texts) -> list[tuple[str, str]]:
    return [(name, texts(f"choice-pool-{name}")) for name in (RANDOM, BEGINNERS, *KINDS_DRAWN)]


async def show_pools(context: Context) -> None:
    """Shows a page of the server's pools."""
    await context.show(pool_list(await context.pools(), context.page, context.texts, await context.icons()))


async def offer_pools(context: Context, purpose: str, page: int = 0) -> None:
    """Shows a select of the pool to edit or delete (`purpose`: `edit`, `delete`)."""
    await context.show(pool_choice(purpose, list(await context.pools()), page, context.texts))


async def create_pool(context: Context, text: str) -> None:
    """Shows the panel in which the roles of a new pool of this name are chosen. Raises Refusal."""
    wanted = pool_name(text)
    pools = await context.pools()
    if wanted.casefold() in map(str.casefold, pools):
        raise Refusal("pool-exists")
    if len(pools) >= MAX_POOLS:
        raise Refusal("too-many-pools", most=MAX_POOLS)
    await context.show(pool_panel(wanted, (), context.texts, await context.icons()))


async def edit_pool(context: Context, name: str) -> None:
    """Shows the panel in which a pool is changed. Raises Refusal."""
    found, roles = await find_pool(context, name)
    await context.show(pool_panel(found, roles, context.texts, await context.icons(), PoolRule.of(roles)))


async def ask_to_delete_pool(context: Context, name: str) -> None:
    """Asks whether to delete a pool. Raises Refusal."""
    await context.show(delete_panel(*await find_pool(context, name), context.texts))


async def find_pool(context: Context, name: str) -> tuple[str, tuple[str, ...]]:
    """Returns a pool of the server as (name, roles); the case of the name is ignored. Raises Refusal."""
    for found, roles in (await context.pools()).items():
        if found.casefold() == name.strip().casefold():
            return found, roles
    raise Refusal("no-pool", given=name)
