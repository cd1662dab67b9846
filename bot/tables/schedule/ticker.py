"""Ticker: does what is due at a table when its alarm rings."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from bot.ops.logs import begin
from bot.refusals import NotOwnedHere, Refusal
from bot.store import SaveFailed
from bot.store.rows import Status
from bot.tables.ai.ai_seats import AISeats
from bot.tables.shell.shell import Shell
from bot.tables.table import Table
from bot.tables.transitions import game, lobby
from engine import Game

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 5.0
"""The time before a change that could not be saved is tried again."""


class Ticker:
    """Runs the transitions that are due at tables, and asks AI seats."""

    def __init__(self, shell: Shell, ai_seats: AISeats) -> None:
        self._shell = shell
        self._ai_seats = ai_seats
        self._loading_due = asyncio.Lock()

    async def ring(self, game_id: int) -> None:
        """Does what is due at a table: expiry, timeouts, answers of AI seats, the end of a minimum window time."""
        shell = self._shell
        if shell.is_closing:
            return
        begin(game=game_id)
        try:
            table = shell.cache.get(game_id)
            if table is None:
                # One table at a time: after a long downtime thousands may be due, and clicks must not wait.
                async with self._loading_due:
                    table = await shell.get(game_id)
            if table is None:
                return
            asked = await self._tick(table)
        except NotOwnedHere:
            return  # the owner of the table has an alarm of its own
        except Refusal as refusal:
            log.warning("What was due at a table was refused: %s", refusal, extra={"game": game_id})
            shell.alarms.set(game_id, shell.clock.now() + RETRY_SECONDS)
            return
        except Exception as error:  # for example an unreadable row; the poller will find it due again
            log.error("What was due at a table failed: %s", type(error).__name__, extra={"game": game_id})  # noqa: TRY400 - a traceback may hold hands
            return
        shown = table.state.game
        if shown is not None:
            await asyncio.gather(*(self._ask_ai(table, shown, seat) for seat in asked))

    async def _tick(self, table: Table) -> Sequence[int]:
        """Does what is due; returns the AI seats to ask. Raises Refusal if it could not acquire the lock."""
        shell = self._shell
        async with shell.locked(table):
            if table.fast_forward is not None:
                return ()
            try:
                if table.state.status is Status.LOBBY:
                    transition = await shell.apply(table, lobby.tick)
                else:
                    transition = await shell.apply(table, game.tick, thinking=table.seats_thinking())
                await self._save_due(table)
            except Refusal as refusal:  # if another process owns the table, it is forgotten before the retry
                log.warning("What was due at a table was refused: %s", refusal, extra={"game": table.id})
                table.retry_at = shell.clock.now() + RETRY_SECONDS
            except Exception:  # an error must not stop the clock: the deadline is still due
                log.exception("What was due at a table failed", extra={"game": table.id})
                table.state = table.state.with_question(ai_due={})
                table.retry_at = shell.clock.now() + RETRY_SECONDS
            else:
                shown = table.state.game
                if shown is not None:
                    table.thinking.update((seat, shown.question) for seat in transition.asked)
                shell.cache.remember(table)
                return transition.asked
            shell.cache.remember(table)
            return ()

    async def _save_due(self, table: Table) -> None:
        """Stores when something next happens, if no transition has: mostly after half time. Raises Refusal."""
        due, shell = table.state.due_now(), self._shell
        if due != table.state.due:
            with shell.ownership.writing(table.guild_id) as fence:
                await shell.store.games.change(table.id, fence=fence, due=due)
            table.state = table.state.replace(due=due)

    async def _ask_ai(self, table: Table, shown: Game, seat: int) -> None:
        """Lets an AI answer for its seat, unless the question is settled before the AI has decided."""
        shell = self._shell
        try:
            move, failed = await self._ai_seats.choose_or_default(table, shown, seat)
            async with shell.locked(table):
                if shell.is_closing or table.fast_forward is not None:
                    return
                await shell.apply(
                    table, game.decide_for_ai, seat=seat, move=move, question=shown.question, failed=failed
                )
        except (SaveFailed, NotOwnedHere):  # perhaps the lease ran out while the database was unavailable
            table.retry_at = shell.clock.now() + RETRY_SECONDS
        except Refusal:  # the question was settled meanwhile, or the game is paused or over
            if table.state.game is shown and seat in table.state.open_question.ai_due:
                table.retry_at = shell.clock.now() + RETRY_SECONDS
        except Exception as error:
            log.error("An AI seat's answer failed: %s", type(error).__name__, extra={"game": table.id})  # noqa: TRY400 - a traceback may hold hands
            table.retry_at = shell.clock.now() + RETRY_SECONDS
        finally:
            table.thinking.discard((seat, shown.question))
            shell.cache.remember(table)
