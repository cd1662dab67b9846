"""The log: the whole story of a game, in pages, and its highlights once it is over."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from bot.render.controls import Layout
from bot.render.icons import without_icons
from bot.render.messages.moment import moment_story
from bot.render.messages.story import story_lines, turn_lines
from bot.render.paging import paged_text, pages_of
from bot.render.texts.sanitize import escape
from bot.render.view_model import TableView
from bot.stats.game_history import GameHistory
from bot.store.rows import Status
from engine import Event

_BLOCK_CHARACTERS: Final = 1100
"""A longer turn may be divided between pages."""
_TURN_LINES: Final = 2
"""The first lines of the turning point, which tell it if nobody lost a card in that turn."""


def log_panel(view: TableView, page: int | None = None) -> Layout:
    """Returns a page of the story, counted from 0, the last for None; at the end are a finished game's highlights.

    If the rules have changed so that a finished game cannot be replayed, the log lists its recorded decisions.
    """
    texts = view.texts
    if view.public_game is None:
        pages = pages_of(_record_lines(view))
    else:
        blocks = (_blocks(view, turn, events) for turn, events in enumerate(view.story))
        highlights = [*_highlights(view)] if view.status is Status.OVER else []
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


def _highlights(view: TableView) -> Iterator[str]:
    """Yields the lines of a finished game's highlights; none if the rules of now cannot replay it."""
    history = view.history
    if history is None:
        return
    bluff = history.biggest_bluff
    if bluff is not None:
        (line,) = story_lines(view, [bluff.event])
        word = "end-bluff-caught" if bluff.outcome == "exposed" else "end-bluff"
        yield view.texts(word, turn=bluff.turn, line=line)
    yield from _turning_point(view, history)
    for kind, seat, times, role in history.titles:
        cards = "" if role is None else view.labels.cards((role,) * times)
        yield view.texts(f"title-{kind}", name=view.phrases.name(seat), times=times, cards=cards)


def _turning_point(view: TableView, history: GameHistory) -> Iterator[str]:
    """Yields the turn since which the winners led: they had more cards than others, or as many and more coins."""
    texts, since = view.texts, history.ahead_since
    names = view.phrases.names(view.game.winners or ())
    if since == 0:
        yield texts("end-ahead-always", names=names)
    elif since is not None and since < history.turns:
        told = story_lines(view, view.story[since - 1])[:_TURN_LINES]
        story = moment_story(view, since - 1) or " ".join(told)
        yield texts("end-turning", turn=since, story=story, names=names)
    elif since is not None:
        yield texts("end-ahead-last", names=names)
