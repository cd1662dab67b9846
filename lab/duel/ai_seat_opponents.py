"""AI seats as opponents: each is replaced by a mixed strategy, counted in duels that it played in the engine.

For a state that the seat rarely met, its choices in similar states count too: states with the same card, about the
same coins, and the same claims.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

import numpy as np

from engine.ai import KINDS, Player, dice
from engine.ai.evaluation.duel import PURSES, REPUTATIONS, ROLES, WORDS, DuelTracker, question, word
from lab.arena import tell
from lab.duel.rule_of_thumb_opponents import PREFERENCE, RuleOfThumbOpponents
from lab.duel.simulation import Exchange, Side
from lab.duel.state_space import (
    ASSASSINATION_COINS,
    COUP_COINS,
    OPTIONS,
    QUESTIONS,
    SHAPE,
    SIZE,
    Array,
    allowed_options,
    draw_columns,
)
from lab.progress import Progress
from lab.training.league import LEAGUE
from lab.training.opponent_statistics import OpponentStatistics
from lab.variant import Variant

DUELS: Final = 2500
"""The number of duels from which the strategy of each AI seat is counted."""

_DRAWN: Final = {"wild": 2, "tuned": 4}
"""The number of seats of each kind whose parameters are drawn at random; every other kind has one seat."""
_SHARES: Final = {"honest": 4, "easy": 1, "medium": 2, "wild": 1, "tuned": 2}
_RULE_OF_THUMB_SHARES: Final = 5
"""The relative number of duels against each AI seat of a kind, and against all opponents with rules of thumb."""
_DUEL: Final = Variant("classic", 2)
_MAX_DECISIONS: Final = 300
_SIMILAR_WEIGHT: Final = 4.0
"""All choices in similar states together weigh as much as this number of decisions in the state itself."""
_PURSE_LIMITS: Final = (ASSASSINATION_COINS, COUP_COINS)
"""Numbers of coins between the same two limits count as similar."""


class StrategyOpponent:
    """A side that plays a mixed strategy: a row for each state, with the probability of each option."""

    def __init__(self, strategy: Array) -> None:
        self._strategy = strategy

    def choose(self, duels: Array, seats: Array, states: Array, dice: np.random.Generator) -> Array:
        """Returns the index of the option that it chooses in each of these duels."""
        return draw_columns(self._strategy[states], dice)

    def keep(self, exchange: Exchange, dice: np.random.Generator) -> Array:
        """Returns the index of the card that it keeps in each duel."""
        return PREFERENCE[exchange.cards].argmin(1)


def seat_names() -> list[str]:
    """Returns the names of the AI seats: their kind, and a number where parameters are drawn at random."""
    drawn = [f"{kind} {number}" for kind, many in _DRAWN.items() for number in range(many)]
    return ["honest", "easy", "medium", *drawn]


def opponents(seed: int) -> list[Side]:
    """Returns all opponents, each as often as its share; prints its progress on standard error."""
    progress, found = Progress(len(seat_names()), "opponents"), list[Side]()
    for name in seat_names():
        found += [count_strategy(name, seed)] * _SHARES[name.partition(" ")[0]]
        progress.advance()
    return found + [RuleOfThumbOpponents(seed)] * _RULE_OF_THUMB_SHARES


def count_strategy(name: str, seed: int) -> StrategyOpponent:
    """Returns an opponent that plays as a seat did in duels against strong and medium seats and its own kind."""
    counts: Counter[tuple[int, ...]] = Counter()
    chance = random.Random(f"{seed} {name}")
    for number in range(DUELS):
        own, other = number % 2, chance.choice(("strong", "strong", "medium", name))
        _play_and_count(counts, own, [name, other] if own == 0 else [other, name], number, chance)
    return StrategyOpponent(_strategy(counts))


def _new_player(name: str, letters: Sequence[str], seat: int) -> Player:
    kind, _, number = name.partition(" ")
    if number:
        return LEAGUE[kind](letters, seat, random.Random(number), OpponentStatistics())
    return KINDS[kind](letters, seat)


def _play_and_count(
    counts: Counter[tuple[int, ...]], own: int, lineup: Sequence[str], number: int, chance: random.Random
) -> None:
    """Plays a duel, and counts what seat `own` chose in each state."""
    game = _DUEL.deal(chance.randrange(1 << 30), number)
    players = [_new_player(name, game.names, seat) for seat, name in enumerate(lineup)]
    duel = DuelTracker(own)
    events = game.table.events
    while True:
        for event in events:
            duel.observe(event)
        for player in players:
            tell(player, events)
        if game.ask is None or game.seq >= _MAX_DECISIONS:
            return
        seat, options = next(iter(game.ask.options.items()))
        view = game.view(seat)
        move = players[seat].choose(view, options, dice(str(number), seat, game.question))
        if seat == own and view["prompt"]["prompt"] in ("act", "respond"):
            asked, place = question(view), duel.state(view)
            hand = ROLES.index(view["players"][seat]["hand"][0])
            purses = PURSES.index(place.purse), PURSES.index(place.other_purse)
            reputations = REPUTATIONS.index(place.reputation), REPUTATIONS.index(place.other_reputation)
            counts[QUESTIONS.index(asked), hand, *purses, *reputations, WORDS[asked].index(word(move))] += 1
        events = game.carry_out(seat, move)


def _strategy(counts: Counter[tuple[int, ...]]) -> Array:
    """Returns the probability of each option in each state, from how often each was chosen."""
    *met, chosen = np.array(list(counts)).T
    times = np.array(list(counts.values()))
    options, groupings = _all_states()
    strategy = options / options.sum(1, keepdims=True)
    for group_of, groups in groupings:
        in_group = np.zeros((groups.max() + 1, OPTIONS), np.float32)
        np.add.at(in_group, (group_of(*met), chosen), times)
        here = in_group[groups] * options
        strategy = (here + _SIMILAR_WEIGHT * strategy) / (here.sum(1, keepdims=True) + _SIMILAR_WEIGHT)
    return strategy / strategy.sum(1, keepdims=True)


@cache
def _all_states() -> tuple[Array, Sequence[tuple[Callable[..., Array], Array]]]:
    """Returns which options each state allows, and for each grouping of similar states the group of each state."""
    states = np.unravel_index(np.arange(SIZE), SHAPE)
    options = allowed_options(np.arange(SIZE)).astype(np.float32)
    return options, [(group_of, group_of(*states)) for group_of in _GROUPINGS]


def _by_card(question: Array, card: Array, *_: Array) -> Array:
    return question * len(ROLES) + card


def _by_purses(question: Array, card: Array, own: Array, other: Array, *_: Array) -> Array:
    sizes = len(_PURSE_LIMITS) + 1
    by_own = _by_card(question, card) * sizes + np.digitize(own, _PURSE_LIMITS)
    return by_own * sizes + np.digitize(other, _PURSE_LIMITS)


def _by_reputations(
    question: Array, card: Array, own: Array, other: Array, reputation: Array, other_reputation: Array
) -> Array:
    return (_by_purses(question, card, own, other) * len(REPUTATIONS) + reputation) * len(
        REPUTATIONS
    ) + other_reputation


def _by_state(*state: Array) -> Array:
    return np.ravel_multi_index(state, SHAPE)


_GROUPINGS: Final = (_by_card, _by_purses, _by_reputations, _by_state)
"""Ways to group similar states, from the coarsest to the finest; each returns the number of the group."""
