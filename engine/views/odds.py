"""Odds: the probability that a hand holds a role, computed from the face-up cards and a reader's own.

Any other card may be in any hidden place: in another hand, put aside, in the court deck or on the mat. The odds
ignore claims, passes, and cards that were shown and shuffled back; players must judge those themselves.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

from engine.editions import edition_of
from engine.moves import CHALLENGE
from engine.table.questions import proving_cards
from engine.views.view import PublicView, bound_seats


class Reader(NamedTuple):
    """A player who reads the odds: the seat, and the cards that this player sees besides the face-up ones."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActionOdds:
    """An action that the active player may declare, and the probability of the claims about it.

    `role` is what it claims, None if nothing, and `denied` what it claims not to hold; `held` is the probability
    that the claim is true, None if the reader knows. `counters` are the roles with which others may answer.
    `countered` is the probability that a player who may answer, other than the reader, holds one of them: by
    target if the target alone may answer, otherwise for None.
    """

    action: str
    role: str | None
    held: Fraction | None
    counters: tuple[str, ...]
    countered: Mapping[int | None, Fraction]
    denied: str | None = None


def chance_of(left: Mapping[str, int], cards: Iterable[str], drawn: int) -> Fraction:
    """Returns the probability that one of `drawn` face-down cards is one of `cards`; `left` counts each card.

    >>> chance_of({"duke": 3, "captain": 3}, ["duke"], 1)
    Fraction(1, 2)
    """
    whole, wanted = sum(left.values()), sum(left.get(card, 0) for card in cards)
    return 1 - Fraction(comb(whole - wanted, drawn), comb(whole, drawn))


def cards_left(view: PublicView, reader: Reader | None = None) -> Counter[str]:
    """Returns how many of each card are not face up, and not seen by the reader."""
    left = Counter(edition_of(view.view).deck)
    if reader is not None:
        left.subtract(reader.cards)
    for player in view.view["players"]:
        left.subtract(player["lost"])
    left.subtract(view.view.get("out", ()))
    return left


def claim_odds(view: PublicView, reader: Reader | None = None) -> Fraction | None:
    """Returns the probability that the open claim, challenged or not, is true.

    None if there is none, or if it is the reader's.

    >>> game = Game.new("classic", ["Ada", "Ben", "Cleo"], first="Ada")
    >>> events = game.decide(0, Move("act", "tax"))
    >>> claim_odds(game.public())
    Fraction(13, 35)
    """
    claim = view.claim
    if claim is None or (claim.role is None and claim.denied is None) or _is(claim.by, reader):
        return None
    open_to_challenge = any(CHALLENGE in moves for moves in view.options.values())
    if view.prompt != "prove" and not open_to_challenge:
        return None
    if claim.kind == "loss":
        # The card put aside proves it, not the hand.
        return chance_of(cards_left(view, reader), proving_cards(claim.role, claim.kind), 1)
    if claim.denied is not None:
        return 1 - _chance_held(view, (claim.by,), _copies(claim.denied), reader)
    return _chance_held(view, (claim.by,), proving_cards(claim.role, claim.kind), reader)


def counter_odds(
    view: PublicView, reader: Reader | None = None
) -> tuple[tuple[str, ...], Sequence[int], Fraction] | None:
    """Returns the roles that may be claimed as an answer, who may, and the probability that one of them holds one.

    None if nobody but the reader may claim a role.
    """
    claims = {seat: [move.role for move in moves if move.do == "claim"] for seat, moves in view.options.items()}
    seats = [seat for seat, roles in claims.items() if roles and not _is(seat, reader)]
    if not seats or view.prompt == "act":
        return None
    roles = tuple(dict.fromkeys(role for seat in seats for role in claims[seat] if role is not None))
    kind = "rebuttal" if view.is_about_block else "action"
    wanted = [card for role in roles for card in proving_cards(role, kind)]
    return roles, seats, _chance_held(view, seats, wanted, reader)


def action_odds(view: PublicView, reader: Reader | None = None) -> tuple[ActionOdds, ...]:
    """Returns the odds of every action that may be declared now, in the order of the options."""
    declared: dict[str, list[int | None]] = {}
    for moves in view.options.values():
        for move in moves:
            if move.action is not None:
                targets = declared.setdefault(move.action, [])
                if move.target not in targets:
                    targets.append(move.target)
    return tuple(_of_action(view, action, targets, reader) for action, targets in declared.items())


def _of_action(view: PublicView, name: str, targets: list[int | None], reader: Reader | None) -> ActionOdds:
    action, me = edition_of(view.view).actions[name], view.asked[0]
    role = None if view.prompt == "avenge" else action.role
    held = None
    if not _is(me, reader):
        if role is not None:
            held = _chance_held(view, (me,), _copies(role), reader)
        elif action.denied is not None:
            held = 1 - _chance_held(view, (me,), _copies(action.denied), reader)
    counters = tuple(reply.role for reply in action.replies if reply.role is not None)
    by_target = action.answers == "target"
    if action.answers == "join" and role is not None:  # a riot: its target may stop it with the same role
        counters, by_target = (role,), True
    if not counters:
        return ActionOdds(name, role, held, (), {}, action.denied)
    players, bound = view.view["players"], bound_seats(view.view, me)
    others = [
        seat
        for seat, player in enumerate(players)
        if seat != me and player["alive"] and seat not in bound and not _is(seat, reader)
    ]
    alone = {target: others if target is None else (target,) for target in targets}
    who = alone if by_target else {None: others}
    countered = {
        target: _chance_held(view, seats, _all_copies(counters), reader)
        for target, seats in who.items()
        if seats and target != me and not (by_target and _is(target, reader))
    }
    return ActionOdds(name, role, held, counters, countered)


def _is(seat: int | None, reader: Reader | None) -> bool:
    return reader is not None and seat == reader.seat


def _chance_held(
    view: PublicView, seats: Collection[int], cards: Iterable[str], reader: Reader | None
) -> Fraction:
    """Returns the probability that one of these seats, none of them the reader's, holds one of these cards."""
    players = view.view["players"]
    return chance_of(cards_left(view, reader), cards, sum(players[seat]["cards"] for seat in seats))


def _all_copies(roles: Iterable[str]) -> list[str]:
    return [card for role in roles for card in _copies(role)]


def _copies(role: str) -> tuple[str, ...]:
    return proving_cards(role, "action")
