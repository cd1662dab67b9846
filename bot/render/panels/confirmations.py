"""The further steps of one decision: targets and gifts, and questions before what cannot be taken back."""

from collections.abc import Sequence

from discord import ui

from bot.render.controls import BLUE, PANEL_COLOUR, RED, Control, button, view
from bot.render.ids import CustomId
from bot.render.move_encoding import PartialMove, encode_move, gift_slots
from bot.render.panels.choices import message_link
from bot.render.texts.catalogue import Words
from bot.render.texts.story import declared_target
from bot.render.view_model import SeatView, TableView
from bot.tables.table import Table
from engine.moves import CHALLENGE, PASS, PAY, Move


def pick_panel(scene: SeatView, step: PartialMove) -> ui.LayoutView:
    """The next thing to choose for an action: its target, recipient or role."""
    values = [
        button(
            scene.press("pick", ".".join((*step.chosen, value))),
            scene.labels.role(value) if step.field == "role" else scene.public.standing(int(value)),
            BLUE,
            emoji=scene.icons.emoji(value) if step.field == "role" else None,
        )
        for value in step.values
    ]
    action = step.chosen[0]
    word = scene.words.first(f"panel-{step.field}-{action}", f"panel-{step.field}")
    return view(
        scene.words(word, action=scene.phrases.action(action)),
        rows=[values, [_back(scene)]],
        colour=PANEL_COLOUR,
        footer=message_link(scene),
    )


def confirm_panel(scene: SeatView, move: Move) -> ui.LayoutView:
    """The question before a coup, or before what may put the player out of the game."""
    w, claim, phrases = scene.words, scene.game.claim, scene.phrases
    kind = _kind(scene, move)
    role = _role(scene, move)
    name = label = ""
    if move.target is not None:
        name, label = phrases.name(move.target), phrases.label(move.target)
    elif claim is not None:
        name = phrases.name(claim.by)
    word, cards = f"confirm-{kind}", len(scene.me["hand"])
    yes = w(word, target=label, cards=cards) if w.has(word) else scene.public.answer(move)
    press = scene.press("sure", encode_move(move, scene.cards))
    return view(
        w(f"panel-{word}", target=name, role=phrases.role(role) if role else "", cards=cards),
        rows=[[button(press, yes, RED), _back(scene)]],
        colour=PANEL_COLOUR,
        footer=message_link(scene),
    )


def needs_confirmation(scene: SeatView, move: Move) -> bool:
    """Whether a decision cannot be taken back and costs much: a coup, or an answer that may put the player out."""
    return move.action == "coup" or move in scene.fatal


def _kind(scene: SeatView, move: Move) -> str:
    """Returns the kind of confirmation before a decision, which ends the id of its text."""
    claim = scene.game.claim
    if move.action is not None:
        return "coup"
    if move.do == "claim":
        return "claim_loss" if move.card is not None else "claim" if _lies(scene, move) else "claim_late"
    if move is PASS and scene.game.prompt == "defuse":
        return "pass_defuse"
    if move not in (PASS, CHALLENGE) or claim is None or claim.kind == "action":
        return "other" if move is PAY else move.do
    if claim.kind == "counteraction" and claim.action is not None and claim.action.target == scene.seat:
        return f"{move.do}_block"
    return "other" if move is PASS else move.do


def _lies(scene: SeatView, move: Move) -> bool:
    """Whether a decision claims what the player does not hold."""
    asked = scene.view.get("prompt", {}).get("truthful", ())
    return dict(zip(scene.options, asked, strict=False)).get(move) is False


def _role(scene: SeatView, move: Move) -> str | None:
    """The role that a decision claims, or that is claimed against the player."""
    claim = scene.game.claim
    return move.role or (None if claim is None else claim.role)


def gift_panel(scene: SeatView, slots: Sequence[int]) -> ui.LayoutView:
    """The producer's second choice, after the cards in `slots` were kept: which card goes to the target."""
    chosen = ".".join(map(str, slots))
    buttons = [
        button(
            scene.press("gift", f"{chosen}.g{slot}"),
            scene.words(
                "answer-give-back" if slot == scene.given_slot else "answer-give",
                card=scene.labels.role(scene.cards[slot]),
            ),
            BLUE,
            emoji=scene.icons.emoji(scene.cards[slot]),
        )
        for slot in gift_slots(slots, scene.options, scene.cards)
    ]
    kept = scene.phrases.cards([scene.cards[slot] for slot in slots])
    target = declared_target(scene.public)
    name = "" if target is None else scene.phrases.name(target)
    return view(
        scene.words("choose-keep-give", cards=kept, target=name),
        rows=[buttons, [_back(scene)]],
        colour=PANEL_COLOUR,
        footer=message_link(scene),
    )


def resign_panel(table: Table, w: Words) -> ui.LayoutView:
    """The question before giving up a game."""
    resign = button(CustomId.on(table.state, "resign"), w("confirm-resign"), RED)
    stay = button(CustomId.on(table.state, "stay"), w("button-back"))
    return view(w("panel-confirm-resign"), rows=[[resign, stay]], colour=PANEL_COLOUR)


def end_panel(scene: TableView) -> ui.LayoutView:
    """The question before a moderator ends the game of a channel, or closes its lobby."""
    w, table = scene.words, scene.table
    seats = w.join([scene.phrases.name(seat) for seat in range(len(table.seats))])
    facts = {"ruleset": w(f"ruleset-{table.ruleset}"), "names": seats}
    if scene.public is None:
        text = w("panel-confirm-end-lobby", **facts)
    else:
        text = w("panel-confirm-end", turn=len(table.story), **facts)
    word = "confirm-end-lobby" if scene.public is None else "confirm-end"
    end = button(CustomId.on(table, "end", end_of(scene.public is not None)), w(word), RED)
    return view(text, rows=[[end, button(CustomId.on(table, "unchanged"), w("button-back"))]], colour=PANEL_COLOUR)


def end_of(begun: bool) -> str:
    """What the id of the button that ends a table says of it: what was asked about, should it be pressed late."""
    return "game" if begun else "lobby"


def text_panel(*texts: str) -> ui.LayoutView:
    """A panel that holds only text."""
    return view(*texts, colour=PANEL_COLOUR)


def _back(scene: SeatView) -> Control:
    return button(CustomId.on(scene.table, "panel"), scene.words("button-back"))
