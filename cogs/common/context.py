"""The context of a command or a click: member, table, texts, and the responses to it. Refusals of interactions."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeAlias, TypeVar

import discord
from discord import app_commands

from bot.client import CoupBot
from bot.delivery.private_panels import READING, REFUSAL, WATCHING
from bot.delivery.requests import ARCHIVED, MESSAGE_GONE, may_succeed_later
from bot.delivery.table_message.live_message import LiveMessage
from bot.ops.logs import begin
from bot.refusals import NotOwnedHere, OverRateLimit, Refusal, ShuttingDown, Watching
from bot.render.controls import Layout
from bot.render.icons import NO_ICONS, Icons, current_icons
from bot.render.seat_view import SeatView
from bot.render.texts.catalogue import Texts, texts_for
from bot.render.texts.sanitize import shorten_name
from bot.render.view_model import TableView
from bot.runtime.network_errors import REQUEST_ERRORS, reason_of
from bot.store import SaveFailed
from bot.tables.preferences import ServerSettings
from bot.tables.state import Person
from bot.tables.table import Table
from bot.tables.transitions.transition import no_game
from cogs.common.refusal_texts import sentence

log = logging.getLogger(__name__)

Interaction: TypeAlias = discord.Interaction[CoupBot]
T = TypeVar("T")

TOO_LATE: Final = frozenset((10062, 40060))
"""Discord's error codes for an interaction that accepts no response: it is too late, or it already has one."""
_INDEPENDENT_OF_TABLE: Final = (NotOwnedHere, SaveFailed, OverRateLimit, ShuttingDown)
"""Refusals that do not depend on the state of a table."""
MAX_DELAY_SECONDS: Final = 1.5
"""Longest delay of a response; Discord fails an interaction after 3 seconds."""


