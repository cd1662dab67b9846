"""Panels that go on with their table, while Discord allows it: hosts' menus, and lessons without a thread."""

import logging
from typing import Any, Final

import discord
from discord import ui

from bot.delivery.failures import in_words_if_refused
from bot.delivery.pictures import as_wanted, look_of
from bot.pictures.renderer import PictureRenderer
from bot.render.panels.hand import hand_panel
from bot.render.panels.host import host_panel
from bot.render.seat_view import SeatView
from bot.render.view_model import TableView
from bot.runtime.background import BackgroundTasks
from bot.runtime.network import REQUEST_ERRORS
from bot.store.rows import Status
from bot.tables.service import Tables
from bot.tables.table import Table

log = logging.getLogger(__name__)

SPACING: Final = 1.0
"""Seconds between two edits of a panel."""


class PrivatePanels:
    """One panel of a table, its host's, by the interaction that showed it last, whose token serves 15 minutes.

    Tokens are in no database: after a restart, or when they have run out, the panel stands still until the next
    click on it.
    """

    def __init__(self, tables: Tables, studio: PictureRenderer | None) -> None:
        self._tables = tables
        self._studio = studio
        self._background = BackgroundTasks()
        self._shown: dict[int, discord.Interaction[Any]] = {}  # by game
        self._looks: dict[int, list[dict[str, Any]]] = {}
        self._dirty: set[int] = set()
        self._busy: set[int] = set()

    def follow(self, game_id: int, interaction: discord.Interaction[Any]) -> None:
        """Notes that an interaction was answered with the panel that is to go on with a game."""
        self._shown[game_id] = interaction
        self._looks.pop(game_id, None)

    def leave(self, game_id: int) -> None:
        """Notes that the panel of a game shows something else, or is about to be brought up to date by a click."""
        self._shown.pop(game_id, None)
        self._looks.pop(game_id, None)

    def forget(self, table: Table) -> None:
        """Forgets the panel of a table that another process acts for; else it is shown again when it goes on."""
        if table.is_released:
            self.leave(table.id)

    def changed(self, table: Table) -> None:
        """Starts to show what has become of a table, where a panel goes on with it."""
        if table.id not in self._shown:
            return
        self._dirty.add(table.id)
        if table.id not in self._busy:
            self._busy.add(table.id)
            self._background.run(self._keep_up(table))

    async def close(self) -> None:
        """Cancels the requests under way."""
        await self._background.close()

    async def _keep_up(self, table: Table) -> None:
        clock = self._tables.clock
        try:
            while table.id in self._dirty and not table.is_released:
                self._dirty.discard(table.id)
                await self._show(table)
                await clock.sleep_until(clock.now() + SPACING)
        finally:
            self._busy.discard(table.id)
            if table.state.has_ended or not (table.state.is_private or table.state.status is Status.LOBBY):
                self.leave(table.id)

    async def _show(self, table: Table) -> None:
        interaction = self._shown.get(table.id)
        if interaction is None:
            return
        view = _panel(table, interaction.user.id, interaction.locale.value)
        png = await as_wanted(interaction, view, self._tables.store.players, self._studio)
        look = look_of(view)
        if interaction.is_expired():
            self.leave(table.id)
        elif look != self._looks.get(table.id):
            try:
                await in_words_if_refused(
                    lambda shown, attached: interaction.edit_original_response(view=shown, attachments=attached),
                    view,
                    png,
                )
            except REQUEST_ERRORS as error:
                log.info("A panel was left as it is: %s", type(error).__name__, extra={"game": table.id})
                self.leave(table.id)
            else:
                self._looks[table.id] = look


def _panel(table: Table, user_id: int, locale: str) -> ui.LayoutView:
    """What a host's panel shows of a table now: the hand in a lesson, else the menu."""
    seat = table.state.seat_of(user_id)
    if table.state.is_private and seat is not None:
        return hand_panel(SeatView.of(table, seat, locale))
    return host_panel(TableView.of(table, locale), user_id)
