"""Numbers: every decision of a variant as a number, and what a seat sees as a row of numbers.

Seats are counted from whoever looks, clockwise; roles by their place among the roles in play (special copies have
places of their own), so that the numbers mean the same in every seat and over every pool.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any, Final

from engine.catalogue import CLASSIC_ACTIONS, ROLES
from engine.edition import Edition
from engine.events import Event
from engine.moves import CHALLENGE, CONCEDE, DRAW, LEAVE, PASS, PAY, PROVE, REFUSE, STOP, SWAP, Move

_FIXED: Final = (PASS, CHALLENGE, PROVE, CONCEDE, PAY, REFUSE, DRAW, STOP, LEAVE, SWAP)
_PROMPTS: Final = (
    *("act", "respond", "prove", "lose", "keep", "give", "draw", "ransom", "show", "examine", "defuse", "estate"),
    "avenge",
)
_CLAIMS: Final = ("action", "counteraction", "additional", "rebuttal", "loss", "defuse", "estate")
_MOST: Final = 127
_POOL_ROLES: Final = tuple(name for name, role in ROLES.items() if role.category != "classic")

Key = tuple[Any, ...]


class Numbers:
    """The numbers of the variant that an edition belongs to; `size` of them describe what a seat sees."""

    def __init__(self, edition: Edition) -> None:
        self._seats = edition.seats
        self._pool = edition.has_pool
        self._kinds = len(set(edition.deck))
        self._roles = len(edition.roles)
        general = ("income", "coup")
        slots = range(self._roles)
        self._actions: tuple[Any, ...] = (*general, *(slots if self._pool else CLASSIC_ACTIONS))
        self._keys = {key: number for number, key in enumerate(dict.fromkeys(self._every()))}
        self.size = len(self.seen(edition, _blank(edition), Memory(edition.seats), 0))

    def __len__(self) -> int:
        """How many decisions have a number."""
        return len(self._keys)

    def of(self, edition: Edition, move: Move, seat: int) -> int:
        """The number of a decision, if this seat takes it. Raises KeyError if the edition has no such decision."""
        kinds, roles = sorted(set(edition.deck)), edition.roles
        action: Any = roles.index(move.action) if self._pool and move.action in roles else move.action
        target, recipient = (
            None if who is None else (who - seat) % self._seats for who in (move.target, move.recipient)
        )
        role = None if move.role is None else roles.index(move.role)
        card, give = (None if held is None else kinds.index(held) for held in (move.card, move.give))
        cards = None if move.cards is None else tuple(kinds.index(held) for held in move.cards)
        return self._keys[move.do, action, target, recipient, role, card, cards, give]

    def _every(self) -> Iterator[Key]:
        for move in _FIXED:
            yield (move.do, *[None] * 7)
        seats, slots, kinds = range(self._seats), range(self._roles), range(self._kinds)
        for action in self._actions:
            yield from (("act", action, target, None, None, None, None, None) for target in (None, *seats))
            if self._pool:
                yield from (("act", action, None, recipient, None, None, None, None) for recipient in seats)
                yield from (
                    ("act", action, target, recipient, None, None, None, None)
                    for target in seats
                    for recipient in seats
                )
                yield from (("act", action, None, None, role, None, None, None) for role in slots)
        for role in slots:
            yield ("claim", None, None, None, role, None, None, None)
            if self._pool:
                yield from (("claim", None, None, None, role, card, None, None) for card in kinds)
        for do in ("lose", "show", "give"):
            yield from ((do, None, None, None, None, card, None, None) for card in kinds)
        for held in (1, 2):
            for cards in combinations_with_replacement(kinds, held):
                yield ("keep", None, None, None, None, None, cards, None)
                if self._pool:
                    yield from (("keep", None, None, None, None, None, cards, give) for give in kinds)

    # What a seat sees

    def seen(self, edition: Edition, view: Mapping[str, Any], memory: "Memory", seat: int) -> list[int]:
        """What a seat sees and remembers."""
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
            row += (player["coins"], player["cards"], player["alive"], _number(player["aside"]))
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
            row += _counts(player["lost"], kinds)
            row += [memory.claimed[other][role] for role in roles]
            row += (memory.exposed[other], memory.challenged[other])
        me = view["players"][seat]
        row += _counts(me["hand"], kinds)
        row += _counts(view.get("drawn", ()), kinds)
        row += _counts([view["seen"]["card"]] if "seen" in view else (), kinds)
        row += _counts(view.get("out", ()), kinds)
        row += _one(claim.get("role"), roles)
        row += _one(claim.get("kind"), _CLAIMS)
        declared = action.get("action")
        row += _one(roles.index(declared) if self._pool and declared in roles else declared, self._actions)
        row += _one(view["prompt"]["prompt"] if "prompt" in view else None, _PROMPTS)
        row += _one(tax.get("role"), roles)
        row += (view["deck_size"], view.get("first_turns", 0), view.get("direction", 1), len(view.get("mat", ())))
        if self._pool:
            for role in roles:
                row += _one(role, _POOL_ROLES)
        return [max(-1, min(_MOST, int(each))) for each in row]


class Memory:
    """What everybody has heard: claims by seat and role, lies exposed and challenges made by seat."""

    def __init__(self, seats: int) -> None:
        self.claimed: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.exposed: Counter[int] = Counter()
        self.challenged: Counter[int] = Counter()

    def observe(self, event: Event) -> None:
        """Takes in a public event."""
        if event["type"] in ("action", "claim") and event.get("role"):
            self.claimed[event["by"]][event["role"]] += 1
        elif event["type"] == "exposed":
            self.exposed[event["by"]] += 1
        elif event["type"] == "challenge":
            self.challenged[event["by"]] += 1


def _counts(cards: Sequence[str], kinds: Sequence[str]) -> list[int]:
    counted = Counter(cards)
    return [counted[kind] for kind in kinds]


def _one(which: Any, among: Sequence[Any]) -> list[int]:
    return [each == which for each in among]


def _number(aside: int | Sequence[str]) -> int:
    return aside if isinstance(aside, int) else len(aside)


def _blank(edition: Edition) -> dict[str, Any]:
    player: dict[str, Any] = {"coins": 0, "cards": 0, "alive": False, "aside": 0, "lost": [], "hand": []}
    players = [{**player, "name": str(seat)} for seat in range(edition.seats)]
    return {"players": players, "claim": None, "turn": "", "pending": {}, "deck_size": 0}
