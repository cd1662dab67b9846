"""Playing: many one-card duels at once, in step. The rules are those of classic Coup for one card each."""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

import numpy as np

from engine.ai.judging.duel import ACT, ROLES, WORDS
from lab.duel.state_space import (
    ASSASSINATION,
    BLOCKED,
    BLOCKING,
    CHALLENGE,
    CLAIMED,
    KEPT_SHAPE,
    PASS,
    Array,
    fames,
    number,
    purse,
)

LONGEST: Final = 40
"""Turns after which a duel is decided by lot."""

_COPIES: Final = 3
_DRAWN: Final = 2
_INCOME, _AID, _TAX, _STEAL, _ASSASSINATE, _EXCHANGE, _COUP = range(len(WORDS[ACT]))
_EXCHANGED: Final = 1  # the fame


class Exchange(NamedTuple):
    """Cards to choose from in some duels, of these seats: three a row, with the place that each leads to."""

    duels: Array
    seats: Array
    cards: Array
    places: Array


class Side(Protocol):
    """Whoever plays in some of the duels."""

    def choose(self, duels: Array, seats: Array, places: Array, dice: np.random.Generator) -> Array:
        """The number of the word chosen at each place, in these duels and seats."""
        ...

    def keep(self, exchange: Exchange, dice: np.random.Generator) -> Array:
        """Which of the three cards is kept in each duel."""
        ...


class Duels:
    """Many duels that begin; `lineup` says for each duel and seat which of the sides plays."""

    def __init__(self, sides: Sequence[Side], lineup: Array, dice: np.random.Generator) -> None:
        self.number = len(lineup)
        self._sides = sides
        self._lineup = lineup
        self._dice = dice
        deck = np.repeat(np.arange(len(ROLES)), _COPIES)
        dealt = deck[np.argsort(dice.random((self.number, len(deck))), 1)]
        self.cards, self._deck = dealt[:, :2].copy(), dealt[:, 2:].copy()
        self.coins = np.full((self.number, 2), 2)
        self.fames = np.zeros((self.number, 2), int)
        self.winners = np.full(self.number, -1)

    def play(self) -> Array:
        """Plays them to their end. Returns the winners' seats."""
        going = np.arange(self.number)
        for turn in range(LONGEST):
            self._turn(going, np.full(len(going), turn % 2))
            going = going[self.winners[going] < 0]
        self.winners[going] = self._dice.integers(0, 2, len(going))
        return self.winners

    def _turn(self, duels: Array, seats: Array) -> None:
        action = self._asked(duels, seats, np.zeros(len(duels), int), self.fames)
        self.winners[duels[action == _COUP]] = seats[action == _COUP]
        self.coins[duels[action == _INCOME], seats[action == _INCOME]] += 1
        self.coins[duels[action == _ASSASSINATE], seats[action == _ASSASSINATE]] -= ASSASSINATION
        open_to = (action != _COUP) & (action != _INCOME)
        duels, seats, action = duels[open_to], seats[open_to], action[open_to]
        before, others, role = self.fames.copy(), 1 - seats, CLAIMED[action]
        answer = self._asked(duels, others, action, before)
        block = BLOCKING[action, answer]
        claims = role >= 0
        self._claim(duels[claims], seats[claims], role[claims])
        challenged = (answer == CHALLENGE) & (block < 0)
        self._challenge(duels[challenged], seats[challenged], role[challenged])
        stands = answer == PASS
        self._carry_out(duels[stands], seats[stands], action[stands])
        blocked = block >= 0
        duels, seats, others, block = duels[blocked], seats[blocked], others[blocked], block[blocked]
        answer = self._asked(duels, seats, BLOCKED[action[blocked], answer[blocked]], before)
        self._claim(duels, others, block)
        self._challenge(duels[answer == CHALLENGE], others[answer == CHALLENGE], block[answer == CHALLENGE])

    def _asked(self, duels: Array, seats: Array, question: Array, known: Array) -> Array:
        others, chosen = 1 - seats, np.zeros(len(duels), int)
        places = number(
            question,
            self.cards[duels, seats],
            self.coins[duels, seats],
            self.coins[duels, others],
            known[duels, seats],
            known[duels, others],
        )
        for at, side in enumerate(self._sides):
            own = self._lineup[duels, seats] == at
            if own.any():
                chosen[own] = side.choose(duels[own], seats[own], places[own], self._dice)
        return chosen

    def _claim(self, duels: Array, seats: Array, roles: Array) -> None:
        self.fames[duels, seats] = fames(self.fames[duels, seats], roles)

    def _challenge(self, duels: Array, claimants: Array, roles: Array) -> None:
        true = self.cards[duels, claimants] == roles
        self.winners[duels] = np.where(true, claimants, 1 - claimants)

    def _carry_out(self, duels: Array, seats: Array, action: Array) -> None:
        self.coins[duels[action == _AID], seats[action == _AID]] += 2
        self.coins[duels[action == _TAX], seats[action == _TAX]] += 3
        self.winners[duels[action == _ASSASSINATE]] = seats[action == _ASSASSINATE]
        robbed, robbers = duels[action == _STEAL], seats[action == _STEAL]
        taken = np.minimum(2, self.coins[robbed, 1 - robbers])
        self.coins[robbed, robbers] += taken
        self.coins[robbed, 1 - robbers] -= taken
        self._exchange(duels[action == _EXCHANGE], seats[action == _EXCHANGE])

    def _exchange(self, duels: Array, seats: Array) -> None:
        drawn = np.argsort(self._dice.random((len(duels), self._deck.shape[1])), 1)[:, :_DRAWN]
        cards = np.column_stack([self.cards[duels, seats], np.take_along_axis(self._deck[duels], drawn, 1)])
        purses = [purse(self.coins[duels, each])[:, None] for each in (seats, 1 - seats)]
        places = np.ravel_multi_index((cards, *purses, self.fames[duels, 1 - seats][:, None]), KEPT_SHAPE)
        kept = np.zeros(len(duels), int)
        for at, side in enumerate(self._sides):
            own = self._lineup[duels, seats] == at
            if own.any():
                exchange = Exchange(duels[own], seats[own], cards[own], places[own])
                kept[own] = side.keep(exchange, self._dice)
        rows = np.arange(len(duels))
        self.cards[duels, seats] = cards[rows, kept]
        cards[rows, kept] = cards[:, 0]  # so that the last two are what goes back
        self._deck[duels[:, None], drawn] = cards[:, 1:]
        self.fames[duels, seats] = _EXCHANGED
