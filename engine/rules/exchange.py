"""Exchanging cards with the court deck: draw, keep as many as there were lives, return the rest."""

from functools import cache, lru_cache
from itertools import combinations

from engine.moves import Move
from engine.table.questions import Ask, Rules
from engine.table.table import Act, Table


def exchange(table: Table, me: int, act: Act, number: int) -> Rules[None]:
    """A player draws `number` cards (fewer if the deck is short), and chooses which of all its cards to keep."""
    draw_to_look(table, me, number)
    return keep(table, me, act)


def draw_to_look(table: Table, me: int, number: int) -> None:
    """A player draws cards, to look at them together with the hand."""
    cards = table.draw_up_to(number)
    table.drawn[me] = (*table.drawn.get(me, ()), *cards)
    table.events.append({"type": "drew", "by": me, "cards": tuple(sorted(cards)), "to": (me,)})


def keep(table: Table, me: int, act: Act) -> Rules[None]:
    """Asks which cards to keep, and returns the others to the deck."""
    move = yield Ask("keep", {me: _ways_to_keep(table.hands[me], table.drawn[me])}, act)
    put_back(table, me, move.cards or ())


def put_back(table: Table, me: int, kept: tuple[str, ...], given: tuple[str, ...] = ()) -> None:
    """The kept cards become the player's hand; cards neither kept nor given away return to the deck."""
    returned = sorted(table.hands[me] + table.drawn.pop(me))
    for card in kept + given:
        returned.remove(card)
    table.set_hand(me, kept)
    table.deck += tuple(returned)
    table.events.append({"type": "exchanged", "by": me, "returned": len(returned)})
    table.events.append({"type": "kept", "by": me, "cards": kept, "to": (me,)})


@lru_cache(maxsize=4096)
def _ways_to_keep(hand: tuple[str, ...], drawn: tuple[str, ...]) -> tuple[Move, ...]:
    # The documented order: first the cards held before, because a timeout keeps them; then the others
    # alphabetically.
    ways = dict.fromkeys((hand, *combinations(sorted(hand + drawn), len(hand))))
    return tuple([keeping(cards) for cards in ways])


@cache
def keeping(cards: tuple[str, ...], give: str | None = None) -> Move:
    """Returns the move that keeps these cards, and gives a card to another player."""
    return Move("keep", cards=cards, give=give)
