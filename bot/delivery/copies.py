"""Copies: a member's hand and private questions sent by DM, where the buttons work as in the channel.

Who opted out of pings gets them without a notification.
"""

import logging
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import aiohttp
import discord

from bot.delivery.acting import acting_for
from bot.delivery.failures import in_words_if_refused
from bot.delivery.pictures import illustrated
from bot.delivery.reminders import Reminders
from bot.pictures.studio import Studio
from bot.render.cards.question import countdown
from bot.render.panels.hand import hand_panel
from bot.render.scene import PrivateScene
from bot.render.texts.words import words
from bot.runtime.background import BackgroundTasks
from bot.store import SaveFailed
from bot.store.rows import Status
from bot.tables.changes import Change, ChangeKind
from bot.tables.refusals.tables import NotHeldHere
from bot.tables.service import Tables
from bot.tables.session import TableSession

log = logging.getLogger(__name__)

MISSED: Final = 15.0
"""Seconds: what was asked so lately before a table is served anew may not have been sent yet."""
DMS_CLOSED: Final = 50007
"""Discord's error code for a member who takes no DMs from the bot."""


class Copies:
    """Sends the members who asked for copies each of their private questions, once, and reminders."""

    def __init__(
        self, client: discord.Client, tables: Tables, reminders: Reminders, studio: Studio | None = None
    ) -> None:
        self._client = client
        self._reminders = reminders
        self._studio = studio
        self._tables = tables
        self._background = BackgroundTasks()
        self._sent: dict[int, dict[int, int]] = {}  # the number of the question last sent, by game and seat

    def send_due(self, table: TableSession, change: Change) -> None:
        """Starts sending what is due after a change: every hand at the start, later each private question."""
        if table.status is not Status.PLAYING or table.game is None or table.game.ask is None:
            return
        asked = () if table.game.ask.window else table.owing()
        seats = range(len(table.seats)) if change.kind is ChangeKind.STARTED else asked
        sent = self._sent.setdefault(table.id, {})
        # Who served the table before has sent what was asked a while ago.
        missed = change.kind is not ChangeKind.RESTORED or self._tables.clock.now() - table.asked_at < MISSED
        for seat in seats:
            user = table.seats[seat].user_id
            if user is not None and not table.played_by_ai(seat) and sent.get(seat) != table.game.question:
                sent[seat] = table.game.question
                if missed:
                    self._background.run(self._send(table, seat, user))

    def remind(self, table: TableSession, seats: Iterable[int]) -> None:
        """Starts sending these seats, half of whose time is gone, what they are asked once more."""
        for seat in seats:
            user = table.seats[seat].user_id
            if user is not None:
                self._background.run(self._send(table, seat, user, reminding=True))

    def forget(self, table: TableSession) -> None:
        """Forgets what was sent of a table."""
        self._sent.pop(table.id, None)

    async def close(self) -> None:
        """Cancels the requests under way."""
        await self._background.close()

    async def _send(self, table: TableSession, seat: int, user: int, *, reminding: bool = False) -> None:
        try:
            player = await self._tables.store.players.get(user)
            if player.dm and not player.dms_closed:
                with suppress(NotHeldHere), acting_for(self._tables.registry, table):
                    w = words(table.locale)
                    text = w("copy-of", channel=f"<#{table.channel_id}>")
                    if reminding:
                        text = f"{text}\n{w('copy-reminder', when=countdown(w, table.deadline or 0))}"
                    await self._send_copy(table, seat, user, text, ping=player.ping, pictures=player.pictures)
        except (SaveFailed, discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("A copy was not sent: %s", type(error).__name__, extra={"game": table.id})

    async def _send_copy(
        self, table: TableSession, seat: int, user: int, text: str, *, ping: bool, pictures: bool
    ) -> None:
        try:
            channel = await self._client.create_dm(discord.Object(user))
            panel = hand_panel(PrivateScene.of(table, seat, pictures=pictures), text)
            png = await illustrated(panel, self._studio)
            await in_words_if_refused(
                lambda shown, attached: channel.send(view=shown, files=attached, silent=not ping), panel, png
            )
        except discord.HTTPException as error:
            if error.code != DMS_CLOSED:
                raise
            await self._tables.store.players.change(user, dms_closed=True)
            self._reminders.tell_closed(table, user, ping=ping)
