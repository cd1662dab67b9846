"""A click: who pressed what at which table, and the few ways of answering it."""

import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import discord
from discord import ui

from bot.client import CoupBot
from bot.delivery.board import Board
from bot.render.ids import Press
from bot.render.panels.hand import hand_panel
from bot.render.scene import PrivateScene
from bot.render.words import Words
from bot.tables.refusals import NoTable
from bot.tables.service import Tables
from bot.tables.session import Person, TableSession
from cogs.common.interaction import person, tables_of, words_for

LARGEST_ID: Final = 2**63 - 1
"""What the store can hold as the id of a game."""
GONE: Final = 10008
"""Discord's code for a message that was deleted."""
LONGEST_HOLD: Final = 1.5
"""Seconds for which a click is held back at most."""
LATEST_ANSWER: Final = 2.5
"""Seconds after its arrival by which a click is answered, well before the 3 after which Discord gives up."""


@dataclass
class Click:
    """An interaction with a control or a form of ours.

    `values` are what was selected; `fields` what was selected in each field of a form; `arrived` is when it came
    in, in seconds of the monotonic clock.
    """

    interaction: discord.Interaction[CoupBot]
    press: Press
    values: list[str] = field(default_factory=list[str])
    fields: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    arrived: float = field(default_factory=time.monotonic)

    @cached_property
    def tables(self) -> Tables:
        """The table service."""
        return tables_of(self.interaction)

    @property
    def user_id(self) -> int:
        """Who clicked."""
        return self.interaction.user.id

    @property
    def person(self) -> Person:
        """Who clicked, with the name seen in the channel."""
        return person(self.interaction)

    @property
    def locale(self) -> str:
        """The language of whoever clicked."""
        return self.interaction.locale.value

    @property
    def words(self) -> Words:
        """The words in that language."""
        return words_for(self.interaction)

    @property
    def page(self) -> int:
        """The page that a control asks for, counted from 0."""
        return int(self.press.arg) if self.press.arg.isdecimal() else 0

    async def table(self) -> TableSession:
        """Returns the table the control belongs to. Raises NoTable if there is none that this member may reach.

        Controls stand in the table's own server, and in the direct messages of those who sit at it.
        """
        known = self.press.game <= LARGEST_ID
        table = await self.tables.get(self.press.game) if known else None
        if table is None:
            raise NoTable
        here = self.interaction.guild_id
        if here != table.guild_id and (here is not None or table.seat_of(self.user_id) is None):
            raise NoTable
        return table

    def on_card(self, board: Board) -> bool:
        """Whether the control stands on the table's live card."""
        message = self.interaction.message
        if message is None or message.flags.ephemeral or self.interaction.guild_id is None:
            return False
        return board.is_card(message.id)

    async def show(self, view: ui.LayoutView) -> None:
        """Shows a panel to this member: in place of the panel clicked, or as a new one."""
        message = self.interaction.message
        in_place = message is not None and (message.flags.ephemeral or self.interaction.guild_id is None)
        if not in_place or not await self._edit(view):
            await self.interaction.response.send_message(view=view, ephemeral=True)

    async def window_shown(self, table: TableSession, board: Board) -> None:
        """Waits, if this click on the card closed a window before its floor, until the outcome may be shown.

        So the answer to the click shows the outcome, which would else take an edit of its own. Any other click is
        answered at once: only whoever closed the window can tell that it is closed.
        """
        held = table.held
        if held is None or self.tables.registry.closing:
            return
        if table.seat_of(self.user_id) in held.seats and self.on_card(board):
            spent = time.monotonic() - self.arrived
            await board.clicks.hold(min(LONGEST_HOLD, max(0.0, LATEST_ANSWER - spent)))

    async def settle(self, table: TableSession, board: Board, note: str) -> None:
        """Answers a click that changed the table: the card or the panel it stands on shows the new state.

        Where a moderator has deleted the card meanwhile, the answer is the note, and the board posts another card.
        """
        seat = table.seat_of(self.user_id)
        message = self.interaction.message
        if message is not None and self.on_card(board):
            view = board.view(message.id)
            if await self._edit(view):
                await board.shows(message.id, view)
                return
        if seat is not None and table.game is not None:
            await self.show(hand_panel(PrivateScene.of(table, seat, self.locale), note))
        else:
            await self.interaction.response.send_message(note, ephemeral=True)

    async def _edit(self, view: ui.LayoutView) -> bool:
        """Answers by editing the message of the control; returns False if it was deleted."""
        try:
            await self.interaction.response.edit_message(view=view)
        except discord.NotFound as error:
            if error.code != GONE:
                raise
            return False
        return True
