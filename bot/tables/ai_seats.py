"""AI seats and advisers: asks the AI seats of running games, without blocking other tables; hints, the look back.

An AI seat is a player of `engine.ai` that has observed the events it may see. It is created from the story of its
table when it is first asked, also after a restart. Slow kinds answer in a worker process.
"""

import asyncio
import logging
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final
from weakref import WeakKeyDictionary

from bot.refusals import MomentPassed, Refusal, ShuttingDown
from bot.runtime.recent import Recent
from bot.runtime.worker import Failed, Worker, WorkerClosed, disclosable
from bot.store import Store
from bot.tables.ai_players import SUBSTITUTE_KIND, CostlyDecision, Opinion, advise, choose_after, look_back, player
from bot.tables.record_file import seed_proof
from bot.tables.seed_commitment import ai_dice_key
from bot.tables.state import AI, FAILED, NOT_OF_THE_RULES, PLAYER, has_stalled
from bot.tables.table import Table
from bot.tables.transitions.decisions import Draft
from bot.tables.transitions.transition import asked_question, seat_of_member
from engine import Game, Move
from engine.ai import LEVELS, Player, dice
from engine.events import visible_to

log = logging.getLogger(__name__)

RANDOM: Final = "random"
"""The kind that plays after AI seats have repeated themselves."""
SLOW_KINDS: Final = frozenset(("strong",))
"""The kinds that compute for longer than a click may wait (about 10 ms)."""
LONGEST_SECONDS: Final = 5.0
"""An AI seat that has not answered after this time has failed."""
ADVISER: Final = LEVELS[-1]
"""The kind of AI that advises: the strongest one."""
_ADVICE_SECONDS: Final = 60.0
"""The longest time that one piece of advice may take."""
_MAX_LOOK_BACKS: Final = 200
"""Finished look backs that are kept in memory."""


class _Seat:
    """One AI seat, and the number of its table's events that it has observed."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.observed = 0
        self.lock = asyncio.Lock()  # the player decides one question at a time


class AISeats:
    """Asks AI seats for their moves. `slow_kinds` are asked in a worker process."""

    def __init__(self, *, slow_kinds: frozenset[str] = SLOW_KINDS) -> None:
        self._slow_kinds = slow_kinds
        self._worker = Worker(LONGEST_SECONDS)
        self._here = asyncio.Lock()
        self._seats: WeakKeyDictionary[Table, dict[tuple[int, str], _Seat]] = WeakKeyDictionary()

    async def choose_or_default(self, table: Table, game: Game, seat: int) -> tuple[Move, bool]:
        """Returns the move of an AI, and whether it failed: then the move is the default.

        Raises MomentPassed if the seat is not asked.
        """
        ask = game.ask
        if ask is None or seat not in ask.options:
            raise MomentPassed
        options = ask.options[seat]
        default = options[ask.default(seat)]
        try:
            move = await self.choose(table, game, seat)
        except WorkerClosed:
            return default, True  # the default is not used: the process accepts no more decisions
        except Exception as error:  # an error of an AI must not stop the game
            # The text and the values of the error are not logged: they may disclose a hand.
            failed = error if isinstance(error, Failed) else Failed(*disclosable(error))
            log.error("An AI seat failed: %s", failed, extra={"game": table.id})  # noqa: TRY400 - `failed` lists the lines of code
            return default, True
        return (move, False) if move in options else (default, True)

    async def choose(self, table: Table, game: Game, seat: int) -> Move:
        """Returns the move of an AI for a seat that is asked in a game. Raises what the AI raises."""
        state, ask = table.state, game.ask
        kind = RANDOM if has_stalled(state.story) else state.seats[seat].ai or SUBSTITUTE_KIND
        if ask is None:
            raise ValueError("an AI is asked only while a question is open")
        seats = self._seats.setdefault(table, {})
        own = seats.get((seat, kind))
        if own is None:
            own = seats[seat, kind] = _Seat(player(kind, state.seats[seat].temperament, game.names, seat))
        view, options = game.view(seat), ask.options[seat]
        async with own.lock:
            events = [event for turn in state.story for event in turn if event["type"] not in NOT_OF_THE_RULES]
            seen = [event for event in events[own.observed :] if visible_to(event, seat)]
            chance = dice(ai_dice_key(state.server_seed), seat, game.question)
            question = (own.player, seen, view, options, chance)
            try:
                if kind in self._slow_kinds:
                    own.player, move = await self._worker.call(choose_after, *question)
                else:
                    async with self._here:  # several seats are often asked at once
                        await asyncio.sleep(0)  # other tasks may run between two seats
                        own.player, move = choose_after(*question)
            except BaseException:
                seats.pop((seat, kind), None)  # the player may have missed events: it is replaced by a new one
                raise
            own.observed = len(events)
        return move

    async def play_rest(self, table: Table, now: float) -> Draft:
        """Returns the rest of a table's game, in which only AI seats decide; the table stays as it is."""
        shadow = Table(table.state)  # a separate table, so that its AI seats observe only this story
        latest = table.state.latest
        if latest is None:
            raise ValueError("no game is in progress at this table")
        game = latest.clone()
        draft = Draft(game, now)
        while game.ask is not None:
            seat = next(iter(game.ask.options))
            move, failed = await self.choose_or_default(shadow, game, seat)
            if failed:
                failures = shadow.state.open_question.failed | {seat}
                shadow.state = shadow.state.with_question(failed=failures)
            question, told = game.question, len(draft.events)
            draft.decide(seat, move, FAILED if failed else AI)
            if game.question != question:
                draft.events[told:told] = shadow.state.failures()
                shadow.state = shadow.state.with_question(failed=frozenset())
            shadow.state = shadow.state.with_events(draft.events[told:])
            await asyncio.sleep(0)  # lets clicks be answered: the rest of a game may take hundreds of decisions
        return draft

    def forget(self, table: Table) -> None:
        """Forgets the players of a table, and so the names that they know; they are created again when asked."""
        self._seats.pop(table, None)

    async def close(self) -> None:
        """Ends the worker process without waiting for its answers."""
        await self._worker.close()


