"""Click: an interaction with a button, select or form, its table, and the ways to respond to it."""

import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial, wraps
from typing import Any, Final, TypeAlias

import discord

from bot.delivery.direct_messages import with_lasting_link
from bot.delivery.requests import MESSAGE_GONE, send_with_text_fallback
from bot.delivery.table_message.live_message import LiveMessage
from bot.refusals import MomentPassed, Refusal
from bot.render.controls import Layout, without_controls
from bot.render.custom_id import OPENING, CustomId
from bot.render.panels.hand import hand_panel
from bot.render.panels.host import host_panel
from bot.tables.table import Table
from bot.tables.transitions.transition import Command, P
from cogs.common.context import MAX_DELAY_SECONDS, Context, Interaction
from cogs.common.refusal_texts import sentence

LARGEST_ID: Final = 2**63 - 1
"""The largest id: databases store it as a signed number of 64 bits."""
ANSWER_WITHIN_SECONDS: Final = 2.5
"""The longest time from the arrival of a click to its response; Discord fails an interaction after 3 seconds."""

_DEFERRED_EDIT: Final = discord.InteractionResponseType.deferred_message_update
_EPHEMERAL: Final = discord.MessageFlags(ephemeral=True).value

Note: TypeAlias = str | Callable[[Any], str]
"""A sentence: the id of its text, or a function of the outcome of a transition."""


