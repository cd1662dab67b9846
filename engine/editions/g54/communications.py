"""The communications roles (rules.md 4)."""

from functools import lru_cache
from itertools import combinations
from typing import Final

from engine.moves import DRAW, STOP, Move
from engine.rules.actions import at_target, write
from engine.rules.exchange import draw_to_look, exchange, keep, keeping, put_back
from engine.table.questions import Ask, Rules
from engine.table.table import Act, Register, Table

COMMUNICATIONS: Final[Register] = {}


@write(COMMUNICATIONS, "director")
def director(table: Table, me: int, act: Act) -> Rules[None]:
    """Exchange with 2 cards."""
    return exchange(table, me, act, 2)


@write(COMMUNICATIONS, "reporter")
def reporter(table: Table, me: int, act: Act) -> Rules[None]:
    """Take 1 coin, and exchange with 1 card."""
    table.gain(me, 1)
    return exchange(table, me, act, 1)


@write(COMMUNICATIONS, "newscaster", price=1)
def newscaster(table: Table, me: int, act: Act) -> Rules[None]:
    """Pay 1: exchange with 3 cards."""
    return exchange(table, me, act, 3)


@write(COMMUNICATIONS, "writer")
def writer(table: Table, me: int, act: Act) -> Rules[None]:
    """Draw a card, and more for 1 coin each; exchange with them all (with an option: only look at them)."""
    draw_to_look(table, me, 1)
    while table.coins[me] and table.deck:
        move = yield Ask("draw", {me: (STOP, DRAW)}, act)
        if move is STOP:
            break
        table.pay(me, 1, "draw")
        draw_to_look(table, me, 1)
    if table.edition.options["writer_keeps"]:
        yield from keep(table, me, act)
    else:
        put_back(table, me, table.hands[me])


@write(COMMUNICATIONS, "producer", aim=at_target, answers="target", counters=("producer",))
def producer(table: Table, me: int, act: Act) -> Rules[None]:
    """Take a card from the deck and one from the target, who picks it; give one back to each."""
    draw_to_look(table, me, 1)
    if act.standing or not table.is_present(act.target):
        yield from keep(table, me, act)
        return
    yield from _receive(table, me, act)
    drawn = table.drawn[me]
    move = yield Ask("keep", {me: _ways_to_share(table.hands[me], drawn[:-1], drawn[-1])}, act)
    back = move.give or ""
    put_back(table, me, move.cards or (), (back,))
    table.set_hand(act.target, (*table.hands[act.target], back))
    table.events.append({"type": "gave", "by": me, "recipient": act.target})
    table.events.append({"type": "given", "by": me, "recipient": act.target, "card": back, "to": (me, act.target)})


def _receive(table: Table, me: int, act: Act) -> Rules[None]:
    target = act.target
    hand = table.hands[target]
    card = hand[0]
    if len(hand) > 1:
        ways = tuple(Move("give", card=each) for each in sorted(set(hand)))
        move = yield Ask("give", {target: ways}, act)
        card = move.card or card
    table.remove_from_hand(target, card)
    table.drawn[me] = (*table.drawn[me], card)
    table.events.append({"type": "gave", "by": target, "recipient": me})
    table.events.append({"type": "given", "by": target, "recipient": me, "card": card, "to": (me, target)})


@lru_cache(maxsize=4096)
def _ways_to_share(hand: tuple[str, ...], drawn: tuple[str, ...], given: str) -> tuple[Move, ...]:
    # The first way is the default at a timeout: keep the cards held before, and give the target its own card back
    # (rules.md 8).
    pool = sorted((*hand, *drawn, given))
    ways = {keeping(hand, given): None}
    for kept in dict.fromkeys(combinations(pool, len(hand))):
        rest = pool[:]
        for card in kept:
            rest.remove(card)
        for back in rest:
            ways[keeping(kept, back)] = None
    return tuple(ways)
