"""The further steps of one decision: targets and gifts, and questions before what cannot be taken back."""

from collections.abc import Sequence
from typing import Final

from discord import ui

from bot.render.answers import Narrowing, givable, written
from bot.render.controls import BLUE, PANEL_COLOUR, RED, Control, button, view
from bot.render.ids import Press
from bot.render.panels.choices import card_link
from bot.render.scene import PrivateScene, Scene
from bot.render.texts.story import declared_target
from bot.render.texts.words import Words
from bot.tables.session import TableSession
from engine.moves import CHALLENGE, CONCEDE, PASS, REFUSE, Move

_KILLS: Final = ("assassinate", "guerrilla", "judge", "general", "protestor")
"""Actions that cost whoever is their target a life, if nobody stops them; without a target, everybody else."""


def pick_panel(scene: PrivateScene, step: Narrowing) -> ui.LayoutView:
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
        footer=card_link(scene),
    )


def confirm_panel(scene: PrivateScene, move: Move) -> ui.LayoutView:
    """The question before a coup, or before what may cost the last card."""
    kind = "coup" if move.action == "coup" else move.do
    name, label, claim = "", "", scene.game.claim
    if move.target is not None:
        name, label = scene.phrases.name(move.target), scene.phrases.label(move.target)
    elif claim is not None:
        name = scene.phrases.name(claim.by)
    role = "" if claim is None or claim.role is None else scene.phrases.role(claim.role)
    press = scene.press("sure", written(move, scene.cards))
    return view(
        scene.words(f"panel-confirm-{kind}", target=name, role=role),
        rows=[[button(press, scene.words(f"confirm-{kind}", target=label), RED), _back(scene)]],
        colour=PANEL_COLOUR,
        footer=card_link(scene),
    )


def needs_confirmation(scene: PrivateScene, move: Move) -> bool:
    """Whether a decision cannot be taken back and costs much: a coup, or what may cost the last life."""
    return move.action == "coup" or risks_the_last_life(scene, move)


def risks_the_last_life(scene: PrivateScene, move: Move) -> bool:
    """Whether an answer may cost the player the last card, by what everybody knows."""
    claim, prompt = scene.game.claim, scene.game.prompt
    if len(scene.me["hand"]) != 1:
        return False
    if move in (CHALLENGE, CONCEDE) or move.do == "lose" or (move == REFUSE and prompt == "ransom"):
        return True
    if move != PASS:
        return False
    act = None if claim is None or claim.kind != "action" else claim.action
    allows_a_kill = act is not None and act.id in _KILLS and act.target in (None, scene.seat)
    return prompt == "defuse" or (prompt == "respond" and allows_a_kill)


def gift_panel(scene: PrivateScene, slots: Sequence[int]) -> ui.LayoutView:
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
        for slot in givable(slots, scene.options, scene.cards)
    ]
    kept = scene.phrases.cards([scene.cards[slot] for slot in slots])
    target = declared_target(scene.public)
    name = "" if target is None else scene.phrases.name(target)
    return view(
        scene.words("choose-keep-give", cards=kept, target=name),
        rows=[buttons, [_back(scene)]],
        colour=PANEL_COLOUR,
        footer=card_link(scene),
    )


def resign_panel(table: TableSession, w: Words) -> ui.LayoutView:
    """The question before giving up a game."""
    resign = button(Press.on(table, "resign"), w("confirm-resign"), RED)
    stay = button(Press.on(table, "stay"), w("button-back"))
    return view(w("panel-confirm-resign"), rows=[[resign, stay]], colour=PANEL_COLOUR)


def end_panel(scene: Scene) -> ui.LayoutView:
    """The question before a moderator ends the game of a channel, or closes its lobby."""
    w, table = scene.words, scene.table
    seats = w.join([scene.phrases.name(seat) for seat in range(len(table.seats))])
    facts = {"ruleset": w(f"ruleset-{table.ruleset}"), "names": seats}
    if scene.public is None:
        text = w("panel-confirm-end-lobby", **facts)
    else:
        text = w("panel-confirm-end", turn=len(table.story), **facts)
    word = "confirm-end-lobby" if scene.public is None else "confirm-end"
    end = button(Press.on(table, "end", end_of(scene.public is not None)), w(word), RED)
    return view(text, rows=[[end, button(Press.on(table, "unchanged"), w("button-back"))]], colour=PANEL_COLOUR)


def end_of(begun: bool) -> str:
    """What the id of the button that ends a table says of it: what was asked about, should it be pressed late."""
    return "game" if begun else "lobby"


def text_panel(*texts: str) -> ui.LayoutView:
    """A panel that holds only text."""
    return view(*texts, colour=PANEL_COLOUR)


def _back(scene: PrivateScene) -> Control:
    return button(Press.on(scene.table, "panel"), scene.words("button-back"))
