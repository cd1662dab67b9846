"""Panels of lessons that have no thread: each is one private message, kept up to date while Discord allows it."""

import logging
from typing import Any, Final

import aiohttp
import discord

from bot.delivery.failures import in_words_if_refused
from bot.delivery.pictures import as_wanted, look_of
from bot.pictures.studio import Studio
from bot.render.panels.hand import hand_panel
from bot.render.scene import PrivateScene
from bot.runtime.background import BackgroundTasks
from bot.tables.service import Tables
from bot.tables.session import TableSession

log = logging.getLogger(__name__)

SPACING: Final = 1.0
"""Seconds between two edits of a panel."""


class LessonPanels:
    """The panel of each such lesson, by the interaction that showed it last, whose token serves 15 minutes.

    Tokens are in no database: after a restart, or when they have run out, the panel stands still until the next
    click on it, or `/coup learn`.
    """

    def __init__(self, tables: Tables, studio: Studio | None) -> None:
        self._tables = tables
        self._studio = studio
        self._background = BackgroundTasks()
        self._shown: dict[int, discord.Interaction[Any]] = {}  # by game
        self._looks: dict[int, list[dict[str, Any]]] = {}
        self._dirty: set[int] = set()
        self._busy: set[int] = set()

    def follow(self, game_id: int, interaction: discord.Interaction[Any]) -> None:
        """Notes that an interaction was answered with the panel of a lesson, if the game is one."""
        table = self._tables.registry.memory.get(game_id)
        if table is not None and table.in_private:
            self._shown[game_id] = interaction
            self._looks.pop(game_id, None)

    def forget(self, table: TableSession) -> None:
        """Forgets the panel of a lesson that another process acts for; else it is shown again when it goes on."""
        if table.released:
            self._forget(table.id)

    def changed(self, table: TableSession) -> None:
        """Starts to show what has become of a lesson."""
        if table.id not in self._shown:
            return
        self._dirty.add(table.id)
        if table.id not in self._busy:
            self._busy.add(table.id)
            self._background.run(self._keep_up(table))

    async def close(self) -> None:
        """Cancels the requests under way."""
        await self._background.close()

    async def _keep_up(self, table: TableSession) -> None:
        clock = self._tables.clock
        try:
            while table.id in self._dirty and not table.released:
                self._dirty.discard(table.id)
                await self._show(table)
                await clock.sleep_until(clock.now() + SPACING)
        finally:
            self._busy.discard(table.id)
            if table.ended:
                self._forget(table.id)

    async def _show(self, table: TableSession) -> None:
        interaction, seat = self._shown.get(table.id), table.seat_of(table.host_id)
        if interaction is None or seat is None or table.game is None:
            return
        view = hand_panel(PrivateScene.of(table, seat, interaction.locale.value))
        png = await as_wanted(interaction, view, self._tables.store.players, self._studio)
        look = look_of(view)
        if interaction.is_expired():
            self._forget(table.id)
        elif look != self._looks.get(table.id):
            try:
                await in_words_if_refused(
                    lambda shown, attached: interaction.edit_original_response(view=shown, attachments=attached),
                    view,
                    png,
                )
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                log.info("A lesson was not shown: %s", type(error).__name__, extra={"game": table.id})
                self._forget(table.id)
            else:
                self._looks[table.id] = look

    def _forget(self, game_id: int) -> None:
        self._shown.pop(game_id, None)
        self._looks.pop(game_id, None)
