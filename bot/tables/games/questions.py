"""What is asked of whom now: found in one place, for decisions, buttons, commands and autocompletes."""

from dataclasses import dataclass

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


def pending_question(table: TableSession, user_id: int, question: int | None = None) -> PendingQuestion:
    """What a member is asked, by the question of that number if one is named. Raises Refusal."""
    seat, game = seated(table, user_id), table.game
    check_not_paused(table)
    if game is None or (table.status is not Status.PLAYING and table.status is not Status.OVER):
        raise NotRunning
    if game.ask is None:
        raise GameIsOver
    if question is not None and question != game.question:
        raise MomentPassed
    if not game.plays(seat) and seat not in table.owing():  # who falls may be asked for vengeance
        raise Eliminated
    if seat in table.answered:
        raise AlreadyAnswered
    if seat not in table.owing():
        raise NotYourTurn if game.ask.prompt == "act" else NotAsked
    return PendingQuestion(game, game.ask, seat, game.ask.options[seat])
