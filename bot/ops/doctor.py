"""The doctor: checks what the bot needs, and says of each thing that is wrong how to mend it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

import aiohttp
import discord

from bot.client import point_elsewhere
from bot.settings import Settings
from bot.store import BrokenDatabase, Store

NEEDED: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    read_message_history=True,
)
"""What the bot needs in the channels it plays in."""


@dataclass(frozen=True)
class Finding:
    """The result of one check: whether all is well, what was checked, and a sentence for the operator."""

    well: bool
    about: str
    sentence: str


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """Yields a finding for each check: database, token, intents, then the permissions on each server."""
    yield await _database(settings)
    if settings.discord_token is None:
        yield Finding(
            False, "token", "DISCORD_TOKEN is not set: copy the bot's token from the developer portal to .env."
        )
        return
    point_elsewhere(settings)
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        try:
            await client.login(settings.discord_token.get_secret_value())
        except discord.LoginFailure:
            yield Finding(
                False, "token", "Discord does not accept DISCORD_TOKEN: copy it anew from the developer portal."
            )
            return
        except (aiohttp.ClientError, discord.HTTPException, OSError) as error:
            yield Finding(
                False, "token", f"Discord cannot be reached ({error}): check the network, then try again."
            )
            return
        yield Finding(True, "token", f"Discord knows this bot as {client.user}.")
        yield Finding(True, "intents", "Only the guilds intent is used, which needs no approval.")
        async for finding in _permissions(client):
            yield finding


async def _database(settings: Settings) -> Finding:
    try:
        store = await Store.open(settings.coup_database)
    except BrokenDatabase as error:
        return Finding(False, "database", str(error))
    await store.close()
    return Finding(True, "database", f"{settings.coup_database} is sound and up to date.")


async def _permissions(client: discord.Client) -> AsyncIterator[Finding]:
    try:
        guilds = [guild async for guild in client.fetch_guilds(limit=200)]
        for listed in guilds:
            # Listed guilds carry no roles, and so no permissions: each is asked for in full.
            guild = await client.fetch_guild(listed.id)
            member = await guild.fetch_member(client.user.id if client.user else 0)
            missing = [name for name, needed in NEEDED if needed and not getattr(member.guild_permissions, name)]
            yield Finding(
                not missing,
                "permissions",
                f"On {guild.name} the bot lacks {', '.join(missing)}: give them to its role."
                if missing
                else f"On {guild.name} the bot may do what it needs, unless a channel forbids it.",
            )
    except discord.HTTPException as error:
        yield Finding(False, "permissions", f"Discord did not tell which servers the bot is on ({error.status}).")
        return
    if not guilds:
        yield Finding(False, "permissions", "The bot is on no server yet: invite it from the developer portal.")
