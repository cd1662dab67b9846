"""The turn: one action, declared, answered and carried out, and what happens at its end (rules.md 2)."""

from collections.abc import Sequence
from typing import Final

from engine.events import Event
from engine.moves import RESIGN, Move
from engine.rules.actions import targetable
from engine.rules.card_layout import Decision
from engine.rules.claim_opening import pay_tax
from engine.rules.claims import contest, open_claims, replies_to
from engine.rules.general_actions import MUST_COUP_COINS
from engine.rules.lives import remove_resigned
from engine.table.facts import bound_to
from engine.table.questions import NO_ONE, Ask, Rules
from engine.table.table import Act, Among, Choices, Table

_MAX_CACHED: Final = 16_384  # sets of declarations per edition; six players of Reformation meet about that many


def turns(table: Table, decisions: Sequence[Decision]) -> Rules[None]:
    """Plays turn after turn, and ends by raising Finished; `decisions` are those made so far."""
    edition = table.edition
    while True:
        table.turn_began, table.started = len(decisions), table.snapshot()
        for begin in edition.at_turn_start:
            begin(table)
        table.events.append({"type": "turn", "by": table.turn})
        yield from take_action(table, table.turn)
        table.act, table.sealed = None, {}
        for end in edition.at_turn_end:
            rest = end(table)
            if rest is not None:
                yield from rest
        if table.resigned:
            remove_resigned(table)
        table.resigned = table.fallen = ()
        table.turn = table.next_in_turn()


def take_action(table: Table, me: int, without: str | None = None) -> Rules[None]:
    """A player chooses an action and carries it out; `without` names one that it may not choose (spy)."""
    move = yield Ask("act", {me: declarations(table, me, without)})
    if move is RESIGN:
        remove_resigned(table)
        return
    act = _declare(table, me, move)
    action = act.action
    claims = action.role is not None or action.denied is not None
    if claims or action.answers is not None:
        challengers = table.others(me) if claims else ()
        replies = replies_to if action.answers is not None else None
        sealed = yield from contest(table, act, challengers, replies, single=action.single)
        if sealed is None:
            return
        table.sealed = sealed
        act.answered = True
        if sealed and action.answers != "join":
            yield from open_claims(table, act)
    if action.possible(table, act):
        rest = action.effect(table, me, act)
        if rest is not None:
            yield from rest


def declarations(table: Table, me: int, without: str | None = None) -> tuple[Move, ...]:
    """Returns every action a player may declare: income, coup, then the edition's own in documented order."""
    known = table.edition.known_declarations
    if known is None:
        return _declarable(table, me, without)
    bound = bound_to(me, table.reformists, table.alive) if table.reformists else 0
    key = (me, table.coins[me], table.present, bound)
    moves = known.get(key)
    if moves is None:
        if len(known) >= _MAX_CACHED:
            known.clear()
        moves = known[key] = _declarable(table, me, without)
    return moves


def _declarable(table: Table, me: int, without: str | None) -> tuple[Move, ...]:
    actions, purse, tax = table.edition.actions, table.coins[me], table.tokens.tax
    taxed = None if tax is None or tax[0] == me else tax[1]
    moves: list[Move] = []
    among: Among | None = None
    choices: Choices = ()
    for action in actions.values() if purse < MUST_COUP_COINS else (actions["coup"],):
        if action.cost > purse or (taxed is not None and action.role == taxed and action.cost == purse):
            continue
        if action.among is None:
            moves += action.bare
            continue
        if action.among is not among:
            among = action.among
            choices = among(table, me)
        moves += action.declarations[choices]
    return tuple(moves if without is None else [move for move in moves if move.action != without])


def _declare(table: Table, me: int, move: Move) -> Act:
    action = table.edition.actions[move.action or ""]
    act = Act(me, action, move)
    if action.answers == "each":
        act.targets = targetable(table, me)
    if action.endangers is not None:
        act.endangered = (act.target,) if action.endangers == "target" else act.targets
    table.act = act
    declared: Event = {"type": "action", "by": me, "action": action.id, "role": action.role}
    if act.target != NO_ONE:
        declared["target"] = act.target
    if act.recipient != NO_ONE:
        declared["recipient"] = act.recipient
    if action.denied is not None:
        declared["denied"] = action.denied
    if action.names is not None:
        declared[action.names] = move.role
    table.events.append(declared)
    if table.tokens.tax is not None:
        pay_tax(table, me, action.role)
    if action.price:
        _pay_price(table, act)
    return act


def _pay_price(table: Table, act: Act) -> None:
    action = act.action
    if action.surcharge:
        act.price = action.price_against(len(table.hands[act.target]), is_actor=act.target == act.by)
    if action.to_target:
        table.transfer(act.by, act.target, act.price)
    else:
        table.pay(act.by, act.price, "price")
