"""The pools of a server, page by page: as a list for moderators, and as a choice for the host of a lobby."""

from collections.abc import Callable, Mapping, Sequence

from discord import ui

from bot.render.controls import PANEL_COLOUR, RED, button, select, view
from bot.render.icons import NO_ICONS, Icons
from bot.render.ids import CustomId
from bot.render.paging import page_of, paged_text, pages_of, turn_buttons
from bot.render.texts.catalogue import Words
from bot.render.texts.phrases import Phrases
from bot.render.texts.sanitize import clean, pool_title
from bot.tables.table import Table


def pool_list(pools: Mapping[str, Sequence[str]], page: int, w: Words, icons: Icons = NO_ICONS) -> ui.LayoutView:
    """A page, counted from 0, of the pools with their roles."""
    phrases = Phrases(w, (), icons=icons)
    lines = [w("pool-line", name=pool_title(name), roles=phrases.cards(roles)) for name, roles in pools.items()]
    title = w("pool-list-title", count=len(lines)) if lines else w("config-pools-none")
    return paged_text(title, pages_of(lines), page, lambda number: CustomId("pools", 0, 0, str(number)), w)


def lobby_pool_choice(table: Table, pools: Sequence[str], page: int, w: Words) -> ui.LayoutView:
    """A page, counted from 0, of the names of pools as a select that sets the pool of a lobby."""
    return _choice(
        pools,
        page,
        CustomId.on(table.state, "poolset"),
        lambda to: CustomId.on(table.state, "poolpage", str(to)),
        w,
    )


def pool_choice(purpose: str, pools: Sequence[str], page: int, w: Words) -> ui.LayoutView:
    """A page, counted from 0, of the names of pools as a select of the one to `edit` or `delete` (`purpose`)."""
    if not pools:
        return view(w("config-pools-none"), colour=PANEL_COLOUR)
    press = CustomId("poolpick", 0, 0, purpose)
    return _choice(pools, page, press, lambda to: CustomId("poolturn", 0, 0, f"{purpose}.{to}"), w)


def delete_panel(name: str, roles: Sequence[str], w: Words) -> ui.LayoutView:
    """The question before a pool is deleted."""
    text = w("panel-confirm-delete", name=pool_title(name), roles=Phrases(w, ()).cards(roles))
    delete = button(CustomId("pooldrop", 0, 0, name), w("confirm-delete"), RED)
    return view(text, rows=[[delete, button(CustomId("unchanged", 0), w("button-back"))]], colour=PANEL_COLOUR)


def _choice(
    pools: Sequence[str], page: int, press: CustomId, turn: Callable[[int], CustomId], w: Words
) -> ui.LayoutView:
    shown = page_of(pools, page)
    options = [(name, clean(name, 40), "") for name in shown.items]
    turns = turn_buttons(shown, turn, w)
    return view(
        w("pool-choice-title"),
        rows=[[select(press, w("settings-pool"), options)], *([turns] if turns else [])],
        colour=PANEL_COLOUR,
        footer=w("log-page", page=shown.number + 1, pages=shown.count) if turns else "",
    )
