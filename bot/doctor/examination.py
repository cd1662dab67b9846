"""All checks in order: the names of settings, the AI seats, the database, then Discord."""

import time
from collections.abc import AsyncIterator, Iterator, Sequence
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Final

import aiohttp
import discord
from discord.http import Route
from discord.utils import oauth_url

from bot.client import set_base_urls
from bot.command_sync import REFUSED
from bot.doctor.finding import Finding, clock_finding, failed, passed
from bot.emojis import MAX_EMOJIS, missing_emojis
from bot.gateway.reachability import ask_rest
from bot.runtime.network_errors import REQUEST_ERRORS
from bot.settings import Settings, token_source, unknown_settings
from bot.store import SaveFailed, Store
from bot.store.address import Address
from bot.store.backup import ScheduledBackups
from bot.tables.ai_players import fault_of_weights

NEEDED: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    create_public_threads=True,
    create_private_threads=True,
    send_messages_in_threads=True,
    read_message_history=True,
    attach_files=True,
)
"""The permissions that the bot needs in the channels of its tables."""


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """Yields a finding for each check."""
    if names := unknown_settings():
        yield failed("settings", f"{', '.join(names)}: there is no such setting. `.env.example` describes all.")
    fault = fault_of_weights()
    yield Finding(fault is None, "AI seats", fault or "The weights of strong AI seats are sound.")
    address = settings.coup_database
    refusal: str | None = None
    # A wrong path shows by this, because opening creates the file.
    condition = "new and empty" if isinstance(address, Path) and not address.exists() else "sound and up to date"
    try:
        if isinstance(address, Path):
            refusal = await _refusal(address)
        else:
            from bot.doctor.postgresql import examine_processes, examine_server  # noqa: PLC0415 - loads the driver, which SQLite does not need

            for finding in await examine_server(address):
                yield finding
            refusal = await _refusal(address)
            yield await examine_processes(address, settings.coup_cluster)
        yield passed("database", f"{address} is {condition}.")
    except SaveFailed as error:
        yield failed("database", str(error))
    if isinstance(address, Path) and settings.coup_backups is not None:
        yield _judge_backups(ScheduledBackups(address, settings.coup_backups))
    if refusal:
        yield failed("commands", f"{refusal} `python -m bot sync` tries again.")
    async for finding in examine_discord(settings):
        yield finding


def _judge_backups(backups: ScheduledBackups) -> Finding:
    files = backups.files()
    newest = f"the newest of {len(files)} is {files[-1]}" if files else f"there is none in {backups.folder}"
    if backups.due_in():
        return passed("backups", f"They are made in time; {newest}.")
    return failed("backups", f"One is due, and {newest}: start the bot, and see what its log says.")


async def _refusal(address: Address) -> str | None:
    """Opens and checks a database. Returns why Discord has refused the commands, None if it accepted them.

    The process that was refused has stored the reason; the registered commands do not show it.
    """
    async with await Store.open(address) as store:
        await store.database.check()
        return await store.meta.get(REFUSED)


async def examine_discord(settings: Settings) -> AsyncIterator[Finding]:
    """Yields a finding for each check: token, shards, clock, emojis, then the permissions on each server."""
    if settings.discord_token is None:
        yield failed("token", "DISCORD_TOKEN is not set: copy the bot's token from the developer portal to .env.")
        return
    set_base_urls(settings)
    source = token_source(settings)
    async with discord.AutoShardedClient(intents=discord.Intents(guilds=True)) as client:
        try:
            await ask_rest()  # `login` would wait five minutes for a Discord that does not answer
            await client.login(settings.discord_token.get_secret_value())
            yield passed("token", f"It is from {source}. Discord knows this bot as {client.user}.")
            shards, _, limit = await client.http.get_bot_gateway()
            for finding in judge_shards(settings, shards, limit["remaining"], limit["reset_after"] / 3_600_000):
                yield finding
            yield await _clock()
            invitation = oauth_url(
                client.application_id or 0, permissions=NEEDED, scopes=("bot", "applications.commands")
            )
            yield passed("invitation", f"This adds the bot to a server: {invitation}")
            if settings.coup_pictures:
                yield judge_emojis([emoji.name for emoji in await client.fetch_application_emojis()])
        except discord.LoginFailure:
            yield failed(
                "token",
                f"Discord does not accept the token from {source}: copy it anew from the developer portal.",
            )
            return
        except (*REQUEST_ERRORS, discord.GatewayNotFound) as error:
            yield failed(
                "token",
                f"Discord cannot be reached ({str(error) or 'no answer'}): check the network, then try again.",
            )
            return
        async for finding in _permissions(client):
            yield finding


def judge_shards(settings: Settings, shards: int, sessions: int, hours: float) -> Iterator[Finding]:
    """Yields findings about the shards that Discord recommends, and the sessions it allows in the next hours."""
    places = settings.coup_cluster[1] if settings.coup_cluster is not None else 1
    told = f"Discord recommends {_count(shards, 'shard')}"
    if places > shards:
        yield failed(
            "shards",
            f"{told}, too few for the {places} processes of COUP_CLUSTER: those from {shards + 1} on would only "
            "stand by. Name fewer places, or set COUP_CLUSTER=auto.",
        )
    else:
        yield passed("shards", f"{told}.")
    if sessions < 2 * shards:
        yield failed(
            "sessions",
            f"Discord allows only {_count(sessions, 'new session')} in the next {hours:.0f} hours, and a start "
            "takes one a shard: find what restarts so often, and restart nothing until then.",
        )
    else:
        yield passed("sessions", f"Discord allows {_count(sessions, 'new session')} until its day ends.")


def judge_emojis(names: Sequence[str]) -> Finding:
    """Judges the names of the application's emojis."""
    missing = len(missing_emojis(names))
    if not missing:
        return passed(
            "emojis",
            f"The application has the emojis of all roles and tokens, and {MAX_EMOJIS - len(names)} places.",
        )
    mend = (
        "the bot uploads them when it runs, and `python -m bot sync` at once"
        if len(names) + missing <= MAX_EMOJIS
        else f"delete others, as it has {len(names)}"
    )
    return failed("emojis", f"{missing} emojis are missing, so that words stand alone: {mend}.")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


async def _clock() -> Finding:
    async with aiohttp.ClientSession() as session:
        asked = time.time()
        async with session.get(f"{Route.BASE}/gateway") as answer:
            answered = time.time()
            date = answer.headers.get("Date")
    if date is None:
        return passed("clock", "Discord did not tell its time.")
    theirs = parsedate_to_datetime(date).timestamp() + 0.5  # the header has whole seconds
    return clock_finding((asked + answered) / 2 - theirs, 0.5 + (answered - asked) / 2, "Discord's")


async def _permissions(client: discord.Client) -> AsyncIterator[Finding]:
    try:
        guilds = [guild async for guild in client.fetch_guilds(limit=200)]
        for listed in guilds:
            # The list of guilds omits roles, and so permissions: each guild is fetched separately.
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
        yield failed("permissions", f"Discord did not tell which servers the bot is on ({error.status}).")
        return
    if not guilds:
        yield failed("permissions", "The bot is on no server yet: invite it from the developer portal.")
