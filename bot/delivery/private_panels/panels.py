"""Private panels that are edited: those kept up to date with their table, and hands that show a private question.

Hosts' menus, hints, and lessons without a thread are kept up to date.
"""

import logging
from typing import Any, Final, NamedTuple

import discord

from bot.delivery.interaction_requests import InteractionRequests
from bot.delivery.picture_attachments import load_files, send_with_text_fallback
from bot.delivery.private_panels.sent_panels import LOBBY, Panel, SentPanels
from bot.pictures.source import PictureSource
from bot.render.controls import Layout, without_emojis, without_thumbnails
from bot.render.panels.host import host_panel
from bot.render.panels.playing.hand import hand_panel
from bot.render.seat_view import SeatView
from bot.render.texts.catalogue import texts_for
from bot.render.view_model import TableView
from bot.runtime.background import BackgroundTasks
from bot.runtime.network_errors import REQUEST_ERRORS
from bot.store import SaveFailed
from bot.store.rows import Status
from bot.tables.service import Tables
from bot.tables.table import Table

log = logging.getLogger(__name__)

EDIT_INTERVAL_SECONDS: Final = 1.0
"""Seconds between two edits of a panel."""
_FIRST_PROMPT: Final = "act"
"""The prompt whose answers are all in the table message."""


class _Followed(NamedTuple):
    """The interaction that showed a panel, and the number of the question it is about; None if it is about all."""

    interaction: discord.Interaction[Any]
    question: int | None


