"""The turn card: what everybody at the table sees while a turn runs, and its story once the turn is over."""

from collections.abc import Sequence
from typing import Final

from discord import ui

from bot.render.cards.offers import rows
from bot.render.cards.question import deadline_text, question_text, reminder_text
from bot.render.cards.seats import seats_text, table_text
from bot.render.controls import button, view
from bot.render.icons import without_icons
from bot.render.ids import Press
from bot.render.scene import Scene
from bot.render.story import settled_events, story_lines, turn_seat
from bot.render.words import Words
from bot.store.rows import Status
from bot.tables.session import AWAY
from engine import RULES_VERSION

TURN_COLOUR: Final = 0xC79A3B
ASKING_COLOUR: Final = 0xB4462F
FROZEN_COLOUR: Final = 0x4B5563
PAUSED_COLOUR: Final = 0x6B7280

_STORY_BUDGET: Final = 1700
_FROZEN_STORY_BUDGET: Final = 2550
_MEANWHILE_BUDGET: Final = 700
"""Characters, emojis not counted; of 4,000, who is in, what is asked and the roles need up to 1,600."""


def turn_card(scene: Scene, since: int | None = None) -> ui.LayoutView:
    """The live card of the running turn, which begins with the story of turns from `since` on that had no card."""
    turn = scene.table.stage.turn
    story = lines_within(scene.words, story_lines(scene, settled_events(scene)), _STORY_BUDGET)
    top = f"{turn_title(scene, turn)}\n{seats_text(scene)}\n{table_text(scene)}"
    if scene.table.status is Status.PAUSED:
        asked = _paused_text(scene)
        colour = PAUSED_COLOUR
    else:
        only_ai = scene.words("card-only-ai") if scene.table.only_ai_left else ""
        lines = (question_text(scene), reminder_text(scene), deadline_text(scene), only_ai)
        asked = "\n".join(line for line in lines if line)
        colour = TURN_COLOUR if scene.game.prompt == "act" else ASKING_COLOUR
    return view(_meanwhile(scene, since, turn), top, story, asked, rows=rows(scene), colour=colour)


def frozen_card(scene: Scene, turn: int, since: int | None = None) -> ui.LayoutView:
    """The card of a turn that is over: its story, and nothing to press."""
    story = lines_within(scene.words, story_lines(scene, scene.table.story[turn]), _FROZEN_STORY_BUDGET)
    return view(
        _meanwhile(scene, since, turn),
        f"{turn_title(scene, turn)}\n{story or scene.words('story-none')}",
        colour=FROZEN_COLOUR,
    )


def closing_card(scene: Scene) -> ui.LayoutView:
    """The card of a game stopped before its end: by a moderator, or because it did not match its record."""
    w = scene.words
    if scene.table.status is Status.SET_ASIDE:
        reason = "aside-text" if scene.table.rules_version == RULES_VERSION else "aside-text-rules"
        return view(w("aside-title"), w(reason), colour=PAUSED_COLOUR)
    turn, by = len(scene.table.story), scene.table.ended_by
    if scene.table.paused_for == AWAY:
        text = w("ended-text-away", turn=turn)
    else:
        text = w("ended-text", turn=turn) if by is None else w("ended-text-by", who=f"<@{by}>", turn=turn)
    read = [button(Press(op, scene.table.id), w(f"button-{op}")) for op in ("log", "record")]
    return view(f"{w('ended-title')}\n{text}", rows=[read], colour=PAUSED_COLOUR)


def _paused_text(scene: Scene) -> str:
    """Why the game stands still, and how it goes on."""
    w, table = scene.words, scene.table
    if table.paused_for != AWAY:
        return f"{w('paused-title')}\n{w('paused-text')}"
    away = [seat for seat, sitting in enumerate(table.seats) if sitting.away and scene.in_play(seat)]
    when = w("soon", at=str(int(table.closes_at or 0)))
    text = w("waiting-text", count=len(away), names=scene.phrases.names(away), when=when)
    return f"{w('waiting-title')}\n{text}"


def turn_title(scene: Scene, turn: int) -> str:
    """The heading of a turn: its number and whose it is."""
    seat = turn_seat(scene.table.story[turn])
    name = scene.phrases.title(scene.game.turn if seat is None else seat)
    return scene.words("turn-title", turn=turn + 1, name=name)


def lines_within(w: Words, lines: Sequence[str], budget: int) -> str:
    """The last lines that fit into `budget` characters, after a line that says how many were left out."""
    kept: list[str] = []
    for line in reversed(lines):
        budget -= len(without_icons(line)) + 1
        if budget < 0 and kept:
            break
        kept.append(line)
    left_out = len(lines) - len(kept)
    if left_out:
        kept.append(w("card-more", count=left_out))
    return "\n".join(reversed(kept))


def _meanwhile(scene: Scene, since: int | None, turn: int) -> str:
    """The story of the turns from `since` up to but not including `turn`, a line each."""
    if since is None or since >= turn:
        return ""
    lines: list[str] = []
    for earlier in range(since, turn):
        events = scene.table.story[earlier]
        seat = turn_seat(events)
        name = "" if seat is None else scene.phrases.title(seat)
        title = scene.words("log-turn", turn=earlier + 1, name=name)
        lines.append(f"-# {title}. {' '.join(story_lines(scene, events))}")
    return lines_within(scene.words, lines, _MEANWHILE_BUDGET)
