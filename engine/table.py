"""The table: every fact of a game in progress, and how coins and cards move on it."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from engine.chance import Chance, Unshuffled
from engine.events import Event
from engine.moves import MAX_SEATS, Move

if TYPE_CHECKING:
    from engine.edition import Edition
    from engine.rules.actions import Act

Snapshot: TypeAlias = tuple[Any, ...]
"""All facts of a table between two turns, in the order of `Table.at_turn_start`."""

START_COINS: Final = 2
"""What a player has at the start, unless a rule or a position says otherwise."""


@lru_cache(maxsize=MAX_SEATS * 2**MAX_SEATS * MAX_SEATS)
def _clockwise(seats: int, among: int, start: int) -> tuple[int, ...]:
    ring = [(start + step) % seats for step in range(1, seats)]
    return tuple(seat for seat in ring if among >> seat & 1)


class Tokens(NamedTuple):
    """Where the tokens of g54 lie (rules.md 3)."""

    peacekeeping: int | None = None
    treaty: tuple[int, int] | None = None
    tax: tuple[int, str] | None = None  # holder, role
    disappear: tuple[tuple[int, int], ...] = ()  # on, by


class House(NamedTuple):
    """What mcguire's house rules keep: the first player, its turns, the direction, the mat (rules.md 6.4)."""

    first: int = 0
    first_turns: int = 0
    direction: int = 1
    mat: tuple[tuple[str, str | int], ...] = ()  # event, card or coins
    out: tuple[str, ...] = ()  # cards turned out of the game


NO_TOKENS: Final = Tokens()
NO_HOUSE: Final = House()


