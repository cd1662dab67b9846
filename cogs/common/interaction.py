"""Looks up the parts of an interaction: the member, the channel's table, texts in the member's language."""

from typing import TypeAlias

import discord

from bot.client import CoupBot
from bot.refusals import Refusal
from bot.render.icons import NO_ICONS, Icons, current_icons
from bot.render.texts.catalogue import Texts, texts_for
from bot.render.texts.sanitize import shorten_name
from bot.store.rows import Status
from bot.tables.preferences import ServerSettings
from bot.tables.state import Person
from bot.tables.table import Table

Interaction: TypeAlias = discord.Interaction[CoupBot]


async def server_settings(interaction: Interaction) -> ServerSettings:
    """Returns the settings of the server. Raises SaveFailed."""
    return await interaction.client.tables.server_settings(interaction.guild_id or 0)


async def server_pools(interaction: Interaction) -> dict[str, tuple[str, ...]]:
    """Returns the server's pools: role ids by the pool's name, in alphabetical order. Raises SaveFailed."""
    return await interaction.client.store.guilds.pools(interaction.guild_id or 0)


def person(interaction: Interaction) -> Person:
    """Returns the member, with the name shown in the channel."""
    return Person(interaction.user.id, shorten_name(interaction.user.display_name))


def member_texts(interaction: Interaction) -> Texts:
    """Returns the texts in the member's language."""
    return texts_for(interaction.locale.value)


async def channel_table(interaction: Interaction) -> Table | None:
    """Returns the live table of the channel, or one whose game is played in a thread of the channel, or None."""
    tables, channel_id = interaction.client.tables, interaction.channel_id or 0
    table = await tables.at(channel_id) or await tables.from_channel(channel_id)
    if table is not None:
        interaction.client.dispatcher.use(table)
    return table


async def last_game(interaction: Interaction) -> Table | None:
    """Returns the table of the last game of the channel that was won, or None."""
    last = await interaction.client.store.games.last_over(interaction.channel_id or 0)
    if last is not None:
        return await interaction.client.tables.get(last[0].id)
    # A result is stored with the channel of the lobby, so the thread's id does not find the result of a game that
    # was played in a thread.
    played = await last_played(interaction)
    return played if played is not None and played.state.status is Status.OVER else None


async def last_played(interaction: Interaction) -> Table | None:
    """Returns the table of the last game of the channel that has ended, with or without a winner, or None.

    A game that was played in a thread is found in the thread, and in the channel of its lobby.
    """
    last = await interaction.client.store.games.last_played(interaction.channel_id or 0)
    return None if last is None else await interaction.client.tables.get(last)


async def last_own_game(interaction: Interaction) -> Table | None:
    """Returns the later of the channel's last game, if the member played in it, and the member's last lesson."""
    user_id, tables = interaction.user.id, interaction.client.tables
    lesson = await interaction.client.store.games.last_lesson(user_id, interaction.guild_id or 0)
    found = [await last_played(interaction), None if lesson is None else await tables.get(lesson)]
    own = [table for table in found if table is not None and table.state.seat_of(user_id) is not None]
    return max(own, key=lambda table: table.state.over_at or 0, default=None)


async def table_here(interaction: Interaction) -> Table:
    """Returns the live table of the channel. Raises Refusal."""
    table = await channel_table(interaction)
    if table is None:
        raise Refusal("no-table")
    if table.state.channel_id != interaction.channel_id:
        raise Refusal("in-thread", thread=f"<#{table.state.channel_id}>")
    return table


async def seat_here(interaction: Interaction) -> tuple[Table, int]:
    """Returns the channel's table, whose game has begun, and the member's seat. Raises Refusal."""
    table = await table_here(interaction)
    if table.state.game is None:
        raise Refusal("not-running")
    seat = table.state.seat_of(interaction.user.id)
    if seat is None:
        raise Refusal("watching")
    return table, seat


async def has_pictures(interaction: Interaction) -> bool:
    """Returns whether the server's messages have pictures and emojis. Raises SaveFailed."""
    return (await server_settings(interaction)).pictures


async def icons_for(interaction: Interaction) -> Icons:
    """Returns the emojis for this server's messages that belong to no table. Raises SaveFailed."""
    return current_icons() if await has_pictures(interaction) else NO_ICONS
