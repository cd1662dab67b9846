"""The log: the whole story of a game, by turns, in pages."""

from collections.abc import Iterator, Sequence
from itertools import chain

from discord import ui

from bot.render.icons import without_icons
from bot.render.ids import CustomId
from bot.render.paging import paged_text, pages_of
from bot.render.texts.sanitize import escape
from bot.render.texts.story import story_lines, turn_seat
from bot.render.view_model import TableView
from engine import Event

_LONGEST_BLOCK = 1100
"""Characters; a longer turn is divided between pages."""


def log_panel(scene: TableView, page: int | None = None) -> ui.LayoutView:
    """A page of the story, counted from 0; the last one where none is named.

    Of a finished game that today's rules cannot replay, the decisions of its record stand in for the story.
    """
    w = scene.words
    if scene.public is None:
        pages = pages_of(_recorded(scene))
    elif any(scene.table.story):
        blocks = (_blocks(scene, turn, events) for turn, events in enumerate(scene.table.story))
        pages = pages_of(chain.from_iterable(blocks))
    else:
        pages = [w("story-none")]
    return paged_text(w("log-title"), pages, page, lambda number: CustomId.on(scene.table, "log", str(number)), w)


def _recorded(scene: TableView) -> Iterator[str]:
    """The decisions of the stored record, a line each: who, and what in the words of the record."""
    seats = {seat.name: number for number, seat in enumerate(scene.table.seats)}
    yield scene.words("log-recorded")
    for decision in scene.table.record["decisions"] if scene.table.record is not None else ():
        rest = " ".join(str(value) for name, value in decision.items() if name != "by")
        yield f"{scene.phrases.name(seats[decision['by']])} · {escape(rest, _LONGEST_BLOCK)}"


def _blocks(scene: TableView, turn: int, events: Sequence[Event]) -> list[str]:
    """The story of one turn under its heading, in pieces that stay together on a page."""
    seat = turn_seat(events)
    w = scene.words
    title = w("log-start") if seat is None else w("log-turn", turn=turn + 1, name=scene.phrases.title(seat))
    blocks = [f"**{title}**"]
    for line in story_lines(scene, events):
        if len(without_icons(blocks[-1])) + len(without_icons(line)) > _LONGEST_BLOCK:
            blocks.append(line)
        else:
            blocks[-1] += f"\n{line}"
    return blocks
