"""The controls of the turn card: the same for everyone who looks at it, whoever holds what."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import discord

from bot.render.controls import BLUE, GREEN, GREY, RED, Control, button, select
from bot.render.icons import of_action, of_answer
from bot.render.move_encoding import PartialMove, encode_move
from bot.render.view_model import TableView
from bot.store.rows import Status
from bot.tables.state import AWAY
from engine.moves import CHALLENGE, PASS, Move

NOBODY_KNOWS: Final[Mapping[str, bool]] = {}
"""What a public card knows of the truth of actions."""


def rows(view: TableView) -> list[list[Control]]:
    """The rows of controls below the card: the answers, then what every player may press at any time."""
    game = view.game
    if view.status is Status.PAUSED:
        on = ("back", "button-come-back") if view.paused_for == AWAY else ("resume", "button-resume")
        return [[_plain(view, *on, GREEN), _plain(view, "hand", "button-hand")]]
    last = [_plain(view, "hand", "button-hand")]
    if _asks_member(view) and not game.window and game.prompt != "act":
        last.insert(0, button(view.answer_id("choose"), view.texts("button-choose"), BLUE))
    last.append(_plain(view, "what", "button-what"))
    away = any(seat.away and view.is_in_play(number) for number, seat in enumerate(view.seats))
    if view.allows_hints and _asks_member(view) and not away:
        last.append(hint_button(view))
    if view.is_left_to_ai:
        last.append(_plain(view, "finish", "button-finish", GREEN))
    elif away:
        last.append(_plain(view, "back", "button-come-back", GREEN))
    last.append(_plain(view, "rules", "button-rules"))
    return [*_answers(view), last]


def hint_button(view: TableView) -> Control:
    """Hint, for who practises: in a lesson, or against AI seats alone."""
    return _plain(view, "hint", "button-hint")


def public_moves(view: TableView) -> list[Move]:
    """Every answer that anybody was offered: challenge, then claims and joins, then allow.

    Who has answered makes no difference: until a window closes, it offers what it offered when it opened.
    """
    options = view.game.options
    return ordered(dict.fromkeys(move for seat in sorted(options) for move in options[seat]))


def ordered(moves: Iterable[Move]) -> list[Move]:
    """Answers in the order of every card and panel: challenge first, allow last."""
    place = {CHALLENGE: 0, PASS: 2}
    return sorted(moves, key=lambda move: place.get(move, 1))


def action_select(view: TableView, options: Sequence[Move], truths: Mapping[str, bool] = NOBODY_KNOWS) -> Control:
    """The select of every action that `options` declare.

    `truths`, for the eyes of the player alone, tells of actions whether the role they claim is held.
    """
    labels = view.labels
    offered = [
        (
            action,
            labels.action(action),
            _hint(view, action, truths.get(action)),
            view.icons.emoji(of_action(action, inquisitor=labels.inquisitor)),
        )
        for action in PartialMove.of(options).values
    ]
    return select(view.answer_id("act"), view.texts("pick-action"), offered)


def answer_style(move: Move, prompt: str | None) -> discord.ButtonStyle:
    """The colour of an answer in a window of this prompt; green only for what costs nothing."""
    if move is PASS:
        return GREY if prompt == "defuse" else GREEN
    return RED if move is CHALLENGE else BLUE


def _hint(view: TableView, action: str, true: bool | None) -> str:
    hint = view.labels.hint(action)
    return hint if true is None else view.texts("pick-true" if true else "pick-bluff", hint=hint)


def _answers(view: TableView) -> list[list[Control]]:
    game = view.game
    if not _asks_member(view):
        return []
    if game.prompt == "act":
        return [[action_select(view, game.options[game.asked[0]])]]
    if not game.window:
        return []
    return [
        [
            button(
                view.answer_id("answer", encode_move(move, ())),
                view.answer_label(move),
                answer_style(move, game.prompt),
                emoji=view.icons.emoji(of_answer(move, game)),
            )
            for move in public_moves(view)
        ]
    ]


def _asks_member(view: TableView) -> bool:
    """Whether anybody but AI seats is shown as still to answer."""
    return any(view.seats[seat].user_id is not None for seat in view.owing)


def _plain(view: TableView, op: str, word: str, style: discord.ButtonStyle = GREY) -> Control:
    """A control that belongs to the game, not to one question."""
    return button(view.control_id(op), view.texts(word), style)
