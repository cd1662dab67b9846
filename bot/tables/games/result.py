"""Results: the winners, places and absent members of a finished game."""

from collections.abc import Iterable, Sequence

from bot.stats.finishing_order import places
from bot.store.rows import Result, Seat
from engine import Event, Game


def result_of(game: Game, story: Iterable[Event], seats: Sequence[Seat]) -> Result | None:
    """Returns the result of a game with its whole story; None while the game is not over."""
    if game.winners is None:
        return None
    abandoned = tuple(number for number, seat in enumerate(seats) if seat.away)
    return Result(game.winners, game.record(), places(game, story), abandoned)
