"""Learn: begins a lesson, in a private thread where the bot may make one, else in private messages."""

import logging
from typing import Final

import discord

from bot.delivery.failures import ending_at_once
from bot.render.panels.hand import hand_panel
from bot.render.scene import PrivateScene
from bot.render.texts.names import cleaned
from bot.render.texts.words import words
from bot.tables.session import TableSession
from cogs.common.answering import reply, reply_with_panel
from cogs.common.errors import BadChannel
from cogs.common.interaction import Interaction, person, tables_of, words_for

log = logging.getLogger(__name__)

_GOES_AWAY_AFTER: Final = 60
"""Minutes without a message after which Discord archives a lesson's thread by itself."""
_LONGEST_NAME: Final = 100  # characters of a thread's name


async def learn(interaction: Interaction) -> None:
    """Begins a lesson for the member, or goes on with the one it is in. Raises Refusal."""
    lessons, guild_id = tables_of(interaction).lessons, interaction.guild_id
    if guild_id is None:
        raise BadChannel
    table = await lessons.of(interaction.user.id, guild_id)
    if table is not None and table.in_private:
        await _show(interaction, table)
        return
    channel = _threads_allowed(interaction)
    if table is not None or channel is not None:
        await interaction.response.defer(ephemeral=True, thinking=True)
    if table is not None:
        if await _let_in(interaction, table.channel_id, reopen=True):
            await reply(interaction, words_for(interaction)("lesson-goes-on", thread=f"<#{table.channel_id}>"))
            return
        await lessons.end(table)  # its thread is gone, or out of reach
    await _begin(interaction, None if channel is None else await _new_thread(interaction, channel))


async def learn_again(interaction: Interaction, old: TableSession) -> None:
    """Begins another lesson after one that has ended, in the same place. Raises Refusal."""
    lessons = tables_of(interaction).lessons
    current = await lessons.of(interaction.user.id, old.guild_id)
    if current is not None or old.in_private or interaction.channel_id != old.channel_id:
        await learn(interaction)
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    await _begin(interaction, (old.channel_id, old.home_id or old.channel_id))


async def leave_thread(interaction: Interaction, table: TableSession) -> None:
    """Archives the thread of a lesson that has ended; a lesson that goes on ends first."""
    await reply(interaction, words_for(interaction)("lesson-left"))
    await tables_of(interaction).lessons.end(table)
    await interaction.client.http.edit_channel(table.channel_id, archived=True)


async def _begin(interaction: Interaction, thread: tuple[int, int] | None) -> None:
    w, bot = words_for(interaction), interaction.client
    table = await bot.tables.lessons.begin(
        interaction.guild_id or 0, thread, person(interaction), interaction.locale.value, interaction.id
    )
    if thread is None:
        await _show(interaction, table)
        return
    if interaction.channel_id == table.channel_id:
        await interaction.delete_original_response()
    else:
        await reply(interaction, w("lesson-begun", thread=f"<#{table.channel_id}>"))


async def _show(interaction: Interaction, table: TableSession) -> None:
    """Shows a lesson in private messages as it is now."""
    panel = hand_panel(
        PrivateScene.of(table, 0, interaction.locale.value), words_for(interaction)("lesson-private")
    )
    await reply_with_panel(interaction, panel)
    interaction.client.renderer.panels.follow(table.id, interaction)


def _threads_allowed(interaction: Interaction) -> discord.TextChannel | None:
    """Returns the channel of an interaction if the bot may start private threads in it, else None."""
    channel, permissions = interaction.channel, interaction.app_permissions
    permitted = permissions.create_private_threads and permissions.send_messages_in_threads
    return channel if isinstance(channel, discord.TextChannel) and permitted and permissions.view_channel else None


async def _new_thread(interaction: Interaction, channel: discord.TextChannel) -> tuple[int, int] | None:
    """Starts a thread for a lesson, with the learner in it; returns its id and that of its channel.

    Returns None if Discord refuses one of the two.
    """
    text = words(interaction.locale.value)("lesson-thread", name=cleaned(interaction.user.display_name))
    name = text[:_LONGEST_NAME]
    try:
        with ending_at_once():
            thread = await _unused_thread(interaction, channel, name) or await channel.create_thread(
                name=name,
                type=discord.ChannelType.private_thread,
                invitable=False,
                auto_archive_duration=_GOES_AWAY_AFTER,
            )
            if not await _let_in(interaction, thread.id):
                await thread.delete()
                return None
    except discord.HTTPException as error:  # too many threads, say
        log.info("A lesson gets no thread: %s", error.code, extra={"guild": interaction.guild_id})
        return None
    return thread.id, channel.id


async def _unused_thread(
    interaction: Interaction, channel: discord.TextChannel, name: str
) -> discord.Thread | None:
    """Returns a private thread of ours in which nothing was ever played, None if there is none.

    A process that is killed between starting a thread and storing its lesson leaves one.
    """
    bot = interaction.client
    for thread in channel.threads:
        ours = bot.user is not None and thread.owner_id == bot.user.id and thread.is_private()
        if ours and thread.name == name and not thread.archived:
            played = await bot.tables.at(thread.id) or await bot.store.games.last_played(thread.id)
            if not played:
                return thread
    return None


async def _let_in(interaction: Interaction, thread_id: int, *, reopen: bool = False) -> bool:
    """Adds the member to a lesson's thread, opened again if it was archived; returns whether that was possible."""
    try:
        if reopen:
            await interaction.client.http.edit_channel(thread_id, archived=False)
        await interaction.client.http.add_user_to_thread(thread_id, interaction.user.id)
    except discord.HTTPException as error:
        log.info("A learner was not added to a thread: %s", error.code, extra={"guild": interaction.guild_id})
        return False
    return True
