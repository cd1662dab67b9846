"""The facts of a game: seats, coins and cards, and how coins and cards move."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from engine.events import Event
from engine.moves import MAX_SEATS, Move
from engine.table.chance import Chance
from engine.table.chosen_ruleset import ChosenRuleset

Snapshot: TypeAlias = tuple[Any, ...]
"""All facts of a game between two turns, as `Facts.snapshot` returns them."""


@lru_cache(maxsize=MAX_SEATS)
def _clockwise(seats: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Returns, by a mask of seats and a seat, the seats of the mask clockwise from that seat, without itself."""
    rings = [[(start + step) % seats for step in range(1, seats)] for start in range(seats)]
    return tuple(
        tuple(tuple(seat for seat in ring if among >> seat & 1) for ring in rings) for among in range(1 << seats)
    )


def bound_to(seat: int, reformists: int, alive: int) -> int:
    """Returns, as a bit mask, the living players of a seat's allegiance, and the seat itself (rules.md 9.2).

    Returns 0 if all living players are of one allegiance. `reformists` and `alive` are bit masks of seats.
    """
    own = alive & (reformists if reformists >> seat & 1 else ~reformists)
    return 0 if own == alive else own


class Tokens(NamedTuple):
    """Where the tokens lie (rules.md 3, 10.6)."""

    peacekeeping: int | None = None
    treaty: tuple[int, int] | None = None
    tax: tuple[int, str] | None = None  # (the holder's seat, the taxed role)
    disappear: tuple[tuple[int, int], ...] = ()  # (the seat it lies on, the mercenary's seat)
    bomb: tuple[int, ...] = ()  # the seats that have held the Bomb, its thrower first, its holder last (10.6)


class House(NamedTuple):
    """Facts of mcguire's house rules: first player and its turns, direction, and the mat (rules.md 6.4)."""

    first: int = 0
    first_turns: int = 0
    direction: int = 1
    mat: Mapping[str, str | int] = {}  # by event, its card or coins
    out: tuple[str, ...] = ()  # cards removed from the game


NO_TOKENS: Final = Tokens()
NO_HOUSE: Final = House()


