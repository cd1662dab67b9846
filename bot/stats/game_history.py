"""A game that is replayed: claims, challenges, coins and lives by turn; and the history of one that is over."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from engine import Event, Game
from engine.views.claim_truth import is_claim_true, makes_claim

TitleKind: TypeAlias = Literal["uncalled", "honest", "detector", "hunter", "last-card", "caught", "wrong"]
MAX_TITLES: Final = 3
_LEAST_UNCALLED, _LEAST_HONEST, _LEAST_OTHER, _LEAST_HUNTED, _LEAST_LAST_CARD = 2, 4, 2, 3, 4

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


class Title(NamedTuple):
    """A player's title at the end of a game: `times` is how often the player did it, `role` the claimed role."""

    kind: TitleKind
    seat: int
    times: int
    role: str | None = None


@dataclass(frozen=True)
class GameHistory:
    """The history of a game that is over.

    `coins` and `lives` hold for each seat the numbers at the start and after each turn. `winners` are seats.
    `ahead_since` is the turn since whose end the winners had more cards than any other side, or as many and more
    coins: 0 if they always had, None if they never had.
    """

    coins: tuple[tuple[int, ...], ...]
    lives: tuple[tuple[int, ...], ...]
    claims: tuple[Claim, ...]
    winners: tuple[int, ...]
    ahead_since: int | None = None
    titles: tuple[Title, ...] = ()

    @property
    def turns(self) -> int:
        """The number of turns."""
        return len(self.coins[0]) - 1

    @property
    def bluffs(self) -> list[Claim]:
        """The false claims, in order."""
        return [claim for claim in self.claims if not claim.is_true]

    @property
    def caught(self) -> list[Claim]:
        """The bluffs that were caught."""
        return [claim for claim in self.bluffs if claim.outcome == "exposed"]

    def elimination_turn(self, seat: int) -> int | None:
        """Returns the turn in which a seat was eliminated; None if it never was."""
        return next((turn for turn, lives in enumerate(self.lives[seat]) if not lives), None)

    @property
    def biggest_bluff(self) -> Claim | None:
        """The bluff that gained most unchallenged, otherwise the last that was caught; None if nobody bluffed.

        Of equal bluffs it is the one that could have cost the player's last card, then the latest.
        """
        believed = [claim for claim in self.bluffs if claim.outcome == "unchallenged"]
        return max(believed or self.bluffs, key=lambda claim: (claim.gain, -claim.cards, claim.turn), default=None)

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> "GameHistory":
        """Returns the history of a record. Raises ValueError during a game, because it shows who bluffed."""
        if record["result"] is None:
            raise ValueError("the game is not over")
        replayed = Replay(Game.begin(record))
        for decision in record["decisions"]:
            hands = [*replayed.game.table.hands]
            replayed.note(replayed.game.decide_json(decision), hands, decision.get("card"))
        titles: dict[int, Title] = {}
        for title in _candidates(replayed):
            titles.setdefault(title.seat, title)
        return cls(
            tuple(zip(*replayed.coins, strict=True)),
            tuple(zip(*replayed.lives, strict=True)),
            tuple(replayed.claims),
            replayed.game.winners or (),
            _ahead_since(replayed),
            tuple(titles.values())[:MAX_TITLES],
        )


def _ahead_since(replayed: Replay) -> int | None:
    """Returns the turn since which the winners were ahead (see GameHistory)."""
    game = replayed.game
    teams = game.table.edition.teams or range(len(game.names))
    won = {teams[seat] for seat in game.winners or ()}
    since: int | None = None
    for turn in reversed(range(len(replayed.coins))):
        sides: dict[int, tuple[int, int]] = {}  # the cards and the coins of each side
        for team, lives, coins in zip(teams, replayed.lives[turn], replayed.coins[turn], strict=True):
            of_side = sides.get(team, (0, 0))
            sides[team] = (of_side[0] + lives, of_side[1] + (coins if lives else 0))
        best = max(sides[team] for team in won)
        if any(standing >= best for team, standing in sides.items() if team not in won):
            break
        since = turn
    return since


def _candidates(replayed: Replay) -> Iterator[Title]:
    """Yields the titles that players deserve, the rarest first; each player gets the first of its own."""
    claims, winners = replayed.claims, replayed.game.winners or ()
    bluffs = [claim for claim in claims if not claim.is_true]
    unchallenged = [claim for claim in bluffs if claim.outcome == "unchallenged"]
    uncalled = Counter((c.seat, c.event["role"]) for c in unchallenged if c.event["role"] is not None)
    if uncalled:
        (seat, role), count = max(uncalled.items(), key=itemgetter(1))
        if count >= _LEAST_UNCALLED:
            yield Title("uncalled", seat, count, role)
    for seat in winners:
        if not any(claim.seat == seat for claim in bluffs):
            yield from _title("honest", seat, sum(claim.seat == seat for claim in claims), _LEAST_HONEST)
        if len(winners) == 1 and replayed.lives[0][seat] > 1:
            more = max(turn for turn, lives in enumerate(replayed.lives) if lives[seat] != 1 or turn == 0)
            yield from _title("last-card", seat, replayed.turn - more - 1, _LEAST_LAST_CARD)
    right = Counter(challenge.seat for challenge in replayed.challenges if challenge.is_right)
    wrong = Counter(challenge.seat for challenge in replayed.challenges if not challenge.is_right)
    for seat, count in right.most_common():
        if not wrong[seat]:
            yield from _title("detector", seat, count, _LEAST_OTHER)
    for seat, count in replayed.taken.most_common(1):
        yield from _title("hunter", seat, count, _LEAST_HUNTED)
    for seat, count in Counter(c.seat for c in bluffs if c.outcome == "exposed").most_common(1):
        yield from _title("caught", seat, count, _LEAST_OTHER)
    for seat, count in wrong.most_common(1):
        yield from _title("wrong", seat, count, _LEAST_OTHER)


def _title(kind: TitleKind, seat: int, count: int, least: int) -> Iterator[Title]:
    if count >= least:
        yield Title(kind, seat, count)
