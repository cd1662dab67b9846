"""The turn card: what everybody at the table sees while a turn runs, and its story once the turn is over."""

from typing import Final

from discord import ui

from bot.render.controls import button, view
from bot.render.ids import CustomId
from bot.render.messages.previous_turns import last_round, lines_within, turns_between
from bot.render.messages.question import deadline_text, mention, question_text, reminder_text
from bot.render.messages.seats import seats_text, table_text
from bot.render.messages.turn_controls import rows
from bot.render.panels.lesson import lesson_text
from bot.render.texts.story import settled_events, story_lines, turn_seat
from bot.render.view_model import TableView
from bot.store.rows import Status, Style
from bot.tables.state import AWAY
from engine import RULES_VERSION

TURN_COLOUR: Final = 0xC79A3B
ASKING_COLOUR: Final = 0xB4462F
FROZEN_COLOUR: Final = 0x4B5563
PAUSED_COLOUR: Final = 0x6B7280

_STORY_BUDGET: Final = 1700
_FROZEN_STORY_BUDGET: Final = 2550
"""Characters, emojis not counted; of 4,000, who is in, what is asked and the roles need up to 1,600."""


def turn_message(scene: TableView, since: int | None = None) -> ui.LayoutView:
    """The card of the running turn.

    In the style live it begins with the story of the last round, else with that of the turns from `since` on.
    """
    turn = scene.table.stage.turn
    story = lines_within(scene.words, story_lines(scene, settled_events(scene)), _STORY_BUDGET)
    top = f"{turn_title(scene, turn)}\n{seats_text(scene)}\n{table_text(scene)}"
    if scene.table.status is Status.PAUSED:
        asked = _paused_text(scene)
        colour = PAUSED_COLOUR
    else:
        only_ai = scene.words("card-only-ai") if scene.table.is_left_to_ai else ""
        lines = (question_text(scene), reminder_text(scene), deadline_text(scene), only_ai)
        asked = "\n".join(line for line in lines if line)
        colour = TURN_COLOUR if scene.game.prompt == "act" else ASKING_COLOUR
    before = last_round(scene, turn) if scene.table.one_card else turns_between(scene, since, turn)
    if turn == 0 or since == 0:
        before = "\n".join(filter(None, (before, _first_line(scene))))
    return view(before, top, story, asked, lesson_text(scene), rows=rows(scene), colour=colour)


def _first_line(scene: TableView) -> str:
    """What the first card says beside: whom the thread is for, or that there is none though one was wished for."""
    table, w = scene.table, scene.words
    if table.thread is not None:
        members = [mention(scene, seat) for seat, sitting in enumerate(table.seats) if sitting.user_id is not None]
        return w("thread-players", names=w.join(members))
    return w(f"thread-none-{table.no_thread}") if table.style is Style.THREAD else ""


def frozen_message(scene: TableView, turn: int, since: int | None = None) -> ui.LayoutView:
    """The card of a turn that is over: its story, and nothing to press."""
    story = lines_within(scene.words, story_lines(scene, scene.table.story[turn]), _FROZEN_STORY_BUDGET)
    return view(
        turns_between(scene, since, turn),
        f"{turn_title(scene, turn)}\n{story or scene.words('story-none')}",
        colour=FROZEN_COLOUR,
    )


def outgoing_message(scene: TableView, turn: int) -> ui.LayoutView:
    """The card of a turn that is over, until it is deleted: its story.

    Its button cannot be pressed. It is what a card is recognised by, should it be left to another process.
    """
    story = lines_within(scene.words, story_lines(scene, scene.table.story[turn]), _FROZEN_STORY_BUDGET)
    hand = button(CustomId.on(scene.table, "hand"), scene.words("button-hand"), disabled=True)
    title = turn_title(scene, turn)
    return view(f"{title}\n{story or scene.words('story-none')}", rows=[[hand]], colour=FROZEN_COLOUR)


def closed_message(scene: TableView) -> ui.LayoutView:
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
    read = [button(CustomId.on(scene.table, op), w(f"button-{op}")) for op in ("log", "record", "coach")]
    return view(f"{w('ended-title')}\n{text}", rows=[read], colour=PAUSED_COLOUR)


def _paused_text(scene: TableView) -> str:
    """Why the game stands still, and how it goes on."""
    w, table = scene.words, scene.table
    if table.paused_for != AWAY:
        return f"{w('paused-title')}\n{w('paused-text')}"
    away = [seat for seat, sitting in enumerate(table.seats) if sitting.away and scene.in_play(seat)]
    when = w("soon", at=str(int(table.closes_at or 0)))
    text = w("waiting-text", count=len(away), names=scene.phrases.names(away), when=when)
    return f"{w('waiting-title')}\n{text}"


def turn_title(scene: TableView, turn: int) -> str:
    """The heading of a turn: its number and whose it is."""
    seat = turn_seat(scene.table.story[turn])
    name = scene.phrases.title(scene.game.turn if seat is None else seat)
    return scene.words("turn-title", turn=turn + 1, name=name)
