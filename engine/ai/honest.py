"""The honest seat: claims only what it holds, counts cards, and challenges only what cannot be true."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.catalogue import plain
from engine.edition import Edition
from engine.editions.classic import AMBASSADOR, CLASSIC, INQUISITOR
from engine.editions.g54.edition import ROLE_ACTIONS
from engine.moves import Move

_ROLE_OF: Final = {name: action.role for name, action in {**ROLE_ACTIONS, **CLASSIC, **AMBASSADOR}.items()}
_ATTACKS: Final = frozenset(
    ["coup", "assassinate", "guerrilla", "judge", "general", "mercenary", "crime_boss", "protestor"]
)
_POOR: Final = frozenset(("income", "examine", "exchange"))
_WEIGHTS: Final = {"attack": 12, "usual": 4, "poor": 1}


def choose_honestly(view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
    """The option of somebody who never lies: truthful claims, proofs, sure challenges; else lets things pass."""
    prompt = view["prompt"]["prompt"]
    default = int(view["prompt"]["default"])
    me = next(player for player in view["players"] if player["name"] == view["you"])
    held = [plain(card) for card in me["hand"]]
    if prompt in ("act", "avenge"):
        return _act(view, options, chance, held)
    for move in options:
        if move.do == "challenge" and _impossible(view, me):
            return move
        if move.do == "claim" and move.role in held and move.card in (None, move.role):
            return move
    if prompt == "keep":
        return chance.choice([move for move in options if len(set(move.cards or ())) == _variety(options)])
    if prompt in ("lose", "give", "show"):
        plain_ways = [move for move in options if move.do == prompt]
        doubled = [move for move in plain_ways if held.count(plain(move.card or "")) > 1]
        return chance.choice(doubled or plain_ways)
    return options[default]


def _act(view: Mapping[str, Any], options: Sequence[Move], chance: random.Random, held: Sequence[str]) -> Move:
    inquisitor = "inquisitor" in view["roles"]
    roles = {**_ROLE_OF, **{name: action.role for name, action in INQUISITOR.items()}} if inquisitor else _ROLE_OF
    honest = [move for move in options if roles.get(move.action or "") in (None, *held)] or list(options)
    kinds = {move.action or "": _WEIGHTS[_kind(move.action or "")] for move in honest}
    action = chance.choices(list(kinds), list(kinds.values()))[0]
    moves = [move for move in honest if move.action == action]
    strength = [_strength(view, move) for move in moves]
    return chance.choice([move for move, power in zip(moves, strength, strict=True) if power == max(strength)])


def _kind(action: str) -> str:
    return "attack" if action in _ATTACKS else "poor" if action in _POOR else "usual"


def _strength(view: Mapping[str, Any], move: Move) -> tuple[int, int]:
    # Attack whoever is ahead, and give to whoever is behind.
    target = view["players"][move.target] if move.target is not None else None
    ahead = (target["cards"] * 5 + target["coins"]) if target else 0
    behind = -view["players"][move.recipient]["coins"] if move.recipient is not None else 0
    return ahead, behind


def _variety(options: Sequence[Move]) -> int:
    return max(len(set(move.cards or ())) for move in options)


def _impossible(view: Mapping[str, Any], me: Mapping[str, Any]) -> bool:
    """Whether every copy of the claimed role lies where the claimant cannot have it."""
    claim = view["claim"]
    if claim is None or claim["role"] is None or claim["by"] == me["name"]:
        return False
    seen = [*me["hand"], *me["aside"], *view.get("out", ())]
    for player in view["players"]:
        seen += player["lost"]
    if claim["kind"] == "rebuttal":
        return f"{claim['role']}*" in seen
    return sum(plain(card) == claim["role"] for card in seen) >= Edition.copies