class Context:
    """A member's command or click, and the ways to respond to it.

    `panel_kind` is the kind of the panel that is the response, if it is one. `game_id` is the id of the table that
    the panel of a command shows, or 0; a click's panel shows the control's table. `guild_id` is 0 in direct
    messages. Methods that read raise SaveFailed, those that respond discord.HTTPException.
    """

    def __init__(self, interaction: Interaction, panel_kind: str = READING) -> None:
        self.interaction = interaction
        self.panel_kind = panel_kind
        self.client = interaction.client
        self.tables = self.client.tables
        self.store = self.client.store
        self.dispatcher = self.client.dispatcher
        self.user_id = interaction.user.id
        self.guild_id = interaction.guild_id or 0
        self.game_id = 0
        self.locale = interaction.locale.value

    @property
    def texts(self) -> Texts:
        """The texts in the member's language."""
        return texts_for(self.locale)

    @property
    def now(self) -> float:
        """The time, in seconds since 1970."""
        return self.client.clock.now()

    @property
    def person(self) -> Person:
        """The member, with the name shown in the channel."""
        return Person(self.user_id, shorten_name(self.interaction.user.display_name))

    async def settings(self) -> ServerSettings:
        """Returns the settings of the server."""
        return await self.tables.server_settings(self.guild_id)

    async def pools(self) -> dict[str, tuple[str, ...]]:
        """Returns the server's pools: role ids by the pool's name, in alphabetical order."""
        return await self.store.guilds.pools(self.guild_id)

    async def icons(self) -> Icons:
        """Returns the emojis for the server's messages that belong to no table."""
        return current_icons() if (await self.settings()).pictures else NO_ICONS

    def view(self, table: Table) -> TableView:
        """Returns a table in the member's language."""
        return TableView.of(table, self.locale)

    def seat_view(self, table: Table, seat: int) -> SeatView:
        """Returns a seat of a table whose game has begun, in the member's language."""
        return SeatView.of(table, seat, self.locale)

    @property
    def page(self) -> int:
        """The page to show of a list, counted from 0."""
        return 0

    @property
    def in_panel(self) -> bool:
        """Whether a control was clicked in a message that this member alone sees: a panel, or a copy by DM."""
        return False

    # Tables

    async def channel_table(self) -> Table | None:
        """Returns the live table of the channel, or one whose game is in a thread of the channel, or None."""
        channel_id = self.interaction.channel_id or 0
        table = await self.tables.at(channel_id) or await self.tables.from_channel(channel_id, self.user_id)
        if table is not None:
            self.game_id = table.id
            self.dispatcher.use(table)
        return table

    async def table(self) -> Table:
        """Returns the live table of the channel; of a click, the control's table. Raises Refusal."""
        table = await self.channel_table()
        if table is None:
            raise Refusal("no-table")
        if table.state.channel_id != self.interaction.channel_id:
            raise Refusal("in-thread", thread=f"<#{table.state.channel_id}>")
        return table

    async def own_table(self) -> Table:
        """Returns the table that `table` returns, unless the member plays in a thread of the channel instead.

        Raises Refusal, which names that thread.
        """
        table = await self.table()
        if table.state.seat_of(self.user_id) is None:
            other = await self.tables.from_channel(self.interaction.channel_id or 0, self.user_id)
            if other is not None and other.state.seat_of(self.user_id) is not None:
                raise Refusal("in-own-thread", thread=f"<#{other.state.channel_id}>")
        return table

    async def table_and_seat(self) -> tuple[Table, int]:
        """Returns the table, whose game has begun, and the member's seat. Raises Refusal."""
        table = await self.own_table()
        if table.state.game is None:
            raise no_game(table.state)
        seat = table.state.seat_of(self.user_id)
        if seat is None:
            raise Watching
        return table, seat

    async def last_game(self) -> Table | None:
        """Returns the table that `last_played` returns, unless it was a lesson's."""
        played = await self.last_played()
        return None if played is None or played.state.practice else played

    async def last_played(self) -> Table | None:
        """Returns the table of the last game of the channel that has ended, with or without a winner, or None.

        A game that was played in a thread is found in the thread, and in the channel of its lobby.
        """
        last = await self.store.games.last_played(self.interaction.channel_id or 0)
        return None if last is None else await self.tables.get(last)

    async def last_own_game(self) -> Table | None:
        """Returns the later of the channel's last game, if the member played in it, and the last own lesson."""
        lesson = await self.store.games.last_lesson(self.user_id, self.guild_id)
        found = [await self.last_played(), None if lesson is None else await self.tables.get(lesson)]
        own = [table for table in found if table is not None and table.state.seat_of(self.user_id) is not None]
        return max(own, key=lambda table: table.state.over_at or 0, default=None)

    # Responses

    async def reply(self, text: str) -> None:
        """Sends a text to the member alone, as the first response or as a followup."""
        interaction = self.interaction
        send = interaction.followup.send if interaction.response.is_done() else interaction.response.send_message
        await send(text, ephemeral=True)

    async def reply_with_panel(self, view: Layout) -> None:
        """Sends a panel with its pictures to the member alone, as the first response or as a followup."""

        async def send(shown: Layout, attached: list[discord.File]) -> None:
            response = self.interaction.response
            respond = self.interaction.followup.send if response.is_done() else response.send_message
            await respond(view=shown, files=attached, ephemeral=True)

        await self.dispatcher.panels.send(self.interaction, view, send)

    async def send_panel(self, kind: str, view: Layout, game_id: int = 0) -> None:
        """Sends a panel as `reply_with_panel` does; it replaces the member's older panel of its kind."""
        await self.reply_with_panel(view)
        self.dispatcher.panels.note(game_id, self.interaction, kind, view)

    async def show(self, view: Layout) -> None:
        """Shows a panel of `panel_kind` to the member alone; it replaces the member's older one of that kind."""
        await self.send_panel(self.panel_kind, view, self.game_id)

    async def answer_with_new_state(
        self, table: Table, live_message: LiveMessage, note: Callable[[], str]
    ) -> None:
        """Responds to a command that changed the table with `note`; the table message is updated by itself."""
        await self.reply(note())

    async def defer_if_slow(self, work: Coroutine[Any, Any, T], *, in_new_message: bool) -> T:
        """Returns the result of `work`; if that takes long, defers the response.

        It will then be a new private message (`in_new_message`), or an edit of the message that was clicked.
        """
        task = asyncio.ensure_future(work)
        await asyncio.wait((task,), timeout=MAX_DELAY_SECONDS)
        if not task.done():
            await self.interaction.response.defer(ephemeral=in_new_message, thinking=in_new_message)
        return await task