@dataclass(frozen=True, slots=True)
class LookBack:
    """The number of decisions that a member made, and the costliest of them, the most expensive first."""

    decisions: int
    costly: Sequence[CostlyDecision]


class Advisers:
    """Computes advice in a worker process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._worker = Worker(_ADVICE_SECONDS)
        self._kept = Recent[tuple[int, int], asyncio.Future[LookBack]](_MAX_LOOK_BACKS)

    async def hint(self, table: Table, user_id: int) -> Opinion:
        """Returns the adviser's opinion on the question that a member is asked. Raises Refusal."""
        if not table.state.is_alone:
            raise Refusal("no-hints")
        asked = asked_question(table.state, user_id)
        told = (event for turn in table.state.story for event in turn if event["type"] not in NOT_OF_THE_RULES)
        seen = [event for event in told if visible_to(event, asked.seat)]
        with _refusals(table):
            return await self._worker.call(
                advise, ADVISER, asked.game.public(), asked.seat, seen, asked.game.view(asked.seat), asked.options
            )

    async def look_back(self, table: Table, user_id: int) -> LookBack:
        """Returns the decisions that cost a player most in a game that has ended. Raises Refusal."""
        seat, proof = seat_of_member(table.state, user_id), seed_proof(table.state)
        if proof is None:
            raise Refusal("not-over")
        key = (table.id, seat)
        work = self._kept.get(key)
        if work is None or (work.done() and work.exception() is not None):
            work = self._kept[key] = asyncio.ensure_future(self._compute(table, proof["record"], seat))
            # asyncio logs the errors of tasks that nobody retrieves.
            work.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(work)  # the work continues if this caller is cancelled

    async def _compute(self, table: Table, record: Mapping[str, Any], seat: int) -> LookBack:
        decisions = await self._store.games.decisions(table.id)
        own = [at for at, taken in enumerate(decisions) if taken.seat == seat and taken.cause == PLAYER]
        with _refusals(table):
            costly = await self._worker.call(look_back, ADVISER, record, seat, own)
        return LookBack(len(own), costly)

    def forget(self, _: int) -> None:
        """Forgets all look backs when a member's data is deleted: those of other players may name the member."""
        self._kept.clear()

    async def close(self) -> None:
        """Ends the worker process."""
        await self._worker.close()


@contextmanager
def _refusals(table: Table) -> Generator[None]:
    """Turns errors of the worker into refusals; a failure is logged."""
    try:
        yield
    except WorkerClosed as closed:
        raise ShuttingDown from closed
    except Failed as failed:
        log.error("The adviser failed: %s", failed, extra={"game": table.id})  # noqa: TRY400 - `failed` lists the lines of code
        raise Refusal("no-advice") from failed
