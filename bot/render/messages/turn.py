"""The turn card: what everybody at the table sees while a turn runs, and its story once the turn is over."""

from typing import Final

from discord import ui

from bot.render.controls import button, layout
from bot.render.messages.lesson import lesson_text
from bot.render.messages.previous_turns import last_round, lines_within, turns_between
from bot.render.messages.question import deadline_text, mention, question_text, reminder_text
from bot.render.messages.seats import seats_text, table_text
from bot.render.messages.story import settled_events, story_lines, turn_seat
from bot.render.messages.turn_controls import rows
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


def turn_message(view: TableView, since: int | None = None) -> ui.LayoutView:
    """The card of the running turn.

    In the style live it begins with the story of the last round, else with that of the turns from `since` on.
    """
    turn = view.phase.turn
    story = lines_within(view.texts, story_lines(view, settled_events(view)), _STORY_BUDGET)
    top = f"{turn_title(view, turn)}\n{seats_text(view)}\n{table_text(view)}"
    if view.status is Status.PAUSED:
        asked = _paused_text(view)
        colour = PAUSED_COLOUR
    else:
        only_ai = view.texts("card-only-ai") if view.is_left_to_ai else ""
        lines = (question_text(view), reminder_text(view), deadline_text(view), only_ai)
        asked = "\n".join(line for line in lines if line)
        colour = TURN_COLOUR if view.game.prompt == "act" else ASKING_COLOUR
    before = last_round(view, turn) if view.one_message else turns_between(view, since, turn)
    if turn == 0 or since == 0:
        before = "\n".join(filter(None, (before, _first_line(view))))
    return layout(before, top, story, asked, lesson_text(view), rows=rows(view), colour=colour)


def _first_line(view: TableView) -> str:
    """What the first card says beside: whom the thread is for, or that there is none though one was wished for."""
    texts = view.texts
    if view.thread is not None:
        members = [mention(view, seat) for seat, sitting in enumerate(view.seats) if sitting.user_id is not None]
        return texts("thread-players", names=texts.join(members))
    return texts(f"thread-none-{view.no_thread}") if view.style is Style.THREAD else ""


def frozen_message(view: TableView, turn: int, since: int | None = None) -> ui.LayoutView:
    """The card of a turn that is over: its story, and nothing to press."""
    story = lines_within(view.texts, story_lines(view, view.story[turn]), _FROZEN_STORY_BUDGET)
    return layout(
        turns_between(view, since, turn),
        f"{turn_title(view, turn)}\n{story or view.texts('story-none')}",
        colour=FROZEN_COLOUR,
    )


def outgoing_message(view: TableView, turn: int) -> ui.LayoutView:
    """The card of a turn that is over, until it is deleted: its story.

    Its button cannot be pressed. It is what a card is recognised by, should it be left to another process.
    """
    story = lines_within(view.texts, story_lines(view, view.story[turn]), _FROZEN_STORY_BUDGET)
    hand = button(view.control_id("hand"), view.texts("button-hand"), disabled=True)
    title = turn_title(view, turn)
    return layout(f"{title}\n{story or view.texts('story-none')}", rows=[[hand]], colour=FROZEN_COLOUR)


def closed_message(view: TableView) -> ui.LayoutView:
    """The card of a game stopped before its end: by a moderator, or because it did not match its record."""
    texts = view.texts
    if view.status is Status.SET_ASIDE:
        reason = "aside-text" if view.rules_version == RULES_VERSION else "aside-text-rules"
        return layout(texts("aside-title"), texts(reason), colour=PAUSED_COLOUR)
    turn, by = len(view.story), view.ended_by
    if view.paused_for == AWAY:
        text = texts("ended-text-away", turn=turn)
    else:
        text = texts("ended-text", turn=turn) if by is None else texts("ended-text-by", who=f"<@{by}>", turn=turn)
    read = [button(view.control_id(op), texts(f"button-{op}")) for op in ("log", "record", "coach")]
    return layout(f"{texts('ended-title')}\n{text}", rows=[read], colour=PAUSED_COLOUR)


def _paused_text(view: TableView) -> str:
    """Why the game stands still, and how it goes on."""
    texts = view.texts
    if view.paused_for != AWAY:
        return f"{texts('paused-title')}\n{texts('paused-text')}"
    away = [seat for seat, sitting in enumerate(view.seats) if sitting.away and view.is_in_play(seat)]
    when = texts("soon", at=str(int(view.closes_at or 0)))
    text = texts("waiting-text", count=len(away), names=view.phrases.names(away), when=when)
    return f"{texts('waiting-title')}\n{text}"


def turn_title(view: TableView, turn: int) -> str:
    """The heading of a turn: its number and whose it is."""
    seat = turn_seat(view.story[turn])
    name = view.phrases.title(view.game.turn if seat is None else seat)
    return view.texts("turn-title", turn=turn + 1, name=name)
