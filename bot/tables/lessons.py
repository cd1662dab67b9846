"""Lessons: practice games in which a member learns to play, slowly and against two AI seats.

A lesson is a game of classic like any other, except that it begins at once with its learner's turn, ends when its
learner is out, and closes after half an hour without an answer. It has a thread of its own, or is shown in private
messages of its learner: then it has no channel (`TableState.is_private`).
"""

import logging
from typing import Final

from bot.refusals import Refusal, TableExists
from bot.store.rows import Style, TableSettings
from bot.tables.games import ai_seat, member_seat
from bot.tables.shell import Shell
from bot.tables.state import Person
from bot.tables.table import Table
from bot.tables.transitions import moderation
from bot.tables.transitions.lobby import deal_game, open_lobby
from bot.tables.transitions.transition import ChangeKind

log = logging.getLogger(__name__)

PACE: Final = "1800/1800"
"""The pace of a lesson: half an hour for each answer. A learner who does nothing for that long has left."""
KIND, TEMPERAMENTS = "easy", ("wary", "bold")
"""The AI seats that play against the learner: one that seldom lies, and one that often does."""


class Lessons:
    """Finds, begins and ends lessons. A lesson whose learner is out of the game ends by itself (`game.tick`)."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    async def last_thread(self, user_id: int, guild_id: int) -> tuple[int, int] | None:
        """Returns the ids of the thread of a member's last lesson on a server, and of the channel of that thread.

        None if there is no such thread, or if another game is played in it. Raises Refusal.
        """
        thread = await self._shell.store.games.last_lesson_thread(user_id, guild_id)
        return None if thread is None or await self._shell.at(thread[0]) is not None else thread

    async def of(self, user_id: int, guild_id: int) -> Table | None:
        """Returns the lesson that a member is in, or None. Raises Refusal, also if it is on another server."""
        found = await self._shell.store.games.live_lesson(user_id)
        if found is None:
            return None
        game_id, there = found
        if there != guild_id:
            raise Refusal("lesson-elsewhere")
        table = await self._shell.get(game_id)
        return None if table is None or table.state.has_ended else table

    async def begin(
        self, guild_id: int, thread: tuple[int, int] | None, learner: Person, locale: str, interaction_id: int
    ) -> Table:
        """Returns a new lesson, whose cards are dealt; it is the learner's turn.

        `thread` has the ids of its thread and of the channel that the thread belongs to; None: the lesson is shown
        in private messages. Raises Refusal, also if the member has a lesson on any server.
        """
        context = self._shell.context()
        seats = [member_seat(learner.user_id, learner.name)]
        for temperament in TEMPERAMENTS:
            seats.append(ai_seat(seats, KIND, temperament, context.chance))
        # A private lesson has no channel; no channel has a negative id.
        channel_id, home_id = (-learner.user_id, None) if thread is None else thread
        settings = TableSettings(pace=PACE, style=Style.CHRONICLE, talk=False)
        lobby = open_lobby(context, guild_id, channel_id, learner, settings, seats, locale)
        lesson = lobby.replace(
            practice=True, home_id=home_id, interaction_id=interaction_id, first=learner.name, deadline=None
        )
        try:
            table = await self._shell.add(deal_game(lesson, context), ChangeKind.STARTED)
        except TableExists as error:  # an index of the database allows a member one lesson
            raise Refusal("in-lesson") from error
        log.info("A lesson has begun", extra={"game": table.id, "guild": guild_id})
        return table

    async def end(self, table: Table) -> None:
        """Ends a lesson, unless it has ended."""
        try:
            await self._shell.run(table, moderation.end)
        except Refusal as refusal:
            log.info("A lesson was not ended: %s", refusal, extra={"game": table.id})
