"""The controls of the turn card: the same for everyone who looks at it, whoever holds what."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import discord

from bot.render.controls import BLUE, GREEN, GREY, RED, Control, button, select
from bot.render.icons import of_action, of_answer
from bot.render.ids import CustomId
from bot.render.move_encoding import PartialMove, encode_move
from bot.render.view_model import TableView
from bot.store.rows import Status
from bot.tables.state import AWAY
from engine.moves import CHALLENGE, PASS, Move

NOBODY_KNOWS: Final[Mapping[str, bool]] = {}
"""What a public card knows of the truth of actions."""


def rows(scene: TableView) -> list[list[Control]]:
    """The rows of controls below the card: the answers, then what every player may press at any time."""
    table, game = scene.table, scene.game
    if table.status is Status.PAUSED:
        on = ("back", "button-come-back") if table.paused_for == AWAY else ("resume", "button-resume")
        return [[_plain(scene, *on, GREEN), _plain(scene, "hand", "button-hand")]]
    last = [_plain(scene, "hand", "button-hand")]
    if _asks_member(scene) and not game.window and game.prompt != "act":
        last.insert(0, button(scene.press("choose"), scene.words("button-choose"), BLUE))
    last.append(_plain(scene, "what", "button-what"))
    away = any(seat.away and scene.in_play(number) for number, seat in enumerate(table.seats))
    if table.allows_hints and _asks_member(scene) and not away:
        last.append(hint_button(scene))
    if table.is_left_to_ai:
        last.append(_plain(scene, "finish", "button-finish", GREEN))
    elif away:
        last.append(_plain(scene, "back", "button-come-back", GREEN))
    last.append(_plain(scene, "rules", "button-rules"))
    return [*_answers(scene), last]


def hint_button(scene: TableView) -> Control:
    """Hint, for who practises: in a lesson, or against AI seats alone."""
    return _plain(scene, "hint", "button-hint")


def public_moves(scene: TableView) -> list[Move]:
    """Every answer that anybody was offered: challenge, then claims and joins, then allow.

    Who has answered makes no difference: until a window closes, it offers what it offered when it opened.
    """
    options = scene.game.options
    return ordered(dict.fromkeys(move for seat in sorted(options) for move in options[seat]))


def ordered(moves: Iterable[Move]) -> list[Move]:
    """Answers in the order of every card and panel: challenge first, allow last."""
    place = {CHALLENGE: 0, PASS: 2}
    return sorted(moves, key=lambda move: place.get(move, 1))


def action_select(scene: TableView, options: Sequence[Move], truths: Mapping[str, bool] = NOBODY_KNOWS) -> Control:
    """The select of every action that `options` declare.

    `truths`, for the eyes of the player alone, tells of actions whether the role they claim is held.
    """
    labels = scene.labels
    offered = [
        (
            action,
            labels.action(action),
            _hint(scene, action, truths.get(action)),
            scene.icons.emoji(of_action(action, inquisitor=labels.inquisitor)),
        )
        for action in PartialMove.of(options).values
    ]
    return select(scene.press("act"), scene.words("pick-action"), offered)


def answer_style(move: Move, prompt: str | None) -> discord.ButtonStyle:
    """The colour of an answer in a window of this prompt; green only for what costs nothing."""
    if move is PASS:
        return GREY if prompt == "defuse" else GREEN
    return RED if move is CHALLENGE else BLUE


def _hint(scene: TableView, action: str, true: bool | None) -> str:
    hint = scene.labels.hint(action)
    return hint if true is None else scene.words("pick-true" if true else "pick-bluff", hint=hint)


def _answers(scene: TableView) -> list[list[Control]]:
    game = scene.game
    if not _asks_member(scene):
        return []
    if game.prompt == "act":
        return [[action_select(scene, game.options[game.asked[0]])]]
    if not game.window:
        return []
    return [
        [
            button(
                scene.press("answer", encode_move(move, ())),
                scene.answer(move),
                answer_style(move, game.prompt),
                emoji=scene.icons.emoji(of_answer(move, game)),
            )
            for move in public_moves(scene)
        ]
    ]


def _asks_member(scene: TableView) -> bool:
    """Whether anybody but AI seats is shown as still to answer."""
    return any(scene.table.seats[seat].user_id is not None for seat in scene.table.owing)


def _plain(scene: TableView, op: str, word: str, style: discord.ButtonStyle = GREY) -> Control:
    """A control that belongs to the game, not to one question."""
    return button(CustomId.on(scene.table, op), scene.words(word), style)
