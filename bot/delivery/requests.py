"""Shared parts of requests to Discord: error codes, rate limits, repetition, ownership, and pictures.

Another process may own the table when a request is sent, because it has waited or the process was suspended.
"""

import asyncio
import heapq
import io
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from typing import Final, TypeAlias, TypeVar

import aiohttp
import discord

from bot.pictures.source import PictureSource, PictureUnavailable
from bot.render.controls import Layout, has_thumbnails, without_emojis, without_thumbnails
from bot.render.icons import OUTDATED, set_icons
from bot.render.message_pictures import file_name
from bot.runtime.background import BackgroundTasks
from bot.runtime.clock import Backoff
from bot.tables.service import Tables
from bot.tables.table import Table

T = TypeVar("T")

MESSAGE_GONE: Final = frozenset((10008, 30046))
"""The message was deleted, or may not be edited any more."""
CHANNEL_DELETED: Final = frozenset((10003, 10004))
"""The channel, or its server, does not exist any more."""
ARCHIVED: Final = 50083
"""The thread is archived, so that Discord refuses the request."""
TOO_MANY_THREADS: Final = 160006
"""The server has as many active threads as Discord allows."""
NO_ACCESS: Final = frozenset((50001, 50013, 160005, ARCHIVED))
"""The bot may not read or write in the channel, or the channel is a locked thread."""
NO_PERMISSION: Final = 50013
INVALID: Final = 50035
UNKNOWN_EMOJI: Final = 10014
DMS_CLOSED: Final = 50007
"""The member accepts no direct messages from the bot."""
TOO_LARGE: Final = 413
"""The HTTP status of a request whose files are too large."""

_WITHOUT_RETRIES: Final[ContextVar[bool]] = ContextVar("without_retries", default=False)
_OWNED: Final[ContextVar[tuple[Tables, int] | None]] = ContextVar("owned", default=None)
REQUEST_SECONDS: Final = 15.0
"""A request without a response counts as failed after this time; it may have taken effect."""
FIRST_PAUSE_SECONDS: Final = 0.5
LONGEST_PAUSE_SECONDS: Final = 60.0
"""The first and the longest pause before a failed request is repeated."""
RESTORED_PER_SECOND: Final = 44.0
"""Requests a second after a restart, under the 50 that Discord grants a bot in all."""
_NONCE_BYTES: Final = 7
"""Discord accepts a nonce below 2 ** 63."""
_CATCH_UP_SECONDS: Final = 0.1
"""If the event loop is late, the requests of this time at most are made up for at once."""
Send: TypeAlias = Callable[[Layout, list[discord.File]], Awaitable[T]]
"""Sends a message with its files. Raises discord.HTTPException."""


@contextmanager
def without_retries() -> Generator[None]:
    """Makes requests inside raise DiscordServerError at once, where discord.py would try for 25 seconds."""
    token = _WITHOUT_RETRIES.set(True)
    try:
        yield
    finally:
        _WITHOUT_RETRIES.reset(token)


def raise_server_error(response: aiohttp.ClientResponse) -> None:
    """Implements `without_retries`; must be called with each response to a request of the client's own session."""
    if response.status >= 500 and _WITHOUT_RETRIES.get():
        raise discord.DiscordServerError(response, None)


@contextmanager
def while_owned(tables: Tables, table: Table) -> Generator[None]:
    """Makes requests inside raise NotOwnedHere once another process owns the table."""
    token = _OWNED.set((tables, table.guild_id))
    try:
        yield
    finally:
        _OWNED.reset(token)


def check_owned() -> None:
    """Raises NotOwnedHere inside of `while_owned` if another process owns the table. Called for every request."""
    owned = _OWNED.get()
    if owned is not None:
        tables, guild_id = owned
        tables.membership.check_owned(guild_id)


