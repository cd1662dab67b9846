"""A batch: games of one variant that are played side by side, for programs that learn from many decisions."""

import random
from collections.abc import Sequence
from typing import NamedTuple

from engine import Game, Move
from lab.arena import MAX_DECISIONS, draw_seat, result_of
from lab.tensors.decisions import Decisions
from lab.tensors.observation import ClaimHistory, Observations
from lab.variant import Variant


class Ended(NamedTuple):
    """A game that has ended: its place in the batch, the reward of each seat, and whether it stalled.

    A reward is the share in the victory times the number of seats, minus 1; the rewards of a game sum to 0.
    """

    place: int
    rewards: tuple[float, ...]
    stalled: bool


class Batch:
    """Several games of a variant; each waits for a decision of one seat. A game that ends is followed by another.

    `seats` has the seat that is asked in each game. `observations` and `masks` are the rows of all games, one
    after the other, one byte for each number: what that seat observes (`Observations`), and 1 for each decision
    that it may make (`Decisions`); `allowed` has the numbers of these decisions for each game. Both rows stay the
    same objects. `ended` are the games that ended in the last step. If several seats are asked at once, any of
    them is asked first. The same seed gives the same deals.
    """

    def __init__(self, variant: Variant, games: int, seed: int = 0) -> None:
        edition = variant.deal(seed, 0).table.edition
        self.decisions = Decisions(edition)
        self.layout = Observations(edition)
        self.observations = bytearray(games * self.layout.size)
        self.masks = bytearray(games * len(self.decisions))
        self.seats = [0] * games
        self.ended: list[Ended] = []
        self._variant = variant
        self._seed = seed
        self._dealt = 0
        self._chance = random.Random(seed)
        self._options: list[tuple[Move, ...]] = [()] * games
        self.allowed: list[tuple[int, ...]] = [()] * games
        self._games: list[Game] = []
        self._histories: list[ClaimHistory] = []
        for place in range(games):
            self._games.append(self._deal())
            self._histories.append(ClaimHistory(variant.seats))
            self._ask(place)

    def step(self, decisions: Sequence[int]) -> None:
        """Carries out a decision in each game: its number among `Decisions`.

        Raises ValueError if a mask does not allow one; then no game has changed.
        """
        chosen = [
            options[numbers.index(decision)] if decision in numbers else None
            for decision, numbers, options in zip(decisions, self.allowed, self._options, strict=True)
        ]
        if None in chosen:
            place = chosen.index(None)
            raise ValueError(f"{decisions[place]} is none of the decisions that the mask of game {place} allows")
        self.ended = []
        for place, move in enumerate(chosen):
            if move is not None:
                self._decide(place, move)

    def _decide(self, place: int, move: Move) -> None:
        game, history = self._games[place], self._histories[place]
        for event in game.decide(self.seats[place], move):
            if "to" not in event:
                history.observe(event)
        if game.ask is None or game.seq >= MAX_DECISIONS:
            result = result_of(game)
            rewards = tuple([share * len(result.shares) - 1 for share in result.shares])
            self.ended.append(Ended(place, rewards, result.stalled))
            self._games[place] = self._deal()
            self._histories[place] = ClaimHistory(self._variant.seats)
        self._ask(place)

    def _deal(self) -> Game:
        self._dealt += 1
        return self._variant.deal(self._seed, self._dealt)

    def _ask(self, place: int) -> None:
        """Chooses the seat that decides next in a game, and writes its rows."""
        game, size, wide = self._games[place], self.layout.size, len(self.decisions)
        ask = game.ask
        if ask is None:
            return
        seat = self.seats[place] = draw_seat(sorted(ask.options), self._chance)
        options = self._options[place] = ask.options[seat]
        numbers = self.allowed[place] = self.decisions.numbers(game.table.edition, options, seat)
        self.layout.write(game, self._histories[place], seat, self.observations, place * size)
        start = place * wide
        self.masks[start : start + wide] = bytes(wide)
        for number in numbers:
            self.masks[start + number] = 1
