"""The discord.py client: connects the tables and cogs to Discord, and closes everything in order."""

import asyncio
import gc
import logging
from collections.abc import Awaitable
from contextlib import suppress
from functools import partial
from typing import Any, Final

import discord
from discord.ext import commands
from discord.http import Route
from yarl import URL

from bot.cluster import Membership
from bot.command_sync import CommandSync
from bot.delivery.change_dispatcher import Dispatcher
from bot.delivery.interaction_requests import InteractionRequests
from bot.delivery.requests import without_retries
from bot.delivery.servers import POLL_SECONDS, Residents, SeasonMessages, greet
from bot.emojis import Emojis
from bot.gateway.command_tree import CheckedCommandTree
from bot.gateway.connections import Connections
from bot.gateway.interaction_routing import InteractionRouter
from bot.gateway.reachability import Reachability
from bot.ops.metrics import Health, HealthStatus, Metrics
from bot.pictures.source import PictureSource
from bot.privacy.deletion import MemberDeletion
from bot.privacy.ledger import Ledger
from bot.privacy.removed_servers import SWEEP_SECONDS, RemovedServers
from bot.refusals import Refusal
from bot.render.texts.catalogue import forget_kept_texts
from bot.runtime.background import BackgroundTasks, first_of, repeat
from bot.runtime.clock import Clock
from bot.settings import Settings
from bot.store import BrokenDatabase, SaveFailed, Store
from bot.store.repositories.deletions import DELETIONS_TOPIC
from bot.store.repositories.players import PREFERENCES_TOPIC
from bot.tables.service import Tables
from bot.tables.table import Table
from bot.tables.transitions.transition import Change, ChangeKind

log = logging.getLogger(__name__)

EXTENSIONS: Final = ("cogs.clicks.router", "cogs.coup", "cogs.stats", "cogs.privacy", "cogs.config")
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot does not use voice

CLOSE_STEP_SECONDS: Final = 5.0  # time limit of each step of closing
RETRY_SECONDS: Final = 1.0  # pause before the tables of a shard are read again


def set_base_urls(settings: Settings) -> None:
    """Sets discord.py's base URLs to those in the settings, if they name any."""
    if settings.discord_api_url is not None:
        Route.BASE = settings.discord_api_url
    if settings.discord_cdn_url is not None:
        discord.Asset.BASE = settings.discord_cdn_url  # pyright: ignore[reportAttributeAccessIssue] - declared constant


