"""Losing a life, claims about the lost card, and leaving the game (rules.md 2.10, 2.11, 2.13, 3.5, 4.2)."""

from functools import cache
from typing import Final

from engine.moves import PAY, Move
from engine.rules.claim_opening import ALLOW_OR_CHALLENGE, Window, can_claim, pay_tax
from engine.table.facts import NO_TOKENS
from engine.table.questions import Ask, Claim, Rules
from engine.table.table import Act, Table

CHALLENGED: Final = "challenge"
COUP: Final = "coup"
ASSASSINATION: Final = "assassinate"
DISAPPEAR: Final = "disappear"
_SIDES: Final = 2


class Finished(Exception):
    """One player (team) is left, or nobody: the rest of the turn is dropped (rules.md 2.11)."""


def take_life(table: Table, act: Act, victim: int) -> Rules[None]:
    """An action takes a life of a player whom it endangers; its id is the cause."""
    act.spare(victim)
    return lose_life(table, victim, act.action.id)


def lose_life(table: Table, seat: int, cause: str) -> Rules[None]:
    """A player loses a life: it picks the card, or pays or claims if it may; it may be eliminated."""
    hand = table.hands[seat]
    if not hand:
        return
    options = _ways_to_lose(hand)
    if table.edition.ways_out:
        options += _ways_out(table, seat, hand, cause)
    move = options[0]
    if len(hand) > 1 or len(options) > 1:
        move = yield Ask("lose", {seat: options}, None, cause)
    if move is PAY:
        table.pay(seat, table.edition.life_price, "life")
        return
    card = move.card
    if card is None:
        return
    table.remove_from_hand(seat, card)
    vengeance: Rules[None] | None = None
    if move.role is not None:
        yield from _claim_on_loss(table, seat, move.role, card)
    else:
        _turn_up(table, seat, card, cause)
        for killed in table.edition.on_kill:
            vengeance = killed(table, seat, card, cause) or vengeance
    if not table.hands[seat] and table.alive >> seat & 1:
        fall(table, seat)
    if vengeance is not None:
        table.avenging = True
        yield from vengeance
        table.avenging = False
    if table.fallen and not table.avenging and table.sides_left() < _SIDES:
        raise Finished


# The documented order of the options: plain losses, then claims, each alphabetically; then paying (rules.md 8,
# 2.12).


@cache
def _ways_to_lose(hand: tuple[str, ...]) -> tuple[Move, ...]:
    return tuple(Move("lose", card=card) for card in sorted(set(hand)))


def _ways_out(table: Table, seat: int, hand: tuple[str, ...], cause: str) -> tuple[Move, ...]:
    edition = table.edition
    ways: tuple[Move, ...] = ()
    for role, loss in edition.loss_claims.items():
        if loss.allowed(table, cause) and can_claim(table, seat, role):
            ways += _ways_to_claim(role, hand)
    if edition.life_price and cause == CHALLENGED and table.coins[seat] >= edition.life_price:
        ways += (PAY,)
    return ways


@cache
def _ways_to_claim(role: str, hand: tuple[str, ...]) -> tuple[Move, ...]:
    return tuple(Move("claim", role=role, card=card) for card in sorted(set(hand)))


def _turn_up(table: Table, seat: int, card: str, cause: str) -> None:
    lost = table.lost[seat]
    table.lost[seat] = tuple(sorted((*lost, card))) if lost else (card,)
    table.events.append({"type": "lost", "by": seat, "card": card, "cause": cause})
    for death in table.edition.on_death:
        death(table)


def _claim_on_loss(table: Table, seat: int, role: str, card: str) -> Rules[None]:
    """Puts a lost card aside under a claim; if the claim is challenged, the card is turned up (rules.md 4.2)."""
    pay_tax(table, seat, role)
    table.aside[seat] += (card,)  # the last card belongs to this claim
    table.events.append({"type": "claim", "by": seat, "role": role, "kind": "loss"})
    table.events.append({"type": "aside", "by": seat})
    claim = Claim(seat, role, "loss")
    window = Window(table, claim, dict.fromkeys(table.others(seat), ALLOW_OR_CHALLENGE))
    if window.options:
        yield window
    challenger = window.challenger
    if challenger is not None:
        table.events.append({"type": "challenge", "by": challenger, "against": seat, "role": role})
        *aside, card = table.aside[seat]
        table.aside[seat] = tuple(aside)
        table.lost[seat] = tuple(sorted((*table.lost[seat], card)))
        table.events.append({"type": "turned_up", "by": seat, "card": card})
        if not claim.proof((card,)):
            table.events.append({"type": "exposed", "by": seat, "role": role})
            yield from lose_life(table, seat, CHALLENGED)
            return
        table.events.append({"type": "proven", "by": seat, "role": role, "card": card})
    table.edition.loss_claims[role].effect(table, seat)
    if challenger is not None:
        yield from lose_life(table, challenger, CHALLENGED)


def fall(table: Table, seat: int, *, estate: bool = True) -> None:
    """A player without a card is eliminated: cards aside are turned up, coins and tokens removed (2.10, 3.5)."""
    if table.aside[seat]:
        _turn_up_aside(table, seat)
    table.alive &= ~(1 << seat)
    table.present &= ~(1 << seat)
    table.fallen += (seat,)
    coins = table.coins[seat]
    if estate and table.edition.estates:
        table.frozen += (seat,)
        table.events.append({"type": "eliminated", "by": seat, "estate": coins})
    else:
        table.coins[seat] = 0
        table.events.append({"type": "eliminated", "by": seat, "returned": coins})
    _take_tokens_off(table, seat)


def _take_tokens_off(table: Table, seat: int) -> None:
    tokens = table.tokens
    if tokens is NO_TOKENS:
        return
    if tokens.tax is not None and tokens.tax[0] == seat:
        tokens = tokens._replace(tax=None)
        table.events.append({"type": "token", "name": "tax", "by": seat, "off": True})
    if tokens.peacekeeping == seat:
        tokens = tokens._replace(peacekeeping=None)
        table.events.append({"type": "token", "name": "peacekeeping", "by": seat, "off": True})
    if tokens.bomb and tokens.bomb[-1] == seat:
        tokens = tokens._replace(bomb=())
        table.events.append({"type": "token", "name": "bomb", "by": seat, "on": seat, "off": True})
    for on, by in tokens.disappear:
        if on == seat:
            table.events.append({"type": "token", "name": "disappear", "by": by, "on": seat, "off": True})
    if tokens.disappear:
        tokens = tokens._replace(disappear=tuple([on_by for on_by in tokens.disappear if on_by[0] != seat]))
    table.tokens = tokens


def remove_resigned(table: Table) -> None:
    """Those who resigned leave, in that order: the cards are turned up, without claim, kill or estate (2.13)."""
    for seat in table.resigned:
        if not table.alive >> seat & 1:
            continue
        hand = table.hands[seat]
        table.set_hand(seat, ())
        for card in hand:
            _turn_up(table, seat, card, "resign")
        fall(table, seat, estate=False)
        if table.sides_left() < _SIDES:
            raise Finished


def _turn_up_aside(table: Table, seat: int) -> None:
    for card in table.aside[seat]:
        table.events.append({"type": "turned_up", "by": seat, "card": card})
    table.lost[seat] = tuple(sorted(table.lost[seat] + table.aside[seat]))
    table.aside[seat] = ()
