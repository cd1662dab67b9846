"""Help: where a member stands, the next step from there, and the buttons that take it; the message of welcome."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import discord
from discord import ui

from bot.render.controls import BLUE, GREEN, GREY, PANEL_COLOUR, Control, button, view
from bot.render.ids import CustomId
from bot.render.messages.lobby import SOLO_AI
from bot.render.public import PublicTable
from bot.render.texts.catalogue import Words
from bot.render.view_model import TableView
from bot.store.rows import Status
from engine import RULESETS

_STYLES: Final[Mapping[str, discord.ButtonStyle]] = {
    **dict.fromkeys(("new", "start", "solo", "back", "resume"), GREEN),
    **dict.fromkeys(("join", "learn", "hand"), BLUE),
}
"""The colours of buttons by operation; the others are grey."""


@dataclass(frozen=True)
class HelpContext:
    """A member in a channel: its table, if it has one, as the member sees it, and what is permitted.

    `missing` are the bot's missing permissions there, in words; `may_resume` tells whether the member may let a
    paused game go on.
    """

    words: Words
    user_id: int
    scene: TableView | None
    missing: Sequence[str] = ()
    may_resume: bool = False


def help_panel(standing: HelpContext) -> ui.LayoutView:
    """What Coup is, what the member may do next, and the buttons for it."""
    w = standing.words
    step, ops = _next(standing)
    return view(
        f"{w('help-title')}\n{w('help-about')}",
        w("help-next", step=step),
        rows=[list(_buttons(standing, (*ops, "rules")))],
        colour=PANEL_COLOUR,
        footer=w("help-commands"),
    )


def welcome_message(w: Words) -> ui.LayoutView:
    """The message to a server that the bot has joined: what it is, and the next steps."""
    return view(
        f"{w('welcome-title')}\n{w('welcome-text')}",
        w("welcome-next"),
        rows=[[_button(w, op) for op in ("new", "learn", "rules", "help")]],
        colour=PANEL_COLOUR,
    )


def _next(standing: HelpContext) -> tuple[str, tuple[str, ...]]:
    """The next step in words, and the operations of the buttons that take it."""
    w, scene = standing.words, standing.scene
    if standing.missing:
        return w("help-step-missing", missing=w.join(standing.missing)), ("learn",)
    if scene is None:
        return w("help-step-new"), ("new", "learn")
    table = scene.table
    seat = next((number for number, taken in enumerate(table.seats) if taken.user_id == standing.user_id), None)
    if table.status is Status.LOBBY:
        return _in_lobby(standing, scene, seat)
    if table.status is Status.PAUSED:
        if table.closes_at is not None:
            mine = seat is not None and table.seats[seat].away and scene.in_play(seat)
            return (w("help-step-return"), ("back",)) if mine else (w("help-step-deserted"), ())
        if standing.may_resume:
            return w("help-step-resume"), ("resume",)
        return w("help-step-paused", host=f"<@{table.host_id}>"), ()
    return _in_game(scene, seat)


def _in_lobby(standing: HelpContext, scene: TableView, seat: int | None) -> tuple[str, tuple[str, ...]]:
    w, table = standing.words, scene.table
    if seat is None:
        full = all(taken.ai is None for taken in table.seats) and len(table.seats) >= table.most_players
        return (w("help-step-full"), ("learn",)) if full else (w("help-step-join"), ("join", "learn"))
    if not table.seats[seat].ready:
        return w("help-step-confirm"), ("join",)
    if standing.user_id != table.host_id:
        return w("help-step-wait", host=f"<@{table.host_id}>"), ()
    absent = [number for number, taken in enumerate(table.seats) if not taken.ready]
    if absent:
        return w("help-step-unconfirmed", names=scene.phrases.names(absent)), ()
    if len(table.seats) == 1:
        return w("help-step-alone"), ("solo",)
    if len(table.seats) < RULESETS[table.ruleset].players[0]:
        return w("help-step-fill"), ()
    return w("help-step-start"), ("start",)


def _in_game(scene: TableView, seat: int | None) -> tuple[str, tuple[str, ...]]:
    w, table = scene.words, scene.table
    if seat is None:
        return w("help-step-watch"), ("what", "log", "learn")
    if not scene.in_play(seat):
        return w("help-step-out"), ("finish", "log") if table.is_left_to_ai else ("what", "log")
    if table.seats[seat].away:
        return w("help-step-back"), ("back",)
    if seat in table.owing:
        return w("help-step-turn" if scene.game.prompt == "act" else "help-step-asked"), ("hand", "what")
    awaited = [number for number in sorted(table.owing) if not table.seats[number].away]
    if not awaited:
        return w("help-step-settling" if not table.owing else "help-step-ai"), ("hand", "what", "log")
    names = scene.phrases.names(awaited)
    return w("help-step-waiting", names=names), ("hand", "what", "log")


def _buttons(standing: HelpContext, ops: Sequence[str]) -> Iterator[Control]:
    table = None if standing.scene is None else standing.scene.table
    for op in ops:
        yield _button(standing.words, op, table)


def _button(w: Words, op: str, table: PublicTable | None = None) -> Control:
    style = _STYLES.get(op, GREY)
    word = {"back": "button-come-back"}.get(op, f"button-{op}")
    label = w(word, count=SOLO_AI) if op == "solo" else w(word)
    return button(CustomId(op, 0) if table is None else CustomId.on(table, op), label, style)
