"""A click: who pressed what at which table, and the few ways of answering it."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import discord
from discord import ui

from bot.client import CoupBot
from bot.delivery.board import Board
from bot.render.ids import Press
from bot.render.panels.choices import hand_panel
from bot.render.words import Words
from bot.tables.refusals import NoTable
from bot.tables.service import Tables
from bot.tables.session import Person, TableSession
from cogs.common.interaction import person, tables_of, words_for

LARGEST_ID: Final = 2**63 - 1
"""What the store can hold as the id of a game."""
GONE: Final = 10008
"""Discord's code for a message that was deleted."""


@dataclass
class Click:
    """An interaction with a control or a form of ours.

    `values` are what was selected; `fields` what was selected in each field of a form.
    """

    interaction: discord.Interaction[CoupBot]
    press: Press
    values: list[str] = field(default_factory=list[str])
    fields: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

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

    async def table(self) -> TableSession:
        """The table the control belongs to. Raises Refusal if there is none any more."""
        known = self.press.game <= LARGEST_ID
        table = await self.tables.get(self.press.game) if known else None
        if table is None:
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
            await self.show(hand_panel(table, seat, self.locale, note))
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
