"""Checks: where commands can be used, who may moderate, and what the bot needs in a channel."""

from typing import TypeVar

import discord
from discord import app_commands

from bot.delivery.requests import effective
from bot.refusals import Refusal
from bot.tables.table import Table
from cogs.common.context import Context

T = TypeVar("T")


def on_servers_only(commands: T) -> T:
    """Decorates commands that exist only on servers on which an administrator has installed the bot."""
    return app_commands.guild_only()(app_commands.allowed_installs(guilds=True, users=False)(commands))


def is_manager(context: Context) -> bool:
    """Returns whether the member may manage the server."""
    return context.interaction.guild_id is not None and effective(context.interaction.permissions).manage_guild


async def is_moderator(context: Context) -> bool:
    """Returns whether the member may manage the server, or has its moderator role, which still exists.

    Checked whenever a command runs, because a server may open commands of moderators to everybody. Raises
    SaveFailed.
    """
    if is_manager(context):
        return True
    member = context.interaction.user
    if not isinstance(member, discord.Member):
        return False
    role_id = (await context.settings()).moderator_role_id
    return role_id is not None and member.get_role(role_id) is not None


async def check_moderator(context: Context) -> None:
    """Raises Refusal unless the member is a moderator, SaveFailed if that cannot be read."""
    if not await is_moderator(context):
        raise Refusal("not-moderator")


async def may_resume(context: Context, table: Table) -> bool:
    """Returns whether the member may resume a paused game: its host and moderators may. Raises SaveFailed."""
    return context.user_id == table.state.host_id or await is_moderator(context)


def check_place(context: Context) -> tuple[int, int]:
    """Returns the ids of server and channel. Raises Refusal if the bot cannot see the channel or write in it."""
    guild_id, channel_id = context.interaction.guild_id, context.interaction.channel_id
    if guild_id is None or channel_id is None:
        raise Refusal("bad-channel")
    missing = missing_permissions(context)
    if missing:
        raise Refusal("permissions", permissions=missing)
    return guild_id, channel_id


def parent_of(context: Context, channel_id: int) -> int | None:
    """Returns the id of the channel to which a thread of the server belongs, None if it is no known thread."""
    interaction, channel = context.interaction, context.interaction.channel
    if interaction.channel_id != channel_id and interaction.guild is not None:
        channel = interaction.guild.get_thread(channel_id)
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def missing_permissions(context: Context) -> tuple[str, ...]:
    """Returns the permissions, named as in discord.py, that the bot lacks to keep a message in the channel."""
    interaction = context.interaction
    thread = isinstance(interaction.channel, discord.Thread)
    needed = ("view_channel", "send_messages_in_threads" if thread else "send_messages")
    permissions = effective(interaction.app_permissions)
    return tuple(name for name in needed if not getattr(permissions, name))