class Table:
    """All facts of a game between two decisions, as plain values.

    `hands` and `lost` (face up) hold each seat's cards in alphabetical order, `aside` (face down, out of play) in
    the order they were put there.
    `alive` and `present` are bit masks of seats: present are those alive with a card in hand, who alone can
    act and answer; a player whose last card is still being argued about is alive but not present.
    `deck` is a bag that chance draws from; without shuffling its first card is drawn and cards return to its end.
    `drawn` are cards drawn and not yet returned, by seat; `examined` is an inquisitor's examiner, owner and card.
    `frozen` are the dead whose estates are not settled, `fallen` all who fell in this turn, `resigned` who leave
    at its end; `avenging` while a vengeance is settled, before the end of the game is tested (rules.md 6.3). `act`
    is the action under way, the latest declared, and `sealed` the claims by seat that are still to be opened.
    These are empty between two turns.
    """

    __slots__ = (
        "act",
        "alive",
        "aside",
        "avenging",
        "chance",
        "coins",
        "deck",
        "drawn",
        "edition",
        "events",
        "examined",
        "fallen",
        "frozen",
        "hands",
        "house",
        "lost",
        "present",
        "resigned",
        "sealed",
        "tokens",
        "turn",
    )

    def __init__(self, edition: "Edition", seed: bytes, taken: int = 0) -> None:
        self.edition = edition
        self.chance = (Chance if edition.shuffle else Unshuffled)(seed, taken)
        self.coins = [0] * edition.seats
        self.hands: list[tuple[str, ...]] = [()] * edition.seats
        self.lost = [*self.hands]
        self.aside = [*self.hands]
        self.deck: list[str] = []
        self.alive = 0
        self.present = 0
        self.turn = 0
        self.drawn: dict[int, tuple[str, ...]] = {}
        self.examined: tuple[int, int, str] | None = None
        self.frozen: tuple[int, ...] = ()
        self.fallen: tuple[int, ...] = ()
        self.avenging = False
        self.act: Act | None = None
        self.sealed: dict[int, Move] = {}
        self.resigned: tuple[int, ...] = ()
        self.tokens = NO_TOKENS
        self.house = NO_HOUSE
        self.events: list[Event] = []

    def at_turn_start(self) -> "Snapshot":
        """All that a table is between two turns; `Table.restored` makes a table of it again."""
        return (
            self.edition,
            self.chance.seed,
            self.chance.taken,
            [*self.coins],
            [*self.hands],
            [*self.lost],
            [*self.aside],
            [*self.deck],
            self.alive,
            self.present,
            self.turn,
            self.tokens,
            self.house,
        )

    @classmethod
    def restored(cls, snapshot: "Snapshot") -> "Table":
        """A table as it was at the beginning of a turn, to go on from independently."""
        edition, seed, taken, coins, hands, lost, aside, deck, *rest = snapshot
        table = cls(edition, seed, taken)
        table.coins, table.hands, table.lost = [*coins], [*hands], [*lost]
        table.aside, table.deck = [*aside], [*deck]
        table.alive, table.present, table.turn, table.tokens, table.house = rest
        return table

    # Who is here

    def others(self, seat: int) -> tuple[int, ...]:
        """Everybody else who can act and answer, clockwise from a seat."""
        return _clockwise(self.edition.seats, self.present, seat)

    def from_active(self) -> tuple[int, ...]:
        """Everybody who can act and answer, clockwise beginning with the active player."""
        others = _clockwise(self.edition.seats, self.present, self.turn)
        return (self.turn, *others) if self.present >> self.turn & 1 else others

    def next_in_turn(self) -> int:
        """The living player whose turn comes after this one."""
        living = _clockwise(self.edition.seats, self.alive, self.turn)
        return living[0] if self.house.direction > 0 else living[-1]

    def here(self, seat: int) -> bool:
        """Whether a player is alive with a card in hand."""
        return bool(self.present >> seat & 1)

    def partner(self, seat: int, other: int) -> bool:
        """Whether two players are on one team (rules.md 5.3)."""
        teams = self.edition.teams
        return teams is not None and teams[seat] == teams[other]

    def sides_left(self) -> int:
        """How many players (teams) are left."""
        teams = self.edition.teams
        if teams is None:
            return self.alive.bit_count()
        return len({team for seat, team in enumerate(teams) if self.alive >> seat & 1})

    def winners(self) -> tuple[int, ...]:
        """Who wins once one player (team) is left: it, a dead partner too; or all who fell last (2.11, 6.3)."""
        seats = range(self.edition.seats)
        alive = [seat for seat in seats if self.alive >> seat & 1]
        if not alive:
            return tuple(sorted(self.fallen))
        return tuple(seat for seat in seats if seat == alive[0] or self.partner(seat, alive[0]))

    # What happens

    def emit(self, event: Event) -> None:
        """Adds an event to those of the decision being carried out."""
        self.events.append(event)

    # Coins

    def gain(self, seat: int, amount: int) -> None:
        """A player takes coins from the treasury."""
        self.coins[seat] += amount
        self.emit({"type": "coins", "by": seat, "amount": amount})

    def pay(self, seat: int, amount: int, why: str) -> None:
        """A player pays coins to the treasury."""
        self.coins[seat] -= amount
        self.emit({"type": "paid", "by": seat, "amount": amount, "why": why})

    def transfer(self, giver: int, taker: int, most: int) -> None:
        """One player gives another up to so many coins; nothing moves to or from the eliminated (2.9, 8)."""
        amount = min(most, self.coins[giver])
        if amount and self.alive >> taker & 1 and self.alive >> giver & 1:
            self.coins[giver] -= amount
            self.coins[taker] += amount
            self.emit({"type": "transfer", "by": giver, "recipient": taker, "amount": amount})

    # Cards

    def draw(self) -> str:
        """Takes a card from the court deck, which must not be empty."""
        return self.draw_up_to(1)[0]

    def draw_up_to(self, number: int) -> tuple[str, ...]:
        """Takes so many cards from the court deck, or all there are."""
        deck, pick = self.deck, self.chance.pick
        return tuple([deck.pop(pick(len(deck))) for _ in range(min(number, len(deck)))])

    def hold(self, seat: int, hand: tuple[str, ...]) -> None:
        """Makes this a player's hand."""
        self.hands[seat] = tuple(sorted(hand)) if len(hand) > 1 else hand
        if hand:
            self.present |= 1 << seat
        else:
            self.present &= ~(1 << seat)

    def give_up(self, seat: int, card: str) -> None:
        """Takes one card out of a hand."""
        left = list(self.hands[seat])
        left.remove(card)
        self.hands[seat] = tuple(left)
        if not left:
            self.present &= ~(1 << seat)

    def replace(self, seat: int, card: str) -> None:
        """A shown card goes to the deck, and its owner draws a replacement (rules.md 2.5)."""
        hand = list(self.hands[seat])
        hand.remove(card)
        self.deck.append(card)
        drawn = self.draw_up_to(1)
        hand += drawn
        hand.sort()
        self.hands[seat] = tuple(hand)
        self.emit({"type": "replaced", "by": seat})
        self.emit({"type": "drew", "by": seat, "cards": drawn, "to": (seat,)})