class PriorityRateLimiter:
    """Limits the rate of the requests to all channels together; the most urgent is sent first."""

    def __init__(self, rate: float) -> None:
        self._interval = 1 / rate
        self._waiting: list[tuple[tuple[int, float], int, asyncio.Future[None]]] = []  # a heap
        self._arrivals = count()
        self._task: asyncio.Task[None] | None = None

    async def wait(self, priority: int, deadline: float) -> None:
        """Returns when a request may be sent: priority 0 before 1, and earlier deadlines before later ones."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, ((priority, deadline), next(self._arrivals), future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._admit_all())
        await future

    async def _admit_all(self) -> None:
        loop = asyncio.get_running_loop()
        moment = loop.time()
        while self._waiting:
            _, _, future = heapq.heappop(self._waiting)
            if not future.done():  # its caller may have been cancelled
                future.set_result(None)
                moment = max(moment, loop.time() - _CATCH_UP_SECONDS) + self._interval
                # The requests have equal pauses, because Discord refuses those that come too many at once.
                await asyncio.sleep(max(0.0, moment - loop.time()))


@dataclass(frozen=True)
class Delivery:
    """The parts that all of delivery shares: client, tables, background tasks, and the pictures to send, if any.

    `restoring` limits the rate of the requests after a restart, of all tables together.
    """

    client: discord.Client
    tables: Tables
    picture_source: PictureSource | None
    background: BackgroundTasks = field(default_factory=BackgroundTasks)
    restoring: PriorityRateLimiter = field(default_factory=lambda: PriorityRateLimiter(RESTORED_PER_SECOND))

    async def send(self, send: Send[T], view: Layout, *, wanted: bool = True, may_attach: bool = True) -> T:
        """Sends a message with its pictures, or without what Discord refuses; returns what `send` returns.

        Arguments as in `load_files`. Raises discord.HTTPException.
        """
        files = await load_files(view, self.picture_source, wanted=wanted, may_attach=may_attach)
        return await send_with_text_fallback(send, view, files)


def may_succeed_later(error: Exception) -> bool:
    """Returns whether a request that failed is worth repeating: it was not refused, or only for a while."""
    return not isinstance(error, discord.HTTPException) or error.status >= 500 or error.status == 429


def effective(permissions: discord.Permissions) -> discord.Permissions:
    """Returns everything that these permissions allow: an administrator's allows all others, named or not."""
    return discord.Permissions.all() if permissions.administrator else permissions


def nonce_of(text: str) -> int:
    """Returns the nonce of a message that the text identifies: Discord posts it once within some minutes."""
    return int.from_bytes(sha256(text.encode()).digest()[:_NONCE_BYTES], "big")


def request_backoff() -> Backoff:
    """Returns the pauses between tries of a request that fails."""
    return Backoff(FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, factor=1.3)


async def load_files(
    message: Layout, source: PictureSource | None, *, wanted: bool = True, may_attach: bool = True
) -> list[bytes]:
    """Returns the PNG files to send with a message.

    If they cannot be loaded, or there is no source, removes the pictures from the message. If the reader has not
    `wanted` pictures, removes the emojis too.
    """
    if not wanted:
        source = None
        without_thumbnails(without_emojis(message))
    load = None if message.picture is None else message.picture.load
    if source is not None and load is None:
        return []
    if source is not None and load is not None and may_attach:
        with suppress(PictureUnavailable):
            return await load(source)
    message.picture = None
    return []


async def send_with_text_fallback(send: Send[T], view: Layout, files: Sequence[bytes]) -> T:
    """Sends a message with its files; returns what `send` returns. Raises discord.HTTPException.

    Sends it again without pictures or emojis if Discord refuses one of them, or the bot may not attach files.
    """
    try:
        return await send(view, _attachments(files))
    except discord.HTTPException as error:
        refuses_files = bool(files) and (error.code == NO_PERMISSION or error.status == TOO_LARGE)
        if refuses_files:
            view.picture = None
            return await send_with_text_fallback(send, view, [])
        if _refuses(error, "media") and (view.picture is not None or has_thumbnails(view)):
            view.picture = None
            return await send_with_text_fallback(send, without_thumbnails(view), [])
        if error.code != UNKNOWN_EMOJI and not _refuses(error, "emoji"):
            raise
        set_icons(OUTDATED)
    return await send(without_emojis(view), _attachments(files))


def _attachments(files: Sequence[bytes]) -> list[discord.File]:
    """Returns the files to send with a message, for one request."""
    return [discord.File(io.BytesIO(png), file_name(number)) for number, png in enumerate(files)]


def _refuses(error: discord.HTTPException, field: str) -> bool:
    # Only the text of the error names the invalid field, by its path, as in `components.0.emoji.id`.
    return error.code == INVALID and field in error.text.lower()
