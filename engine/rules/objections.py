"""The reason why a decision is none of a player's options: the rule that it breaks, for the referee's sentence."""

from typing import Any, TypeAlias

from engine.moves import CHALLENGE, PROVE, Move
from engine.rules.claim_opening import tax_on
from engine.rules.general_actions import MUST_COUP_COINS
from engine.table.questions import Ask
from engine.table.table import Act, Action, Bar, Table

Objection: TypeAlias = tuple[str, dict[str, Any]]
"""A key of `engine.errors.SENTENCES`, and the facts for its sentence."""

_FIELDS = ("target", "recipient", "role")


def objection(table: Table, names: tuple[str, ...], ask: Ask, seat: int, move: Move) -> Objection:
    """Returns why a seat that is asked may not make a move. It depends only on what everybody may know."""
    found: Objection | None = None
    claim = ask.claim
    if ask.prompt == "act" and move.do == "act":
        found = _to_declaration(table, names, seat, move, ask.options[seat])
    elif ask.prompt == "bomb" and move.target is not None:
        if move.target in table.tokens.bomb:
            found = "held_bomb", {"name": names[move.target]}
        else:
            found = _to_target(table, names, seat, move.target, table.edition.bars)
    elif move is PROVE and claim is not None and claim.denied is not None:
        found = "denied_proof", {"role": claim.denied}
    elif ask.prompt == "respond" and isinstance(claim, Act):
        found = _to_answer(table, names, claim, seat, move)
    return found or ("illegal_decision", {"move": str(move)})


def objection_unasked(table: Table, names: tuple[str, ...], ask: Ask, seat: int, move: Move) -> Objection:
    """Returns why a seat that is not asked may not make a move: mostly that it owes none."""
    found: Objection | None = None
    if isinstance(ask.claim, Act) and move.do == "claim" and seat not in ask.offered:
        found = _to_block(table, names, ask.claim, seat)
    return found or ("not_pending", {"name": names[seat]})


def _to_declaration(
    table: Table, names: tuple[str, ...], seat: int, move: Move, options: tuple[Move, ...]
) -> Objection | None:
    edition, coins = table.edition, table.coins[seat]
    action = edition.actions.get(move.action or "")
    if action is None:
        return "no_such_action", {"given": move.action, "known": tuple(edition.actions)}
    if coins >= MUST_COUP_COINS and action.id != "coup":
        return "must_coup", {"coins": MUST_COUP_COINS}
    price = _price(table, seat, action, move)
    if coins < price:
        return "too_poor", {"action": action.id, "price": price, "name": names[seat], "coins": coins}
    named = {_fields(option) for option in options if option.action == action.id}
    if named and _fields(move) not in named:
        return "wrong_fields", {"action": action.id, "fields": min(named) or ("nothing else",)}
    if move.target is None:
        return None
    if move.target == seat and move.recipient is None:
        return "target_self", {"action": action.id}
    return _to_target(table, names, seat, move.target, edition.coup_bars if action.id == "coup" else edition.bars)


def _to_target(
    table: Table, names: tuple[str, ...], seat: int, target: int, bars: tuple[Bar, ...]
) -> Objection | None:
    facts = {"name": names[target]}
    if not table.alive >> target & 1:
        return "out_of_game", facts
    reasons = (bar.reason for bar in bars if bar.protects(table, seat) >> target & 1)
    reason = next(reasons, None)
    return None if reason is None else (f"target_{reason}", facts)


def _to_answer(table: Table, names: tuple[str, ...], act: Act, seat: int, move: Move) -> Objection | None:
    if move is CHALLENGE and act.role is None and act.denied is None:
        return "no_challenge", {"action": act.action.id}
    if move.do != "claim":
        return None
    if act.action.answers is None:
        return "no_block", {"action": act.action.id}
    return _to_block(table, names, act, seat)


def _to_block(table: Table, names: tuple[str, ...], act: Act, seat: int) -> Objection | None:
    if act.action.answers == "target" and seat != act.target:
        return "not_its_target", {"name": names[seat], "action": act.action.id}
    for bar in table.edition.block_bars:
        if seat != act.by and bar.protects(table, act.by) >> seat & 1:
            return f"block_{bar.reason}", {"name": names[seat]}
    return None


def _price(table: Table, seat: int, action: Action, move: Move) -> int:
    """Returns the coins that a player must have to declare an action: its price, and the tax on its role."""
    price = action.price
    if move.target is not None:
        price = action.price_against(len(table.hands[move.target]), is_actor=move.target == seat)
    return price + action.need + tax_on(table, seat, action.role)


def _fields(move: Move) -> tuple[str, ...]:
    return tuple([field for field in _FIELDS if getattr(move, field) is not None])
