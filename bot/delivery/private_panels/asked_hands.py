"""Private questions in the panels that members have already: nobody who has one needs to open another."""

import logging
from typing import Final

from bot.delivery.interaction_requests import InteractionRequests
from bot.delivery.picture_attachments import load_files_for_member, send_with_text_fallback
from bot.delivery.private_panels.panels import PrivatePanels
from bot.delivery.private_panels.sent_panels import HAND, Panel, SentPanels
from bot.pictures.source import PictureSource
from bot.render.panels.playing.hand import hand_panel
from bot.render.seat_view import SeatView
from bot.runtime.background import BackgroundTasks
from bot.runtime.network_errors import REQUEST_ERRORS
from bot.store.rows import Status
from bot.tables.service import Tables
from bot.tables.table import Table

log = logging.getLogger(__name__)

_FIRST_PROMPT: Final = "act"
"""The prompt whose answers are all in the table message."""


class AskedHands:
    """Edits the hand panels of members who are asked a private question: to show, lose, keep or give a card.

    Each question is shown once. These panels show no other change of the game, because each edit is a request.
    """

    def __init__(
        self,
        tables: Tables,
        panels: PrivatePanels,
        sent_panels: SentPanels,
        requests: InteractionRequests,
        background: BackgroundTasks,
        picture_source: PictureSource | None,
    ) -> None:
        self._tables = tables
        self._panels = panels
        self._sent_panels = sent_panels
        self._requests = requests
        self._picture_source = picture_source
        self._background = background
        self._shown: dict[int, int] = {}  # the number of the newest question that was looked at, by game

    def changed(self, table: Table) -> None:
        """Starts to show a private question that has just been opened to those who have a hand panel."""
        game = table.state.game
        if game is None or game.ask is None or table.state.status is not Status.PLAYING:
            self._shown.pop(table.id, None)
            return
        if game.ask.window or game.ask.prompt == _FIRST_PROMPT or self._shown.get(table.id) == game.question:
            return
        self._shown[table.id] = game.question
        for seat in table.state.awaited():
            user_id = table.state.seats[seat].user_id
            if user_id is None or self._panels.has_hint(table.id, user_id):
                continue
            panel = self._sent_panels.editable(table.id, user_id, HAND, game.question)
            if panel is not None:
                self._background.run(self._show(table, seat, user_id, panel))

    def forget(self, table: Table) -> None:
        """Forgets a table."""
        self._shown.pop(table.id, None)

    async def _show(self, table: Table, seat: int, user_id: int, panel: Panel) -> None:
        view = hand_panel(SeatView.of(table, seat, panel.locale))
        files = await load_files_for_member(
            user_id, view, self._tables.preferences, self._picture_source, may_attach=panel.may_attach
        )
        try:
            await send_with_text_fallback(
                lambda shown, attached: self._requests.edit_response(panel.token, shown, attached), view, files
            )
        except REQUEST_ERRORS as error:
            log.info("A panel was left as it is: %s", type(error).__name__, extra={"game": table.id})
