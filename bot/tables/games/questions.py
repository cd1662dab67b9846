"""What is asked of whom now: found in one place, for decisions, buttons, commands and autocompletes."""

import secrets
from dataclasses import dataclass
from typing import Final

from bot.store.rows import Status
from bot.tables.games.pausing import check_not_paused
from bot.tables.refusals.games import (
    AlreadyAnswered,
    Eliminated,
    GameIsOver,
    MomentPassed,
    NotAsked,
    NotRunning,
    NotYourTurn,
)
from bot.tables.refusals.tables import NotSeated
from bot.tables.session import TableSession
from engine import Ask, Game, Move

QUESTION_ID_BITS: Final = 31
UNCHECKED: Final = -1
"""In place of a question's id, for answers that come without a custom id: by a command, or of an AI seat."""


def draw_question_id() -> int:
    """Returns a random id for a question that opens."""
    return secrets.randbits(QUESTION_ID_BITS)


def check_question(table: TableSession, question: int, question_id: int | None = UNCHECKED) -> None:
    """Raises MomentPassed unless the question that is shown has this number and, if that is checked, this id.

    Where a version without such ids opened the question, its controls have none (None).
    """
    if table.game is None or question != table.game.question or question_id not in (UNCHECKED, table.question_id):
        raise MomentPassed


@dataclass(frozen=True)
class PendingQuestion:
    """A question that a member may answer now, with the member's seat and options."""

    game: Game
    ask: Ask
    seat: int
    options: tuple[Move, ...]


def seated(table: TableSession, user_id: int) -> int:
    """The seat of a member. Raises NotSeated."""
    seat = table.seat_of(user_id)
    if seat is None:
        raise NotSeated
    return seat


def running_game(table: TableSession) -> Game:
    """The game that goes on at a table. Raises Refusal where none does."""
    check_not_paused(table)
    if table.status is Status.OVER:
        raise GameIsOver
    if table.status is not Status.PLAYING or table.game is None:
        raise NotRunning
    return table.game


def pending_question(
    table: TableSession, user_id: int, question: int | None = None, question_id: int | None = UNCHECKED
) -> PendingQuestion:
    """What a member is asked, by the question of that number, and of that id, if one is named. Raises Refusal."""
    seat, game = seated(table, user_id), table.game
    check_not_paused(table)
    if game is None or (table.status is not Status.PLAYING and table.status is not Status.OVER):
        raise NotRunning
    if game.ask is None:
        raise GameIsOver
    if question is not None:
        check_question(table, question, question_id)
    if not game.plays(seat) and seat not in table.owing():  # who falls may be asked for vengeance
        raise Eliminated
    if seat in table.answered:
        raise AlreadyAnswered
    if seat not in table.owing():
        raise NotYourTurn if game.ask.prompt == "act" else NotAsked
    return PendingQuestion(game, game.ask, seat, game.ask.options[seat])
