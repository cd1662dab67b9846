"""Claims and challenges: how a claim is put to the table, proven or exposed (rules.md 2.4 to 2.7)."""

from collections.abc import Callable
from typing import Final, TypeAlias

from engine.ask import Ask, Claim, Rules
from engine.moves import CONCEDE, PASS, PROVE, Move
from engine.rules.actions import Act
from engine.rules.lives import CHALLENGED, lose_life
from engine.rules.tax import can_claim, pay_tax
from engine.rules.windows import ALLOW_OR_CHALLENGE, window
from engine.table import Table

Replies: TypeAlias = dict[int, tuple[Move, ...]]
"""The answers open to some seats beside passing and challenging."""

RIOT_SHARE: Final = 3
_PROVE_OR_CONCEDE = (PROVE, CONCEDE)
_CONCEDE = (CONCEDE,)
_ALLOW = (PASS,)


def contest(
    table: Table,
    claim: Claim,
    challengers: tuple[int, ...],
    replies: Callable[[], Replies] | None = None,
    *,
    single: bool = False,
) -> Rules[dict[int, Move] | None]:
    """Puts a claim to the table: None if it is exposed, else the sealed answers that go with it.

    Challengers, and those whom `replies` names, come clockwise from the claimant; where there are challengers,
    nobody else is asked for more. `replies` gives what each may answer beside challenging; it is asked anew
    after a challenge that failed, when everything sealed is void. `single`: one such answer settles the matter.
    """
    options: Replies = dict.fromkeys(challengers, ALLOW_OR_CHALLENGE)
    if replies is not None:
        for seat, moves in replies().items():
            options[seat] = options.get(seat, _ALLOW) + moves
    if not options:
        return {}
    ask = Ask("respond", options, claim)
    challenger = yield from window(table, ask, claim, first_counts=single and not challengers)
    if challenger is None:
        return ask.sealed
    if not (yield from challenged(table, claim, challenger)):
        return None
    options = {seat: _ALLOW + moves for seat, moves in replies().items()} if replies is not None else {}
    if not options:
        return {}
    ask = Ask("respond", options, claim)
    yield from window(table, ask, claim, first_counts=single)
    return ask.sealed


def challenged(table: Table, claim: Claim, challenger: int) -> Rules[bool]:
    """Settles a challenge (rules.md 2.5): whether the claim stands. The loser has lost a life by then."""
    claimant = claim.by
    claim.challenger = challenger
    table.tell("challenge", {"by": challenger, "against": claimant, "role": claim.role})
    if table.edition.challenger_coin:
        table.gain(challenger, 1)
    held = table.shows(claim) is not None
    _, move = yield Ask("prove", {claimant: _PROVE_OR_CONCEDE if held else _CONCEDE}, claim)
    if move is PROVE:
        card = table.shows(claim) or ""
        table.tell("proven", {"by": claimant, "role": claim.role, "card": card})
        table.replace(claimant, card)
        yield from lose_life(table, challenger, CHALLENGED)
        return True
    table.tell("exposed", {"by": claimant, "role": claim.role})
    if isinstance(claim, Act):
        _settle_coins(table, claim, challenger)
    yield from lose_life(table, claimant, CHALLENGED)
    return False


def _settle_coins(table: Table, act: Act, challenger: int) -> None:
    # Before the life is lost the price comes back, and a gambler's coins go to the challenger (rules.md 2.5).
    action = act.action
    if action.to_target:
        table.transfer(act.target, act.by, action.price)
    elif action.price:
        table.coins[act.by] += action.price
        table.tell("refunded", {"by": act.by, "amount": action.price})
    if action.forfeits:
        table.transfer(act.by, challenger, table.coins[act.by])


def replies_to(table: Table, act: Act) -> Replies:
    """What each player may answer to an action beside challenging it, whoever holds what (rules.md 2.4)."""
    action = act.action
    if not action.possible(table, act):
        return {}
    others = table.others(act.by)
    if action.answers == "join":
        return {seat: action.replies for seat in others if seat != act.target and table.coins[seat] >= RIOT_SHARE}
    if action.answers == "target":
        seats = (act.target,) if act.target in others else ()
    elif action.answers == "each":
        seats = tuple(seat for seat in act.targets if seat in others)
    else:
        seats = others
    if table.tax is None:
        return dict.fromkeys(seats, action.replies)
    able = {seat: tuple(c for c in action.replies if can_claim(table, seat, c.role)) for seat in seats}
    return {seat: claims for seat, claims in able.items() if claims}


def open_claims(table: Table, act: Act) -> Rules[None]:
    """Opens the sealed claims clockwise from the active player, into `act.standing` (rules.md 2.4, 2.7)."""
    me, action, sealed = act.by, act.action, act.sealed
    additional = action.answers == "share"
    kind = "additional" if additional else "counteraction"
    for seat in table.others(me):
        if seat not in sealed or not table.here(seat) or not action.possible(table, act):
            continue
        role = sealed[seat].role or ""
        if not pay_tax(table, seat, role):
            continue
        claim = Claim(seat, role, kind, act)
        table.tell("claim", {"by": seat, "role": role, "kind": kind, "of": me, "action": action.id})
        if additional or not table.edition.only_actor_challenges:
            challengers = table.others(seat)
        else:
            challengers = (me,) if table.here(me) else ()
        if action.rebuttal and not additional:
            stands = yield from _unless_rebutted(table, claim, challengers, action.rebuttal)
        else:
            stands = (yield from contest(table, claim, challengers)) is not None
        if stands:
            act.standing[seat] = role
            if not additional:
                table.tell("blocked", {"by": seat, "role": role, "of": me, "action": action.id})
        if action.single:
            return


def _unless_rebutted(table: Table, block: Claim, challengers: tuple[int, ...], rebuttal: str) -> Rules[bool]:
    """Whether a block stands against an actor who may override it with the special copy of a role (6.3)."""
    act = block.act
    if act is None:
        return False
    me = act.by
    override = (Move("claim", role=rebuttal),)
    answers = yield from contest(
        table, block, challengers, lambda: {me: override} if table.here(me) else {}, single=True
    )
    if answers is None:
        return False
    if me not in answers or not table.here(me):
        return True
    table.tell("claim", {"by": me, "role": rebuttal, "kind": "rebuttal", "of": block.by})
    claim = Claim(me, rebuttal, "rebuttal", act, copy=f"{rebuttal}*")
    return (yield from contest(table, claim, table.others(me))) is None