class Click(Context):
    """An interaction with one of the bot's controls or forms, by a member.

    `values` are the selected values. `message` is the message of the control as Discord describes it, None if a
    command has opened the form.
    """

    def __init__(self, interaction: Interaction, custom_id: CustomId, panel_kind: str) -> None:
        super().__init__(interaction, panel_kind)
        self.custom_id = custom_id
        self.data: Mapping[str, Any] = interaction.data or {}
        self.values = [*map(str, self.data.get("values") or ())]
        self.arrived = time.monotonic()
        self.message: Mapping[str, Any] | None = interaction.extras["message"]
        self.message_id = None if self.message is None else int(self.message["id"])

    @property
    def fields(self) -> dict[str, list[str]]:
        """The values selected in each field of a form, or the text written in it, by its custom id."""
        found: dict[str, list[str]] = {}
        for component in self.data.get("components") or ():
            if (field := component.get("component")) is not None:
                values = field.get("values") or () if field.get("value") is None else (field["value"],)
                found[str(field.get("custom_id"))] = [*map(str, values)]
        return found

    @property
    def value(self) -> str:
        """The selected value. Raises Refusal unless exactly one is selected."""
        if len(self.values) != 1:
            raise Refusal("not-open")
        return self.values[0]

    @property
    def page(self) -> int:
        """The page number in the custom id, counted from 0; 0 if there is none."""
        return int(self.custom_id.arg) if self.custom_id.arg.isdecimal() else 0

    async def own_table(self) -> Table:
        """Returns the table of the control: the member need not play at it."""
        return await self.table()

    async def table(self) -> Table:
        """Returns the table of the control.

        Raises Refusal if there is none, or if the member may not reach it: a table may be reached from its own
        server, and by its players from their direct messages. Raises MomentPassed if the control belongs to an
        earlier table of the same id, as after a backup is restored.
        """
        known = self.custom_id.game <= LARGEST_ID
        table = await self.tables.get(self.custom_id.game) if known else None
        if table is None:
            raise Refusal("no-table")
        here = self.interaction.guild_id
        if here != table.guild_id and (here is not None or table.state.seat_of(self.user_id) is None):
            raise Refusal("no-table")
        if not self.custom_id.may_be_on(table.state):
            raise MomentPassed
        self.dispatcher.use(table, self.message_id)
        return table

    def last_message(self, table: Table) -> int | None:
        """The id of the last message of the table's channel at the click, None if the click was elsewhere."""
        if self.interaction.channel_id != table.state.channel_id:
            return None
        channel: Mapping[str, Any] = self.interaction.extras["channel"]
        last = channel.get("last_message_id")
        return None if last is None else int(last)

    @property
    def in_panel(self) -> bool:
        """Whether the control is in a message that this member alone sees: a panel, or a copy by DM."""
        if self.message is None:
            return False
        return self.interaction.guild_id is None or bool(self.message.get("flags", 0) & _EPHEMERAL)

    def on_live_message(self, live_message: LiveMessage) -> bool:
        """Returns whether the control is part of the table's live message."""
        return self.message_id is not None and not self.in_panel and live_message.known.is_live(self.message_id)

    async def show(self, view: Layout) -> None:
        """Shows a panel to this member alone: edits the panel that was clicked, or sends a new one.

        It is a new one too if a new message was announced meanwhile, or if the button opens a panel of its own,
        because the panel that was clicked may hold a question. It replaces the member's older one of its kind.
        """
        table = self.tables.cache.get(self.custom_id.game)
        opens = self.custom_id.op in OPENING and (table is None or not table.state.is_private)
        is_new = opens or not self.in_panel or self.interaction.response.type not in (None, _DEFERRED_EDIT)
        if self.interaction.guild_id is None and table is not None:
            with_lasting_link(view, table)
            if table.state.seat_of(self.user_id) not in table.state.owing():
                without_controls(view)  # a direct message without a question is never updated
        if is_new or not await self._edit(view, private=True):
            await self.send_panel(self.panel_kind, view, self.custom_id.game)
        elif self.interaction.guild_id is not None:
            self.dispatcher.panels.renew(self.custom_id.game, self.interaction, self.panel_kind, view)
        elif table is not None and self.message_id is not None:
            channel_id, direct_messages = self.interaction.channel_id or 0, self.dispatcher.direct_messages
            await direct_messages.note_response(table, self.user_id, channel_id, self.message_id)
        if table is not None and table.state.is_private:
            self.dispatcher.panels.follow(table.id, self.interaction)

    async def show_menu(self, table: Table, note: str = "") -> None:
        """Shows the host's menu of a lobby, and keeps it up to date with the lobby."""
        state, now = table.state, self.now
        table.may_call = await self.store.call_list.next_call(table.guild_id, now) == now
        await self.show(host_panel(self.view(table), self.user_id, note, may_call=table.may_call))
        self.dispatcher.panels.follow(table.id, self.interaction)
        if table.state is not state:
            self.dispatcher.panels.changed(table)

    async def wait_for_outcome(self, table: Table, live_message: LiveMessage) -> None:
        """Waits until the outcome may be shown, if this click on the live message closed a window early.

        The response then shows the outcome, which saves a request. Waits at most MAX_DELAY_SECONDS, and not beyond
        ANSWER_WITHIN_SECONDS. Returns at once for any other click: until the minimum window time is over, only the
        member who closed the window may notice that it is closed.
        """
        pending = table.state.open_question.pending
        if pending is None or self.tables.is_closing:
            return
        if table.state.seat_of(self.user_id) in pending.seats and self.on_live_message(live_message):
            spent = time.monotonic() - self.arrived
            await live_message.wait_for_outcome(min(MAX_DELAY_SECONDS, max(0.0, ANSWER_WITHIN_SECONDS - spent)))

    async def change(
        self, table: Table, note: Note, command: Command[P], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Carries out a command at a table, and responds with the new state. Raises Refusal.

        `note` says what was done, if the response does so in words.
        """
        live_message = self.dispatcher.message_of(table)
        with live_message.answering(self):
            if self.in_panel and table.state.game is None:  # the response updates the host's menu
                self.dispatcher.panels.unfollow(table.id)
            transition = await self.tables.run(table, command, *args, **kwargs)
            self.hide_early_answer(table, live_message)
            words = partial(self.texts, note) if isinstance(note, str) else partial(note, transition.outcome)
            await self.answer_with_new_state(table, live_message, words)

    def hide_early_answer(self, table: Table, live_message: LiveMessage) -> bool:
        """Lets no request wait for the response to an early answer: the time of the request would show the answer.

        Returns whether the member has given one.
        """
        seat = table.state.seat_of(self.user_id)
        is_early = seat is not None and bool(table.state.early_moves(seat))
        if is_early:
            live_message.end_answering(self)
        return is_early

    async def answer_with_new_state(
        self, table: Table, live_message: LiveMessage, note: Callable[[], str]
    ) -> None:
        """Responds to a click that changed the table by updating the live message, or the panel that was clicked.

        In the quiet time of a window the live message stays as it is: Discord is only told that the click arrived.
        A click on any other message gets the hand panel with `note`. If the live message was deleted, the response
        is the panel too, and a new live message is posted.
        """
        seat = table.state.seat_of(self.user_id)
        if self.message_id is not None and self.on_live_message(live_message):
            if seat is not None and table.state.early_moves(seat):
                await self.interaction.response.defer()
                return
            view = live_message.begin_response(self.message_id)
            if await self._edit(view):
                await live_message.note_response(self.message_id, view)
                return
        if seat is not None and table.state.game is not None:
            await self.show_hand(table, note())
        elif self.in_panel and self.user_id == table.state.host_id:
            await self.show_menu(table, note())
        else:
            await self.reply(note())

    async def show_hand(self, table: Table, note: str = "") -> None:
        """Shows this member the own hand at a table whose game has begun, if the member has a seat there."""
        seat = table.state.seat_of(self.user_id)
        if seat is not None and table.state.game is not None:
            # A private lesson has no other message than this panel, and a direct message is a copy of the hand.
            brief = not table.state.is_private and self.interaction.guild_id is not None
            dealt = brief and not self.in_panel
            await self.show(hand_panel(self.seat_view(table, seat), note, brief=brief, dealt=dealt))

    async def _edit(self, view: Layout, *, private: bool = False) -> bool:
        """Edits the control's message, a `private` panel or the live message; returns False if it was deleted."""

        async def edit(shown: Layout, attached: list[discord.File]) -> None:
            response = self.interaction.response
            respond = self.interaction.edit_original_response if response.is_done() else response.edit_message
            await respond(view=shown, attachments=attached)

        try:
            if private:
                await self.dispatcher.panels.send(self.interaction, view, edit)
            else:
                view.picture = None  # an edit of the live message adds the picture afterwards
                await send_with_text_fallback(edit, view, [])
        except discord.NotFound as error:
            if error.code not in MESSAGE_GONE:
                raise
            return False
        return True


def number(text: str) -> int:
    """Returns the number in a control's value, such as an id, at most `LARGEST_ID`. Raises Refusal."""
    if not text.isdecimal() or len(text) > len(str(LARGEST_ID)) or int(text) > LARGEST_ID:
        raise Refusal("not-open")
    return int(text)


Handler: TypeAlias = Callable[[Click], Awaitable[None]]
_OUTDATED: Final = (
    "moment-passed", "already-answered", "not-asked", "own-claim", "not-your-turn", "not-open", "illegal",
    "eliminated", "paused", "game-over", "not-running", "lobby-closed", "lobby-full", "lobby-started", "no-ai",
    "not-host",
)  # fmt: skip
"""The codes with which an outdated control of a panel is refused."""


def renews_panel(show: Callable[[Click, Table, str], Awaitable[bool]]) -> Callable[[Handler], Handler]:
    """Returns a decorator for handlers of controls: a click on an outdated one of a panel gets the current panel.

    `show` shows that panel with the reason, or returns False if there is none. On the table message, which is
    updated by itself, the refusal is sent as for any other click.
    """

    def decorate(handler: Handler) -> Handler:
        @wraps(handler)
        async def handle(click: Click) -> None:
            try:
                await handler(click)
            except Refusal as refusal:
                if refusal.code not in _OUTDATED or not click.in_panel:
                    raise
                table = await click.table()
                await click.tables.confirm_owned(table.guild_id)
                if not await show(click, table, sentence(refusal, click.texts) or ""):
                    raise

        return handle

    return decorate