class CoupBot(commands.AutoShardedBot):
    """The bot. It serves the shards that `membership` assigns to it (see `ShardHandlers`); if that is None, all.

    Cogs reach `tables`, `store`, `dispatcher` and `deletions` through it.
    """

    def __init__(
        self, settings: Settings, store: Store, clock: Clock | None = None, membership: Membership | None = None
    ) -> None:
        self.settings = settings
        self.store = store
        self.clock = clock or Clock()
        self.membership = membership or Membership()
        self.metrics = Metrics(self.membership.name, owned_shards=lambda: self.membership.owned_shards)
        self._reachability = Reachability(self.membership, self.metrics)
        self._connections: Connections | None = None
        self._concurrency = 1
        self._announced = 0  # the value of `Connections.begun` when "Ready" was last logged
        self._leaving = False
        self._is_closing = False
        self.picture_source = PictureSource(settings.pictures_folder)
        self.app_emojis = Emojis(self, self.picture_source, store.database)
        self.command_sync = CommandSync(self, store)
        self.residents = Residents(self.clock)
        self.season_messages = SeasonMessages(self, store, self.clock, self.membership)
        self._background = BackgroundTasks()
        super().__init__(
            commands.when_mentioned,
            tree_cls=CheckedCommandTree,
            help_command=None,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=self._reachability.trace(lambda: self.http),
        )
        self.interaction_requests = InteractionRequests(
            self,
            self.metrics,
            self._reachability.answered,
            self._reachability.failed,
            lambda interaction_id: self.interaction_router.limiter.mark_answered(interaction_id),
        )
        self.interaction_router = InteractionRouter(self, self.interaction_requests, self.membership, self.metrics)
        self._connection.parsers["INTERACTION_CREATE"] = self.interaction_router.receive
        self.tables = Tables(
            store,
            self.clock,
            self.membership,
            min_window_seconds=settings.coup_window_floor,
            ai_pause_seconds=settings.coup_ai_pause,
            default_pace=settings.coup_pace,
        )
        self.tables.listeners.append(self._count)
        self.metrics.gauge("coup_stale_answers", "Answers that came late, or twice.", lambda: self.tables.late)
        self.metrics.gauge("coup_live_tables", "Live tables.", lambda: self.tables.live)
        self.metrics.gauge("coup_loaded_tables", "Tables in memory.", lambda: len(self.tables.cache))
        picture_source = self.picture_source if settings.coup_pictures else None
        self.dispatcher = Dispatcher(self, self.tables, self.interaction_requests, picture_source)
        self.deletions = MemberDeletion(self.tables, Ledger(store, settings.deletions_file))
        self.deletions.forgotten += [
            self.dispatcher.forget_member,
            self.residents.forget,
            self.interaction_router.limiter.forget,
            self._forget_private_channel,
            forget_kept_texts,
        ]
        self._removed_servers = RemovedServers(self.tables)
        self.membership.listeners |= {
            PREFERENCES_TOPIC: self.tables.preferences.forget,
            DELETIONS_TOPIC: self.deletions.notice,
        }

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Calls the listeners of an event, except of the one that names each event of the gateway: it has none."""
        if event != "socket_event_type":
            super().dispatch(event, *args, **kwargs)

    async def setup_hook(self) -> None:
        """Loads the cogs, syncs the commands if they changed, and starts the clock."""
        await self.load_cogs()
        if self.settings.coup_pictures:
            await self.app_emojis.begin()
            self._background.run(self.app_emojis.sync_repeatedly())
        if not await self.command_sync.sync_changed():
            self._background.run(self.command_sync.retry())
        gc.freeze()  # so that the garbage collector does not search long-lived objects and delay clicks
        self.tables.schedule.start()
        self.dispatcher.start()
        self.deletions.start()
        for work, seconds, what in (
            (self.season_messages.tell_ended, POLL_SECONDS, "The reading of ended seasons"),
            (self._removed_servers.sweep, SWEEP_SECONDS, "The deletion of servers' data"),
        ):
            self._background.run(repeat(work, self.clock, seconds, seconds, what))

    async def connect(self, *, reconnect: bool = True) -> None:
        """Serves the shards that this process acquires, until it gives them up or the client is closed.

        Raises GatewayNotFound, SaveFailed, or ConnectionClosed if Discord refuses the bot.
        """
        with without_retries():  # the caller retries sooner than discord.py would
            recommended, url, limits = await self.http.get_bot_gateway()
        gateway = URL(self.settings.discord_gateway_url or url)
        if not self.membership.is_alone:  # a process that cannot reach Discord must get no shards
            await self._reachability.begin(gateway)
        self.shard_count = self._connection.shard_count = await self.membership.agree_on_shards(recommended)
        self._connection.shard_ids = range(self.shard_count)
        if self._is_closing:  # `close` was called meanwhile, before there were connections to close
            return
        self._concurrency = limits["max_concurrency"]
        self._connections = connections = Connections(self, gateway, self._concurrency, self._reachability.gateway)
        self._background.run(self._reachability.watch(connections, gateway))
        self.tables.reachable_seconds = partial(self._reachability.reachable_seconds, connections)
        await first_of(self.membership.run(self), connections.refused)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits until a shard may begin a session."""
        await self.membership.wait_to_identify(shard_id or 0, self._concurrency)

    async def begin_session(self, shard: int) -> None:
        """Begins a shard's session, and waits until Discord has said READY."""
        if self._connections is not None:
            await self._connections.connect(shard)

    async def take_over(self, shard: int) -> None:
        """Restores the tables of a shard."""
        self.interaction_router.settle(shard)
        log.info("Shard %s is served from here", shard)
        self.metrics.takeovers(shard).inc()
        while True:
            try:
                await self.tables.schedule.restore(shard)
            except SaveFailed as error:
                log.warning("The tables of shard %s were not read yet: %s", shard, error)
                await asyncio.sleep(RETRY_SECONDS)  # no event reports that the database works again
            else:
                self.deletions.notice(None)
                return

    async def give_up(self, shard: int) -> None:
        """Forgets a shard's tables; interactions about them are forwarded from now on."""
        log.info("Shard %s is served by another process", shard)
        await asyncio.gather(self.interaction_router.share_handled(shard), self.tables.release(shard))

    async def end_session(self, shard: int) -> None:
        """Ends a shard's session, and forgets its servers."""
        if self._connections is not None:
            await self._connections.disconnect(shard)
        for guild in self.guilds:
            if guild.shard_id == shard:
                # discord.py has no public way to forget a server; those of a lost shard would stay in memory.
                self._connection._remove_guild(guild)  # pyright: ignore[reportPrivateUsage] - discord.py offers no other way

    async def receive(self, payload: dict[str, Any]) -> None:
        """Receives an interaction that another process has forwarded."""
        self.interaction_router.receive(payload)

    async def load_cogs(self) -> None:
        """Loads the commands and the handlers of controls."""
        for extension in EXTENSIONS:
            await self.load_extension(extension)

    def health(self) -> Health:
        """Returns the state of this process: ready while it reaches REST, and all its shards are connected."""
        return self._reachability.health(self._connections, self.shard_count, leaving=self._leaving)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Records that a shard has begun a new session, or resumed one."""
        if self._connections is not None:
            self._connections.mark_connected(shard_id)

    on_shard_resumed = on_shard_connect

    async def on_shard_ready(self, shard_id: int) -> None:
        """Looks which servers have removed the bot; logs that it is ready, once all its shards are connected."""
        named = {guild.id for guild in self.guilds if guild.shard_id == shard_id}
        compare = self._removed_servers.compare
        self._background.run(compare(shard_id, named, lambda guild_id: self.get_guild(guild_id) is not None))
        connections = self._connections
        if connections is None or self.health().status is not HealthStatus.READY:
            return
        if self._announced == 0:
            self._background.run(self._check_database())
        if self._announced != connections.begun:
            self._announced = connections.begun
            log.info("Ready on %s servers", len(self.guilds))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Closes the table of a channel that was deleted."""
        await self._lose_channel(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Closes the table of a thread that was deleted."""
        await self._lose_channel(thread.thread_id)

    async def _lose_channel(self, channel_id: int) -> None:
        with suppress(Refusal):  # another process owns the table, or the next edit of its message shows the loss
            table = await self.tables.at(channel_id)
            if table is not None:
                await self.dispatcher.message_of(table).lose_channel(deleted=True)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greets a server that has just added the bot; discord.py calls this for no other server."""
        if self.membership.owns(guild.id):
            await self._removed_servers.forget(guild.id)
            await greet(guild, self.store.guilds)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pauses the games of a server that was deleted or has removed the bot; its lobbies close.

        Its data is deleted 30 days later. discord.py does not call this for a server that cannot be reached.
        """
        if self.membership.owns(guild.id):
            await self._removed_servers.note(guild.id)
        await self.dispatcher.lose_guild(guild.id)

    def _forget_private_channel(self, user_id: int) -> None:
        """Drops discord.py's object for the direct messages of a member; it is created again when it is needed."""
        for channel in self.private_channels:
            if isinstance(channel, discord.DMChannel) and channel.recipient and channel.recipient.id == user_id:
                self._connection._remove_private_channel(channel)  # pyright: ignore[reportPrivateUsage] - discord.py offers no other way

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Logs the error of an event's handler; never the payload, which may disclose hands."""
        log.exception("The handling of %s failed", event_method)

    async def leave(self) -> None:
        """Hands the shards of this process over to others; serves each shard until another process owns it."""
        self._leaving = True
        await _finish_step("handing over", self.membership.leave(), None)  # it has a time limit of its own

    async def close(self) -> None:
        """Stops accepting decisions, waits until those received are saved and answered, then disconnects.

        If a step fails or takes too long, this is logged, and the other steps are still carried out.
        """
        self._leaving = self._is_closing = True
        if not self.is_closed():
            await _finish_step("pausing deletions", self.deletions.close())
            await _finish_step("saving decisions", self.tables.drain())
            self.dispatcher.answer_delayed_clicks()
            await _finish_step("answering clicks", self.interaction_router.finish())
            await _finish_step("stopping work on messages", self.dispatcher.close())
        if self._connections is not None:
            await _finish_step("leaving the gateway", self._connections.close())
        await _finish_step("ending background work", self._background.close())
        await _finish_step("ending the drawing", self.picture_source.close())
        await _finish_step("disconnecting", super().close())

    async def _check_database(self) -> None:
        """Checks the database while the bot serves, because that takes seconds for a large file."""
        try:
            await self.store.database.check()
        except BrokenDatabase as error:
            log.error("%s Until then the bot serves what can still be read.", error)  # noqa: TRY400 - the operator needs no traceback

    def _count(self, table: Table, change: Change) -> None:
        shard = self.membership.shard_of(table.guild_id)
        if change.decisions:
            self.metrics.decisions(shard).inc(change.decisions)
        elif change.kind is ChangeKind.RESTORED and not table.state.has_ended:
            self.metrics.recoveries(shard).inc()


async def _finish_step(what: str, step: Awaitable[object], seconds: float | None = CLOSE_STEP_SECONDS) -> None:
    """Waits for a step of closing; logs an error or a timeout instead of raising it."""
    try:
        async with asyncio.timeout(seconds):
            await step
    except Exception as error:
        log.exception("Closing: %s failed: %s", what, type(error).__name__)
