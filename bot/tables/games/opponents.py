"""Opponents: the AI seats of running games, asked without holding up anybody else.

A seat is an object of `engine.ai` that has seen what its player may see. It is made when it is first asked, from
the story of its table, and so comes back after a restart. Kinds that think for long answer in worker processes,
since threads would share one interpreter with the clicks of members.
"""

import asyncio
import logging
import random
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Final
from weakref import WeakKeyDictionary

from bot.tables.session import NOT_OF_THE_RULES, TableSession
from engine import Event, Game, Move
from engine.ai import KINDS, TEMPERED, Player, dice
from engine.events import visible_to

log = logging.getLogger(__name__)

STAND_IN: Final = "medium"  # the kind of AI that plays for a member who is away
COSTLY: Final[frozenset[str]] = frozenset()
"""The kinds that think for longer than a click may wait (some 10 ms)."""


@dataclass(frozen=True)
class Turn:
    """A seat that an AI is to answer for, and the game with the question that it is asked."""

    seat: int
    game: Game


class _Seat:
    """One AI seat, and how many of its table's events it has observed."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.observed = 0
        self.lock = asyncio.Lock()  # it thinks about one question at a time


class Opponents:
    """Asks AI seats for their moves. `costly` are the kinds asked in one of so many `workers`."""

    def __init__(self, *, costly: frozenset[str] = COSTLY, workers: int = 1) -> None:
        self._costly = costly
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._seats: WeakKeyDictionary[TableSession, dict[tuple[int, str], _Seat]] = WeakKeyDictionary()

    async def choose_or_default(self, table: TableSession, turn: Turn) -> tuple[Move, bool]:
        """The move of an AI, and whether it failed: then the move is the one taken when time runs out."""
        ask = turn.game.ask
        if ask is None:
            raise ValueError("an AI is asked only while a question stands")
        options = ask.options[turn.seat]
        default = options[ask.default(turn.seat)]
        try:
            move = await self.choose(table, turn.game, turn.seat)
        except Exception as error:  # the game goes on, whatever is wrong with an AI
            # The type alone is logged: the text may disclose a hand.
            log.error("An AI seat failed: %s", type(error).__name__, extra={"game": table.id})  # noqa: TRY400
            return default, True
        return (move, False) if move in options else (default, True)

    async def choose(self, table: TableSession, game: Game, seat: int) -> Move:
        """The move of an AI for a seat that is asked in a game. Raises whatever the AI raises."""
        kind = table.seats[seat].ai or STAND_IN
        ask = game.ask
        if ask is None:
            raise ValueError("an AI is asked only while a question stands")
        seats = self._seats.setdefault(table, {})
        own = seats.get((seat, kind))
        if own is None:
            own = seats[seat, kind] = _Seat(_player(kind, table.seats[seat].temperament, game.names, seat))
        view, options = game.view(seat), ask.options[seat]
        async with own.lock:
            events = [event for turn in table.story for event in turn if event["type"] not in NOT_OF_THE_RULES]
            seen = [event for event in events[own.observed :] if visible_to(event, seat)]
            # Nobody sees the interaction's number before the end, so nobody can roll these dice beforehand.
            luck = dice(f"{table.id}:{table.interaction_id}", seat, game.question)
            question = (own.player, seen, view, options, luck)
            try:
                if kind not in self._costly:
                    own.player, move = _choose(*question)
                else:
                    loop = asyncio.get_running_loop()
                    own.player, move = await loop.run_in_executor(self._workers_pool(), _choose, *question)
            except BaseException:
                seats.pop((seat, kind), None)  # it may have observed only half: it is made anew
                raise
            own.observed = len(events)
        return move

    def close(self) -> None:
        """Lets the worker processes go; their answers are no longer waited for."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _workers_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"))
        return self._pool


def _player(kind: str, temperament: str | None, names: Sequence[str], seat: int) -> Player:
    if temperament is None or kind not in TEMPERED:
        return KINDS[kind](names, seat)
    return KINDS[kind](names, seat, temperament=temperament)


def _choose(
    player: Player, events: Sequence[Event], view: Mapping[str, Any], options: Sequence[Move], luck: random.Random
) -> tuple[Player, Move]:
    """What a player chooses after observing some events, with the player as it is then."""
    for event in events:
        player.observe(event)
    return player, player.choose(view, options, luck)
