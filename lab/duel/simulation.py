"""Simulates many one-card duels in parallel, by the rules of classic Coup for players with one card each."""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

import numpy as np

from engine.ai.evaluation.duel import ACT, ROLES, WORDS
from lab.duel.state_space import (
    ASSASSINATION_COINS,
    BLOCKED,
    BLOCKING,
    CHALLENGE,
    CLAIMED,
    KEPT_SHAPE,
    PASS,
    Array,
    purse_index,
    reputations_after_claim,
    state_index,
)

MAX_TURNS: Final = 40
"""A duel that is not over after this many turns is decided at random."""

_COPIES: Final = 3
_EXCHANGED_CARDS: Final = 2
_INCOME, _AID, _TAX, _STEAL, _ASSASSINATE, _EXCHANGE, _COUP = range(len(WORDS[ACT]))
_EXCHANGED: Final = 1
"""The reputation of a player who has just exchanged cards."""


class Exchange(NamedTuple):
    """The choice between three cards, in some duels.

    `cards` and `states` have a row for each duel: the cards, and the state that keeping each of them leads to.
    """

    duels: Array
    seats: Array
    cards: Array
    states: Array


class Side(Protocol):
    """A strategy that makes the decisions of a seat in many duels at once."""

    def choose(self, duels: Array, seats: Array, states: Array, dice: np.random.Generator) -> Array:
        """Returns the index of the option that it chooses in each of these duels."""
        ...

    def keep(self, exchange: Exchange, dice: np.random.Generator) -> Array:
        """Returns the index, 0 to 2, of the card that it keeps in each duel."""
        ...


class Duels:
    """Many new duels. `lineup` has a row for each: the indexes of the sides that play its two seats."""

    def __init__(self, sides: Sequence[Side], lineup: Array, dice: np.random.Generator) -> None:
        self.number = len(lineup)
        self._sides = sides
        self._lineup = lineup
        self._dice = dice
        deck = np.repeat(np.arange(len(ROLES)), _COPIES)
        dealt = deck[np.argsort(dice.random((self.number, len(deck))), 1)]
        self.cards, self._deck = dealt[:, :2].copy(), dealt[:, 2:].copy()
        self.coins = np.full((self.number, 2), 2)
        self.reputations = np.zeros((self.number, 2), int)
        self.winners = np.full(self.number, -1)

    def play(self) -> Array:
        """Plays all duels to their end. Returns the winners' seats."""
        running = np.arange(self.number)
        for turn in range(MAX_TURNS):
            self._play_turn(running, np.full(len(running), turn % 2))
            running = running[self.winners[running] < 0]
        self.winners[running] = self._dice.integers(0, 2, len(running))
        return self.winners

    def _play_turn(self, duels: Array, seats: Array) -> None:
        """Plays the turn of these seats in these duels."""
        action = self._ask(duels, seats, np.zeros(len(duels), int), self.reputations)
        self.winners[duels[action == _COUP]] = seats[action == _COUP]
        self.coins[duels[action == _INCOME], seats[action == _INCOME]] += 1
        self.coins[duels[action == _ASSASSINATE], seats[action == _ASSASSINATE]] -= ASSASSINATION_COINS
        answerable = (action != _COUP) & (action != _INCOME)
        duels, seats, action = duels[answerable], seats[answerable], action[answerable]
        # The claims of a turn change reputations at its end, so answers use the earlier reputations.
        before, others, role = self.reputations.copy(), 1 - seats, CLAIMED[action]
        answer = self._ask(duels, others, action, before)
        block = BLOCKING[action, answer]
        claims = role >= 0
        self._claim(duels[claims], seats[claims], role[claims])
        challenged = (answer == CHALLENGE) & (block < 0)
        self._challenge(duels[challenged], seats[challenged], role[challenged])
        passed = answer == PASS
        self._resolve(duels[passed], seats[passed], action[passed])
        blocked = block >= 0
        duels, seats, others, block = duels[blocked], seats[blocked], others[blocked], block[blocked]
        answer = self._ask(duels, seats, BLOCKED[action[blocked], answer[blocked]], before)
        self._claim(duels, others, block)
        self._challenge(duels[answer == CHALLENGE], others[answer == CHALLENGE], block[answer == CHALLENGE])

    def _ask(self, duels: Array, seats: Array, question: Array, reputations: Array) -> Array:
        """Returns the answers that the sides of these seats choose."""
        others, chosen = 1 - seats, np.zeros(len(duels), int)
        states = state_index(
            question,
            self.cards[duels, seats],
            self.coins[duels, seats],
            self.coins[duels, others],
            reputations[duels, seats],
            reputations[duels, others],
        )
        for at, side in enumerate(self._sides):
            own = self._lineup[duels, seats] == at
            if own.any():
                chosen[own] = side.choose(duels[own], seats[own], states[own], self._dice)
        return chosen

    def _claim(self, duels: Array, seats: Array, roles: Array) -> None:
        self.reputations[duels, seats] = reputations_after_claim(self.reputations[duels, seats], roles)

    def _challenge(self, duels: Array, claimants: Array, roles: Array) -> None:
        """Ends duels in which a claim was challenged."""
        true = self.cards[duels, claimants] == roles
        self.winners[duels] = np.where(true, claimants, 1 - claimants)

    def _resolve(self, duels: Array, seats: Array, action: Array) -> None:
        """Carries out actions that met no resistance."""
        self.coins[duels[action == _AID], seats[action == _AID]] += 2
        self.coins[duels[action == _TAX], seats[action == _TAX]] += 3
        self.winners[duels[action == _ASSASSINATE]] = seats[action == _ASSASSINATE]
        robbed, robbers = duels[action == _STEAL], seats[action == _STEAL]
        taken = np.minimum(2, self.coins[robbed, 1 - robbers])
        self.coins[robbed, robbers] += taken
        self.coins[robbed, 1 - robbers] -= taken
        self._exchange(duels[action == _EXCHANGE], seats[action == _EXCHANGE])

    def _exchange(self, duels: Array, seats: Array) -> None:
        drawn = np.argsort(self._dice.random((len(duels), self._deck.shape[1])), 1)[:, :_EXCHANGED_CARDS]
        cards = np.column_stack([self.cards[duels, seats], np.take_along_axis(self._deck[duels], drawn, 1)])
        purses = [purse_index(self.coins[duels, each])[:, None] for each in (seats, 1 - seats)]
        states = np.ravel_multi_index((cards, *purses, self.reputations[duels, 1 - seats][:, None]), KEPT_SHAPE)
        kept = np.zeros(len(duels), int)
        for at, side in enumerate(self._sides):
            own = self._lineup[duels, seats] == at
            if own.any():
                exchange = Exchange(duels[own], seats[own], cards[own], states[own])
                kept[own] = side.keep(exchange, self._dice)
        rows = np.arange(len(duels))
        self.cards[duels, seats] = cards[rows, kept]
        cards[rows, kept] = cards[:, 0]  # now the last two columns are the cards that go back
        self._deck[duels[:, None], drawn] = cards[:, 1:]
        self.reputations[duels, seats] = _EXCHANGED
