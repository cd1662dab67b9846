"""Finishing: AI seats that are left alone play a game to its end at once, for those who do not want to watch."""

import asyncio
from dataclasses import dataclass

from bot.store.rows import Status
from bot.tables.games.opponents import Opponents, Turn
from bot.tables.games.play import Play
from bot.tables.games.questions import running_game, seated
from bot.tables.refusals.games import MomentPassed, StillPlayed
from bot.tables.registry import Registry
from bot.tables.session import AI, TableSession
from engine import Event, Game, Move, digest


@dataclass(frozen=True)
class _Rest:
    """What AI seats made of a game.

    How it stands then, the decisions with their checksums, what happened, and the places of the decisions that
    were taken for AI seats that failed.
    """

    game: Game
    taken: list[tuple[int, Move, str]]
    events: list[Event]
    failed: set[int]


class Finishing:
    """Plays games to their end at once where only AI seats are left."""

    def __init__(self, registry: Registry, play: Play, opponents: Opponents) -> None:
        self._registry = registry
        self._play = play
        self._opponents = opponents

    async def finish(self, table: TableSession, user_id: int) -> None:
        """A member who is out has the AI seats, who alone are left, play to the end at once. Raises Refusal.

        They think without the table's lock; meanwhile nothing happens there by itself.
        """
        self._registry.check_open()
        while True:
            async with self._registry.holding(table):
                seated(table, user_id)
                running_game(table)
                if not table.only_ai_left:
                    raise StillPlayed
                self._play.show_held(table)
                if table.status is not Status.PLAYING:
                    return
                others = table.finishing
                if others is None:
                    table.finishing = asyncio.Event()
                    break
            await others.wait()
        before = table.decisions
        try:
            rest = await self._rest(table)
            self._registry.check_open()
            async with self._registry.holding(table):
                running_game(table)
                if table.decisions != before:  # by another process, as its row tells by now
                    raise MomentPassed
                table.failed.clear()  # they are among the events
                await self._play.commit(
                    table, rest.game, rest.taken, rest.events, AI, failed=rest.failed, at_once=True
                )
        finally:
            table.finishing.set()
            table.finishing = None
            if table.status is Status.PLAYING:
                self._registry.schedule_ai(table)
            self._registry.memory.remember(table)

    async def _rest(self, table: TableSession) -> _Rest:
        """The rest of a table's game, in which only AI seats decide; the table stays as it is.

        Raises ShuttingDown once the process is about to end.
        """
        shadow = TableSession.of(table.row())  # its AI seats observe a story of their own
        shadow.story, shadow.failed = [[*events] for events in table.story], {*table.failed}
        latest = table.latest or table.game
        if latest is None:
            raise ValueError("no game runs at this table")
        rest = _Rest(latest.clone(), [], [], set())
        while rest.game.ask is not None:
            self._registry.check_open()
            seat = next(iter(rest.game.ask.options))
            move, failed = await self._opponents.choose_or_default(shadow, Turn(seat, rest.game))
            if failed:
                rest.failed.add(len(rest.taken))
                shadow.failed.add(seat)
            question, events = rest.game.question, rest.game.decide(seat, move)
            if rest.game.question != question:
                events = [*shadow.told_failures(), *events]
            shadow.add_story(events)
            rest.events.extend(events)
            rest.taken.append((seat, move, digest(rest.game)))
            await asyncio.sleep(0)  # clicks elsewhere have their turn between two decisions
        return rest
