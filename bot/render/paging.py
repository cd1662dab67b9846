"""Paging: texts and lists that are longer than one message or one select may hold."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from discord import ui

from bot.render.controls import PANEL_COLOUR, Control, button, layout
from bot.render.icons import without_icons
from bot.render.ids import CustomId
from bot.render.texts.catalogue import Texts

T = TypeVar("T")

SELECT_SIZE: Final = 25
"""Options that one select may have."""

_PAGE: Final = 2200
"""Characters of a page, emojis not counted: what a phone shows in a few screens, well within the 4,000."""


@dataclass(frozen=True)
class Page(Generic[T]):
    """One page of a list: its items, its number counted from 0, and how many pages there are."""

    items: Sequence[T]
    number: int
    count: int


def page_of(items: Sequence[T], number: int | None, size: int = SELECT_SIZE) -> Page[T]:
    """The page of that number, or the nearest there is; the last one for None. An empty list has one page."""
    count = max(1, -(-len(items) // size))
    at = count - 1 if number is None else min(max(number, 0), count - 1)
    return Page(items[at * size : (at + 1) * size], at, count)


def pages_of(blocks: Iterable[str], limit: int = _PAGE) -> list[str]:
    """The blocks as pages of at most `limit` characters, emojis not counted, unless a single block is longer.

    There is one page if there are no blocks.
    """
    pages, length = [""], 0
    for block in blocks:
        added = len(without_icons(block))
        if pages[-1] and length + added >= limit:
            pages.append("")
            length = 0
        pages[-1] += f"\n{block}" if pages[-1] else block
        length += added + 1
    return pages


def turn_buttons(page: Page[T], press: Callable[[int], CustomId], texts: Texts) -> list[Control]:
    """Older and Newer beside a page; none where there is only one. `press(number)` asks for another page."""
    if page.count == 1:
        return []
    first, last = page.number == 0, page.number + 1 == page.count
    return [
        button(press(page.number - 1), texts("button-older"), disabled=first),
        button(press(page.number + 1), texts("button-newer"), disabled=last),
    ]


def paged_text(
    title: str,
    pages: Sequence[str],
    number: int | None,
    press: Callable[[int], CustomId],
    texts: Texts,
    more: Sequence[Control] = (),
) -> ui.LayoutView:
    """A panel with one page of a long text under its title, and the buttons to the others, with `more` beside."""
    page = page_of(pages, number, size=1)
    turns = turn_buttons(page, press, texts)
    return layout(
        f"{title}\n{page.items[0]}",
        rows=[[*turns, *more]] if turns or more else (),
        colour=PANEL_COLOUR,
        footer=texts("log-page", page=page.number + 1, pages=page.count) if turns else "",
    )
