"""The encoding of a game for learning programs: decisions as numbers, and what a seat sees as a row of numbers.

Seats are counted clockwise from the viewer. Roles are numbered by their position among the roles in play, special
copies separately. So a number means the same in every seat and with every pool.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any, Final

from engine import RULESETS, Edition, Move
from engine.catalogue import CLASSIC_ACTIONS, GENERAL_ACTIONS, pool_roles
from engine.moves import CHALLENGE, CONCEDE, DRAW, LEAVE, PASS, PAY, PROVE, REFUSE, STOP, SWAP
from lab.claim_history import ClaimHistory

_PLAIN_MOVES: Final = (PASS, CHALLENGE, PROVE, CONCEDE, PAY, REFUSE, DRAW, STOP, LEAVE, SWAP)
_PROMPTS: Final = (
    *("act", "respond", "prove", "lose", "keep", "give", "draw", "ransom", "show", "examine", "defuse", "estate"),
    "avenge",
)
_CLAIMS: Final = ("action", "counteraction", "additional", "rebuttal", "loss", "defuse", "estate")
LEAST: Final = -1
MOST: Final = 127

Key = tuple[Any, ...]
"""The fields of a move: do, action, target, recipient, role, card, cards, give."""


class Encoding:
    """The encoding of one variant. An observation has `size` numbers."""

    def __init__(self, edition: Edition) -> None:
        self._seats = edition.seats
        self._pool = edition.has_pool
        self._kinds = len(set(edition.deck))
        self._roles = len(edition.roles)
        own = range(self._roles) if self._pool else CLASSIC_ACTIONS
        # Other deals of a variant may have other pools, with other general actions (rules.md 10.1, 10.2).
        joining = RULESETS[edition.ruleset].joining.values()
        known = {*edition.actions, *(("income", "bank", *joining) if joining else ())}
        self._actions: tuple[Any, ...] = (*[name for name in GENERAL_ACTIONS if name in known], *own)
        self._pool_roles = pool_roles(edition.ruleset)
        self._bomb = ("bomb",) if "anarchist" in self._pool_roles else ()
        self._numbers = {key: number for number, key in enumerate(dict.fromkeys(self._keys()))}
        self.size = len(self.observation(edition, _empty_view(edition), ClaimHistory(edition.seats), 0))

    def __len__(self) -> int:
        """The number of different decisions."""
        return len(self._numbers)

    def decision(self, edition: Edition, move: Move, seat: int) -> int:
        """Returns the number of a move that a seat makes. Raises KeyError if the variant has no such move."""
        kinds, roles = sorted(set(edition.deck)), edition.roles
        action: Any = roles.index(move.action) if self._pool and move.action in roles else move.action
        target, recipient = (
            None if who is None else (who - seat) % self._seats for who in (move.target, move.recipient)
        )
        role = None if move.role is None else roles.index(move.role)
        card, give = (None if held is None else kinds.index(held) for held in (move.card, move.give))
        cards = None if move.cards is None else tuple(kinds.index(held) for held in move.cards)
        return self._numbers[move.do, action, target, recipient, role, card, cards, give]

    def _keys(self) -> Iterator[Key]:
        """Yields every move that a seat could make in any game, some of them twice."""
        for move in _PLAIN_MOVES:
            yield (move.do, *[None] * 7)
        seats, roles, kinds = range(self._seats), range(self._roles), range(self._kinds)
        for action in self._actions:
            yield from (("act", action, target, None, None, None, None, None) for target in (None, *seats))
            if self._pool:
                yield from (("act", action, None, recipient, None, None, None, None) for recipient in seats)
                yield from (
                    ("act", action, target, recipient, None, None, None, None)
                    for target in seats
                    for recipient in seats
                )
                yield from (("act", action, None, None, role, None, None, None) for role in roles)
        for role in roles:
            yield ("claim", None, None, None, role, None, None, None)
            if self._bomb:
                yield from (("claim", None, target, None, role, None, None, None) for target in seats)
            if self._pool:
                yield from (("claim", None, None, None, role, card, None, None) for card in kinds)
        for do in ("lose", "show", "give"):
            yield from ((do, None, None, None, None, card, None, None) for card in kinds)
        for held in (1, 2):
            for cards in combinations_with_replacement(kinds, held):
                yield ("keep", None, None, None, None, None, cards, None)
                if self._pool:
                    yield from (("keep", None, None, None, None, None, cards, give) for give in kinds)

    def observation(
        self, edition: Edition, view: Mapping[str, Any], history: ClaimHistory, seat: int
    ) -> list[int]:
        """Returns what a seat sees and has heard, as numbers from -1 to 127.

        First comes a part for each seat, then the viewer's cards, the open claim, the question, and the table.
        """
        kinds, roles = sorted(set(edition.deck)), list(edition.roles)
        names = [player["name"] for player in view["players"]]
        claim: Mapping[str, Any] = view["claim"] or {}
        tokens: Mapping[str, Any] = view.get("tokens") or {}
        action: Mapping[str, Any] = claim.get("action") or {}
        tax: Mapping[str, Any] = tokens.get("tax") or {}
        row: list[int] = []
        for shift in range(self._seats):
            other = (seat + shift) % self._seats
            player, name = view["players"][other], names[other]
            row += (player["coins"], player["cards"], player["alive"], _card_count(player["aside"]))
            row += (view["turn"] == name, name in view["pending"])
            row += (claim.get("by") == name, claim.get("challenger") == name)
            row += (action.get("by") == name, action.get("target") == name, action.get("recipient") == name)
            row += (player.get("team") == view["players"][seat].get("team"), view.get("first") == name)
            row += (
                tokens.get("peacekeeping") == name,
                name in (tokens.get("treaty") or ()),
                tax.get("holder") == name,
            )
            row.append(sum(token["on"] == name for token in tokens.get("disappear") or ()))
            if "allegiance" in player:
                row.append(player["allegiance"] == view["players"][seat]["allegiance"])
            if self._bomb:
                bomb = tokens.get("bomb") or {"on": None, "held": ()}
                row += (bomb["on"] == name, name in bomb["held"], claim.get("target") == name)
            row += _counts(player["lost"], kinds)
            row += [history.claimed[other][role] for role in roles]
            row += (history.exposed[other], history.challenged[other])
        me = view["players"][seat]
        row += _counts(me["hand"], kinds)
        row += _counts(view.get("drawn", ()), kinds)
        row += _counts([view["seen"]["card"]] if "seen" in view else (), kinds)
        row += _counts(view.get("out", ()), kinds)
        row += _one_hot(claim.get("role"), roles)
        row += _one_hot(claim.get("kind"), (*_CLAIMS, *self._bomb))
        declared = action.get("action")
        row += _one_hot(roles.index(declared) if self._pool and declared in roles else declared, self._actions)
        row += _one_hot(view["prompt"]["prompt"] if "prompt" in view else None, (*_PROMPTS, *self._bomb))
        row += _one_hot(tax.get("role"), roles)
        row += (view["deck_size"], view.get("first_turns", 0), view.get("direction", 1), len(view.get("mat", ())))
        row += [view[pile] for pile in ("reserve", "bank") if pile in view]
        if self._pool:
            for role in roles:
                row += _one_hot(role, self._pool_roles)
        return [max(LEAST, min(MOST, int(each))) for each in row]


def _counts(cards: Sequence[str], kinds: Sequence[str]) -> list[int]:
    """Returns how many cards there are of each kind."""
    counted = Counter(cards)
    return [counted[kind] for kind in kinds]


def _one_hot(which: Any, among: Sequence[Any]) -> list[int]:
    return [each == which for each in among]


def _card_count(aside: int | Sequence[str]) -> int:
    """Returns the number of cards put aside.

    `aside` has the cards in their owner's view, and only their number in other views.
    """
    return aside if isinstance(aside, int) else len(aside)


def _empty_view(edition: Edition) -> dict[str, Any]:
    player: dict[str, Any] = {"coins": 0, "cards": 0, "alive": False, "aside": 0, "lost": [], "hand": []}
    if edition.has_allegiances:
        player["allegiance"] = ""
    players = [{**player, "name": str(seat)} for seat in range(edition.seats)]
    piles = dict.fromkeys(edition.position_fields & {"reserve", "bank"}, 0)
    return {"players": players, "claim": None, "turn": "", "pending": {}, "deck_size": 0, **piles}
