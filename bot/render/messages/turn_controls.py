"""The controls of a turn's message: the same for everybody, whatever cards the players hold."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import discord

from bot.render.controls import (
    BLUE,
    BUTTON_LABEL_CHARACTERS,
    GREEN,
    GREY,
    RED,
    Control,
    Option,
    button,
    select,
    table_button,
)
from bot.render.custom_id import PartialMove, encode_move, turn_choices
from bot.render.icons import action_art, answer_art
from bot.render.messages.lesson import is_hand_step
from bot.render.paging import SELECT_OPTIONS
from bot.render.texts.phrases import is_riot
from bot.render.view_model import TableView
from bot.store.rows import Status
from bot.tables.state import AWAY
from engine import PublicView
from engine.moves import CHALLENGE, CONCEDE, PASS, Move

_NAMED: Final = 2
"""The most players whose names are on the button of an answer that only they may give."""

_PILES: Final = {"embezzle": "reserve", "financier": "bank"}
"""The pile whose coins an action takes."""


def turn_rows(view: TableView) -> list[list[Control]]:
    """Returns the rows of controls below the message: the answers, then what every player may do at any time."""
    game, log = view.game, [] if view.practice else [table_button(view, "log")]
    if view.status is Status.PAUSED:
        resume = _back_button(view) if view.paused_for == AWAY else table_button(view, "resume", GREEN)
        row = [resume, table_button(view, "hand"), *log]
        if view.paused_for == AWAY and view.members_out:
            label = _named(view, view.texts("button-finish"), view.members_out)
            row.append(table_button(view, "finish", label=label))
        return [row]
    last = [table_button(view, "hand")]
    if view.practice and is_hand_step(view):
        return [last]
    last += [table_button(view, "what"), *log]
    # These buttons come and go. They are last, so that the others keep their places.
    # The seats that were asked: the button does not show who has answered.
    if any(offers_more_time(view, seat) for seat in game.asked):
        last.append(button(view.answer_id("more"), view.texts("button-more-time")))
    if view.is_alone and view.asks_member:
        last.append(table_button(view, "hint"))
    if view.is_left_to_ai:
        last.append(table_button(view, "finish", GREEN))
    elif view.absent:
        last.append(_back_button(view, view.absent))
    return [*_answers(view), last]


def offers_more_time(view: TableView, seat: int) -> bool:
    """Returns whether the player of a seat that is asked may take more time."""
    player = view.seats[seat]
    may = player.user_id is not None and not player.away and player.more_time is None
    return may and view.deadline is not None and not view.practice


def public_moves(view: TableView) -> list[Move]:
    """Returns every answer that any seat was offered, sorted; they stay the same until the window closes."""
    options = view.game.options
    return sort_answers(dict.fromkeys(move for seat in sorted(options) for move in options[seat]))


def only_answerers(game: PublicView, move: Move) -> list[int]:
    """Returns the seats that alone may give an answer; none if everybody may, except whose claim it is about."""
    able = [seat for seat, moves in game.options.items() if move in moves]
    by = None if game.claim is None else game.claim.by
    others = [seat for seat, player in enumerate(game.view["players"]) if player["alive"] and seat != by]
    return [] if set(others) <= set(able) else able


def named_answer(view: TableView, move: Move) -> str:
    """Returns an answer, with the players who alone may give it."""
    return _named(view, view.answer_label(move), only_answerers(view.game, move))


def sort_answers(moves: Iterable[Move]) -> list[Move]:
    """Returns answers in the order that all messages and panels use: challenge and allow first, then claims.

    Challenge and allow are short: on a phone they share a line. Without a challenge, allow is last.
    """
    offered = list(moves)
    place = {CHALLENGE: 0, PASS: 1 if CHALLENGE in offered else 3}
    return sorted(offered, key=lambda move: place.get(move, 2))


def action_select(
    view: TableView, options: Sequence[Move], placeholder: str, truths: Mapping[str, bool] | None = None
) -> Control:
    """Returns the select of the actions that `options` declare, each with its target.

    `truths` says for each action whether the player holds the role it claims; only the player's own panel has it.
    """
    offered = [_option(view, choice, truths or {}) for choice in turn_choices(tuple(options), SELECT_OPTIONS)]
    return select(view.answer_id("act"), placeholder, offered)


def answer_button(view: TableView, move: Move, label: str, cards: Sequence[str] = ()) -> Control:
    """Returns the button of an answer; in a player's own panel with the player's `cards` (see `encode_move`)."""
    custom_id, art = view.answer_id("answer", encode_move(move, cards)), answer_art(move, view.game)
    return button(custom_id, label, answer_style(move, view.game.prompt), emoji=view.icons.emoji(art))


def answer_style(move: Move, prompt: str | None) -> discord.ButtonStyle:
    """Returns the colour of an answer button for this prompt; green only if the answer costs nothing."""
    if move is PASS:
        return GREY if prompt in ("defuse", "bomb") else GREEN
    return {CHALLENGE: RED, CONCEDE: GREY}.get(move, BLUE)


def _option(view: TableView, choice: PartialMove, truths: Mapping[str, bool]) -> Option:
    """Returns an action as an option. The hint says whether it is a bluff, what its target has, what it does."""
    action, move = choice.chosen[0], choice.move
    target, pile = None if move is None else move.target, _PILES.get(action)
    has = view.players[target] if target is not None else pile and view.game.view[pile]
    facts = move, target == view.game.turn, has
    known, option = view.settled.get(choice.chosen, (None, None))
    if known != facts:
        option = _public_option(view, choice, target, pile)
        view.settled[choice.chosen] = facts, option
    if action not in truths:
        return option
    own = view.texts.first(f"pick-true-{action}", "pick-true") if truths[action] else "pick-bluff"
    value, label, hint, emoji = option
    return value, label, view.texts(own, hint=hint), emoji


def _public_option(
    view: TableView, choice: PartialMove, target: int | None, pile: str | None
) -> tuple[str, str, str, discord.PartialEmoji | None]:
    """Returns an action as an option, without what its player alone knows."""
    action, move, labels, texts = choice.chosen[0], choice.move, view.labels, view.texts
    label = labels.action(action) if move is None else view.answer_label(move)
    is_own = action == "convert" and target == view.game.turn
    hint = texts("hint-convert-own") if is_own else labels.hint(action, has_target=target is not None)
    if target is not None and not is_own:
        hint = texts("pick-target", state=view.player_state(target), hint=hint)
    elif pile is not None:
        hint = texts("pick-target", state=labels.coins(view.game.view[pile]), hint=hint)
    emoji = view.icons.emoji(action_art(action, inquisitor=labels.inquisitor))
    return ".".join(choice.chosen), label, hint, emoji


def _answers(view: TableView) -> list[list[Control]]:
    game = view.game
    if not view.asks_member:
        return []
    if game.prompt == "act":
        placeholder = _addressed(view, view.texts("pick-action"), game.asked)
        return [[action_select(view, game.options[game.asked[0]], placeholder)]]
    if not game.window:
        label = _addressed(view, view.texts("button-choose"), game.asked)
        return [[button(view.answer_id("choose"), label, BLUE)]]
    buttons: list[Control] = []
    for move in public_moves(view):
        able = only_answerers(game, move)
        if able and all(view.seats[seat].user_id is None for seat in able):
            continue  # an answer that AI seats alone may give needs no button
        buttons.append(answer_button(view, move, _addressed(view, view.answer_label(move), able)))
        if move is PASS and not able and _may_allow_ahead(view):
            buttons.append(button(view.answer_id("allow"), view.texts("button-allow-until-turn"), GREEN))
    return [buttons]


def _may_allow_ahead(view: TableView) -> bool:
    """Returns whether players may allow all until their turns. Of two, the one who allows has the next turn."""
    game, players = view.game, view.game.view["players"]
    is_allowed = view.allows_orders and game.prompt == "respond" and not is_riot(game)
    return is_allowed and sum(player["alive"] for player in players) > 2


def _addressed(view: TableView, label: str, able: Sequence[int]) -> str:
    """Returns the label of a control with the players who alone may use it, unless only one member plays."""
    return label if view.is_alone else _named(view, label, able)


def _named(view: TableView, label: str, able: Sequence[int]) -> str:
    """Returns a label with the players it concerns: two, or one if two are too long, and how many more."""
    if not able:
        return label
    shown = ""
    for named in (_NAMED, 1):
        names = view.texts.join([view.labels.label(seat) for seat in able[:named]])
        shown = view.texts("answer-only", answer=label, names=names, more=max(0, len(able) - named))
        if len(shown) <= BUTTON_LABEL_CHARACTERS:
            break
    return shown


def _back_button(view: TableView, able: Sequence[int] = ()) -> Control:
    label = _addressed(view, view.texts("button-come-back"), able)
    return table_button(view, "back", GREEN, label=label)
