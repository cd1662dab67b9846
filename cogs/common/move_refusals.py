"""Refusals of moves: each names the rule that forbids the move, or the players who alone may make it."""

from collections.abc import Callable, Iterable
from typing import Final

from bot.refusals import Refusal, UntimelyAnswer
from bot.render.messages.turn_controls import only_answerers, public_moves
from bot.render.seat_view import SeatView
from bot.render.texts.phrases import claim_word
from bot.render.view_model import TableView
from bot.tables.table import Table
from engine import Game, Move, PublicView
from engine.moves import CHALLENGE, PASS, PAY, PROVE, claim

_VAGUE: Final = ("not-asked", "not-open", "not-understood")
"""The codes of refusals that do not say why."""


def refusal_of_move(view: SeatView, game: Game, move: Move, given: str) -> Refusal | None:
    """Returns the refusal that names the rule by which a player may not make a move; None if none is known.

    `given` is how the member named the move.
    """
    reason, facts = game.objection(view.seat, move)
    bar = f"pick-reason-{reason.removeprefix('target_')}"
    if move.target is not None and view.texts.has(bar):
        return UntimelyAnswer("not-a-target", reason=view.texts(bar, name=view.phrases.name(move.target), count=1))
    code = reason.replace("_", "-")
    if not view.texts.has(f"error-{code}"):
        return None
    return UntimelyAnswer(code, **facts | {"given": given, "names": (facts.get("name", ""),)})


def explained(
    refusal: Refusal, table: Table, user_id: int, locale: str, is_meant: Callable[[Move, str], bool]
) -> Refusal:
    """Returns the refusal of an answer to the open question; if possible one that names the reason.

    `is_meant` says of an answer and its label whether the member meant it.
    """
    seat, game = table.state.seat_of(user_id), table.state.game
    if refusal.code not in _VAGUE or seat is None or game is None or game.ask is None:
        return refusal
    view = SeatView.of(table, seat, locale)
    for move in _answers(view.table):
        label = view.table.answer_label(move)
        if is_meant(move, label):
            return refusal_of_move(view, game, move, label) or _refusal_of_others(view.game, move) or refusal
    return refusal


def _answers(view: TableView) -> Iterable[Move]:
    """Returns all answers that a player could believe to have: those offered, and claims that are not."""
    offered = public_moves(view)
    if view.game.prompt == "bomb":
        seats, roles = range(len(view.seats)), {move.role for move in offered if move.target is not None}
        return [*offered, *(Move("claim", target=seat, role=role) for role in roles for seat in seats)]
    if view.game.prompt == "respond":
        return dict.fromkeys((*offered, CHALLENGE, *map(claim, view.game.view["roles"])))
    return [*offered, PROVE] if view.game.prompt == "prove" else offered


def _refusal_of_others(game: PublicView, move: Move) -> Refusal | None:
    """Returns the refusal that names the players who alone may give an answer; None if everybody may."""
    able = only_answerers(game, move)
    if not able or move is PASS:
        return None
    word = "only-block" if claim_word(game) == "answer-claim-block" else "only-claim"
    code = {CHALLENGE: "only-challenge", PAY: "only-join"}.get(move, word)
    return UntimelyAnswer(code, names=tuple(game.names[seat] for seat in able))
