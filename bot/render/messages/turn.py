"""The message that everybody at a table sees, by its phase; of a turn, what is asked, and later its story."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from bot.render.controls import Layout, layout, table_button
from bot.render.icons import Icons
from bot.render.message_pictures import Illustrated
from bot.render.messages.end import end_buttons, end_message
from bot.render.messages.lesson import lesson_end_message, lesson_text
from bot.render.messages.lobby import CLOSED_COLOUR, lobby_message
from bot.render.messages.moment import moment_text, talk_line, untold_events
from bot.render.messages.question import deadline_text, mention, question_heading, turn_rows
from bot.render.messages.seats import extras_text, seats_text
from bot.render.messages.story import (
    has_acted,
    last_round,
    lines_within,
    settled_events,
    titled_turn,
    turn_lines,
    turn_title,
    turns_between,
)
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.render.view_model import Phase, TableView
from bot.store.rows import Status, Style
from bot.tables.state import AWAY
from engine import RULES_VERSION, RULESETS, Event

TURN_COLOUR: Final = 0xC79A3B
ASKING_COLOUR: Final = 0xB4462F
FROZEN_COLOUR: Final = 0x4B5563

_FROZEN_STORY_CHARACTERS: Final = 2550
"""Limit of the story of a turn that is over, not counting emojis."""


def message_for_phase(view: TableView, phase: Phase | None = None) -> Layout:
    """Returns the message of a phase of a table, by default its present one; past phases have no controls."""
    if phase is None:
        phase = view.phase
    if view.practice and phase.kind in ("end", "closed") and view.status is not Status.SET_ASIDE:
        return lesson_end_message(view)
    match phase.kind:
        case "lobby":
            return lobby_message(view)
        case "end":
            return end_message(view)
        case "closed":
            return closed_message(view)
        case "turn":
            if phase == view.phase:
                return turn_message(view, phase.since)
            if view.has_one_message:
                return outgoing_message(view, phase.turn)
            return frozen_message(view, phase.turn, phase.since)


def turn_message(view: TableView, since: int | None = None) -> Layout:
    """Returns the message of the running turn: the question, the players, what happened lately, the answers.

    In the style live the last round is told, otherwise the turns since `since`; then this turn. Most answers
    change only who must still answer: everything else is rendered once.
    """
    key = since, view.asks_member, view.is_left_to_ai
    if key not in view.lasting:
        view.lasting[key] = _lasting_parts(view, since)
    question, seats, texts, rows, colour = view.lasting[key]
    lesson = lesson_text(view) if view.practice else ""
    return layout(question, seats + _waiting_text(view), *texts, lesson, rows=rows, colour=colour)


def _lasting_parts(view: TableView, since: int | None) -> tuple[Any, ...]:
    """Returns the parts of the message of the running turn that do not say who must still answer."""
    if view.status is Status.PAUSED:
        question, colour = _paused_text(view), CLOSED_COLOUR
    else:
        question = question_heading(view)
        colour = TURN_COLOUR if view.game.prompt == "act" else ASKING_COLOUR
    moment, recent = _recent_texts(view, since)
    court, roles = _roles_texts(view)
    texts = court, moment, "\n".join(filter(None, (recent, roles, extras_text(view))))
    return question, seats_text(view), texts, turn_rows(view), colour


def _waiting_text(view: TableView) -> str:
    """Returns lines below those of the players: who must still answer, and until when; "" while it is paused."""
    if view.status is Status.PAUSED:
        return ""
    lines = (deadline_text(view), view.texts("question-only-ai") if view.is_left_to_ai else "")
    return "".join(f"\n{line}" for line in lines if line)


def _recent_texts(view: TableView, since: int | None) -> tuple[str | Illustrated, str]:
    """Returns the last moment, then what an AI player says and, in small print, what else happened lately.

    Until the player has acted, the moment may be one of the turn before, if that has no message of its own: a
    coup, for example, ends its turn at once.
    """
    end = turn = view.phase.turn
    now, moment, talk = settled_events(view), moment_text(view, turn), talk_line(view, turn)
    if moment:
        now = untold_events(now)
    elif turn and not has_acted(view) and (view.has_one_message or (since is not None and since < turn)):
        moment = moment_text(view, turn - 1)
        if moment:
            end = turn - 1  # the moment tells the last turn
            talk = talk or talk_line(view, turn - 1, is_over=True)
    before = last_round(view, end) if view.has_one_message else turns_between(view, since, end)
    note = _thread_note(view) if turn == 0 or since == 0 else ""
    return moment, "\n".join(filter(None, (talk, before, titled_turn(view, turn, now), note)))


def _thread_note(view: TableView) -> str:
    """Returns the note in the first message: the players whom the thread is for, or why the game has no thread."""
    texts = view.texts
    if view.thread is not None:
        members = [mention(view, number) for number, seat in enumerate(view.seats) if seat.user_id is not None]
        return texts("thread-players", names=texts.join(members))
    return texts(f"thread-none-{view.no_thread}") if view.settings.style is Style.THREAD else ""


def frozen_message(view: TableView, turn: int, since: int | None = None) -> Layout:
    """Returns the message of a turn that is over, in the chronicle: its story, without controls.

    The moment and the words that end a game are in the message that follows.
    """
    before, events = turns_between(view, since, turn), view.story[turn]
    if view.status is Status.OVER and turn == len(view.story) - 1:
        return layout(before, _turn_story(view, turn, events), colour=FROZEN_COLOUR)
    moment = moment_text(view, turn)
    story = _turn_story(view, turn, untold_events(events) if moment else events)
    return layout(before, moment, talk_line(view, turn), story, colour=FROZEN_COLOUR)


def outgoing_message(view: TableView, turn: int) -> Layout:
    """Returns the message of a turn that is over, until it is deleted: its story, and a disabled button.

    Another process that has to delete the message recognises it by the button.
    """
    hand = table_button(view, "hand", disabled=True)
    return layout(_turn_story(view, turn, view.story[turn]), rows=[[hand]], colour=FROZEN_COLOUR)


def closed_message(view: TableView) -> Layout:
    """Returns the message of a game stopped before its end, by a moderator or after a failed replay."""
    texts = view.texts
    if view.status is Status.SET_ASIDE:
        reason = "aside-text" if view.rules_version == RULES_VERSION else "aside-text-rules"
        return layout(texts("aside-title"), texts(reason), colour=CLOSED_COLOUR)
    turn = len(view.story)
    how = "-away" if view.paused_for == AWAY else "" if view.ended_by is None else "-by"
    text = texts(f"ended-text{how}", who=view.moderator, turn=turn)
    return layout(f"{texts('ended-title')}\n{text}", rows=[end_buttons(view)], colour=CLOSED_COLOUR)


def _turn_story(view: TableView, turn: int, events: Sequence[Event]) -> str:
    """Returns the story of a turn that is over, told by these events of it."""
    lines = turn_lines(view, turn, events)
    if lines:
        return lines_within(view.texts, lines, _FROZEN_STORY_CHARACTERS)
    none = "story-none" if view.status is Status.PLAYING else "story-unplayed"
    return f"**{turn_title(view, turn)}**\n{view.texts(none)}"


def _paused_text(view: TableView) -> str:
    """Returns why the game is paused, and what resumes it."""
    texts = view.texts
    if view.paused_for != AWAY:
        return f"{texts('paused-title')}\n{texts('paused-text')}"
    when = texts("soon", at=str(int(view.closes_at or 0)))
    text = texts("waiting-text", count=len(view.absent), names=view.phrases.names(view.absent), when=when)
    return f"{texts('waiting-title')}\n{text}"


def _roles_texts(view: TableView) -> tuple[str, str]:
    """Returns what presents the roles of a game with a pool, and their names in small print; one text is empty.

    The message of the first turn presents them: each with its emblem, its name and what it does.
    """
    if not RULESETS[view.ruleset].draw:
        return "", ""
    roles = tuple(view.game.view["roles"])
    if view.phase.turn:
        return "", view.texts("table-roles", roles=_role_names(view.texts, view.icons, roles))
    lines = [
        f"-# **{view.phrases.role(role)}**: {view.phrases.help(role).splitlines()[0]}"
        for role in _sorted_roles(view.texts, roles)
    ]
    return "\n".join((f"### {view.texts('court')}", *lines)), ""


@lru_cache(maxsize=256)
def _role_names(texts: Texts, icons: Icons, roles: tuple[str, ...]) -> str:
    """Returns the names of roles, alphabetically. Cached, because every message of a game has the same."""
    return texts.join([*map(Phrases(texts, icons=icons).role, _sorted_roles(texts, roles))], "comma")


def _sorted_roles(texts: Texts, roles: tuple[str, ...]) -> list[str]:
    return sorted(roles, key=Phrases(texts).role)
