"""Risk: how many cards an answer may cost its player, from what this player knows.

The worst case is assumed for everything that the player does not know: the others' cards, their answers, and the
cards drawn. The player is assumed to avoid every loss that it is sure to be able to avoid: by showing a card, by
paying, or by a true claim for a lost card.
"""

from collections.abc import Iterator
from typing import Final, TypeAlias

from engine.moves import CHALLENGE, CONCEDE, PASS, PAY, REFUSE, Move
from engine.rules.actions import able_to_block
from engine.rules.claim_opening import can_claim, tax_on
from engine.rules.claims import RIOT_SHARE
from engine.rules.driver import Driver
from engine.rules.lives import CHALLENGED, DISAPPEAR
from engine.table.questions import Ask, Claim, proof_of, proving_cards
from engine.table.table import Act, Table
from engine.views.claim_truth import claims_truly

Losses: TypeAlias = tuple[str, ...]
"""The causes of the lives that a seat loses, one after another."""

_UNKNOWN: Final = "?"
"""A card that may be any card, such as one drawn to replace a lost one."""


def cards_at_risk(game: Driver, seat: int, move: Move) -> int:
    """Returns how many cards an option of a seat may cost it, from 0 to as many as it holds.

    Counts losses until the seat can make a claim against them, or is asked about something else. So a token that
    takes effect at the end of the turn does not count. A card drawn for a lost one makes up for it.

    >>> ada = {"name": "Ada", "coins": 3, "hand": ["assassin", "duke"]}
    >>> ben = {"name": "Ben", "coins": 2, "hand": ["captain", "duke"]}
    >>> game = Game.from_position({"ruleset": "classic", "turn": "Ada", "players": [ada, ben]})
    >>> cards_at_risk(game, 0, Move("act", "tax")), cards_at_risk(game, 0, Move("act", "steal", 1))
    (0, 1)
    >>> _ = game.decide(0, Move("act", "assassinate", 1))
    >>> {str(move): cards_at_risk(game, 1, move) for move in game.ask.options[1]}
    {'pass': 1, 'challenge': 1, 'claim role=contessa': 2}
    """
    hand = game.table.hands[seat]
    return len(hand) - min(_outcomes(game, seat, move, hand))


def may_eliminate(game: Driver, seat: int, move: Move) -> bool:
    """Whether an option of a seat may cost it all its cards, as `cards_at_risk` counts them.

    >>> ada, ben = {"name": "Ada", "hand": ["duke"]}, {"name": "Ben", "hand": ["captain"]}
    >>> game = Game.from_position({"ruleset": "classic", "turn": "Ada", "players": [ada, ben]})
    >>> may_eliminate(game, 0, Move("act", "tax")), may_eliminate(game, 0, Move("act", "exchange"))
    (False, True)
    """
    held = len(game.table.hands[seat])
    return held > 0 and cards_at_risk(game, seat, move) == held


def pass_may_eliminate(game: Driver, seat: int) -> bool:
    """Whether to pass may cost a seat all its cards, for all that the others know of its cards.

    Only for a seat without a sealed claim.
    """
    hidden = (_UNKNOWN,) * len(game.table.hands[seat])
    return bool(hidden) and min(_outcomes(game, seat, PASS, hidden)) == 0


def _outcomes(game: Driver, seat: int, move: Move, hand: tuple[str, ...]) -> Iterator[int]:
    """Yields the number of cards of a hand that the seat keeps, for each way the game may continue."""
    ask, table = game.ask, game.table
    yield len(hand)
    if ask is None:
        return
    if ask.prompt == "lose":
        yield _kept_after_loss(table, seat, move)
        return
    purse = _purse(table, seat, move, ask.claim)
    lies = claims_truly(game, seat, move) is False
    alone = _is_alone(table, seat, ask.claim)
    for losses in _courses(table, seat, move, ask, lies=lies):
        yield _kept(table, seat, hand, purse, losses, alone=alone)


def _purse(table: Table, seat: int, move: Move, claim: Claim | None) -> int:
    """Returns the coins that the seat has after losing a challenge about this answer (rules.md 2.5, 6.2).

    Taxes do not count: what a claim costs matters only for further claims of its role.
    """
    coins = table.coins[seat]
    if move is CHALLENGE:
        return coins + table.edition.challenger_coins
    if move is CONCEDE and isinstance(claim, Act):
        return 0 if claim.action.forfeits else coins + claim.price
    forfeits = move.action is not None and table.edition.actions[move.action].forfeits
    return 0 if forfeits else coins


