"""Advisers: private hints in practice games, and a private look back at one's own decisions after a game."""

import asyncio
import logging
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from bot.refusals import Refusal, ShuttingDown
from bot.runtime.recent import Recent
from bot.runtime.worker import Failed, Worker, WorkerClosed
from bot.store import Store
from bot.tables.ai.opinions import CostlyDecision, Opinion, advise, look_back
from bot.tables.record_file import seed_proof
from bot.tables.state import NOT_OF_THE_RULES, PLAYER
from bot.tables.table import Table
from bot.tables.transitions.transition import asked_question, seat_of_member
from engine.ai import LEVELS
from engine.events import visible_to

log = logging.getLogger(__name__)

ADVISER: Final = LEVELS[-1]
"""The kind of AI that advises: the strongest one."""
_ADVICE_SECONDS: Final = 60.0
"""The longest time that one piece of advice may take."""
_MAX_LOOK_BACKS: Final = 200
"""Finished look backs that are kept in memory."""


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
        now = asked_question(table.state, user_id)
        told = (event for turn in table.state.story for event in turn if event["type"] not in NOT_OF_THE_RULES)
        seen = [event for event in told if visible_to(event, now.seat)]
        with _refusals(table):
            return await self._worker.call(
                advise, ADVISER, now.game.public(), now.seat, seen, now.game.view(now.seat), now.options
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
