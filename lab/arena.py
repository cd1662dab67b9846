"""The arena: plays a game with a given player in each seat.

The same deal, played with the same dice, is always the same game.
"""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final, Protocol, TypeAlias

from engine import Event, Game, Move
from engine.ai import Dice, NotADistribution, Player, share_memory
from engine.events import visible_to
from engine.moves import RESIGN
from lab.errors import PLAYER_ERRORS, LabError, quoted
from lab.files import prepare, write
from lab.variant import Variant

MAX_DECISIONS = 4000  # not Final: the compiler would copy the number into the code, and tests could not change it
"""A game that is not over after this many decisions is ended; it has "stalled"."""
FAILED_GAME: Final = Path("var/lab/failed.json")
"""The file that receives the record of a game in which an AI seat raised an error."""


class PlayerFactory(Protocol):
    """Creates players for seats; `Entrant` is one implementation."""

    @property
    def name(self) -> str:
        """The name of its players in messages."""
        ...

    def new_player(self, names: Sequence[str], seat: int) -> Player:
        """Returns a player for one game and seat."""
        ...


class PlayedDecision:
    """One decision of a game: the seat, its view and options, the move that it chose, and what happened then."""

    # No NamedTuple: the compiled engine makes objects of its own classes in a tenth of the time.
    __slots__ = ("events", "move", "options", "seat", "view")

    def __init__(
        self, seat: int, view: Mapping[str, Any], options: Sequence[Move], move: Move, events: Sequence[Event]
    ) -> None:
        self.seat = seat
        self.view = view
        self.options = options
        self.move = move
        self.events = events

    @property
    def truthful(self) -> bool | None:
        """Whether the claim that the move makes is true; None if it makes no claim."""
        return self.view["prompt"]["truthful"][self.options.index(self.move)]


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended: each seat's share in the victory, the number of decisions, and whether the game stalled.

    The shares sum to 1. Partners share their victory, and so do all seats left in a stalled game.
    """

    shares: tuple[float, ...]
    decisions: int
    stalled: bool


def seat_players(game: Game, lineup: Sequence[PlayerFactory]) -> list[Player]:
    """Creates a player for every seat of a new game, and gives them the events of the deal."""
    players = [factory.new_player(game.names, seat) for seat, factory in enumerate(lineup)]
    share_memory(players)
    tell_all(players, game.table.events, game, lineup)
    return players


def play_decisions(
    game: Game, lineup: Sequence[PlayerFactory], dice_seed: str, players: Sequence[Player] | None = None
) -> Iterator[PlayedDecision]:
    """Plays a game until it ends or stalls, and yields each decision.

    All chance comes from `dice_seed`. If several seats are asked at once, one of them, drawn at random, answers
    first. `players` are those of `seat_players`, unless others are given, which have heard the events of the deal.
    Raises LabError if a player raises an error.
    """
    if players is None:
        players = seat_players(game, lineup)
    order, dice = random.Random(f"{dice_seed} order"), Dice()
    while game.ask is not None and game.seq < MAX_DECISIONS:
        seat = draw_seat(sorted(game.ask.options), order)
        view, options = game.view(seat), game.ask.options[seat]
        dice.prepare(dice_seed, seat, game.question)
        move = _choice(game, players[seat], lineup[seat], seat, view, options, dice)
        events = game.carry_out(seat, move)
        if events:  # not after a sealed answer
            tell_all(players, events, game, lineup)
        yield PlayedDecision(seat, view, options, move, events)


def _choice(
    game: Game,
    player: Player,
    factory: PlayerFactory,
    seat: int,
    view: Mapping[str, Any],
    options: Sequence[Move],
    dice: random.Random,
) -> Move:
    """Returns what a player chooses: an option, or to resign. Raises LabError if it raises an error."""
    try:
        move = player.choose(view, options, dice)
        fault = None if move is RESIGN or move in options else f"it chose {move}, which is none of its options"
    except PLAYER_ERRORS as error:
        raise _failure(describe(error), game, factory, seat) from error
    if fault is not None:
        raise _failure(fault, game, factory, seat)
    return move


def draw_seat(seats: Sequence[int], order: random.Random) -> int:
    """Returns the same seat as `order.choice`, in half the time."""
    number = len(seats)
    bits = number.bit_length()
    at = order.getrandbits(bits)
    while at >= number:
        at = order.getrandbits(bits)
    return seats[at]


def result_of(game: Game) -> GameResult:
    """Returns the result of a game that is over or has stalled."""
    winners = game.winners or [seat for seat in range(len(game.names)) if game.is_playing(seat)]
    shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(game.names)))
    return GameResult(shares, game.seq, game.winners is None)


Branch: TypeAlias = dict[str | Move, Any]
"""A point in games of one deal with the same dice.

