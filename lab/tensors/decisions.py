"""Decisions as numbers.

Seats are counted clockwise from the one that decides, roles by their position among those in play, special copies
of cards separately. So a number means the same in every seat and with every pool.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Any, Final, TypeAlias

from engine import RULESETS, Edition, Move
from engine.catalogue import CLASSIC_ACTIONS, GENERAL_ACTIONS, pool_roles
from engine.moves import CHALLENGE, CONCEDE, DRAW, LEAVE, PASS, PAY, PROVE, REFUSE, STOP, SWAP

_PLAIN_MOVES: Final = (PASS, CHALLENGE, PROVE, CONCEDE, PAY, REFUSE, DRAW, STOP, LEAVE, SWAP)
_MAX_CACHED: Final = 20_000

_Key: TypeAlias = tuple[Any, ...]
"""The fields of a move: do, action, target, recipient, role, card, cards, give."""


def action_columns(edition: Edition) -> tuple[Any, ...]:
    """Returns every action of a variant: general actions by name, those of a pool by the number of their role."""
    own: Sequence[Any] = range(len(edition.roles)) if edition.has_pool else CLASSIC_ACTIONS
    # Other deals of a variant may have other pools, with other general actions (rules.md 10.1, 10.2).
    joining = RULESETS[edition.ruleset].joining.values()
    known = {*edition.actions, *(("income", "bank", *joining) if joining else ())}
    return (*[name for name in GENERAL_ACTIONS if name in known], *own)


class Decisions:
    """The numbers of all decisions of one variant; `len` is how many there are."""

    def __init__(self, edition: Edition) -> None:
        self._seats = edition.seats
        self._pool = edition.has_pool
        keys = _keys(
            action_columns(edition),
            edition.seats,
            len(edition.roles),
            len(set(edition.deck)),
            pool=edition.has_pool,
            bomb="anarchist" in pool_roles(edition.ruleset),
        )
        self._numbers: dict[_Key, int] = {key: number for number, key in enumerate(dict.fromkeys(keys))}
        self._known: dict[_Key, tuple[int, ...]] = {}

    def __len__(self) -> int:
        """The number of different decisions."""
        return len(self._numbers)

    def numbers(self, edition: Edition, options: tuple[Move, ...], seat: int) -> tuple[int, ...]:
        """Returns the number of each option of a seat. Raises KeyError if the variant has no such move."""
        key = (edition.roles, seat, options)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _MAX_CACHED:
                self._known.clear()
            kinds: dict[str, int] = {card: number for number, card in enumerate(sorted(set(edition.deck)))}
            roles: dict[str, int] = {role: number for number, role in enumerate(edition.roles)}
            known = self._known[key] = tuple([self._number(kinds, roles, move, seat) for move in options])
        return known

    def _number(self, kinds: dict[str, int], roles: dict[str, int], move: Move, seat: int) -> int:
        action: Any = move.action
        if self._pool and action in roles:
            action = roles[action]
        target = None if move.target is None else (move.target - seat) % self._seats
        recipient = None if move.recipient is None else (move.recipient - seat) % self._seats
        role = None if move.role is None else roles[move.role]
        card = None if move.card is None else kinds[move.card]
        give = None if move.give is None else kinds[move.give]
        cards = None if move.cards is None else tuple([kinds[held] for held in move.cards])
        return self._numbers[move.do, action, target, recipient, role, card, cards, give]


def _keys(
    actions: Sequence[Any], seat_count: int, role_count: int, card_count: int, *, pool: bool, bomb: bool
) -> Iterator[_Key]:
    """Yields every move that a seat could make in any game, some of them twice."""
    for move in _PLAIN_MOVES:
        yield (move.do, *[None] * 7)
    seats, roles, kinds = range(seat_count), range(role_count), range(card_count)
    for action in actions:
        yield from (("act", action, target, None, None, None, None, None) for target in (None, *seats))
        if pool:
            yield from (("act", action, None, recipient, None, None, None, None) for recipient in seats)
            yield from (
                ("act", action, target, recipient, None, None, None, None)
                for target in seats
                for recipient in seats
            )
            yield from (("act", action, None, None, role, None, None, None) for role in roles)
    for role in roles:
        yield ("claim", None, None, None, role, None, None, None)
        if bomb:
            yield from (("claim", None, target, None, role, None, None, None) for target in seats)
        if pool:
            yield from (("claim", None, None, None, role, card, None, None) for card in kinds)
    for do in ("lose", "show", "give"):
        yield from ((do, None, None, None, None, card, None, None) for card in kinds)
    for held in (1, 2):
        for cards in combinations_with_replacement(kinds, held):
            yield ("keep", None, None, None, None, None, cards, None)
            if pool:
                yield from (("keep", None, None, None, None, None, cards, give) for give in kinds)