class Facts:
    """Seats, coins, cards and tokens as plain values, and the events of the decision being carried out.

    `hands` and `lost` (face up) hold each seat's cards in alphabetical order, `aside` (face down, out of play) in
    the order in which they were put there.
    `alive` and `present` are bit masks of seats. Only players who are present, that is alive with a card in hand,
    act and answer; a player whose last card is under a claim is alive but not present.
    Chance draws from any place of `deck`; without shuffling the first card is drawn, and cards return to the end.
    `reformists` is the bit mask of the seats of that allegiance (9.1). `pile` is the number of coins that lie in
    the middle and belong to nobody: the Treasury Reserve (9.1) or the Bank (10.2).

    The other fields are empty between two turns. `drawn` are the cards drawn and not yet returned, by seat;
    `examined` an inquisitor's seat, the owner's seat and the card; `givers` the seats whose cards lie in `drawn`
    of the player to whom they gave them, in the order of both (10.9); `foreseen` the cards that an imagined game
    shows from the deck, because the true one did; `frozen` the dead seats whose estates are not settled; `fallen`
    the seats eliminated in this turn; `resigned` those that leave at its end; `sealed` the claims, by seat, that
    are not opened yet. `avenging` is set while a vengeance is settled, before the end of the game is tested
    (rules.md 6.3).

    `started` are all facts as they were when the turn began, after `turn_began` decisions.
    """

    __slots__ = (
        "_clockwise",
        "alive",
        "aside",
        "avenging",
        "chance",
        "coins",
        "deck",
        "drawn",
        "events",
        "examined",
        "fallen",
        "foreseen",
        "frozen",
        "givers",
        "hands",
        "house",
        "lost",
        "pile",
        "present",
        "reformists",
        "resigned",
        "sealed",
        "seats",
        "started",
        "teams",
        "tokens",
        "turn",
        "turn_began",
    )

    def __init__(self, ruleset: ChosenRuleset, chance: Chance) -> None:
        self.seats = ruleset.seats
        self._clockwise = _clockwise(ruleset.seats)
        self.teams = ruleset.teams
        self.chance = chance
        self.coins = [0] * self.seats
        self.hands: list[tuple[str, ...]] = [()] * self.seats
        self.lost = [*self.hands]
        self.aside = [*self.hands]
        self.deck: tuple[str, ...] = ()
        self.alive = 0
        self.present = 0
        self.turn = 0
        self.turn_began = 0
        self.started: Snapshot = ()
        self.reformists = 0
        self.pile = 0
        self.drawn: dict[int, tuple[str, ...]] = {}
        self.examined: tuple[int, int, str] | None = None
        self.givers: tuple[int, ...] = ()
        self.foreseen: tuple[str, ...] = ()
        self.frozen: tuple[int, ...] = ()
        self.fallen: tuple[int, ...] = ()
        self.avenging = False
        self.sealed: dict[int, Move] = {}
        self.resigned: tuple[int, ...] = ()
        self.tokens = NO_TOKENS
        self.house = NO_HOUSE
        self.events: list[Event] = []

    def snapshot(self) -> Snapshot:
        """Returns all facts, to be passed to `restore`. May only be called between two turns."""
        return (
            self.chance.seed,
            self.chance.taken,
            tuple(self.coins),
            tuple(self.hands),
            tuple(self.lost),
            tuple(self.aside),
            self.deck,
            self.alive,
            self.present,
            self.turn,
            self.tokens,
            self.house,
            self.reformists,
            self.pile,
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Sets all facts to those of a snapshot."""
        _, _, coins, hands, lost, aside, self.deck, *rest = snapshot
        self.coins, self.hands, self.lost, self.aside = [*coins], [*hands], [*lost], [*aside]
        self.alive, self.present, self.turn, self.tokens, self.house, self.reformists, self.pile = rest

    # Players

    def others(self, seat: int) -> tuple[int, ...]:
        """Returns all other players who can act and answer, clockwise from a seat."""
        return self._clockwise[self.present][seat]

    def others_except(self, seat: int, excepted: int) -> tuple[int, ...]:
        """Returns the other players who can act and answer, clockwise from a seat, without a bit mask of seats."""
        return self._clockwise[self.present & ~excepted][seat]

    def from_active(self) -> tuple[int, ...]:
        """Returns all players who can act and answer, clockwise beginning with the active player."""
        others = self._clockwise[self.present][self.turn]
        return (self.turn, *others) if self.present >> self.turn & 1 else others

    def next_in_turn(self) -> int:
        """Returns the living player whose turn comes after this one."""
        living = self._clockwise[self.alive][self.turn]
        return living[0] if self.house.direction > 0 else living[-1]

    def is_present(self, seat: int) -> bool:
        """Whether a player is alive with a card in hand."""
        return bool(self.present >> seat & 1)

    def are_partners(self, seat: int, other: int) -> bool:
        """Whether two players are on one team (rules.md 5.3)."""
        return self.teams is not None and self.teams[seat] == self.teams[other]

    def sides_left(self) -> int:
        """Returns how many players (teams) are left."""
        if self.teams is None:
            return self.alive.bit_count()
        return len({team for seat, team in enumerate(self.teams) if self.alive >> seat & 1})

    def winners(self) -> tuple[int, ...]:
        """Returns the last player (team, dead partners included), or all who fell last (rules.md 2.11, 6.3)."""
        seats = range(self.seats)
        alive = [seat for seat in seats if self.alive >> seat & 1]
        if not alive:
            return tuple(sorted(self.fallen))
        if self.teams is None:
            return tuple(alive)
        return tuple(seat for seat in seats if self.teams[seat] == self.teams[alive[0]])

    # Coins

    def gain(self, seat: int, amount: int) -> None:
        """A player takes coins from the treasury."""
        self.coins[seat] += amount
        self.events.append({"type": "coins", "by": seat, "amount": amount})

    def pay(self, seat: int, amount: int, why: str) -> None:
        """A player pays coins to the treasury."""
        self.coins[seat] -= amount
        self.events.append({"type": "paid", "by": seat, "amount": amount, "why": why})

    def transfer(self, giver: int, recipient: int, most: int) -> None:
        """A player gives another at most `most` coins; nothing if one of them is eliminated (2.9, 8)."""
        amount = min(most, self.coins[giver])
        if amount and self.alive >> recipient & 1 and self.alive >> giver & 1:
            self.coins[giver] -= amount
            self.coins[recipient] += amount
            self.events.append({"type": "transfer", "by": giver, "recipient": recipient, "amount": amount})

    def lay(self, seat: int, amount: int) -> None:
        """Coins that a player has paid, or made the treasury pay, come to lie on the pile."""
        self.pile += amount
        self.events.append({"type": "laid", "by": seat, "amount": amount})

    def take_pile(self, seat: int) -> None:
        """A player takes all coins of the pile."""
        amount, self.pile = self.pile, 0
        self.coins[seat] += amount
        self.events.append({"type": "taken", "by": seat, "amount": amount})

    # Cards

    def draw(self) -> str:
        """Draws a card from the court deck, which must not be empty."""
        return self.draw_up_to(1)[0]

    def draw_up_to(self, number: int) -> tuple[str, ...]:
        """Draws that many cards from the court deck, or all there are."""
        deck, pick = [*self.deck], self.chance.pick
        drawn = tuple([deck.pop(pick(len(deck))) for _ in range(min(number, len(deck)))])
        self.deck = tuple(deck)
        return drawn

    def show_top(self, number: int) -> tuple[str, ...]:
        """Shows everybody that many cards of the court deck, or all there are, and shuffles them back."""
        shown = tuple(sorted(self.draw_up_to(number)))
        self.deck += shown
        return self.foreseen or shown

    def set_hand(self, seat: int, hand: tuple[str, ...]) -> None:
        """Makes these cards a player's hand."""
        self.hands[seat] = tuple(sorted(hand)) if len(hand) > 1 else hand
        if hand:
            self.present |= 1 << seat
        else:
            self.present &= ~(1 << seat)

    def remove_from_hand(self, seat: int, card: str) -> None:
        """Removes one card from a hand."""
        left = list(self.hands[seat])
        left.remove(card)
        self.hands[seat] = tuple(left)
        if not left:
            self.present &= ~(1 << seat)

    def replace(self, seat: int, cards: tuple[str, ...]) -> None:
        """The cards shown go to the deck, and their owner draws as many (rules.md 2.5, 9.4)."""
        hand = list(self.hands[seat])
        for card in cards:
            hand.remove(card)
        self.deck += cards
        drawn = self.draw_up_to(len(cards))
        hand += drawn
        hand.sort()
        self.hands[seat] = tuple(hand)
        self.events.append({"type": "replaced", "by": seat})
        self.events.append({"type": "drew", "by": seat, "cards": drawn, "to": (seat,)})
