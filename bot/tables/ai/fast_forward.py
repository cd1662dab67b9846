"""FastForward: plays a game to its end at once when only AI seats are left, so that no member has to wait."""

import asyncio

from bot.store.rows import Status
from bot.tables.ai.ai_seats import AISeats
from bot.tables.shell.shell import Shell
from bot.tables.state import AI, FAILED
from bot.tables.table import Table
from bot.tables.transitions.decisions import Draft
from bot.tables.transitions.game import begin_fast_forward, fast_forward


class FastForward:
    """Plays games to their end at once where only AI seats are left."""

    def __init__(self, shell: Shell, ai_seats: AISeats) -> None:
        self._shell = shell
        self._ai_seats = ai_seats

    async def finish(self, table: Table, user_id: int) -> None:
        """Plays a game to its end at once, at the request of a member who is out of the game. Raises Refusal.

        The table is not locked while the AI seats decide; alarms do nothing there meanwhile.
        """
        shell = self._shell
        while True:
            await shell.run(table, begin_fast_forward, user_id)
            if table.state.status is not Status.PLAYING:
                return
            if table.fast_forward is None:
                break
            await table.fast_forward.wait()
        table.fast_forward = asyncio.Event()
        before = table.state.decisions
        try:
            await shell.run(table, fast_forward, before, await self._rest(table))
        finally:
            table.fast_forward.set()
            table.fast_forward = None
            shell.cache.remember(table)

    async def _rest(self, table: Table) -> Draft:
        """Plays the rest of a table's game, in which only AI seats decide; the table stays as it is."""
        shadow = Table(table.state)  # a separate table, so that its AI seats observe only this story
        latest = table.state.latest
        if latest is None:
            raise ValueError("no game is in progress at this table")
        game = latest.clone()
        draft = Draft(game, self._shell.clock.now())
        while game.ask is not None:
            seat = next(iter(game.ask.options))
            move, failed = await self._ai_seats.choose_or_default(shadow, game, seat)
            if failed:
                failures = shadow.state.open_question.failed | {seat}
                shadow.state = shadow.state.with_question(failed=failures)
            question, told = game.question, len(draft.events)
            draft.decide(seat, move, FAILED if failed else AI)
            if game.question != question:
                draft.events[told:told] = shadow.state.failures()
                shadow.state = shadow.state.with_question(failed=frozenset())
            shadow.state = shadow.state.with_events(draft.events[told:])
            await asyncio.sleep(0)  # other tasks may run between two decisions
        return draft