It has, by the name of a kind of player, the move that it chooses there, and by move, the point after it.
"""


def play(game: Game, lineup: Sequence[PlayerFactory], dice_seed: str, start: Branch | None = None) -> GameResult:
    """Plays a whole game. Raises LabError if a player raises an error.

    With `start`, no kind is asked what it was asked in an earlier game from there. Then the choices of all kinds
    must depend on the events and the dice alone.
    """
    players, names = seat_players(game, lineup), [factory.name for factory in lineup]
    order, dice, at = random.Random(f"{dice_seed} order"), Dice(), {} if start is None else start
    while game.ask is not None and game.seq < MAX_DECISIONS:
        seat = draw_seat(sorted(game.ask.options), order)
        move = at.get(names[seat])
        if move is None:
            options = game.ask.options[seat]
            dice.prepare(dice_seed, seat, game.question)
            move = _choice(game, players[seat], lineup[seat], seat, game.view(seat), options, dice)
            at[names[seat]] = move
        events = game.carry_out(seat, move)
        if events:
            tell_all(players, events, game, lineup)
        at = at.setdefault(move, {})
    return result_of(game)


def play_alone(
    where: Variant, own: PlayerFactory, others: PlayerFactory, seed: int, deal: int
) -> tuple[float, int]:
    """Plays a deal from every seat with `own`, and the other seats with `others`.

    Returns the mean share of `own` in the victory, and how many games stalled.
    """
    won, stalls = 0.0, 0
    for seat in range(where.seats):
        lineup = [own if at == seat else others for at in range(where.seats)]
        result = play(where.deal(seed, deal), lineup, f"{seed} {deal}")
        won, stalls = won + result.shares[seat], stalls + result.stalled
    return won / where.seats, stalls


def tell(player: Player, events: Sequence[Event]) -> None:
    """Gives a player the events that its seat may see."""
    for event in events:
        if "to" not in event or visible_to(event, player.seat):  # most events are public: no call for them
            player.observe(event)


def tell_all(
    players: Sequence[Player], events: Sequence[Event], game: Game, lineup: Sequence[PlayerFactory]
) -> None:
    """Gives all players of a game the events that they may see. Raises LabError if a player raises an error."""
    for seat, player in enumerate(players):
        if not player.listens:
            continue
        try:
            tell(player, events)
        except PLAYER_ERRORS as error:
            raise _failure(describe(error), game, lineup[seat], seat) from error


def _failure(fault: str, game: Game, factory: PlayerFactory, seat: int) -> LabError:
    """Saves the game for the author of a player that did something wrong. Returns the error to raise."""
    replay = f"`python -m engine.referee < {FAILED_GAME}` replays that game."
    try:
        prepare(FAILED_GAME)
        write(FAILED_GAME, json.dumps({"replay": game.record()}) + "\n")
    except LabError as reason:
        replay = str(reason)
    return LabError(
        f"{factory.name} failed in seat {game.names[seat]} at decision {game.seq + 1} "
        f"of a game of {game.table.edition.ruleset}: {fault}. {replay}"
    )


def describe(error: BaseException) -> str:
    """Returns what a player did wrong: its probabilities are no distribution, or it raised another error."""
    if isinstance(error, NotADistribution):
        return " ".join(str(error).split())
    at = extract_tb(error.__traceback__)[-1]
    return f"{quoted(error)} ({Path(at.filename).name}, line {at.lineno})"
