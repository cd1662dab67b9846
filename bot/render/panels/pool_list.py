"""The pools of a server, page by page: as a list for moderators, and as a choice for the host of a lobby."""

from collections.abc import Mapping, Sequence

from discord import ui

from bot.render.controls import PANEL_COLOUR, select, view
from bot.render.ids import Press
from bot.render.names import cleaned, pool_title
from bot.render.paging import page_of, paged_text, pages_of, turn_buttons
from bot.render.phrases import Phrases
from bot.render.words import Words


def pool_list(pools: Mapping[str, Sequence[str]], page: int, w: Words) -> ui.LayoutView:
    """A page, counted from 0, of the pools with their roles."""
    phrases = Phrases(w, ())
    lines = [w("pool-line", name=pool_title(name), roles=phrases.cards(roles)) for name, roles in pools.items()]
    title = w("pool-list-title", count=len(lines)) if lines else w("config-pools-none")
    return paged_text(title, pages_of(lines), page, lambda number: Press("pools", 0, 0, str(number)), w)


def pool_choice(game_id: int, pools: Sequence[str], page: int, w: Words) -> ui.LayoutView:
    """A page, counted from 0, of the names of pools as a select that sets the pool of a lobby."""
    shown = page_of(pools, page)
    options = [(name, cleaned(name, 40), "") for name in shown.items]
    turns = turn_buttons(shown, lambda number: Press("poolpage", game_id, 0, str(number)), w)
    return view(
        w("pool-choice-title"),
        rows=[[select(Press("poolset", game_id), w("settings-pool"), options)], *([turns] if turns else [])],
        colour=PANEL_COLOUR,
        footer=w("log-page", page=shown.number + 1, pages=shown.count) if turns else "",
    )
