"""The further steps of one decision: targets and gifts, and questions before what cannot be taken back."""

from collections.abc import Sequence

from discord import ui

from bot.render.answers import Narrowing, givable, written
from bot.render.controls import BLUE, PANEL_COLOUR, RED, Control, button, view
from bot.render.ids import Press
from bot.render.scene import PrivateScene
from bot.render.story import declared_target
from bot.render.words import Words
from engine.moves import CONCEDE, Move


def pick_panel(scene: PrivateScene, step: Narrowing) -> ui.LayoutView:
    """The next thing to choose for an action: its target, recipient or role."""
    values = [
        button(
            Press("pick", scene.table.id, scene.game.question, ".".join((*step.chosen, value))),
            scene.phrases.role(value) if step.field == "role" else scene.phrases.label(int(value)),
            BLUE,
        )
        for value in step.values
    ]
    action = step.chosen[0]
    word = scene.words.first(f"panel-{step.field}-{action}", f"panel-{step.field}")
    return view(
        scene.words(word, action=scene.phrases.action(action)),
        rows=[values, [_back(scene)]],
        colour=PANEL_COLOUR,
    )


def confirm_panel(scene: PrivateScene, move: Move) -> ui.LayoutView:
    """The question before a coup, or before conceding the last card."""
    kind = "coup" if move.action == "coup" else "concede"
    name, label = "", ""
    if move.target is not None:
        name, label = scene.phrases.name(move.target), scene.phrases.label(move.target)
    press = Press("sure", scene.table.id, scene.game.question, written(move, scene.cards))
    return view(
        scene.words(f"panel-confirm-{kind}", target=name),
        rows=[[button(press, scene.words(f"confirm-{kind}", target=label), RED), _back(scene)]],
        colour=PANEL_COLOUR,
    )


def needs_confirmation(scene: PrivateScene, move: Move) -> bool:
    """Whether a decision cannot be taken back and costs much: a coup, or the last life conceded."""
    return move.action == "coup" or (move is CONCEDE and len(scene.cards) == 1)


def gift_panel(scene: PrivateScene, slots: Sequence[int]) -> ui.LayoutView:
    """The producer's second choice, after the cards in `slots` were kept: which card goes to the target."""
    chosen = ".".join(map(str, slots))
    buttons = [
        button(
            Press("gift", scene.table.id, scene.game.question, f"{chosen}.g{slot}"),
            scene.words("answer-give", card=scene.phrases.role(scene.cards[slot])),
            BLUE,
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
    )


def resign_panel(game_id: int, w: Words) -> ui.LayoutView:
    """The question before giving up a game."""
    resign = button(Press("resign", game_id), w("confirm-resign"), RED)
    stay = button(Press("stay", game_id), w("button-back"))
    return view(w("panel-confirm-resign"), rows=[[resign, stay]], colour=PANEL_COLOUR)


def text_panel(*texts: str) -> ui.LayoutView:
    """A panel that holds only text."""
    return view(*texts, colour=PANEL_COLOUR)


def _back(scene: PrivateScene) -> Control:
    return button(Press("panel", scene.table.id), scene.words("button-back"))
