"""Lessons: practice games in which a member learns to play, against two AI seats and without haste.

A lesson is a game of classic like any other, but that it begins at once with its learner's turn, ends when its
learner is out, and closes when nothing is done for half an hour. It lies in a thread of its own, or in messages
that its learner alone sees: then no channel has it (`TableSession.in_private`).
"""

import asyncio
import logging
from dataclasses import replace
from typing import Final
from weakref import WeakValueDictionary

from bot.runtime.background import BackgroundTasks
from bot.store.errors import ChannelTaken
from bot.store.rows import Seat, Status, Style
from bot.tables.changes import Change, ChangeKind
from bot.tables.fairness import draw_server_seed
from bot.tables.games.moderation import Moderation
from bot.tables.games.questions import draw_question_id
from bot.tables.games.setup import new_game
from bot.tables.games.sitting import ai_seat
from bot.tables.owned_store import store_refusals
from bot.tables.refusals.refusal import Refusal
from bot.tables.refusals.tables import InLesson, LessonElsewhere
from bot.tables.registry import Registry
from bot.tables.session import Person, TableSession
from engine import RULES_VERSION

log = logging.getLogger(__name__)

PACE: Final = "1800/1800"
"""Nobody hurries a learner; who does nothing for so long has left."""
KIND, TEMPERAMENTS = "easy", ("wary", "bold")
"""Who plays against the learner: one that seldom lies, and one that often does."""


class Lessons:
    """Begins lessons, and ends those whose learner is out of the game."""

    def __init__(self, registry: Registry, moderation: Moderation) -> None:
        self._registry = registry
        self._moderation = moderation
        self._background = BackgroundTasks()
        self._beginning: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # one for each learner
        registry.listeners.append(self._changed)

    async def of(self, user_id: int, guild_id: int) -> TableSession | None:
        """The lesson that a member is in, None if in none. Raises LessonElsewhere, or another Refusal."""
        with store_refusals(None):
            found = await self._registry.store.games.lesson_of(user_id)
        if found is None:
            return None
        game_id, there = found
        if there != guild_id:
            raise LessonElsewhere
        table = await self._registry.get(game_id)
        return None if table is None or table.ended else table

    async def begin(
        self, guild_id: int, thread: tuple[int, int] | None, learner: Person, locale: str, interaction_id: int
    ) -> TableSession:
        """Deals the cards of a new lesson; it is the learner's turn.

        `thread` has the ids of its thread and of the channel that the thread belongs to, None where it lies in
        private messages. Raises InLesson where the member is in one, or another Refusal.
        """
        self._registry.check_open()
        async with self._beginning.setdefault(learner.user_id, asyncio.Lock()):
            if await self.of(learner.user_id, guild_id) is not None:
                raise InLesson
            return await self._begin(guild_id, thread, learner, locale, interaction_id)

    async def end(self, table: TableSession) -> None:
        """Ends a lesson, unless it has ended."""
        try:
            await self._moderation.end(table, "lesson")
        except Refusal as refusal:
            log.info("A lesson was not ended: %s", type(refusal).__name__, extra={"game": table.id})

    async def close(self) -> None:
        """Ends no more lessons."""
        await self._background.close()

    async def _begin(
        self, guild_id: int, thread: tuple[int, int] | None, learner: Person, locale: str, interaction_id: int
    ) -> TableSession:
        registry, now = self._registry, self._registry.clock.now()
        seats = [Seat(learner.user_id, learner.name)]
        for temperament in TEMPERAMENTS:
            seats.append(ai_seat(seats, KIND, temperament, registry.chance))
        table = TableSession(
            id=0,
            guild_id=guild_id,
            # No channel has a negative id, and the index of live tables keeps this one unique to the member.
            channel_id=-learner.user_id if thread is None else thread[0],
            home_id=None if thread is None else thread[1],
            host_id=learner.user_id,
            locale=locale,
            ruleset="classic",
            options={},
            pool=None,
            pace=PACE,
            style=Style.CHRONICLE,
            practice=True,
            server_seed=draw_server_seed(),
            interaction_id=interaction_id,
            first=learner.name,
            rules_version=RULES_VERSION,
            status=Status.PLAYING,
            opened_at=now,
            asked_at=now,
            changed_at=now,
            deadline=None,
            question_id=draw_question_id(),
            seats=seats,
        )
        game = new_game(table)
        table.take_row(replace(table.row(), start=dict(game.start), deadline=now + table.seconds(game)))
        table.game = table.latest = game
        table.add_story(game.table.events)
        table.due = table.due_now()
        with registry.writing(table) as fence:
            try:
                table.id = await registry.store.games.add(table, fence=fence)
            except ChannelTaken as error:
                raise InLesson from error
        registry.live += 1
        registry.schedule_ai(table)
        log.info("A lesson has begun", extra={"game": table.id, "guild": guild_id})
        registry.publish(table, Change(ChangeKind.STARTED))
        return table

    def _changed(self, table: TableSession, _: Change) -> None:
        if table.practice and table.only_ai_left:
            self._background.run(self.end(table))
