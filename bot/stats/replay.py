"""A game that is being replayed: its claims and challenges, and everybody's coins and lives turn by turn."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from engine import Event, Game
from engine.views.claim_truth import is_claim_true, makes_claim

CARD_COINS: Final = 4
"""The worth of a card beside coins, where the gains of bluffs are compared."""

_HAND_CHANGES: Final = frozenset(("lost", "aside", "replaced", "drew", "kept", "given", "swapped"))
_WHOSE: Final = ("by", "target", "recipient")


class Claim(NamedTuple):
    """A claim: its turn (from 1), its event, whether it was true, its outcome, and what it gained if it held.

    The gain is in coins: those that the claimant got, and for each card that it took or saved CARD_COINS.
    `cards` are those that the claimant had in hand.
    """

    turn: int
    event: Event
    is_true: bool
    outcome: Literal["unchallenged", "proven", "exposed"] = "unchallenged"
    gain: int = 0
    cards: int = 0

    @property
    def seat(self) -> int:
        """The seat of the claimant."""
        return self.event["by"]


class Challenge(NamedTuple):
    """A challenge that was settled. It is right if the claim was exposed."""

    seat: int
    is_right: bool


class Replay:
    """A game that is being replayed, with its claims, coins and lives so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turn = 1
        self.claims: list[Claim] = []
        self.challenges: list[Challenge] = []
        self.taken = Counter[int]()
        self.coins: list[tuple[int, ...]] = []
        self.lives: list[tuple[int, ...]] = []
        self._own: dict[int, int] = {}  # the index in `claims` of each seat's last claim in this turn
        self._action: Event | None = None
        self._challenger: int | None = None
        self._count()

    def note(self, events: Sequence[Event], hands: Sequence[tuple[str, ...]], card: str | None) -> None:
        """Notes the events of a decision; `hands` are those before it, `card` is the card that it names."""
        for number, event in enumerate(events):
            if event["type"] in ("action", "claim"):
                seat: int = event["by"]
                has_changed = any(
                    before["type"] in _HAND_CHANGES and seat in [before.get(whose) for whose in _WHOSE]
                    for before in events[:number]
                )
                self._claim(event, self.game.table.hands[seat] if has_changed else hands[seat], card)
            else:
                self._note(event)

    def _note(self, event: Event) -> None:
        match event["type"]:
            case "turn" | "over":
                self._count()
                self.turn += event["type"] == "turn"
                self._own, self._action = {}, None
            case "challenge":
                self._challenger = event["by"]
            case "proven" | "exposed":
                self._settle(event)
            case "coins" | "transfer" | "taken":
                self._gain(event.get("recipient", event["by"]), event["amount"])
            case "blocked":
                is_safe = self.game.table.edition.actions[event["action"]].endangers is None
                self._gain(event["by"], 1 if is_safe else CARD_COINS)
            case "lost":
                self._lose(event)
            case _:
                pass

    def _claim(self, event: Event, hand: tuple[str, ...], card: str | None) -> None:
        seat: int = event["by"]
        if event["type"] == "action":
            self._action = event
            self._own.pop(seat, None)
        if makes_claim(event):
            self._own[seat] = len(self.claims)
            is_true = is_claim_true(event, hand, card)
            self.claims.append(Claim(self.turn, event, is_true, cards=len(hand)))

    def _settle(self, event: Event) -> None:
        seat: int = event["by"]
        if seat in self._own:
            place = self._own[seat]
            self.claims[place] = self.claims[place]._replace(outcome=event["type"])
        if self._challenger is not None:
            self.challenges.append(Challenge(self._challenger, event["type"] == "exposed"))
            self._challenger = None

    def _gain(self, seat: int, worth: int) -> None:
        if seat in self._own and worth > 0:
            place = self._own[seat]
            self.claims[place] = self.claims[place]._replace(gain=self.claims[place].gain + worth)

    def _lose(self, event: Event) -> None:
        action = self._action
        if action is not None and event["cause"] == action["action"] and event["by"] != action["by"]:
            self.taken[action["by"]] += 1
            self._gain(action["by"], CARD_COINS)

    def _count(self) -> None:
        table = self.game.table
        self.coins.append(tuple(table.coins))
        self.lives.append(tuple(len(hand) for hand in table.hands))
