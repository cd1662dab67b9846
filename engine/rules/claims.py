"""Claims and challenges: how a claim is made, then proven or exposed (rules.md 2.4 to 2.7)."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeAlias, TypeVar

from engine.events import Event
from engine.moves import CONCEDE, PASS, PROVE, Move
from engine.rules.actions import able_to_block
from engine.rules.claim_opening import ALLOW_OR_CHALLENGE, Window, can_claim, pay_tax
from engine.rules.lives import CHALLENGED, lose_life
from engine.table.questions import Ask, Claim, Rules
from engine.table.table import Act, Table

C = TypeVar("C", bound=Claim)

Answers: TypeAlias = tuple[tuple[tuple[int, ...], tuple[Move, ...]], ...]
"""Groups of seats, each with what these may answer to a claim besides passing and challenging it."""
Replies: TypeAlias = Callable[[Table, C], Answers]

RIOT_SHARE: Final = 3
_PROVE_OR_CONCEDE = (PROVE, CONCEDE)
_CONCEDE = (CONCEDE,)
_ALLOW = (PASS,)
_AVERTING: Final = frozenset(
    ("counteraction", "bomb")
)  # the kinds of claims that save their claimant from an action


def contest(
    table: Table,
    claim: C,
    challengers: tuple[int, ...],
    replies: Replies[C] | None = None,
    *,
    single: bool = False,
) -> Rules[dict[int, Move] | None]:
    """Asks the other players about a claim. Returns None if it is exposed, otherwise the sealed answers to it.

    `challengers` and the seats of `replies` are asked clockwise from the claimant. `replies` returns what each may
    answer besides challenging; it is called again after a failed challenge, which voids all sealed answers.
    `single`: only the first such answer counts.
    """
    while options := _options(challengers, () if replies is None else replies(table, claim)):
        window = Window(table, claim, options)
        window.first_counts = single and not challengers
        yield window
        if window.challenger is None:
            return window.sealed
        if not (yield from settle_challenge(table, claim, window.challenger)):
            return None
        challengers = ()
    return {}


@lru_cache(maxsize=8192)
def _options(challengers: tuple[int, ...], replies: Answers) -> dict[int, tuple[Move, ...]]:
    options: dict[int, tuple[Move, ...]] = dict.fromkeys(challengers, ALLOW_OR_CHALLENGE)
    for seats, moves in replies:
        for seat in seats:
            options[seat] = options.get(seat, _ALLOW) + moves
    return options


def settle_challenge(table: Table, claim: Claim, challenger: int) -> Rules[bool]:
    """Settles a challenge: its loser loses a life (rules.md 2.5). Returns whether the claim was proven."""
    claimant = claim.by
    claim.challenger = challenger
    _tell(table, claim, {"type": "challenge", "by": challenger, "against": claimant, "role": claim.role})
    if table.edition.challenger_coins:
        table.gain(challenger, table.edition.challenger_coins)
    cards = claim.proof(table.hands[claimant])
    move = yield Ask("prove", {claimant: _PROVE_OR_CONCEDE if cards else _CONCEDE}, claim)
    if cards and move is PROVE:
        _tell(table, claim, {"type": "proven", "by": claimant, "role": claim.role, "card": cards[0]})
        table.replace(claimant, cards)
        if claim.kind in _AVERTING and isinstance(claim.act, Act):
            claim.act.blocked_by(claimant)
        yield from lose_life(table, challenger, CHALLENGED)
        return True
    _tell(table, claim, {"type": "exposed", "by": claimant, "role": claim.role})
    if isinstance(claim, Act):
        claim.endangered = ()
        _settle_coins(table, claim, challenger)
    yield from lose_life(table, claimant, CHALLENGED)
    return False


def _tell(table: Table, claim: Claim, event: Event) -> None:
    # A claim not to hold a role is proven by the whole hand (rules.md 9.4).
    if claim.denied is not None:
        event["denied"] = claim.denied
        if event.pop("card", None) is not None:
            event["cards"] = table.hands[claim.by]
    table.events.append(event)


def _settle_coins(table: Table, act: Act, challenger: int) -> None:
    # Before the life is lost, the price is returned, and a forfeit goes to the challenger (rules.md 2.5).
    action = act.action
    if action.to_target:
        table.transfer(act.target, act.by, act.price)
    elif act.price:
        table.coins[act.by] += act.price
        table.events.append({"type": "refunded", "by": act.by, "amount": act.price})
    if action.forfeits:
        table.transfer(act.by, challenger, table.coins[act.by])


def replies_to(table: Table, act: Act) -> Answers:
    """Returns what each player may answer to an action besides a challenge, whatever its cards (2.4)."""
    action = act.action
    if not action.possible(table, act):
        return ()
    others = able_to_block(table, act.by) if table.edition.block_bars else table.others(act.by)
    if action.answers == "target":
        others = (act.target,) if act.target in others else ()
    elif action.answers == "join":
        others = tuple([seat for seat in others if seat != act.target and table.coins[seat] >= RIOT_SHARE])
        return ((others, action.replies),)
    elif action.answers == "each":
        others = tuple([seat for seat in act.targets if seat in others])
    if table.tokens.tax is None:
        return ((others, action.replies),)
    able = [
        ((seat,), tuple([each for each in action.replies if can_claim(table, seat, each.role)])) for seat in others
    ]
    return tuple([group for group in able if group[1]])


def open_claims(table: Table, act: Act) -> Rules[None]:
    """Opens the sealed claims clockwise from the active player, into `act.standing` (rules.md 2.4, 2.7)."""
    me, action, sealed = act.by, act.action, table.sealed
    additional = action.answers == "share"
    kind = "additional" if additional else "counteraction"
    for seat in table.others(me):
        if seat not in sealed or not table.is_present(seat) or not action.possible(table, act):
            continue
        role = sealed.pop(seat).role or ""
        if not pay_tax(table, seat, role):
            continue
        claim = Claim(seat, role, kind, act)
        table.events.append(
            {"type": "claim", "by": seat, "role": role, "kind": kind, "of": me, "action": action.id}
        )
        if additional or not table.edition.only_actor_challenges:
            challengers = table.others(seat)
        else:
            challengers = (me,) if table.is_present(me) else ()
        if action.rebuttal and not additional:
            stands = yield from _unless_rebutted(table, claim, challengers, action.rebuttal)
        else:
            stands = (yield from contest(table, claim, challengers)) is not None
        if stands:
            act.standing[seat] = role
            if not additional:
                act.blocked_by(seat)
                table.events.append({"type": "blocked", "by": seat, "role": role, "of": me, "action": action.id})
        if action.single:
            return


def _unless_rebutted(table: Table, block: Claim, challengers: tuple[int, ...], rebuttal: str) -> Rules[bool]:
    """Whether a block succeeds, although the actor may override it with the special copy of a role (6.3)."""
    act = block.act
    if act is None:
        return False
    me = act.by

    def override(table: Table, block: Claim) -> Answers:
        return (((me,), (Move("claim", role=rebuttal),)),) if table.is_present(me) else ()

    answers = yield from contest(table, block, challengers, override, single=True)
    if answers is None:
        return False
    if me not in answers or not table.is_present(me):
        return True
    table.events.append({"type": "claim", "by": me, "role": rebuttal, "kind": "rebuttal", "of": block.by})
    return (yield from contest(table, Claim(me, rebuttal, "rebuttal", act), table.others(me))) is None
