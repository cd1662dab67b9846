"""The log: the whole story of a game, in pages."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from bot.render.controls import Layout
from bot.render.icons import without_icons
from bot.render.messages.parts.highlights import highlight_lines
from bot.render.messages.parts.story import turn_lines
from bot.render.paging import paged_text, pages_of
from bot.render.texts.sanitize import escape
from bot.render.view_model import TableView
from bot.store.rows import Status
from engine import Event

_BLOCK_CHARACTERS: Final = 1100
"""A longer turn may be divided between pages."""


def log_panel(view: TableView, page: int | None = None) -> Layout:
    """Returns a page of the story, counted from 0, the last for None; at the end are a finished game's highlights.

    If the rules have changed so that a finished game cannot be replayed, the log lists its recorded decisions.
    """
    texts = view.texts
    if view.public_game is None:
        pages = pages_of(_record_lines(view))
    else:
        blocks = (_blocks(view, turn, events) for turn, events in enumerate(view.story))
        highlights = [*highlight_lines(view)] if view.status is Status.OVER else []
        told = [*chain.from_iterable(blocks), *(["\n".join(("", *highlights))] if highlights else ())]
        pages = pages_of(told or [texts("story-none")])
    return paged_text(texts("log-title"), pages, page, lambda number: view.control_id("log", str(number)), texts)


def _record_lines(view: TableView) -> Iterator[str]:
    """Yields a line for each decision of the stored record: the player, and the decision as recorded."""
    seats = {seat.name: number for number, seat in enumerate(view.seats)}
    yield view.texts("log-recorded")
    for decision in view.record["decisions"] if view.record is not None else ():
        rest = " ".join(str(value) for name, value in decision.items() if name != "by")
        yield f"{view.phrases.name(seats[decision['by']])} · {escape(rest, _BLOCK_CHARACTERS)}"


def _blocks(view: TableView, turn: int, events: Sequence[Event]) -> list[str]:
    """Returns the story of a turn in blocks that are not divided between pages."""
    blocks: list[str] = []
    for line in turn_lines(view, turn, events):
        if not blocks or len(without_icons(blocks[-1])) + len(without_icons(line)) > _BLOCK_CHARACTERS:
            blocks.append(line)
        else:
            blocks[-1] += f"\n{line}"
    return blocks
