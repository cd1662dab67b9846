"""The roles of finance, force and special interest that anarchy adds (rules.md 10), except the anarchist."""

from typing import Final

from engine.editions.g54.special_interest import any_role
from engine.moves import PAY, Move
from engine.rules.actions import at, at_all, targetable, write
from engine.rules.claim_opening import can_claim
from engine.rules.exchange import keeping
from engine.rules.lives import take_life
from engine.table.questions import Ask, Rules
from engine.table.table import Act, Register, Table

ROLES: Final[Register] = {}
SHOWN: Final = 2
_LIFE: Final = 3
_LAST_LIFE: Final = 2
"""The coins that a life costs a paramilitary, and those that a last one costs besides."""


@write(ROLES, "financier")
def financier(table: Table, me: int, act: Act) -> None:
    """Take all coins of the Bank."""
    table.take_pile(me)


@write(ROLES, "plantation_owner", answers="share", counters=("plantation_owner",), needs=())
def plantation_owner(table: Table, me: int, act: Act) -> None:
    """Take 1 coin; then each owner who is not exposed takes as many coins as there are owners."""
    claimants = (me, *act.standing)
    owners = [seat for seat in (me, *table.others(me)) if table.is_present(seat) and seat in claimants]
    if me in owners:
        table.gain(me, 1)
    for owner in owners:
        table.gain(owner, len(owners))


def _is_last_life(is_actor: bool, lives: int) -> bool:
    return lives == 1


def _affordable(table: Table, me: int) -> tuple[int, ...]:
    seats = targetable(table, me)
    if can_claim(table, me, "paramilitary", _LIFE + _LAST_LIFE):
        return seats
    return tuple([seat for seat in seats if len(table.hands[seat]) > 1])


@write(
    ROLES,
    "paramilitary",
    price=_LIFE,
    surcharge=_LAST_LIFE,
    dearer=_is_last_life,
    aim=(_affordable, at),
    answers="target",
    counters=("paramilitary",),
    needs=("target",),
    endangers="target",
)
def paramilitary(table: Table, me: int, act: Act) -> Rules[None] | None:
    """Pay 3, or 5 against a last life: the target loses a life; countered by the target's paramilitary."""
    return None if act.standing else take_life(table, act, act.target)


@write(ROLES, "arms_dealer", aim=any_role, names="named_role", shows=SHOWN)
def arms_dealer(table: Table, me: int, act: Act) -> None:
    """Name a role and show 2 cards of the court deck: take 4 coins if one of them is that role."""
    cards = table.show_top(SHOWN)
    table.events.append({"type": "shown", "by": me, "role": act.move.role, "cards": cards})
    if act.move.role in cards:
        table.gain(me, 4)


@write(ROLES, "socialist", aim=at_all, answers="each", counters=("socialist",))
def socialist(table: Table, me: int, act: Act) -> Rules[None]:
    """Everyone else gives you a coin or a card; exchange one of your cards at most; the rest goes back."""
    table.drawn[me] = ()
    for giver in act.targets:
        if giver not in act.standing and table.is_present(giver):
            yield from _give(table, giver, me, act)
    if table.givers:
        yield from _exchange_one(table, me, act)
    del table.drawn[me]
    table.givers = ()


def _give(table: Table, giver: int, me: int, act: Act) -> Rules[None]:
    hand = table.hands[giver]
    pay = (PAY,) if table.coins[giver] else ()
    card: str | None = hand[0]
    if pay or len(hand) > 1:
        ways = tuple(Move("give", card=each) for each in sorted(set(hand)))
        card = (yield Ask("give", {giver: pay + ways}, act)).card
    if card is None:
        table.transfer(giver, me, 1)
        return
    table.remove_from_hand(giver, card)
    table.drawn[me] += (card,)
    table.givers += (giver,)
    table.events.append({"type": "gave", "by": giver, "recipient": me})
    table.events.append({"type": "given", "by": giver, "recipient": me, "card": card, "to": (me, giver)})


def _exchange_one(table: Table, me: int, act: Act) -> Rules[None]:
    hand = table.hands[me]
    move = yield Ask("keep", {me: _ways_to_exchange_one(hand, table.drawn[me])}, act)
    rest = sorted(table.hands[me] + table.drawn[me])
    kept = move.cards or ()
    for card in kept:
        rest.remove(card)
    table.set_hand(me, kept)
    table.events.append({"type": "exchanged", "by": me, "returned": len(rest)})
    table.events.append({"type": "kept", "by": me, "cards": kept, "to": (me,)})
    for giver in table.givers:
        card = rest.pop(table.chance.pick(len(rest)))
        table.set_hand(giver, (*table.hands[giver], card))
        table.events.append({"type": "gave", "by": me, "recipient": giver})
        table.events.append({"type": "given", "by": me, "recipient": giver, "card": card, "to": (giver,)})


def _ways_to_exchange_one(hand: tuple[str, ...], given: tuple[str, ...]) -> tuple[Move, ...]:
    # The documented order: first the hand as it was, because a timeout keeps it; then the others alphabetically.
    others = {tuple(sorted((*hand[:at], *hand[at + 1 :], card))) for at in range(len(hand)) for card in given}
    return tuple([keeping(cards) for cards in dict.fromkeys((hand, *sorted(others)))])
