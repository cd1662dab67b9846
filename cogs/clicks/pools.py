"""Controls of the panel in which moderators edit a pool; the roles chosen so far are stored in the panel."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.refusals import Refusal
from bot.render.controls import layout
from bot.render.custom_id import CUSTOM_ID_PATTERN, CustomId
from bot.render.panels.pools import PoolRule, missing_text, pool_panel
from bot.render.texts.phrases import Phrases
from bot.render.texts.sanitize import pool_title
from cogs.clicks.click import Click
from cogs.common.services.moderation import record_action
from cogs.common.services.pools import (
    ask_to_delete_pool,
    create_pool,
    edit_pool,
    find_pool,
    offer_pools,
    pool_name,
)
from engine.catalogue import pool_cards


async def pick(click: Click) -> None:
    """Handles the select of the pool to edit or delete."""
    if click.custom_id.arg not in ("edit", "delete"):
        raise Refusal("not-open")
    await (edit_pool if click.custom_id.arg == "edit" else ask_to_delete_pool)(click, click.value)


async def drop(click: Click) -> None:
    """Handles the button that deletes a pool, in the panel that asks to confirm it."""
    name, _ = await find_pool(click, click.custom_id.arg)
    texts, usual = click.texts, (await click.settings()).pool
    await click.store.guilds.delete_pool(click.guild_id, name)
    await record_action(click, "pool-deleted", name)
    text = texts("pool-deleted", name=pool_title(name))
    await click.show(layout(f"{text} {texts('config-pool-default-none')}" if name == usual else text))


async def create(click: Click) -> None:
    """Handles the form with the name of a new pool: opens the panel in which its roles are chosen."""
    await create_pool(click, "".join(click.fields.get("name", ())))


async def page_choice(click: Click) -> None:
    """Handles Older and Newer below the select of the pool to edit or delete."""
    purpose, _, page = click.custom_id.arg.partition(".")
    if purpose not in ("edit", "delete") or not page.isdecimal():
        raise Refusal("not-open")
    await offer_pools(click, purpose, int(page))


async def choose(click: Click) -> None:
    """Handles a select of roles, and the button that switches the rule about categories on or off."""
    rule, name = _rule_and_name(click, 3)
    known = pool_cards(rule.ruleset)
    if not set(click.values) <= set(known):
        raise Refusal("not-open")
    roles = [
        role
        for custom_id, chosen in _selects([click.message or {}])
        for role in (click.values if custom_id == click.custom_id else chosen)
        if role in known
    ]
    await click.show(pool_panel(name, roles, click.texts, await click.icons(), rule))


async def save(click: Click) -> None:
    """Handles Save: stores the pool. Raises Refusal if roles are missing or too many."""
    rule, name = _rule_and_name(click, 2)
    roles = [role for _, chosen in _selects([click.message or {}]) for role in chosen]
    texts = click.texts
    if missing_text(roles, texts, rule):
        raise Refusal("pool-incomplete", roles=roles, rule=rule)
    await click.store.guilds.save_pool(click.guild_id, name, tuple(sorted(roles)))
    await record_action(click, "pool-saved", name)
    await click.show(layout(texts("pool-saved", name=pool_title(name), roles=Phrases(texts).cards(sorted(roles)))))


def _rule_and_name(click: Click, parts: int) -> tuple[PoolRule, str]:
    """Returns the pool's rule and name: the first and last of `parts` parts of the argument. Raises Refusal."""
    named = click.custom_id.arg.split(".", parts - 1)
    rule, name = PoolRule.read(named[0]), named[-1]
    if rule is None or len(named) != parts:
        raise Refusal("not-open")
    return rule, pool_name(name)


def _selects(components: Iterable[Mapping[str, Any]]) -> Iterator[tuple[CustomId, list[str]]]:
    """Yields each select among the components of a message, with the values chosen in it."""
    for component in components:
        match = CUSTOM_ID_PATTERN.fullmatch(component.get("custom_id") or "")
        if match is not None and "options" in component:
            yield CustomId.of(match), [option["value"] for option in component["options"] if option.get("default")]
        yield from _selects(component.get("components") or ())
