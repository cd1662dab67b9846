"""The pools of a server, page by page: as a list for moderators, and as a choice for the host of a lobby."""

from collections.abc import Callable, Mapping, Sequence

from discord import ui

from bot.render.controls import PANEL_COLOUR, RED, button, layout, select
from bot.render.icons import NO_ICONS, Icons
from bot.render.ids import CustomId
from bot.render.paging import page_of, paged_text, pages_of, turn_buttons
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.render.texts.sanitize import clean, pool_title
from bot.render.view_model import TableView


def pool_list(
    pools: Mapping[str, Sequence[str]], page: int, texts: Texts, icons: Icons = NO_ICONS
) -> ui.LayoutView:
    """A page, counted from 0, of the pools with their roles."""
    phrases = Phrases(texts, (), icons=icons)
    lines = [
        texts("pool-line", name=pool_title(name), roles=phrases.cards(roles)) for name, roles in pools.items()
    ]
    title = texts("pool-list-title", count=len(lines)) if lines else texts("config-pools-none")
    return paged_text(title, pages_of(lines), page, lambda number: CustomId("pools", 0, 0, str(number)), texts)


def lobby_pool_choice(view: TableView, pools: Sequence[str], page: int) -> ui.LayoutView:
    """A page, counted from 0, of the names of pools as a select that sets the pool of a lobby."""
    return _choice(
        pools,
        page,
        view.control_id("poolset"),
        lambda to: view.control_id("poolpage", str(to)),
        view.texts,
    )


def pool_choice(purpose: str, pools: Sequence[str], page: int, texts: Texts) -> ui.LayoutView:
    """A page, counted from 0, of the names of pools as a select of the one to `edit` or `delete` (`purpose`)."""
    if not pools:
        return layout(texts("config-pools-none"), colour=PANEL_COLOUR)
    press = CustomId("poolpick", 0, 0, purpose)
    return _choice(pools, page, press, lambda to: CustomId("poolturn", 0, 0, f"{purpose}.{to}"), texts)


def delete_panel(name: str, roles: Sequence[str], texts: Texts) -> ui.LayoutView:
    """The question before a pool is deleted."""
    text = texts("panel-confirm-delete", name=pool_title(name), roles=Phrases(texts, ()).cards(roles))
    delete = button(CustomId("pooldrop", 0, 0, name), texts("confirm-delete"), RED)
    return layout(
        text, rows=[[delete, button(CustomId("unchanged", 0), texts("button-back"))]], colour=PANEL_COLOUR
    )


def _choice(
    pools: Sequence[str], page: int, press: CustomId, turn: Callable[[int], CustomId], texts: Texts
) -> ui.LayoutView:
    shown = page_of(pools, page)
    options = [(name, clean(name, 40), "") for name in shown.items]
    turns = turn_buttons(shown, turn, texts)
    return layout(
        texts("pool-choice-title"),
        rows=[[select(press, texts("settings-pool"), options)], *([turns] if turns else [])],
        colour=PANEL_COLOUR,
        footer=texts("log-page", page=shown.number + 1, pages=shown.count) if turns else "",
    )
