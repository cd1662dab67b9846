"""The log: the whole story of a game, by turns, in pages."""

from discord import ui

from bot.render.controls import button, view
from bot.render.ids import Press
from bot.render.names import escaped
from bot.render.phrases import Phrases
from bot.render.scene import Scene
from bot.render.story import story_lines, turn_seat
from bot.render.words import Words, words
from bot.tables.session import TableSession

LOG_COLOUR = 0x5B6C8F
_PAGE = 2200


def log_page(table: TableSession, locale: str, page: int | None = None) -> ui.LayoutView:
    """A page of the story, counted from 0; the last one where none is named.

    Of a finished game that today's rules cannot replay, the stored record's decisions stand in for the story.
    """
    w = words(locale)
    pages = _recorded(table, w) if table.game is None else _pages(Scene.of(table, locale))
    number = len(pages) - 1 if page is None else min(max(page, 0), len(pages) - 1)
    turns = [
        button(Press("log", table.id, 0, str(number - 1)), w("button-older"), disabled=number == 0),
        button(Press("log", table.id, 0, str(number + 1)), w("button-newer"), disabled=number + 1 == len(pages)),
    ]
    return view(
        f"{w('log-title')}\n{pages[number]}",
        rows=[turns] if len(pages) > 1 else (),
        colour=LOG_COLOUR,
        footer=w("log-page", page=number + 1, pages=len(pages)),
    )


def _recorded(table: TableSession, w: Words) -> list[str]:
    """The decisions of the stored record, a line each: who, and what in the words of the record."""
    phrases = Phrases(w, table.names)
    pages = [f"{w('log-recorded')}"]
    for decision in table.result.record["decisions"] if table.result is not None else ():
        by, *rest = [decision["by"], *(str(value) for name, value in decision.items() if name != "by")]
        line = f"{phrases.name(table.names.index(by))} · {escaped(' '.join(rest))}"
        if len(pages[-1]) + len(line) > _PAGE:
            pages.append(line)
        else:
            pages[-1] += f"\n{line}"
    return pages


def _pages(scene: Scene) -> list[str]:
    pages = [""]
    for turn, events in enumerate(scene.table.story):
        for block in _blocks(scene, turn, events):
            if pages[-1] and len(pages[-1]) + len(block) > _PAGE:
                pages.append("")
            pages[-1] += f"\n{block}" if pages[-1] else block
    return pages if pages[-1] else [scene.words("story-none")]


def _blocks(scene: Scene, turn: int, events: list) -> list[str]:
    seat = turn_seat(events)
    w = scene.words
    title = w("log-start") if seat is None else w("log-turn", turn=turn + 1, name=scene.phrases.title(seat))
    blocks = [f"**{title}**"]
    for line in story_lines(scene, events):
        if len(blocks[-1]) + len(line) > _PAGE // 2:
            blocks.append(line)
        else:
            blocks[-1] += f"\n{line}"
    return blocks