class PrivatePanels:
    """The private panels that are edited without a click on them.

    One panel of each table is followed, and edited through the interaction that showed it last: the host's menu
    and a lesson show each state of the table. The menu goes when the game starts. A hint stays until its question
    is over; then the hand replaces it.

    The hand panels of members who are asked a private question (to show, lose, keep or give a card) show it, so
    that nobody who has one needs to open another. A panel whose question was answered elsewhere, or not in time,
    says that it is over. They show no other change of the game, because each edit is a request.

    The token of an interaction expires after 15 minutes, and is not stored: after that, and after a restart, the
    panel is not updated until the next click on it.
    """

    def __init__(
        self,
        tables: Tables,
        sent_panels: SentPanels,
        requests: InteractionRequests,
        background: BackgroundTasks,
        picture_source: PictureSource | None,
    ) -> None:
        self._tables = tables
        self._sent_panels = sent_panels
        self._requests = requests
        self._picture_source = picture_source
        self._background = background
        self._shown: dict[int, _Followed] = {}  # by game
        # The number of the newest question that was looked at, and a bit for each player alive then, by game.
        self._asked: dict[int, tuple[int, int]] = {}
        self._looks: dict[int, list[dict[str, Any]]] = {}
        self._dirty: set[int] = set()
        self._busy: set[int] = set()

    def follow(self, game_id: int, interaction: discord.Interaction[Any], question: int | None = None) -> None:
        """Remembers the interaction whose panel is kept up to date with a game, or with one question of it."""
        self._shown[game_id] = _Followed(interaction, question)
        self._looks.pop(game_id, None)

    def unfollow(self, game_id: int) -> None:
        """Stops updating the panel of a game, because a response replaces the content of the panel."""
        self._shown.pop(game_id, None)
        self._looks.pop(game_id, None)

    def unfollow_hint(self, game_id: int) -> None:
        """Stops updating the panel of a game if it is a hint."""
        followed = self._shown.get(game_id)
        if followed is not None and followed.question is not None:
            self.unfollow(game_id)

    def _has_hint(self, game_id: int, user_id: int) -> bool:
        """Returns whether a member's hint is followed: the hand replaces it when its question is over."""
        followed = self._shown.get(game_id)
        return followed is not None and followed.question is not None and followed.interaction.user.id == user_id

    async def load_files(self, user_id: int, view: Layout, *, may_attach: bool) -> list[bytes]:
        """Returns the files to send with a message that this member alone sees (see `load_files`).

        If the member wants no pictures, removes pictures and emojis from the message.
        """
        try:
            wanted = (await self._tables.preferences.get(user_id)).pictures
        except SaveFailed:
            wanted = True
        if not wanted:
            without_thumbnails(without_emojis(view))
        return await load_files(view, self._picture_source if wanted else None, may_attach=may_attach)

    def forget(self, table: Table) -> None:
        """Forgets a table; the panel of one that another process owns is not updated any more."""
        self._asked.pop(table.id, None)
        if table.is_released:
            self.unfollow(table.id)

    def forget_member(self, user_id: int) -> None:
        """Stops updating the panels of a member."""
        for game_id in [game_id for game_id, shown in self._shown.items() if shown.interaction.user.id == user_id]:
            self.unfollow(game_id)

    def changed(self, table: Table) -> None:
        """Starts to show a change of a table in its panel, if one is followed."""
        followed = self._shown.get(table.id)
        if followed is None or (followed.question is not None and _asks(table, followed.question)):
            return
        self._dirty.add(table.id)
        if table.id not in self._busy:
            self._busy.add(table.id)
            self._background.run(self._update_until_clean(table))

    def show_question(self, table: Table) -> None:
        """Starts to show a private question that has just been opened, once, to those who have a hand panel.

        A panel whose question is over, without an answer in it, is edited to say so; so is one of a player who has
        just been eliminated, because it may name the lost card. When the game has ended, hands are deleted: the
        table message shows all cards, and orders cannot be given any more.
        """
        state, game = table.state, table.state.game
        if game is None or state.status is Status.PAUSED:
            self._asked.pop(table.id, None)
            return
        is_private = game.ask is not None and not game.ask.window and game.ask.prompt != _FIRST_PROMPT
        asked, were_alive = self._asked.get(table.id, (None, 0))
        is_new = asked != game.question
        self._asked[table.id] = game.question, game.table.alive
        fallen = were_alive & ~game.table.alive
        if not (is_new or is_private or state.has_ended):
            return
        awaited = state.awaited() if is_private else ()
        for seat, player in enumerate(state.seats):
            if player.user_id is None or self._has_hint(table.id, player.user_id):
                continue
            panel = self._sent_panels.editable_hand(table.id, player.user_id, state.channel_id)
            if panel is None:
                continue
            if state.has_ended:
                self._sent_panels.delete_hand(table.id, player.user_id)
                continue
            is_asked = seat in awaited
            is_outdated = panel.question is not None and (panel.question != game.question or is_private)
            if is_new if is_asked else is_outdated or fallen >> seat & 1:
                self._sent_panels.note_edit(table.id, player.user_id, game.question if is_asked else None)
                note = texts_for(panel.locale)("copy-settled") if is_outdated and not is_asked else ""
                self._background.run(self._show_hand(table, seat, player.user_id, panel, note, is_asked=is_asked))

    async def _update_until_clean(self, table: Table) -> None:
        clock = self._tables.clock
        try:
            while table.id in self._dirty and not table.is_released:
                self._dirty.discard(table.id)
                await self._show(table)
                await clock.sleep_until(clock.now() + EDIT_INTERVAL_SECONDS)
        finally:
            self._busy.discard(table.id)
            if table.state.has_ended or not (table.state.is_private or table.state.status is Status.LOBBY):
                self.unfollow(table.id)

    async def _show(self, table: Table) -> None:
        followed = self._shown.get(table.id)
        if followed is None:
            return
        is_menu = followed.question is None and not table.state.is_private
        if is_menu and table.state.status is Status.PLAYING:  # the host sees that in the hand or the table message
            self._sent_panels.delete(table.id, followed.interaction, LOBBY)
            return
        interaction, view = followed.interaction, _panel(table, followed)
        may_attach = interaction.app_permissions.attach_files
        files = await self.load_files(interaction.user.id, view, may_attach=may_attach)
        look = view.look()
        if interaction.is_expired():
            self.unfollow(table.id)
        elif look != self._looks.get(table.id):
            if followed.question is not None:  # the hand replaces the hint
                self._sent_panels.note_edit(table.id, interaction.user.id, view.question)
            if await self._edit(table, interaction.token, view, files):
                self._looks[table.id] = look
            else:
                self.unfollow(table.id)

    async def _show_hand(
        self, table: Table, seat: int, user_id: int, panel: Panel, note: str, *, is_asked: bool
    ) -> None:
        view = hand_panel(SeatView.of(table, seat, panel.locale), note, brief=not is_asked, dealt=not is_asked)
        files = await self.load_files(user_id, view, may_attach=panel.may_attach)
        await self._edit(table, panel.token, view, files)

    async def _edit(self, table: Table, token: str, view: Layout, files: list[bytes]) -> bool:
        """Edits the response to the interaction of a token; returns False if that failed."""
        try:
            await send_with_text_fallback(
                lambda shown, attached: self._requests.edit_response(token, shown, attached), view, files
            )
        except REQUEST_ERRORS as error:
            log.info("A panel was left as it is: %s", type(error).__name__, extra={"game": table.id})
            return False
        return True


def _asks(table: Table, question: int) -> bool:
    """Returns whether a question is still open at a table."""
    game = table.state.game
    return not table.state.has_ended and game is not None and game.question == question


def _panel(table: Table, followed: _Followed) -> Layout:
    """Returns what a panel shows now: the hand in a lesson or after a hint, otherwise the host's menu."""
    user_id, locale = followed.interaction.user.id, followed.interaction.locale.value
    seat = table.state.seat_of(user_id)
    if seat is not None and (table.state.is_private or followed.question is not None):
        return hand_panel(SeatView.of(table, seat, locale))
    return host_panel(TableView.of(table, locale), user_id)
