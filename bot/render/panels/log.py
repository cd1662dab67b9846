"""The log: the whole story of a game, by turns, in pages."""

from collections.abc import Iterator, Sequence
from itertools import chain

from discord import ui

from bot.render.icons import without_icons
from bot.render.messages.story import story_lines, turn_seat
from bot.render.paging import paged_text, pages_of
from bot.render.texts.sanitize import escape
from bot.render.view_model import TableView
from engine import Event

_LONGEST_BLOCK = 1100
"""Characters; a longer turn is divided between pages."""


def log_panel(view: TableView, page: int | None = None) -> ui.LayoutView:
    """A page of the story, counted from 0; the last one where none is named.

    Of a finished game that today's rules cannot replay, the decisions of its record stand in for the story.
    """
    texts = view.texts
    if view.public_game is None:
        pages = pages_of(_recorded(view))
    elif any(view.story):
        blocks = (_blocks(view, turn, events) for turn, events in enumerate(view.story))
        pages = pages_of(chain.from_iterable(blocks))
    else:
        pages = [texts("story-none")]
    return paged_text(texts("log-title"), pages, page, lambda number: view.control_id("log", str(number)), texts)


def _recorded(view: TableView) -> Iterator[str]:
    """The decisions of the stored record, a line each: who, and what in the words of the record."""
    seats = {seat.name: number for number, seat in enumerate(view.seats)}
    yield view.texts("log-recorded")
    for decision in view.record["decisions"] if view.record is not None else ():
        rest = " ".join(str(value) for name, value in decision.items() if name != "by")
        yield f"{view.phrases.name(seats[decision['by']])} · {escape(rest, _LONGEST_BLOCK)}"


def _blocks(view: TableView, turn: int, events: Sequence[Event]) -> list[str]:
    """The story of one turn under its heading, in pieces that stay together on a page."""
    seat = turn_seat(events)
    texts = view.texts
    title = texts("log-start") if seat is None else texts("log-turn", turn=turn + 1, name=view.phrases.title(seat))
    blocks = [f"**{title}**"]
    for line in story_lines(view, events):
        if len(without_icons(blocks[-1])) + len(without_icons(line)) > _LONGEST_BLOCK:
            blocks.append(line)
        else:
            blocks[-1] += f"\n{line}"
    return blocks
