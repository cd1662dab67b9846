"""Checks: where commands can be used, who may moderate, and what the bot needs in a channel."""

from typing import TypeVar

import discord
from discord import app_commands

from bot.refusals import Refusal
from bot.tables.table import Table
from cogs.common.interaction import Interaction, server_settings

T = TypeVar("T")


def on_servers_only(commands: T) -> T:
    """Decorates commands that exist only on servers on which an administrator has installed the bot."""
    return app_commands.guild_only()(app_commands.allowed_installs(guilds=True, users=False)(commands))


def is_manager(interaction: Interaction) -> bool:
    """Returns whether the member may manage the server."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


async def is_moderator(interaction: Interaction) -> bool:
    """Returns whether the member may manage the server, or has the server's moderator role, which still exists.

    Checked whenever a command runs, because a server may open commands of moderators to everybody. Raises
    SaveFailed.
    """
    if is_manager(interaction):
        return True
    member = interaction.user
    if not isinstance(member, discord.Member):
        return False
    role_id = (await server_settings(interaction)).moderator_role_id
    return role_id is not None and member.get_role(role_id) is not None


async def check_moderator(interaction: Interaction) -> None:
    """Raises Refusal unless the member is a moderator, SaveFailed if that cannot be read."""
    if not await is_moderator(interaction):
        raise Refusal("not-moderator")


async def may_resume(interaction: Interaction, table: Table) -> bool:
    """Returns whether the member may resume a paused game: its host and moderators may. Raises SaveFailed."""
    return interaction.user.id == table.state.host_id or await is_moderator(interaction)


def check_place(interaction: Interaction) -> tuple[int, int]:
    """Returns the ids of server and channel. Raises Refusal if the bot cannot see the channel or write in it."""
    guild_id, channel_id = interaction.guild_id, interaction.channel_id
    if guild_id is None or channel_id is None:
        raise Refusal("bad-channel")
    missing = missing_permissions(interaction)
    if missing:
        raise Refusal("permissions", permissions=missing)
    return guild_id, channel_id


def parent_of(interaction: Interaction, channel_id: int) -> int | None:
    """Returns the id of the channel to which a thread of the server belongs, None if it is no known thread."""
    channel: object = interaction.channel
    if interaction.channel_id != channel_id and interaction.guild is not None:
        channel = interaction.guild.get_thread(channel_id)
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def missing_permissions(interaction: Interaction) -> tuple[str, ...]:
    """Returns the permissions, named as in discord.py, that the bot lacks to keep a message in the channel."""
    thread = isinstance(interaction.channel, discord.Thread)
    needed = ("view_channel", "send_messages_in_threads" if thread else "send_messages")
    return tuple(name for name in needed if not getattr(interaction.app_permissions, name))
