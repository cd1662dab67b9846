"""Panels for the further steps of a decision: its target or gift, and confirmations of what cannot be undone."""

from collections.abc import Sequence
from typing import Final

from bot.render.controls import BLUE, RED, Control, Layout, button, confirmation, layout, table_button
from bot.render.custom_id import PartialMove, encode_move, gift_slots
from bot.render.messages.story import declared_target
from bot.render.seat_view import SeatView
from bot.render.view_model import TableView
from bot.tables.transitions.transition import challenges_partner
from engine.moves import CHALLENGE, PASS, PAY, Move

SURE: Final = "sure"
"""The argument of Allow until my turn as a confirmation."""


def pick_panel(view: SeatView, step: PartialMove) -> Layout:
    """Returns the choice of the next field of an action: its target, recipient or role."""
    values: list[Control] = []
    for value in step.values:
        role = value if step.field == "role" else None
        label = view.labels.role(role) if role else view.table.player_label(int(value))
        custom_id = view.table.answer_id("pick", ".".join((*step.chosen, value)))
        values.append(button(custom_id, label, BLUE, emoji=view.icons.emoji(role)))
    action = step.chosen[0]
    word = view.texts.first(f"panel-{step.field}-{action}", f"panel-{step.field}")
    return _step_panel(view, view.texts(word, action=view.phrases.action(action)), values)


def confirm_panel(view: SeatView, move: Move, *, until_turn: bool = False) -> Layout:
    """Returns the confirmation of a decision that `needs_confirmation`, or of Allow until my turn."""
    texts, claim, phrases = view.texts, view.game.claim, view.phrases
    role = move.role or (None if claim is None else claim.role or claim.denied)
    name = label = ""
    if move.target is not None:
        name, label = phrases.name(move.target), phrases.label(move.target)
    elif claim is not None:
        name = phrases.name(claim.by)
    word, cards = f"confirm-{_kind(view, move)}", len(view.me["hand"])
    yes = texts(word, target=label, cards=cards) if texts.has(word) else view.table.answer_label(move)
    if until_turn:
        confirm = button(view.table.answer_id("allow", SURE), texts("button-allow-until-turn"), RED)
    else:
        confirm = button(view.table.answer_id("sure", encode_move(move, view.cards)), yes, RED)
    text = texts(f"panel-{word}", target=name, role=phrases.role(role) if role else "", cards=cards)
    return confirmation(text, confirm, texts, view.table.control_id("panel"), footer=view.table.link_text)


def _kind(view: SeatView, move: Move) -> str:
    """Returns the kind of a confirmation: the last part of the id of its text."""
    claim = view.game.claim
    if move.action is not None:
        return "coup"
    if challenges_partner(view.game, view.seat, move):
        return "challenge_partner"
    if move is CHALLENGE and claim is not None and claim.denied is not None:
        return "challenge_denied"
    if move.do == "claim":
        if move.card is not None:
            return "claim_loss"
        return "claim" if view.truths.get(move) is False else "claim_late"
    if move is PASS and view.game.prompt in ("defuse", "bomb"):
        return "pass_bomb"
    if move not in (PASS, CHALLENGE) or claim is None or claim.kind == "action":
        return "other" if move is PAY else move.do
    if claim.kind == "counteraction" and claim.action is not None and claim.action.target == view.seat:
        return f"{move.do}_block"
    return "other" if move is PASS else move.do


def gift_panel(view: SeatView, slots: Sequence[int]) -> Layout:
    """Returns the panel in which a Producer, having kept the cards in `slots`, chooses the card to hand over."""
    chosen = ".".join(map(str, slots))
    buttons: list[Control] = []
    for slot in gift_slots(slots, view.options, view.cards):
        card, word = view.cards[slot], "answer-give-back" if slot in view.given_slots else "answer-give"
        custom_id = view.table.answer_id("gift", f"{chosen}.g{slot}")
        label = view.texts(word, card=view.labels.role(card))
        buttons.append(button(custom_id, label, BLUE, emoji=view.icons.emoji(card)))
    kept = view.phrases.cards([view.cards[slot] for slot in slots])
    text = view.texts("choose-keep-give", cards=kept, target=view.phrases.name(declared_target(view.table)))
    return _step_panel(view, text, buttons)


def resign_panel(view: TableView) -> Layout:
    """Returns the confirmation before a player resigns."""
    texts = view.texts
    resign = table_button(view, "resign", RED, label=texts("confirm-resign"))
    return confirmation(texts("panel-confirm-resign"), resign, texts, view.control_id("stay"))


def end_panel(view: TableView) -> Layout:
    """Returns the confirmation before a moderator ends the game of a channel, or closes its lobby."""
    texts = view.texts
    has_game = view.public_game is not None
    facts = {"ruleset": texts(f"ruleset-{view.ruleset}"), "names": view.phrases.names(range(len(view.seats)))}
    label = texts("config-end" if has_game else "button-close")
    end = button(view.control_id("end", end_argument(has_game)), label, RED)
    text = texts("panel-confirm-end" if has_game else "panel-confirm-end-lobby", **facts)
    return confirmation(text, end, texts, view.control_id("unchanged"))


def end_argument(has_game: bool) -> str:
    """Returns the argument of the End button: what it ends, so that a late click ends nothing different."""
    return "game" if has_game else "lobby"


def _step_panel(view: SeatView, text: str, choices: Sequence[Control]) -> Layout:
    back = table_button(view.table, "panel", label=view.texts("button-back"))
    return layout(text, rows=[choices, [back]], footer=view.table.link_text)
