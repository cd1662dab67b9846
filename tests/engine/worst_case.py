"""The true risk of an answer, found by playing every continuation: how many cards it costs at worst."""

import random

from engine import Game, Move
from engine.moves import PASS

MOST_POSITIONS = 400
WORLDS = 200


class TooMany(Exception):
    """Raised when a position has too many continuations."""


class WorstCase:
    """Plays every continuation of one seat's answer, with the cards of one game."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.left = MOST_POSITIONS

    def kept(self, game: Game, most: int) -> int:
        """Returns how many cards the seat has when it may next claim something, or is asked a new question.

        Returns `most` if it has more. The others choose what is worst for the seat, and the seat what is best for
        it. Raises TooMany.
        """
        self.left -= 1
        if not self.left:
            raise TooMany
        ask, seat = game.ask, self.seat
        cards = len(game.table.hands[seat])
        if ask is None or ask.prompt == "act" or not game.table.alive >> seat & 1:
            return min(cards, most)
        other = next((other for other in sorted(ask.options) if other != seat), None)
        for move in () if other is None else _tried(game, other):
            most = self.kept(after(game, other or 0, move), most)
            if not most:
                return 0
        own = ask.options.get(seat, ())
        goes_on = ask.prompt in ("prove", "lose", "ransom") or (
            PASS in own and ask.prompt == "respond" and all(move.do != "claim" for move in own)
        )
        if not own or not goes_on:
            return min(cards, most) if own else most
        best = 0
        for move in own:
            best = max(best, self.kept(after(game, seat, move), most))
            if best == most:
                break
        return best


def cards_lost(game: Game, seat: int, move: Move, expected: int, chance: random.Random) -> int:
    """The most cards that an option costs the seat, over imagined hands of the others.

    Imagines further hands while the cost is less than `expected`. Raises TooMany.
    """
    held, most = len(game.table.hands[seat]), 0
    for number in range(WORLDS):
        imagined = game.redeal(seat, chance)
        most = held - WorstCase(seat).kept(after(imagined, seat, move), held - most)
        if most > expected or (most == expected and (most == held or number > 3)):
            break
    return most


def after(game: Game, seat: int, move: Move) -> Game:
    """Returns a separate game after a decision."""
    clone = game.clone()
    clone.decide(seat, move)
    return clone


def _tried(game: Game, seat: int) -> tuple[Move, ...]:
    assert game.ask is not None
    options = game.ask.options[seat]
    return options[:1] if game.ask.prompt in ("keep", "give", "show", "draw", "examine") else options