def _courses(table: Table, seat: int, move: Move, ask: Ask, *, lies: bool) -> Iterator[Losses]:
    """Yields the lives that the seat loses, for each way in which the game may continue.

    Not for the prompt `lose`.
    """
    claim, exposed = ask.claim, (CHALLENGED,) if lies else ()
    match ask.prompt:
        case "act" | "estate":
            yield exposed
        case "defuse":
            yield (*exposed, DISAPPEAR) if lies or move is PASS else ()
        case "bomb":
            yield (*exposed, *_hit(table, seat)) if lies or move is PASS else ()
        case "ransom" if move is REFUSE:
            yield _hit(table, seat, may_pay=False)
        case "prove" if move is CONCEDE and claim is not None:
            hit = _hit(table, seat)
            unstopped = {"counteraction": hit, "bomb": hit, "defuse": (DISAPPEAR,)}
            yield (CHALLENGED, *unstopped.get(claim.kind, ()))
        case "respond" if move is PASS and claim is not None:
            yield _let_pass(table, seat, claim, ask.options.get(seat, ()))
        case "respond" if move is CHALLENGE and claim is not None:
            yield from _losses_by_challenge(table, seat, claim)
        case "respond" if _is_open_to_challenge(table, seat):
            yield (*exposed, *_hit(table, seat)) if lies or _comes_after_others(table, seat) else ()
        case _:
            pass


def _let_pass(table: Table, seat: int, claim: Claim, options: tuple[Move, ...]) -> Losses:
    """Returns the lives that the seat loses by passing on a claim."""
    if isinstance(claim, Act):
        riot_to_come = all(move.do != "claim" for move in options)
        return _hit_unless_asked(table, claim, seat) if riot_to_come else _hit(table, seat)
    if claim.kind == "bomb":
        return _handed(table, seat, claim)
    nobody_else = table.others(claim.by) == (seat,)
    return () if nobody_else and _stops_action(table, claim) else _pending(table, seat, claim)


def _losses_by_challenge(table: Table, seat: int, claim: Claim) -> Iterator[Losses]:
    """Yields the lives that the seat loses by challenging a claim, for each way in which the game may continue."""
    lost = (CHALLENGED,) if _may_be_true(table, seat, claim) else ()
    if isinstance(claim, Act):
        yield (*lost, *_hit_unless_asked(table, claim, seat)) if lost else ()
    elif claim.kind == "bomb":
        yield (*lost, *_handed(table, seat, claim)) if lost else ()
    elif _stops_action(table, claim):
        yield lost
        yield _hit(table, seat)
    else:
        yield (*lost, *_pending(table, seat, claim))


def _stops_action(table: Table, claim: Claim) -> bool:
    """Whether a claim stops the action for everybody if it is not exposed."""
    return claim.kind == "counteraction" and table.act is not None and table.act.action.single


def _handed(table: Table, seat: int, claim: Claim) -> Losses:
    """Returns the life that the Bomb costs the seat to which it is handed, if the seat cannot pay for a claim."""
    return (claim.kind,) if claim.target == seat and not can_claim(table, seat, claim.role) else ()


def _pending(table: Table, seat: int, claim: Claim | None = None) -> Losses:
    """Returns the lives that the action under way and a sealed claim may still cost a seat."""
    act = table.act
    if _is_alone(table, seat, claim):
        return ()  # the game ends before
    if act is not None and not act.answered:
        return _hit_unless_asked(table, act, seat)
    sealed = None if act is not None and act.action.single else table.sealed.get(seat)
    if sealed is None:
        return _hit(table, seat)
    return () if proof_of(sealed.role, table.hands[seat]) is not None else (CHALLENGED, *_hit(table, seat))


def _hit_unless_asked(table: Table, act: Act, seat: int) -> Losses:
    """Returns the life that the action costs; none if the seat may still claim something against it (2.6, 4).

    Where claims are taxed, the role of an action is also the one that is claimed against it.
    """
    answers = act.action.answers
    if answers is not None and can_claim(table, seat, act.role) and not _comes_after_others(table, seat):
        return ()
    if answers == "join" and all(table.coins[other] < RIOT_SHARE for other in table.others(act.by)):
        return ()
    return _hit(table, seat)


