"""Whether an option makes a true claim, and whether a claim was true: only its player knows before a challenge."""

from collections.abc import Sequence
from functools import lru_cache

from engine.catalogue import ROLES
from engine.events import Event
from engine.moves import Move
from engine.rules.driver import Driver
from engine.table.questions import proof_of
from engine.table.table import Action, Edition


def claims_truly(game: Driver, seat: int, move: Move) -> bool | None:
    """Whether the claim that an option of a seat makes could be proven now; None if the option claims nothing.

    The result depends on the seat's hidden cards, so only that seat may see it.

    >>> game = Game.new("classic", ["Ada", "Ben", "Cleo"], seed="00" * 32, first="Ada")
    >>> game.table.hands[0]
    ('contessa', 'duke')
    >>> [claims_truly(game, 0, Move("act", action)) for action in ("tax", "exchange", "income")]
    [True, False, None]
    """
    return truths(game, seat, (move,))[0]


def truths(game: Driver, seat: int, moves: Sequence[Move]) -> list[bool | None]:
    """Returns `claims_truly` of each of several options of a seat."""
    ask, table = game.ask, game.table
    if ask is None:
        return [None] * len(moves)
    rebuts = ask.claim is not None and ask.claim.act is not None
    kind = "declaration" if ask.prompt == "act" else "rebuttal" if rebuts else "action"
    return _truths(table.edition, tuple(moves), table.hands[seat], kind)


@lru_cache(maxsize=4096)
def _truths(edition: Edition, moves: tuple[Move, ...], hand: tuple[str, ...], kind: str) -> list[bool | None]:
    if kind == "declaration":
        roles = _roles_proven(hand)
        return [None if move.action is None else _is_true(edition.actions[move.action], roles) for move in moves]
    # The card put aside proves a claim on a lost card (rules.md 4.2).
    return [
        None
        if move.do != "claim"
        else move.role in (_roles_proven(hand, kind) if move.card is None else _roles_proven((move.card,)))
        for move in moves
    ]


def _is_true(action: Action, roles: frozenset[str]) -> bool | None:
    if action.role is not None:
        return action.role in roles
    return None if action.denied is None else action.denied not in roles


def makes_claim(event: Event) -> bool:
    """Whether an event is a claim that can be true: to hold a role, or not to hold one (rules.md 9.4).

    >>> makes_claim({"type": "action", "by": 0, "action": "income", "role": None})
    False
    """
    return event["type"] in ("action", "claim") and (event["role"] is not None or "denied" in event)


def is_claim_true(claim: Event, hand: tuple[str, ...], card: str | None = None) -> bool:
    """Whether the claim of an event `action` or `claim` was true.

    `hand` is the claimant's before the decision that opened the claim, `card` the one that the decision named: put
    aside, it proves a claim on a lost card (rules.md 4.2).

    >>> is_claim_true({"type": "action", "by": 0, "action": "tax", "role": "duke"}, ("captain", "duke"))
    True
    """
    if "denied" in claim:
        return claim["denied"] not in _roles_proven(hand)
    kind = claim.get("kind", "action")
    return claim["role"] in _roles_proven(hand if kind != "loss" or card is None else (card,), kind)


@lru_cache(maxsize=4096)
def _roles_proven(cards: tuple[str, ...], kind: str = "action") -> frozenset[str]:
    return frozenset([role for role in ROLES if proof_of(role, cards, kind) is not None])
