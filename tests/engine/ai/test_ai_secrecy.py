"""AI seats know only what their players may know: their choices do not change with cards that they cannot see."""

import copy
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pytest

from engine import RULESETS, Game
from engine.ai import KINDS, LEVELS, TEMPERAMENTS, Player, dice
from engine.moves import Move
from tests.harness.random_games import random_new_game, tell_players

pytestmark = pytest.mark.slow

MOST = 60  # decisions played of each game


class Peeper(Player):
    """A cheat: it looks at the true game, and chooses an option by the next player's cards."""

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        game: Game = sys._getframe(1).f_locals["game"]
        hand = game.table.hands[(self.seat + 1) % len(self.names)]
        return options[sum(map(ord, "".join(hand))) % len(options)]


def asked(player: Player, game: Game, seat: int) -> tuple[Move, Sequence[float] | None]:
    """Returns the option that a player chooses with the dice of the question, and its estimates of all options."""
    assert game.ask is not None
    view, options, again = game.view(seat), game.ask.options[seat], copy.deepcopy(player)
    move = again.choose(view, options, dice("", seat, game.question))
    return move, player.win_chances(view, options, dice("", seat, game.question))


def times_it_knew(make: Callable[..., Player], ruleset: str, number: int) -> int:
    """Counts how often a seat's choice or estimate changes after the hidden cards are dealt again."""
    game, chance = random_new_game(ruleset, number)
    seats = [make(game.names, seat) for seat in range(len(game.names))]
    times = 0
    while game.ask is not None and game.seq < MOST:
        seat = min(game.ask.options)
        move, win_chances = asked(seats[seat], game, seat)
        times += (move, win_chances) != asked(seats[seat], game.redeal(seat, chance), seat)
        assert win_chances is None or len(win_chances) == len(game.ask.options[seat])
        assert all(-0.5 < each < 1.5 for each in win_chances or ())
        tell_players(seats, game.decide(seat, move))
    return times


def kind_of(name: str, number: int) -> Callable[..., Player]:
    """Returns a factory of AI seats of a kind, each time with another temperament if it has any."""
    if name not in LEVELS:
        return KINDS[name]
    own = random.Random(f"{name} {number}").choice(list(TEMPERAMENTS))
    return partial(KINDS[name], temperament=own)


@pytest.mark.parametrize("kind", list(KINDS))
def test_no_ai_seat_chooses_by_what_it_cannot_see(kind: str) -> None:
    for ruleset in RULESETS:
        number = list(KINDS).index(kind)  # each kind plays at another table
        assert not times_it_knew(kind_of(kind, number), ruleset, number)


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_new_seat_with_the_same_events_chooses_the_same(kind: str) -> None:
    for ruleset in RULESETS:
        number = 50 + list(KINDS).index(kind)
        (game, _), make = random_new_game(ruleset, number), kind_of(kind, number)
        seats, told = [make(game.names, seat) for seat in range(len(game.names))], list(game.table.events)
        tell_players(seats, told)
        while game.ask is not None and game.seq < MOST:
            seat = min(game.ask.options)
            view, asked_of = game.view(seat), game.ask.options[seat]
            move = seats[seat].choose(view, asked_of, dice("", seat, game.question))
            if game.seq % 7 == 0:
                anew = make(game.names, seat)
                tell_players([anew], told)
                assert anew.choose(view, asked_of, dice("", seat, game.question)) == move
            events = game.decide(seat, move)
            told += events
            tell_players(seats, events)


def test_a_seat_that_peeks_is_caught() -> None:
    assert times_it_knew(Peeper, "classic", 1) > 3
