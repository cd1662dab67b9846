"""The pools of a server, in pages: a list for moderators, and choices for moderators and hosts."""

from collections.abc import Callable, Mapping, Sequence

from bot.render.controls import RED, Layout, button, layout, select
from bot.render.custom_id import CustomId
from bot.render.icons import NO_ICONS, Icons
from bot.render.paging import page_buttons, page_footer, page_of, paged_text, pages_of
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.render.texts.sanitize import POOL_NAME_CHARACTERS, clean, pool_title
from bot.render.view_model import TableView


def pool_list(pools: Mapping[str, Sequence[str]], page: int, texts: Texts, icons: Icons = NO_ICONS) -> Layout:
    """Returns a page, counted from 0, of the pools with their roles."""
    phrases = Phrases(texts, icons=icons)
    lines = [
        texts("pool-line", name=pool_title(name), roles=phrases.cards(roles)) for name, roles in pools.items()
    ]
    title = texts("pool-list-title", count=len(lines)) if lines else texts("config-pools-none")
    return paged_text(title, pages_of(lines), page, lambda number: CustomId("pools", str(number)), texts)


def lobby_pool_choice(view: TableView, pools: Sequence[str], page: int) -> Layout:
    """Returns a select of pools that sets the pool of a lobby; `page` counts from 0."""
    return _choice(
        pools,
        page,
        view.control_id("poolset"),
        lambda to: view.control_id("poolpage", str(to)),
        view.texts,
    )


def pool_choice(purpose: str, pools: Sequence[str], page: int, texts: Texts) -> Layout:
    """Returns a select of the pool to edit or delete (`purpose`: `edit`, `delete`); `page` counts from 0."""
    if not pools:
        return layout(texts("config-pools-none"))
    return _choice(
        pools,
        page,
        CustomId("poolpick", purpose),
        lambda to: CustomId("poolturn", f"{purpose}.{to}"),
        texts,
    )


def delete_panel(name: str, roles: Sequence[str], texts: Texts) -> Layout:
    """Returns the confirmation before a pool is deleted."""
    text = texts("panel-confirm-delete", name=pool_title(name), roles=Phrases(texts).cards(roles))
    delete = button(CustomId("pooldrop", name), texts("confirm-delete"), RED)
    return layout(text, rows=[[delete, button(CustomId("unchanged"), texts("button-back"))]])


def _choice(
    pools: Sequence[str], page: int, custom_id: CustomId, page_id: Callable[[int], CustomId], texts: Texts
) -> Layout:
    shown = page_of(pools, page)
    options = [(name, clean(name, POOL_NAME_CHARACTERS), "") for name in shown.items]
    return layout(
        texts("pool-choice-title"),
        rows=[[select(custom_id, texts("settings-pool"), options)], page_buttons(shown, page_id, texts)],
        footer=page_footer(shown, texts),
    )
