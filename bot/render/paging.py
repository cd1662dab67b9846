"""Pages of texts and lists that are too long for one message or one select."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from bot.render.controls import Control, Layout, button, layout
from bot.render.custom_id import CustomId
from bot.render.icons import without_icons
from bot.render.texts.catalogue import Texts

T = TypeVar("T")

SELECT_OPTIONS: Final = 25
"""Discord's limit for the options of a select."""

_PAGE_CHARACTERS: Final = 2200
"""Limit of a page, not counting emojis: a few screens of a phone, and well below Discord's limit of 4,000."""


@dataclass(frozen=True)
class Page(Generic[T]):
    """One page of a list: its items, its number counted from 0, and the number of pages."""

    items: Sequence[T]
    number: int
    count: int


def page_of(items: Sequence[T], number: int | None, size: int = SELECT_OPTIONS) -> Page[T]:
    """Returns the page of that number or the nearest one, the last for None. An empty list has one page."""
    count = max(1, -(-len(items) // size))
    at = count - 1 if number is None else min(max(number, 0), count - 1)
    return Page(items[at * size : (at + 1) * size], at, count)


def pages_of(blocks: Iterable[str]) -> list[str]:
    """Joins blocks to one or more pages of at most _PAGE_CHARACTERS without emojis; longer blocks stay whole."""
    pages, length = [""], 0
    for block in blocks:
        added = len(without_icons(block))
        if pages[-1] and length + added >= _PAGE_CHARACTERS:
            pages.append("")
            length = 0
        pages[-1] += f"\n{block}" if pages[-1] else block.lstrip("\n")
        length += added + 1
    return pages


def page_footer(page: Page[Any], texts: Texts) -> str:
    """Returns which of how many pages this is; an empty text if there is only one."""
    return texts("log-page", page=page.number + 1, pages=page.count) if page.count > 1 else ""


def page_buttons(page: Page[Any], page_id: Callable[[int], CustomId], texts: Texts) -> list[Control]:
    """Returns the buttons Older and Newer, none if there is only one page; `page_id` makes the id for a page."""
    first, last = page.number == 0, page.number + 1 == page.count
    return unless_alone(
        button(page_id(page.number - 1), texts("button-older"), disabled=first),
        button(page_id(page.number + 1), texts("button-newer"), disabled=last),
    )


def unless_alone(*buttons: Control) -> list[Control]:
    """Returns buttons to other pages; none if all are disabled, because there is only one page."""
    return [] if all(each["disabled"] for each in buttons) else [*buttons]


def paged_text(
    title: str, pages: Sequence[str], number: int | None, page_id: Callable[[int], CustomId], texts: Texts
) -> Layout:
    """Returns a panel with a page of a long text, its title, and buttons to other pages."""
    page = page_of(pages, number, size=1)
    buttons = page_buttons(page, page_id, texts)
    return layout(f"{title}\n{page.items[0]}", rows=[buttons], footer=page_footer(page, texts))
