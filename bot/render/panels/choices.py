"""What one player is asked now, and the controls to answer it with."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.render.controls import BLUE, GREY, Control, button, select
from bot.render.icons import of_answer
from bot.render.messages.question import question_text, reminder_text
from bot.render.messages.turn_controls import action_select, answer_style, ordered
from bot.render.move_encoding import encode_move
from bot.render.texts.story import declared_target
from bot.render.view_model import SeatView, TableView
from bot.store.rows import Status
from bot.tables.state import AWAY
from engine.moves import CONCEDE, Move

_MOST_WAYS: Final = 10
"""Ways to keep cards that have a button each."""


def message_link(scene: SeatView) -> str:
    """A link to the table's card, from which a panel may be far away; empty if there is none."""
    link = scene.table.link
    return "" if link is None else scene.words("panel-link", link=link)


def paused_text(scene: TableView) -> str:
    """Why nothing can be done at a table that is paused, and how it goes on; nothing at any other."""
    if scene.table.status is not Status.PAUSED:
        return ""
    return scene.words("error-all-away" if scene.table.paused_for == AWAY else "error-paused")


def asked_text(scene: SeatView) -> str:
    """The question put to the player, with what only this player may know of it; empty if none is."""
    game, w, phrases = scene.game, scene.words, scene.phrases
    if not scene.asked or game.prompt == "act":
        return ""
    if game.prompt == "respond":
        return "\n".join(line for line in (question_text(scene.public), reminder_text(scene.public)) if line)
    word = f"choose-{game.prompt}"
    facts: dict[str, str | int] = {"by": phrases.name(game.turn), "role": "", "card": "", "target": ""}
    if game.prompt == "lose" and len(scene.cards) == 1:
        word = "choose-lose-last"
    if game.prompt == "keep" and scene.given is not None:
        word = "choose-keep-producer"
        giver = declared_target(scene.public)
        facts["target"] = "" if giver is None else phrases.name(giver)
    if game.prompt == "prove" and game.claim is not None:
        if scene.options == (CONCEDE,):
            word = "choose-prove-none"
        challenger = game.claim.challenger
        facts["by"] = "" if challenger is None else phrases.name(challenger)
        facts["role"] = phrases.role(game.claim.role or "")
    if game.prompt == "examine":
        seen = scene.view["seen"]
        facts["card"] = phrases.role(seen["card"])
        facts["target"] = phrases.name(scene.public.seat(seen["of"]))
    return w(word, **facts)


def choice_rows(scene: SeatView) -> list[list[Control]]:
    """Every answer that the player may give now, as rows of controls."""
    options, prompt = scene.options, scene.game.prompt
    if prompt == "act":
        return [[action_select(scene.public, options, _truths(scene))]]
    if prompt == "keep":
        return [_keep_controls(scene, options)]
    return [
        [
            button(
                scene.press("answer", encode_move(move, scene.cards)),
                scene.labels.offer(move, scene.game),
                _style(scene, move),
                emoji=scene.icons.emoji(of_answer(move, scene.game)),
            )
            for move in ordered(options)
        ]
    ]


def _truths(scene: SeatView) -> dict[str, bool]:
    """The actions that claim a role, each with whether the player holds it."""
    truthful = scene.view["prompt"]["truthful"]
    found = zip(scene.options, truthful, strict=True)
    return {move.action: true for move, true in found if move.action is not None and true is not None}


def _keep_controls(scene: SeatView, options: Sequence[Move]) -> list[Control]:
    """A button for each way to keep some cards; where there are more than fit, a select of the cards."""
    ways = list({move.cards or (): move for move in options}.items())
    if len(ways) <= _MOST_WAYS:
        return [
            button(
                scene.press("keep", ".".join(map(str, _slots_of(cards, scene.cards)))),
                scene.words("answer-keep", cards=scene.labels.cards(cards)),
                BLUE,
                emoji=scene.icons.emoji(of_answer(move, scene.game)),
            )
            for cards, move in ways
        ]
    held, most = len(scene.me["hand"]), len(ways[0][0])
    slots = [
        (
            str(slot),
            scene.words("pick-card", slot=slot + 1, card=scene.labels.role(card)),
            scene.words("pick-held" if slot < held else "pick-drawn"),
            scene.icons.emoji(card),
        )
        for slot, card in enumerate(scene.cards)
    ]
    return [select(scene.press("keep"), scene.words("pick-keep", count=most), slots, count=most)]


def _slots_of(wanted: Sequence[str], cards: Sequence[str]) -> list[int]:
    """The places in `cards` of the cards wanted, the first ones where there are several alike."""
    free = list(range(len(cards)))
    found: list[int] = []
    for card in wanted:
        slot = next(slot for slot in free if cards[slot] == card)
        free.remove(slot)
        found.append(slot)
    return found


def _style(scene: SeatView, move: Move) -> discord.ButtonStyle:
    if scene.game.window:
        return answer_style(move, scene.game.prompt)
    return GREY if move is CONCEDE else BLUE
