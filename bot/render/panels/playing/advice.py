"""Advice in words: a hint about the open question, and a look back at a finished game."""

from dataclasses import replace
from typing import Final

from bot.render.controls import GREEN, Layout, layout, table_button
from bot.render.messages.parts.question import question_text
from bot.render.texts.phrases import PERCENT, odds_text
from bot.render.view_model import TableView
from bot.tables.ai.advisers import LookBack
from bot.tables.ai.opinions import CostlyDecision, Opinion, Reason
from engine.editions import ACTIONS

DENIED: Final[tuple[Reason, ...]] = ("held", "prove", "concede")
"""The reasons that have another text where a claim is not to hold a role (rules.md 9.4)."""


def hint_text(view: TableView, opinion: Opinion) -> str:
    """Returns what the adviser would choose now, why, and with what chances."""
    texts = view.texts
    lines = [texts("advice-hint", choice=view.answer_text(opinion.best)), _why(view, opinion)]
    if opinion.chance is not None:
        lines.append(texts("advice-chance", percent=round(opinion.chance * PERCENT)))
    if opinion.second is not None and opinion.lead is not None:
        second = view.answer_text(opinion.second)
        lines.append(texts("advice-second", choice=second, percent=round(opinion.lead * PERCENT)))
    return "\n".join((*lines, texts("advice-note")))


def coach_panel(view: TableView, found: LookBack) -> Layout:
    """Returns the decisions in which the adviser would have chosen otherwise."""
    texts = view.texts
    # Each is a paragraph of several sentences, so an empty line precedes it.
    blocks = [f"\n{_decision_text(replace(view, public_game=costly.then), costly)}" for costly in found.costly]
    text = texts("coach-text", count=len(blocks)) if found.decisions else texts("coach-nothing-decided")
    title = f"{texts('coach-title')}\n{text}"
    rows = (
        [[table_button(view, "again", GREEN)]] if view.is_private else []
    )  # it replaces the panel that had this button
    return layout("\n".join((title, *blocks)), rows=rows)


def _decision_text(view: TableView, costly: CostlyDecision) -> str:
    texts = view.texts
    return texts(
        "coach-decision",
        turn=costly.turn,
        asked=texts("hand-turn") if view.game.prompt == "act" else question_text(view),
        cards=view.phrases.cards(costly.hand) if costly.hand else texts("nothing"),
        chosen=view.answer_text(costly.chosen),
        better=view.answer_text(costly.opinion.best),
        percent=max(1, round(costly.price * PERCENT)),
        why=_why(view, costly.opinion),
    )


def _why(view: TableView, opinion: Opinion) -> str:
    texts, claim = view.texts, view.game.claim
    denied = ACTIONS[opinion.best.action].denied if opinion.best.action else claim and claim.denied
    if denied and opinion.reason in DENIED:
        return texts(f"advice-why-{opinion.reason}-denied", role=view.phrases.role(denied))
    if opinion.odds is None or claim is None or claim.role is None:
        word = f"advice-why-{opinion.reason}"
        return texts(texts.first(f"{word}-{opinion.best.action}", f"{word}-unclear", word))
    impossible = "-impossible" if opinion.odds == 0 else ""
    return texts(
        f"advice-why-{opinion.reason}{impossible}",
        name=view.phrases.name(claim.by),
        role=view.phrases.role(claim.role),
        odds=odds_text(opinion.odds, texts),
    )
