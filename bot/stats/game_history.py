"""The history of a finished game, replayed from its record: claims, coins and lives by turn, and highlights."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from bot.stats.replay import Claim, Replay
from engine import Game

TitleKind: TypeAlias = Literal["uncalled", "honest", "detector", "hunter", "last-card", "caught", "wrong"]
MAX_TITLES: Final = 3
_LEAST_UNCALLED, _LEAST_HONEST, _LEAST_OTHER, _LEAST_HUNTED, _LEAST_LAST_CARD = 2, 4, 2, 3, 4


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
