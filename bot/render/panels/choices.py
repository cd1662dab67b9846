"""Panels: what one member sees alone. My hand, and every choice that is nobody else's to see."""

from collections.abc import Sequence

import discord
from discord import ui

from bot.render.answers import Narrowing, givable, written
from bot.render.cards.offers import action_select, ordered
from bot.render.cards.question import question_text, reminder_text
from bot.render.controls import BLUE, GREEN, GREY, RED, Control, button, select, view
from bot.render.ids import Press
from bot.render.panels.hand import hand_text, own_cards, standing_text
from bot.render.scene import Scene
from bot.render.words import words
from bot.store.rows import Status
from bot.tables.session import WINDOWS, TableSession
from engine.moves import CHALLENGE, CONCEDE, PASS, Move

PANEL_COLOUR = 0x5B6C8F

_QUESTIONS = frozenset(
    ("prove", "lose", "keep", "give", "draw", "ransom", "show", "examine", "defuse", "estate", "avenge")
)


def hand_panel(table: TableSession, seat: int, locale: str, note: str = "") -> ui.LayoutView:
    """A player's hand with whatever that player is asked now; `note` says what has just been done."""
    scene = Scene.of(table, locale)
    w = scene.words
    title = f"{w('hand-title')}\n{hand_text(scene, seat)}"
    if table.status is not Status.PLAYING:
        return view(note, title, colour=PANEL_COLOUR)
    asked = _asked(scene, seat)
    return view(
        note,
        "\n".join(
            text
            for text in (asked, "" if note and seat not in table.owing() else standing_text(scene, seat))
            if text
        ),
        title,
        rows=_choices(scene, seat) if seat in table.owing() else (),
        colour=PANEL_COLOUR,
    )


def pick_panel(table: TableSession, seat: int, locale: str, step: Narrowing) -> ui.LayoutView:
    """The next thing to choose for an action: its target, recipient or role."""
    scene = Scene.of(table, locale)
    action = scene.phrases.action(step.chosen[0])
    return view(
        scene.words(f"panel-{step.field}", action=action),
        rows=[_values(scene, step), [_back(scene)]],
        colour=PANEL_COLOUR,
    )


def confirm_panel(table: TableSession, seat: int, locale: str, move: Move) -> ui.LayoutView:
    """One more question before what cannot be taken back: a coup, or conceding the last card."""
    scene = Scene.of(table, locale)
    kind = "coup" if move.action == "coup" else "concede"
    name, label = "", ""
    if move.target is not None:
        name, label = scene.phrases.name(move.target), scene.phrases.label(move.target)
    press = Press("sure", table.id, scene.game.question, written(move, own_cards(scene, seat)))
    return view(
        scene.words(f"panel-confirm-{kind}", target=name),
        rows=[[button(press, scene.words(f"confirm-{kind}", target=label), RED), _back(scene)]],
        colour=PANEL_COLOUR,
    )


def gift_panel(table: TableSession, seat: int, locale: str, slots: Sequence[int]) -> ui.LayoutView:
    """The producer's second choice: which of the cards not kept goes to the target."""
    scene = Scene.of(table, locale)
    cards = own_cards(scene, seat)
    options = _options(scene, seat)
    chosen = ".".join(map(str, slots))
    buttons = [
        button(
            Press("gift", table.id, scene.game.question, f"{chosen}.g{slot}"),
            scene.words("answer-give", card=scene.phrases.role(cards[slot])),
            BLUE,
        )
        for slot in givable(slots, options, cards)
    ]
    kept = scene.phrases.cards([cards[slot] for slot in slots])
    return view(
        scene.words("choose-keep-give", cards=kept, target=_producers_target(scene)),
        rows=[buttons, [_back(scene)]],
        colour=PANEL_COLOUR,
    )


def resign_panel(table: TableSession, locale: str) -> ui.LayoutView:
    """The question before giving up a game."""
    w = words(locale)
    press = Press("resign", table.id)
    return view(
        w("panel-confirm-resign"),
        rows=[[button(press, w("confirm-resign"), RED), button(Press("stay", table.id), w("button-back"))]],
        colour=PANEL_COLOUR,
    )


