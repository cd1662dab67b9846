"""The arena: plays a deal with an entrant in each seat; the same deal and dice always give the same game."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final, NamedTuple, Protocol

from engine.ai import Player
from engine.ai.dice import Dice
from engine.events import Event, visible_to
from engine.game import Game
from engine.moves import Move
from lab.errors import LabError

LONGEST = 4000  # not Final: compiled, that could not be another number for a test
"""Decisions after which a game is given up as a stall."""
FAILED: Final = Path("var/lab/failed.json")
"""Where the game is kept in which an AI seat last failed."""


class Sitter(Protocol):
    """Whoever can be seated at a table; an `Entrant` can."""

    @property
    def name(self) -> str:
        """What it is called in messages."""
        ...

    def seated(self, names: Sequence[str], seat: int) -> Player:
        """Its player for one game and seat."""
        ...


class Step(NamedTuple):
    """One decision of a game: what the seat saw and might do, what it chose, and what happened."""

    seat: int
    view: Mapping[str, Any]
    options: Sequence[Move]
    move: Move
    events: Sequence[Event]

    @property
    def truthful(self) -> bool | None:
        """Whether the claim that was made is true; None if none was made."""
        return self.view["prompt"]["truthful"][self.options.index(self.move)]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game went: the share that each seat has in the victory (they sum to 1), its decisions, whether it
    stalled. Partners share their victory; whoever still lives shares that of a game which stalled.
    """

    shares: tuple[float, ...]
    decisions: int
    stalled: bool


def seated(game: Game, lineup: Sequence[Sitter]) -> list[Player]:
    """A player for every seat of a game that begins."""
    players = [each.seated(game.names, seat) for seat, each in enumerate(lineup)]
    _tell(players, game.table.events, game, lineup)
    return players


def steps(game: Game, players: Sequence[Player], lineup: Sequence[Sitter], luck: str) -> Iterator[Step]:
    """Plays a game to its end or to LONGEST decisions, one after the other; the dice are those of `luck`.

    Of several seats that are asked at once, any may be the first to answer. Raises LabError if a player fails.
    """
    order, chance = random.Random(f"{luck} order"), Dice()
    while game.ask is not None and game.seq < LONGEST:
        seat = _any(sorted(game.ask.options), order)
        view, options = game.view(seat), game.ask.options[seat]
        chance.lie_ready(luck, seat, game.question)
        try:
            move = players[seat].choose(view, options, chance)
            events = game.carry_out(seat, move)
        except Exception as error:
            raise _failed(error, game, lineup[seat]) from error
        _tell(players, events, game, lineup)
        yield Step(seat, view, options, move, events)


def _any(seats: Sequence[int], order: random.Random) -> int:
    """One of the seats: what `order.choice` returns, in half the time."""
    number = len(seats)
    bits = number.bit_length()
    at = order.getrandbits(bits)
    while at >= number:
        at = order.getrandbits(bits)
    return seats[at]


def outcome(game: Game) -> Outcome:
    """How a game went that is over, or that was given up."""
    among = game.winners or [seat for seat in range(len(game.names)) if game.plays(seat)]
    shares = tuple(1 / len(among) if seat in among else 0.0 for seat in range(len(game.names)))
    return Outcome(shares, game.seq, game.winners is None)


def play(game: Game, lineup: Sequence[Sitter], luck: str) -> Outcome:
    """Plays a game, whoever sits in each seat."""
    for _ in steps(game, seated(game, lineup), lineup, luck):
        pass
    return outcome(game)


def _tell(players: Sequence[Player], events: Sequence[Event], game: Game, lineup: Sequence[Sitter]) -> None:
    for player in players:
        try:
            for event in events:
                if visible_to(event, player.seat):
                    player.observe(event)
        except Exception as error:
            raise _failed(error, game, lineup[player.seat]) from error


def _failed(error: Exception, game: Game, sitter: Sitter) -> LabError:
    """What is said of a player that fails; the game so far is kept for its author."""
    FAILED.parent.mkdir(parents=True, exist_ok=True)
    FAILED.write_text(json.dumps({"replay": game.record()}) + "\n", encoding="utf-8")
    at = extract_tb(error.__traceback__)[-1]
    return LabError(
        f"{sitter.name} failed at decision {game.seq + 1} of a game of {game.table.edition.ruleset}: "
        f"{type(error).__name__}: {error} ({Path(at.filename).name}, line {at.lineno}). "
        f"`python -m engine.referee < {FAILED}` replays that game."
    )
