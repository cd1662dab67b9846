"""Redealing: makes a game that looks the same to one seat, with all hidden cards dealt again.

The rules are coroutines, which cannot be copied in the middle of a turn. So a new game is dealt as the old one was
at the beginning of the turn, and the turn is played again up to the open question. Hidden cards may change places
between two decisions, because no rule remembers them. A card that a decision reveals is dealt to its owner before
that decision.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from engine.catalogue import plain
from engine.events import Event
from engine.moves import RESIGN, Move
from engine.rules.card_layout import Cards, Decision, Layout
from engine.rules.driver import Driver
from engine.views import state

_SEED_BYTES: Final = 32

G = TypeVar("G", bound=Driver)


@dataclass(slots=True)
class _Moment:
    """A moment of the turn: where the cards lay before a decision, and what later events reveal about them.

    "The viewer" is the seat that the game is redealt for. `decision` is None for the present moment. Three fields
    have a list of cards for each seat: `shown` are cards that the hand must have contained, `lacking` are cards
    that it cannot have contained, because they would have been shown, and `turned` are cards put aside that were
    turned up later, in the order in which they were put there. `drawn` are the cards that the viewer draws,
    `foreseen` those that everybody sees in the deck. `options` are, by seat, the answers to a question about the
    seat's own cards: all answers of the viewer, or the one that another seat gave (a resignation counts as an
    answer).
    """

    layout: Layout
    decision: Decision | None
    options: dict[int, tuple[Move, ...]]
    shown: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    turned: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    drawn: list[str] = field(default_factory=list[str])
    lacking: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    foreseen: Cards = ()


def redeal(game: G, seat: int, chance: random.Random) -> G:
    """Returns a game that looks the same to a seat, and holds nothing that this seat does not know.

    Raises ValueError if the seat is not asked.
    """
    if game.ask is None or seat not in game.ask.options:
        raise ValueError("only a seat that is asked has something to imagine for")
    now = random.Random(chance.getrandbits(64))  # so that the deal of this moment does not depend on earlier ones
    began, *moments = _moments(game, seat)
    imagined = _begin_with(game, _dealt(began, seat, chance))
    for moment in moments:
        layout = _dealt(moment, seat, now if moment.decision is None else chance)
        if moment.decision is None:
            imagined.lay(replace(layout, options=moment.options))
            continue
        by, move = moment.decision
        if by != seat and by in moment.options:
            answer = _with_cards_of(layout, by, moment.options[by][0])
            layout = replace(layout, options={by: (answer,)})
            move = move if move is RESIGN else answer
        elif moment.options:
            layout = replace(layout, options=moment.options)
        imagined.lay(layout)
        imagined.carry_out(by, move)
    imagined.question = game.question
    return imagined


def _begin_with(game: G, layout: Layout) -> G:
    """Returns a new game that begins with this turn and this layout."""
    table = game.table_at_turn_start()
    layout.lay(table)
    return type(game)(table, game.names, {"position": state.dump(table, game.names)})


def _moments(game: Driver, seat: int) -> list[_Moment]:
    """Returns the moments of this turn: its beginning, each decision except sealed answers, and the present."""
    again = game.game_at_turn_start()
    moments = [_Moment(Layout.of(game.table_at_turn_start()), None, {})]
    opened = 1  # the number of the first decision on the open question
    question = again.question

    def moment(decision: Decision | None) -> _Moment:
        again.lay_next()
        ask = again.ask
        options: dict[int, tuple[Move, ...]] = {}
        if ask is not None and ask.private:
            options = {other: moves for other, moves in ask.options.items() if other == seat}
            by, move = decision or (seat, RESIGN)
            if by != seat and by in ask.options:
                options[by] = (ask.options[by][ask.default(by)] if move is RESIGN else move,)
        return _Moment(Layout.of(again.table), decision, options)

    for decision in game.decisions_of_turn():
        moments.append(moment(decision))
        _note(seat, moments[-1], moments[opened - 1], again.carry_out(*decision), again.table.resigned)
        if again.question != question:
            opened, question = len(moments), again.question
    standing = [left for left in moments[opened:] if left.decision is not None and left.decision[1] is RESIGN]
    return [*moments[:opened], *standing, moment(None)]


def _note(
    seat: int, moment: _Moment, opening: _Moment, events: Sequence[Event], resigned: tuple[int, ...]
) -> None:
    """Records what a decision reveals about hidden cards.

    `moment` is the moment before the decision, `opening` the one at which its question was asked. `seat` is the
    viewer, and `resigned` are the seats that have resigned.
    """
    turned_up: set[int] = set()
    on_top: set[int] = set()
    last = ""
    denied: dict[int, str] = {}
    for event in events:
        by, card = event.get("by", -1), event.get("card", "")
        before, last = last, event["type"]
        if event["type"] == "turned_up":
            turned = moment.turned.setdefault(by, [])
            # A card whose claim is challenged lies above those that its owner put aside earlier.
            turned.insert(len(turned) - (by in on_top), card)
            if before == "challenge":
                on_top.add(by)
            turned_up.add(by)
        elif event["type"] == "lost":
            moment.shown.setdefault(by, []).append(card)
        elif event["type"] == "proven" and by not in turned_up:
            # The cards that could prove a claim were fixed when the proof was asked for.
            for needed in (moment, opening):
                needed.shown.setdefault(by, []).extend(event.get("cards", (card,)))
                if card != plain(card):
                    needed.lacking.setdefault(by, []).append(plain(card))
        elif event["type"] == "exposed" and by in resigned and by not in turned_up:
            if "denied" in event:
                denied[by] = event["denied"]
            else:
                moment.lacking.setdefault(by, []).extend((event["role"], f"{event['role']}*"))
        elif event["type"] == "shown":
            moment.foreseen = event["cards"]
        elif event["type"] == "drew" and by == seat:
            moment.drawn += event["cards"]
    for by, role in denied.items():
        if role not in moment.shown.get(by, ()):
            moment.shown.setdefault(by, []).append(role)


def _dealt(moment: _Moment, seat: int, chance: random.Random) -> Layout:
    """Returns the layout of a moment, in which every card that the seat does not know is dealt again."""
    true = moment.layout
    others = [other for other in range(len(true.hands)) if other != seat]
    hidden = list(true.deck)
    for other in others:
        hidden += (*true.hands[other], *true.aside[other], *true.drawn.get(other, ()))
    hidden += [what for what in true.house.mat.values() if isinstance(what, str)]
    hidden.sort()
    shown = {other: list(moment.shown.get(other, ())) for other in others}
    if true.examined is not None and seat in true.examined[:2] and true.examined[1] != seat:
        shown[true.examined[1]] = [true.examined[2]]
    turned = {other: _last(moment.turned.get(other, ()), len(true.aside[other])) for other in others}
    for cards in (*shown.values(), *turned.values()):
        for card in cards:
            hidden.remove(card)
    to_draw = list((Counter(moment.drawn) & Counter(hidden)).elements())
    # The viewer may draw a card that it has just shown to the deck.
    del to_draw[len(true.deck) :]
    for card in to_draw:
        hidden.remove(card)
    chance.shuffle(hidden)

    def pop(number: int, but: Sequence[str] = ()) -> Cards:
        places = [place for place in reversed(range(len(hidden))) if hidden[place] not in but][:number]
        return tuple(hidden.pop(place) for place in places)

    hands, aside, drawn = list(true.hands), list(true.aside), dict(true.drawn)
    for other in others:
        rest = pop(len(hands[other]) - len(shown[other]), moment.lacking.get(other, ()))
        hands[other] = tuple(sorted((*shown[other], *rest)))
        aside[other] = (*pop(len(aside[other]) - len(turned[other])), *turned[other])
        if other in drawn:
            drawn[other] = pop(len(drawn[other]))
    mat = {event: what if isinstance(what, int) else pop(1)[0] for event, what in true.house.mat.items()}
    examined = true.examined
    if examined is not None and seat not in examined[:2]:
        examined = (*examined[:2], chance.choice(hands[examined[1]]))
    return Layout(
        chance.randbytes(_SEED_BYTES),
        tuple(hands),
        true.lost,
        tuple(aside),
        drawn,
        (*pop(len(hidden)), *to_draw),
        examined,
        true.house._replace(mat=mat),
        foreseen=moment.foreseen,
    )


def _last(cards: Sequence[str], number: int) -> Sequence[str]:
    return cards[-number:] if number else ()


def _with_cards_of(layout: Layout, seat: int, move: Move) -> Move:
    """Returns another seat's move; cards in it that nobody saw are replaced by cards of this layout."""
    hand = layout.hands[seat]
    if move.do == "keep":
        return Move("keep", cards=hand, give=None if move.give is None else layout.drawn[seat][-1])
    if move.card is None or move.do == "lose":
        return move
    return Move(move.do, role=move.role, card=hand[0])
