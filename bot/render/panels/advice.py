"""Advice in words: a hint about the question that stands, and a look back at a finished game."""

from dataclasses import replace
from typing import Final

from discord import ui

from bot.render.ids import CustomId
from bot.render.messages.question import question_text
from bot.render.paging import paged_text, pages_of
from bot.render.panels.lesson import again_button
from bot.render.panels.options_and_odds import odds_text
from bot.render.texts.sanitize import escape
from bot.render.view_model import TableView
from bot.tables.advice.advisers import LookBack
from bot.tables.advice.opinions import Lapse, Opinion

_WHOLE: Final = 100
_CHOICE_LIMIT: Final = 120


def hint_text(scene: TableView, opinion: Opinion) -> str:
    """What the adviser would choose now, why, and what it reckons with."""
    w = scene.words
    lines = [w("advice-hint", choice=_answer(scene, opinion)), _why(scene, opinion)]
    if opinion.chance is not None:
        lines.append(w("advice-chance", percent=round(opinion.chance * _WHOLE)))
    if opinion.second is not None and opinion.lead is not None:
        second = escape(scene.answer(opinion.second), _CHOICE_LIMIT)
        lines.append(w("advice-second", choice=second, percent=round(opinion.lead * _WHOLE)))
    return "\n".join((*lines, w("advice-note")))


def coach_panel(scene: TableView, found: LookBack, page: int = 0) -> ui.LayoutView:
    """A page, counted from 0, of where the adviser would have decided otherwise in a player's place."""
    w = scene.words
    # An empty line before each, for they are paragraphs of several sentences.
    blocks = [f"\n{_lapse_text(replace(scene, public=lapse.then), lapse)}" for lapse in found.lapses]
    text = w("coach-text", count=len(blocks)) if found.decisions else w("coach-nothing-decided")
    title = f"{w('coach-title')}\n{text}"
    return paged_text(
        title,
        pages_of(blocks),
        page,
        lambda to: CustomId.on(scene.table, "coach", str(to)),
        w,
        # Here it takes the place of the panel that offered that.
        [again_button(scene)] if scene.table.is_private else [],
    )


def _lapse_text(scene: TableView, lapse: Lapse) -> str:
    w = scene.words
    match scene.game.prompt:
        case "respond":
            asked = question_text(scene)
        case "act":
            asked = w("coach-act")
        case _:
            asked = w("coach-choice")
    return w(
        "coach-lapse",
        turn=lapse.turn,
        asked=asked,
        cards=scene.phrases.cards(lapse.hand) if lapse.hand else w("nothing"),
        chosen=escape(scene.answer(lapse.chosen), _CHOICE_LIMIT),
        better=_answer(scene, lapse.opinion),
        percent=max(1, round(lapse.price * _WHOLE)),
        why=_why(scene, lapse.opinion),
    )


def _answer(scene: TableView, opinion: Opinion) -> str:
    return escape(scene.answer(opinion.best), _CHOICE_LIMIT)


def _why(scene: TableView, opinion: Opinion) -> str:
    w, claim = scene.words, scene.game.claim
    if opinion.odds is None or claim is None or claim.role is None:
        return w(w.first(f"advice-why-{opinion.reason}-unclear", f"advice-why-{opinion.reason}"))
    impossible = opinion.odds == 0 and opinion.reason == "challenge"
    return w(
        "advice-why-challenge-impossible" if impossible else f"advice-why-{opinion.reason}",
        name=scene.phrases.name(claim.by),
        role=scene.phrases.role(claim.role),
        odds=odds_text(opinion.odds, w),
    )
