"""The help panel: a member's next step, with buttons for it; and the message that greets a server."""

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.render.controls import BLUE, GREEN, GREY, Control, Layout, button, layout
from bot.render.custom_id import CustomId
from bot.render.messages.lobby import SOLO_AI_SEATS, may_start_without
from bot.render.texts.catalogue import Texts
from bot.render.view_model import TableView
from bot.store.rows import LIVE, Status
from engine import RULESETS

_STYLES: Final[Mapping[str, discord.ButtonStyle]] = {
    **dict.fromkeys(("new", "start", "solo", "back", "resume", "rematch"), GREEN),
    **dict.fromkeys(("join", "learn", "hand"), BLUE),
}
"""The colours of buttons, by operation; the others are grey."""


def help_panel(
    texts: Texts,
    user_id: int,
    view: TableView | None,
    missing: Sequence[str] = (),
    *,
    thread: str = "",
    may_resume: bool = False,
    has_answered: bool = False,
    note: str = "",
) -> Layout:
    """Returns a member's next step, with buttons for it; to players the commands, to others what Coup is.

    `view` shows the channel's table, if there is one, or otherwise the last game if the member played in it;
    `thread` mentions the thread in which its game is played, if it is not played here. `missing` are the
    permissions that the bot lacks there, in words. `may_resume` and `has_answered` say whether the member may
    resume a paused game, and has answered the open question. `note` is the first line.
    """
    seat = None if view is None else view.seat_of_member(user_id)
    if missing:
        step, ops = texts("help-step-missing", missing=texts.join(missing)), ("learn",)
    elif view is None:
        step, ops = texts("help-step-new"), ("new", "learn")
    elif view.status not in LIVE:
        step, ops = texts("help-step-rematch"), ("rematch",)
    elif view.status is Status.LOBBY:
        step, ops = _in_lobby(view, seat)
    elif view.status is Status.PAUSED:
        step, ops = _while_paused(view, seat, may_resume=may_resume)
    else:
        step, ops = _in_game(view, seat, thread, has_answered=has_answered)
    is_playing = seat is not None and view is not None and view.status in (Status.PLAYING, Status.PAUSED)
    return layout(
        note,
        texts("help-title") if is_playing else f"{texts('help-title')}\n{texts('help-about')}",
        texts("help-next", step=step),
        rows=[[_button(texts, op, view) for op in (*ops, "rules")]],
        footer=texts("help-commands") if is_playing else "",
    )


def welcome_message(texts: Texts) -> Layout:
    """Returns the message to a server that the bot has joined: what the bot is, and the next steps."""
    return layout(
        f"{texts('welcome-title')}\n{texts('welcome-text')}",
        texts("welcome-next"),
        rows=[[_button(texts, op) for op in ("new", "learn", "rules", "help")]],
    )


def _in_lobby(view: TableView, seat: int | None) -> tuple[str, tuple[str, ...]]:
    """Returns the next step in words, and the operations of the buttons for it."""
    texts = view.texts
    if seat is None:
        full = all(taken.ai is None for taken in view.seats) and len(view.seats) >= view.most_players
        return (texts("help-step-full"), ("learn",)) if full else (texts("help-step-join"), ("join", "learn"))
    if not view.seats[seat].ready:
        return texts("help-step-confirm"), ("join",)
    is_host = view.seats[seat].user_id == view.host_id
    absent = [number for number, taken in enumerate(view.seats) if not taken.ready]
    if absent:
        may_start = is_host and may_start_without(view, len(absent))
        word = "help-step-unconfirmed-host" if may_start else "help-step-unconfirmed"
        return texts(word, names=view.phrases.names(absent), count=len(absent)), ()
    if not is_host:
        return texts("help-step-wait", host=view.host), ()
    if len(view.seats) == 1:
        return texts("help-step-alone"), ("solo",)
    if len(view.seats) < RULESETS[view.ruleset].players[0]:
        return texts("help-step-fill"), ()
    return texts("help-step-start"), ("start",)


def _while_paused(view: TableView, seat: int | None, *, may_resume: bool) -> tuple[str, tuple[str, ...]]:
    texts = view.texts
    if view.closes_at is not None:
        mine = seat is not None and view.seats[seat].away and view.is_in_play(seat)
        if mine:
            return texts("help-step-return"), ("back",)
        return texts("help-step-deserted"), () if seat is None else ("finish",)
    if may_resume:
        return texts("help-step-resume"), ("resume",)
    return texts("help-step-paused", host=view.host), ()


def _in_game(view: TableView, seat: int | None, thread: str, *, has_answered: bool) -> tuple[str, tuple[str, ...]]:
    texts, others = view.texts, [other for other in view.awaited if other != seat]
    if seat is None and thread:
        return texts("help-step-watch-thread", thread=thread), ("new", "what", "log", "learn")
    if seat is None:
        return texts("help-step-watch"), ("what", "log", "learn")
    if not view.is_in_play(seat):
        return texts("help-step-out"), ("finish", "log") if view.is_left_to_ai else ("what", "log")
    if view.seats[seat].away:
        return texts("help-step-back"), ("back",)
    if seat in view.owing and not has_answered:
        return texts("help-step-turn" if view.game.prompt == "act" else "help-step-asked"), ("hand", "what")
    if not others:
        return texts("help-step-settling" if not view.owing else "help-step-ai"), ("hand", "what", "log")
    return texts("help-step-waiting", names=view.phrases.names(others)), ("hand", "what", "log")


def _button(texts: Texts, op: str, view: TableView | None = None) -> Control:
    style = _STYLES.get(op, GREY)
    word = {"back": "button-come-back"}.get(op, f"button-{op}")
    label = texts(word, count=SOLO_AI_SEATS) if op == "solo" else texts(word)
    return button(CustomId(op) if view is None else view.control_id(op), label, style)
