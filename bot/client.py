"""The client: Discord's gateway and REST on one side, tables and cogs on the other."""

import asyncio
import gc
import hashlib
import json
import logging
import re
from collections.abc import Awaitable
from typing import Any, Final

import aiohttp
import discord
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.delivery.failures import end_at_once
from bot.delivery.renderer import Renderer
from bot.ops.health import Health, Status
from bot.ops.metrics import Metrics
from bot.runtime.clock import Clock, SystemClock
from bot.runtime.command_tree import Tree
from bot.runtime.deduplicator import Deduplicator
from bot.settings import Settings
from bot.store import Store
from bot.tables.changes import Change, ChangeKind
from bot.tables.service import Tables
from bot.tables.session import TableSession

log = logging.getLogger(__name__)

EXTENSIONS: Final = ("cogs.presses.router", "cogs.coup", "cogs.config")
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody is going to talk

LAST_CLICKS: Final = 2.0  # seconds to let answers to clicks go out before closing
LONGEST_STEP: Final = 5.0  # seconds for any step of closing

_SYNCED: Final = "commands"
_CALLBACK: Final = re.compile(r"/interactions/(\d+)/")


def point_elsewhere(settings: Settings) -> None:
    """Points discord.py at another base than Discord's own, where the settings name one."""
    if settings.discord_api_url is not None:
        Route.BASE = settings.discord_api_url
    if settings.discord_gateway_url is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = URL(settings.discord_gateway_url)


class CoupBot(commands.AutoShardedBot):
    """The bot. Cogs reach `tables`, `store` and `renderer` through it."""

    tables: Tables
    renderer: Renderer

    def __init__(self, settings: Settings, store: Store, clock: Clock | None = None) -> None:
        self.settings = settings
        self.store = store
        self.clock = clock or SystemClock()
        self.metrics = Metrics(held=self._held_shards)
        self._shards_down: set[int] = set()
        self._leaving = False
        self._timed = Deduplicator()
        super().__init__(
            commands.when_mentioned,
            tree_cls=Tree,
            help_command=None,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=self._trace(),
        )

    async def setup_hook(self) -> None:
        """Loads the cogs, brings the tables back, syncs the commands if they changed, and starts the clock."""
        await self.load_cogs()
        await self.tables.restoring.restore()
        await self.sync_changed()
        # Freeze long-lived objects, so that garbage collection does not pause clicks by scanning them; but first
        # collect a client that ran before this one in the same process.
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self.tables.restoring.begin()

    async def load_cogs(self) -> None:
        """Sets up the tables, still empty, and the cogs that use them."""
        self.tables = Tables(
            self.store,
            self.clock,
            floor=self.settings.coup_window_floor,
            ai_pause=self.settings.coup_ai_pause,
            default_pace=self.settings.coup_pace,
        )
        self.tables.listeners.append(self._count)
        self.metrics.gauge(
            "coup_stale_answers", "Answers that came late, or twice.", lambda: self.tables.play.late
        )
        self.metrics.gauge("coup_live_tables", "Live tables seen so far.", lambda: len(self.tables.registry.live))
        self.renderer = Renderer(self, self.tables)
        for extension in EXTENSIONS:
            await self.load_extension(extension)

    async def sync_changed(self) -> bool:
        """Registers the commands with Discord if they have changed since; returns whether they have."""
        digest = await self.commands_digest()
        if await self.store.meta.get(_SYNCED) == digest:
            return False
        await self.sync(None)
        return True

    async def sync(self, guild: discord.abc.Snowflake | None) -> int:
        """Registers the commands with Discord, everywhere or for one guild; returns how many there are."""
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        synced = await self.tree.sync(guild=guild)
        if guild is None:
            await self.store.meta.put(_SYNCED, await self.commands_digest())
        log.info("%s commands were synced", len(synced))
        return len(synced)

    async def commands_digest(self) -> str:
        """A hash of the commands as they are registered, in all languages, and of whose they are."""
        translator = self.tree.translator
        payload: list[Any] = [self.application_id]
        for command in sorted(self.tree.get_commands(), key=lambda command: command.name):
            if translator is None:
                payload.append(command.to_dict(self.tree))
            else:
                payload.append(await command.get_translated_payload(self.tree, translator))
        return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()

    def health(self) -> Health:
        """How this process is: ready once it was, unless one of its shards has lost its connection."""
        held = tuple(self._held_shards())
        connected = tuple(shard for shard in held if shard not in self._shards_down)
        if self._leaving:
            status = Status.LEAVING
        elif not self.is_ready():
            status = Status.STARTING
        else:
            status = Status.READY if connected == held else Status.NOT_CONNECTED
        return Health(status, held, connected, self.shard_count)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Notes that a shard has lost its connection; discord.py is trying to get it back."""
        self._shards_down.add(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Notes that a shard has begun a new session."""
        self._shards_down.discard(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Notes that a shard goes on with the session it had."""
        self._shards_down.discard(shard_id)

    async def on_ready(self) -> None:
        """Says in the log that the bot serves its members from now on."""
        log.info("Ready on %s servers", len(self.guilds))

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Notes when an interaction came in, of two deliveries of one the first: the second is never answered."""
        if interaction.type is not discord.InteractionType.ping and self._timed.is_first(interaction.id):
            self.metrics.received(str(interaction.id))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Gives up the table of a channel that is gone for good."""
        table = await self.tables.at(channel.id)
        if table is not None:
            await self.renderer.board(table).lose_channel(deleted=True)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pauses the games of a server that was deleted or has removed the bot; its lobbies close."""
        await self.renderer.lose_guild(guild.id)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Logs what an event's handler did not expect; never its payload, which may tell hands."""
        log.exception("The handling of %s failed", event_method)

    async def close(self) -> None:
        """Accepts no more decisions, lets those under way become durable and be answered, then disconnects.

        A step that fails, or takes too long, is logged and keeps none of the others from being done.
        """
        self._leaving = True
        if hasattr(self, "tables") and not self.is_closed():
            await _done("becoming durable", self.tables.drain())
            self.renderer.answer_held_clicks()
            await _done("answering clicks", self.metrics.all_acknowledged(LAST_CLICKS))
            await _done("stopping work on cards", self.renderer.close())
        await _done("disconnecting", super().close())

    def _held_shards(self) -> range:
        return range(self.shard_count or 0)

    def _count(self, table: TableSession, change: Change) -> None:
        shard = (table.guild_id >> 22) % (self.shard_count or 1)
        if change.decisions:
            self.metrics.decided(shard, change.decisions)
        elif change.kind is ChangeKind.RESTORED and not table.ended:
            self.metrics.recovered(shard)

    def _trace(self) -> aiohttp.TraceConfig:
        """Watches the requests: those that acknowledge a click, and those that Discord limits."""

        async def ended(_: object, __: object, request: aiohttp.TraceRequestEndParams) -> None:
            self.metrics.requests.inc()
            if request.response.status == 429:
                self.metrics.rate_limited.inc()
            answered = _CALLBACK.search(request.url.path)
            if answered:
                self.metrics.acknowledged(answered[1])

        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(ended)
        trace.on_request_end.append(end_at_once)
        return trace


async def _done(what: str, step: Awaitable[None]) -> None:
    """Waits for a step of closing, which may fail."""
    try:
        async with asyncio.timeout(LONGEST_STEP):
            await step
    except Exception as error:
        log.exception("Closing: %s failed: %s", what, type(error).__name__)