def _hit(table: Table, seat: int, *, may_pay: bool = True) -> Losses:
    """Returns what a seat loses by the current action if nobody stops it.

    Empty if it loses nothing, or if `may_pay` and it can pay a ransom instead.
    """
    act = table.act
    if act is None or seat not in act.endangered:
        return ()
    ransom = act.action.ransom
    return () if may_pay and ransom and table.coins[seat] >= ransom else (act.action.id,)


def _is_open_to_challenge(table: Table, seat: int) -> bool:
    """Whether anybody may challenge a seat's counteraction.

    With the option `block_challengers: actor`, only a living actor may (rules.md 6.3).
    """
    act = table.act
    if act is not None and act.action.answers != "share" and table.edition.only_actor_challenges:
        return table.is_present(act.by)
    return bool(table.others(seat))


def _comes_after_others(table: Table, seat: int) -> bool:
    """Whether another player's counteraction may be opened in place of this seat's, and fail (rules.md 2.7)."""
    act = table.act
    return act is not None and act.action.answers == "anyone" and able_to_block(table, act.by)[0] != seat


def _may_be_true(table: Table, seat: int, claim: Claim) -> bool:
    """Whether a claim may be true, by what a seat sees: its own cards and those face up."""
    edition = table.edition
    copies = proving_cards(claim.role, claim.kind)
    if edition.options["free_deck"] or claim.denied is not None:
        return True
    seen = [*table.hands[seat], *table.aside[seat], *table.house.out]
    for lost in table.lost:
        seen += lost
    return sum(card in copies for card in seen) < sum(card in copies for card in edition.deck)


# Cards kept


def _kept_after_loss(table: Table, seat: int, move: Move) -> int:
    """Returns how many cards the seat keeps after an answer to the prompt `lose`.

    With two cards, the seat is asked again about later losses, so they do not count.
    """
    hand, coins, alone = table.hands[seat], table.coins[seat], _is_alone(table, seat)
    pending = _pending(table, seat) if len(hand) == 1 else ()
    if move is PAY:
        return _kept(table, seat, hand, coins, pending, alone=alone)
    left = _without(hand, move.card or "")
    if move.role is None:
        return len(left)
    coins -= tax_on(table, seat, move.role)
    if not alone and proof_of(move.role, (move.card or "",)) is None:
        return _kept(table, seat, left, coins, (CHALLENGED,), alone=alone)
    drawn = (_UNKNOWN,) if table.edition.loss_claims[move.role].replaces else ()
    return _kept(table, seat, (*left, *drawn), coins, pending, alone=alone)


def _kept(table: Table, seat: int, hand: tuple[str, ...], coins: int, losses: Losses, *, alone: bool) -> int:
    """Returns the most cards that a seat surely keeps with these cards and coins.

    `alone`: nobody can challenge its claims.
    """
    if not losses or not hand:
        return len(hand)
    edition, (cause, *rest) = table.edition, losses

    def kept(cards: tuple[str, ...], purse: int) -> int:
        return _kept(table, seat, cards, purse, tuple(rest), alone=alone)

    ways: list[int] = []
    if cause == CHALLENGED and edition.life_price and coins >= edition.life_price:
        ways.append(kept(hand, coins))  # the price is not deducted: coins avert no later loss
    # A card lost to a challenge is lost at once; before any other loss, the others may draw the last cards of the
    # deck.
    is_there_a_card = cause == CHALLENGED or len(table.deck) > len(table.others(seat))
    for card in hand:
        left = _without(hand, card)
        ways.append(kept(left, coins))
        for role, loss in edition.loss_claims.items():
            purse = coins - tax_on(table, seat, role)
            is_open = loss.replaces and is_there_a_card and purse >= 0 and loss.allowed(table, cause)
            if is_open and (alone or proof_of(role, (card,)) is not None):
                ways.append(kept((*left, _UNKNOWN), purse))
    return max(ways)


def _is_alone(table: Table, seat: int, claim: Claim | None = None) -> bool:
    """Whether no other player holds a card, or gets one by this claim for its lost card (rules.md 8, 2.10)."""
    loss = table.edition.loss_claims.get((claim and claim.role) or "")
    return not table.others(seat) and not (loss is not None and loss.replaces)


def _without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]
