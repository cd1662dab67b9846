"""Rivals: AI seats as tables, counted from duels that they have played in the engine.

Where a seat was seldom asked the very same, it counts what it did with the same card and about the same coins, and
about the same claims.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

import numpy as np

from engine.ai import KINDS, dice
from engine.ai.judging.duel import FAMES, PURSES, ROLES, WORDS, Duel, question, word
from engine.ai.player import Player
from engine.events import visible_to
from lab.duel.rule_of_thumb_opponents import LIKED, Characters
from lab.duel.simulation import Exchange, Side
from lab.duel.state_space import OPTIONS, QUESTIONS, SHAPE, SIZE, Array, allowed, drawn
from lab.parallel import Progress
from lab.training.league import LEAGUE
from lab.training.opponent_statistics import Ledger
from lab.variant import Variant

DUELS: Final = 2500
"""Duels that are counted of each rival."""
WILD: Final = 2
TUNED: Final = 4
"""So many seats with numbers drawn by chance, and with such as somebody might choose."""

_OFTEN: Final = {"honest": 4, "easy": 1, "medium": 2, "wild": 1, "tuned": 2}
_CHARACTERS: Final = 5
"""How often each seat of a kind is met, and those who play by rules of thumb."""
_DRAWN: Final = {"wild": WILD, "tuned": TUNED}
_DUEL: Final = Variant("classic", 2)
_LONGEST: Final = 300  # decisions
_LIKE: Final = 4.0  # decisions at a place count as much as what was done at places like it
_PURSES: Final = (3, 7)  # an assassination, a coup


class Rival:
    """A side that plays by a table of how often each option is chosen."""

    def __init__(self, table: Array) -> None:
        self._table = table

    def choose(self, duels: Array, seats: Array, places: Array, dice: np.random.Generator) -> Array:
        """The number of the word chosen at each place."""
        return drawn(self._table[places], dice)

    def keep(self, exchange: Exchange, dice: np.random.Generator) -> Array:
        """Which of three cards is kept: the most liked."""
        return LIKED[exchange.cards].argmin(1)


def names() -> list[str]:
    """The rivals' names: kinds of AI seats, and wild ones by number."""
    drawn_by_chance = [f"{kind} {number}" for kind, many in _DRAWN.items() for number in range(many)]
    return ["honest", "easy", "medium", *drawn_by_chance]


def counted(name: str, seed: int) -> Rival:
    """A rival by its name, from duels against the strong seat as it plays now, medium ones and its like."""
    found: Counter[tuple[int, ...]] = Counter()
    chance = random.Random(f"{seed} {name}")
    for number in range(DUELS):
        own, other = number % 2, chance.choice(("strong", "strong", "medium", name))
        _watch(found, own, [name, other] if own == 0 else [other, name], number, chance)
    return Rival(_table(found))


def rivals(seed: int) -> list[Side]:
    """All the rivals, each as often as it is met, with progress shown."""
    progress, found = Progress(len(names()), "rivals"), list[Side]()
    for name in names():
        found += [counted(name, seed)] * _OFTEN[name.partition(" ")[0]]
        progress.step()
    return found + [Characters(seed)] * _CHARACTERS


def _seated(name: str, letters: Sequence[str], seat: int) -> Player:
    kind, _, number = name.partition(" ")
    if number:
        return LEAGUE[kind](letters, seat, random.Random(number), Ledger())
    return KINDS[kind](letters, seat)


def _watch(
    found: Counter[tuple[int, ...]], own: int, lineup: Sequence[str], number: int, chance: random.Random
) -> None:
    game = _DUEL.deal(chance.randrange(1 << 30), number)
    players = [_seated(name, game.names, seat) for seat, name in enumerate(lineup)]
    known = Duel(own)
    events = game.table.events
    while True:
        for event in events:
            known.observe(event)
            for player in players:
                if visible_to(event, player.seat):
                    player.observe(event)
        if game.ask is None or game.seq >= _LONGEST:
            return
        seat, options = next(iter(game.ask.options.items()))
        view = game.view(seat)
        move = players[seat].choose(view, options, dice(str(number), seat, game.question))
        if seat == own and view["prompt"]["prompt"] in ("act", "respond"):
            asked, place = question(view), known.place(view)
            hand = ROLES.index(view["players"][seat]["hand"][0])
            purses = PURSES.index(place.purse), PURSES.index(place.other_purse)
            fames = FAMES.index(place.fame), FAMES.index(place.other_fame)
            found[QUESTIONS.index(asked), hand, *purses, *fames, WORDS[asked].index(word(move))] += 1
        events = game.carry_out(seat, move)


def _table(found: Counter[tuple[int, ...]]) -> Array:
    """How often each option is chosen at each place."""
    *seen, chosen = np.array(list(found)).T
    times = np.array(list(found.values()))
    options, levels = _everywhere()
    table = options / options.sum(1, keepdims=True)
    for alike, every in levels:
        counts = np.zeros((every.max() + 1, OPTIONS), np.float32)
        np.add.at(counts, (alike(*seen), chosen), times)
        here = counts[every] * options
        table = (here + _LIKE * table) / (here.sum(1, keepdims=True) + _LIKE)
    return table / table.sum(1, keepdims=True)


@cache
def _everywhere() -> tuple[Array, Sequence[tuple[Callable[..., Array], Array]]]:
    """Which options there are at every place, and for each way in which places are alike, which these are."""
    every = np.unravel_index(np.arange(SIZE), SHAPE)
    return allowed(np.arange(SIZE)).astype(np.float32), [(alike, alike(*every)) for alike in _LEVELS]


def _by_card(question: Array, card: Array, *_: Array) -> Array:
    return question * len(ROLES) + card


def _by_purses(question: Array, card: Array, own: Array, other: Array, *_: Array) -> Array:
    sizes = len(_PURSES) + 1
    return (_by_card(question, card) * sizes + np.digitize(own, _PURSES)) * sizes + np.digitize(other, _PURSES)


def _by_fames(question: Array, card: Array, own: Array, other: Array, fame: Array, other_fame: Array) -> Array:
    return (_by_purses(question, card, own, other) * len(FAMES) + fame) * len(FAMES) + other_fame


def _by_place(*place: Array) -> Array:
    return np.ravel_multi_index(place, SHAPE)


_LEVELS: Final = (_by_card, _by_purses, _by_fames, _by_place)
"""Ways in which places are alike, the coarsest first."""