def text_panel(*texts: str) -> ui.LayoutView:
    """A panel that only says something."""
    return view(*texts, colour=PANEL_COLOUR)


def needs_confirmation(scene: Scene, seat: int, move: Move) -> bool:
    """Whether a decision cannot be taken back and costs much: a coup, or the last life conceded."""
    return move.action == "coup" or (move is CONCEDE and len(own_cards(scene, seat)) == 1)


def _asked(scene: Scene, seat: int) -> str:
    ask, w, phrases = scene.game.ask, scene.words, scene.phrases
    if ask is None or seat not in scene.table.owing():
        return ""
    if ask.prompt == "respond":
        return "\n".join(line for line in (question_text(scene), reminder_text(scene)) if line)
    if ask.prompt not in _QUESTIONS:
        return ""
    if ask.prompt == "lose" and len(own_cards(scene, seat)) == 1:
        return w("choose-lose-last")
    word = f"choose-{ask.prompt}"
    facts: dict[str, str | int] = {"by": phrases.name(scene.game.turn), "role": "", "card": "", "target": ""}
    if ask.prompt == "prove" and ask.claim is not None:
        if _options(scene, seat) == (CONCEDE,):
            word = "choose-prove-none"
        challenger = ask.claim.challenger
        facts["by"] = "" if challenger is None else phrases.name(challenger)
        facts["role"] = phrases.role(ask.claim.role or "")
    if ask.prompt == "examine":
        seen = scene.private(seat)["seen"]
        facts["card"] = phrases.role(seen["card"])
        facts["target"] = phrases.name(scene.seat(seen["of"]))
    return w(word, **facts)


def _choices(scene: Scene, seat: int) -> list[list[Control]]:
    """Everything the player may decide now, as controls."""
    ask = scene.game.ask
    options = _options(scene, seat)
    if ask is None:
        return []
    if ask.prompt == "act":
        return [[action_select(scene, options)]]
    if ask.prompt == "keep":
        return [[_keep_control(scene, seat, options)]]
    cards = own_cards(scene, seat)
    return [
        [
            button(
                Press("answer", scene.table.id, scene.game.question, written(move, cards)),
                scene.phrases.answer(move, ask),
                _style(move, ask.prompt),
            )
            for move in ordered(options)
        ]
    ]


def _options(scene: Scene, seat: int) -> tuple[Move, ...]:
    return () if scene.game.ask is None else scene.game.ask.options.get(seat, ())


def _values(scene: Scene, step: Narrowing) -> list[Control]:
    """A button for each value of the next field."""
    return [
        button(
            Press("pick", scene.table.id, scene.game.question, ".".join((*step.chosen, value))),
            scene.phrases.role(value) if step.field == "role" else scene.phrases.label(int(value)),
            BLUE,
        )
        for value in step.values
    ]


def _keep_control(scene: Scene, seat: int, options: Sequence[Move]) -> Control:
    cards = own_cards(scene, seat)
    count = len(options[0].cards or ())
    press = Press("keep", scene.table.id, scene.game.question)
    if count == 0:
        return button(press, scene.words("answer-keep-none"), BLUE)
    slots = [
        (str(slot), scene.words("pick-card", slot=slot + 1, card=scene.phrases.role(card)), "")
        for slot, card in enumerate(cards)
    ]
    return select(press, scene.words("pick-keep", count=count), slots, count=count)


def _style(move: Move, prompt: str) -> discord.ButtonStyle:
    if prompt not in WINDOWS:
        return GREY if move in (CONCEDE,) else BLUE
    return RED if move is CHALLENGE else GREEN if move is PASS else BLUE


def _back(scene: Scene) -> Control:
    return button(Press("panel", scene.table.id), scene.words("button-back"))


def _producers_target(scene: Scene) -> str:
    events = scene.table.story[-1]
    target = next((event.get("target") for event in reversed(events) if event["type"] == "action"), None)
    return "" if target is None else scene.phrases.name(target)