async def refuse(interaction: Interaction, error: Exception) -> None:
    """Responds to an interaction that failed with the refusal's sentence or, after a bug, an apology.

    If another process owns the table, the interaction is forwarded to it, unless it has a response already. A
    refusal replaces the member's older one, because a quick game brings many. A spectator is refused once below
    each message; further clicks on it are only acknowledged. Never raises.
    """
    is_first = not interaction.response.is_done()
    if is_first:
        error = await _confirm_refusal(interaction, error)
        router = interaction.client.interaction_router
        if isinstance(error, NotOwnedHere) and router.forward_current(interaction.id, error.guild_id):
            return
    try:
        panels, is_watching = interaction.client.dispatcher.panels, isinstance(error, Watching)
        if is_first and is_watching and panels.is_below(interaction, WATCHING):
            await interaction.response.defer()
            return
        text = _answer(interaction, error)
        if text is not None:
            await Context(interaction).reply(text)
            if is_first and is_watching:
                panels.renew(0, interaction, WATCHING)
            elif is_first:
                panels.note(0, interaction, REFUSAL)
    except discord.HTTPException as failure:
        log.info("A refusal could not be sent: %s, %s", failure.status, failure.code)
    except Exception as failure:
        log.warning("A refusal could not be sent: %s", type(failure).__name__)


async def refuse_unhandled(interaction: Interaction, refusal: Refusal) -> None:
    """Responds to an interaction that is not handled. Never raises.

    A member over the rate limit is told so once in a while. In between, only commands get a message: unlike a
    click, a command cannot be acknowledged without one.
    """
    response = interaction.response
    begin(guild=interaction.guild_id, interaction=interaction.id)
    try:
        if interaction.type is discord.InteractionType.autocomplete:
            await response.autocomplete([])
        elif isinstance(refusal, OverRateLimit) and not refusal.explain and interaction.extras["message"]:
            await response.defer()
        else:
            await refuse(interaction, refusal)
    except REQUEST_ERRORS as failure:
        log.info("An interaction was not acknowledged: %s", type(failure).__name__)


async def refuse_command(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """Responds to a command that failed; `error` may wrap what the command raised. Never raises."""
    await refuse(interaction, error.original if isinstance(error, app_commands.CommandInvokeError) else error)


async def _confirm_refusal(interaction: Interaction, error: Exception) -> Exception:
    """Returns the refusal. If this process no longer owns the server's tables, returns a refusal that says so."""
    if (
        isinstance(error, Refusal)
        and not isinstance(error, _INDEPENDENT_OF_TABLE)
        and interaction.guild_id is not None
    ):
        try:
            await interaction.client.tables.confirm_owned(interaction.guild_id)
        except Refusal as doubt:
            return doubt
    return error


def _answer(interaction: Interaction, error: Exception) -> str | None:
    """Logs the error if needed. Returns the text for the member, or None if it is too late for a response."""
    texts = texts_for(interaction.locale.value)
    if isinstance(error, SaveFailed):
        log.error("%s", error)
    if isinstance(error, REQUEST_ERRORS) and may_succeed_later(error):
        log.warning("A request about an interaction failed: %s", reason_of(error))
        return None if interaction.client.is_closed() else texts("error-cut-off")
    if isinstance(error, discord.HTTPException):
        if error.code in TOO_LATE | {ARCHIVED}:  # a locked thread accepts no response
            log.info("Discord accepts no response to an interaction: %s", error.code)
            return None
        if error.code in MESSAGE_GONE:  # for example, the member has dismissed the panel meanwhile
            log.info("The message that a response would edit is gone: %s", error.code)
        else:
            log.error("Discord refused a request about an interaction", exc_info=error)
        return texts("error-cut-off")
    try:
        text = sentence(error, texts)
    except Exception as failure:
        log.error("A refusal has no text: %r", failure)  # noqa: TRY400 - the message is enough
        return texts("error-unexpected")
    if text is None:
        log.error("An interaction failed", exc_info=error)
        return texts("error-unexpected")
    return text
