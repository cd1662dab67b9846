"""Draws pictures in a worker process and caches them. After a failure the message is sent without its picture."""

import asyncio
import hashlib
import logging
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

from bot.pictures import art, cards
from bot.pictures.chart import chart
from bot.pictures.chart_data import GameHistory
from bot.pictures.rasterizer import draw
from bot.runtime.worker import Failed, Worker, WorkerClosed

log = logging.getLogger(__name__)

WAIT_SECONDS: Final = 2.0
"""The longest time that a caller waits for a picture. A later one is still drawn, for the next time."""

DRAW_SECONDS: Final = 5.0
"""The longest time for a picture; a worker that takes longer is restarted."""

PAUSE_SECONDS: Final = 60.0
"""The time after a failure in which the worker, or the picture, is not tried again."""

LOG_INTERVAL_SECONDS: Final = 3600.0
"""A problem that lasts is logged once in this time."""

_COMMAND: Final = (sys.executable, "-m", "bot.pictures.rasterizer")
_WORKER: Final = "worker"
_MAX_WAITING: Final = 50
_MAX_CACHED: Final = 500  # pictures of about 20 KiB


class PictureUnavailable(Exception):
    """A picture cannot be drawn; the message is sent without it."""


class PictureRenderer:
    """Draws all pictures of the bot, as PNGs.

    Any failure raises PictureUnavailable, and is logged once an hour.
    """

    def __init__(self, worker: Worker | None = None) -> None:
        self._worker = worker or Worker(DRAW_SECONDS, _COMMAND)
        self._worker_lock = asyncio.Lock()
        self._closed = False
        self._tasks: dict[str, asyncio.Task[bytes]] = {}
        self._cache: OrderedDict[str, bytes] = OrderedDict()
        # Until when the worker, or a picture that failed, is not tried again.
        self._paused_until: dict[str, float] = {}
        self._logged_at: dict[str, float] = {}  # when each problem was logged last

    async def emoji(self, name: str) -> bytes:
        """Returns an emoji by its name in `art.ART_NAMES`, 128 x 128 pixels. Raises PictureUnavailable."""
        return await self._picture(name, lambda: art.svg(name))

    async def hand(self, owner: str, held: Sequence[str], lost: Sequence[str] = ()) -> bytes:
        """Returns a hand in rows of four cards; lost cards come last and are crossed out.

        Raises PictureUnavailable.

        Each `owner` has a cache of its own: otherwise a picture that appears at once would show that somebody else
        holds the same cards.
        """
        return await self._picture("a hand", lambda: cards.hand(held, lost), owner)

    async def role(self, name: str) -> bytes:
        """Returns the card of a role, or of a special copy (`<role>*`). Raises PictureUnavailable."""
        return await self._picture(name, lambda: cards.role(name))

    async def chart(self, history: GameHistory) -> bytes:
        """Returns the chart of a finished game: the coins, lives and lies of each seat, turn by turn.

        Raises PictureUnavailable.
        """
        return await self._picture("a game", lambda: chart(history))

    async def icon(self) -> bytes:
        """Returns the bot's own icon, 512 x 512 pixels. Raises PictureUnavailable."""
        return await self._picture(art.ICON, lambda: art.svg(art.ICON, 512))

    async def close(self) -> None:
        """Ends the worker process. Pictures are unavailable from then on."""
        self._closed = True
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await self._worker.close()

    async def _picture(self, name: str, compose: Callable[[], str], owner: str = "") -> bytes:
        # Only `name` may be logged: the document of a hand shows its cards.
        try:
            document = compose()
        except (KeyError, OSError, ValueError) as error:
            raise self._unavailable(f"There is no art for {name}: {type(error).__name__}") from error
        key = hashlib.sha256(f"{owner}\n{document}".encode()).hexdigest()
        if (cached := self._cache.get(key)) is not None:
            self._cache.move_to_end(key)
            return cached
        if self._closed or self._is_paused(_WORKER) or self._is_paused(key):
            raise PictureUnavailable(name)
        task = self._tasks.get(key)
        if task is None:
            if len(self._tasks) >= _MAX_WAITING:
                raise self._unavailable("More pictures are asked for than can be drawn")
            task = self._tasks[key] = asyncio.create_task(self._draw(name, key, document))
            task.add_done_callback(lambda done: self._finish(key, done))
        # If this call is cancelled, the picture is drawn all the same.
        await asyncio.wait((task,), timeout=WAIT_SECONDS)
        if not task.done():
            raise self._unavailable("Pictures take too long to be drawn")
        if task.cancelled():
            raise PictureUnavailable("the renderer is closed")
        return task.result()

    def _finish(self, key: str, task: asyncio.Task[bytes]) -> None:
        del self._tasks[key]
        if task.cancelled() or task.exception() is not None:
            return
        self._cache[key] = task.result()
        if len(self._cache) > _MAX_CACHED:
            self._cache.popitem(last=False)

    async def _draw(self, name: str, key: str, document: str) -> bytes:
        async with self._worker_lock:
            if self._is_paused(_WORKER):
                raise PictureUnavailable(name)
            try:
                return await self._worker.call(draw, document)
            except WorkerClosed as error:
                raise PictureUnavailable("the renderer is closed") from error
            except OSError as error:
                self._pause(_WORKER)
                kind = type(error).__name__
                raise self._unavailable(f"No worker for pictures could be started ({kind})") from error
            except Failed as error:
                self._pause(key)
                if error.kind == ValueError.__name__:
                    hint = "`python -m bot.pictures FOLDER` says why"
                    raise self._unavailable(f"The art of {name} cannot be drawn ({hint})") from error
                self._pause(_WORKER)
                raise self._unavailable(f"The worker that was to draw {name} failed: {error.kind}") from error

    def _is_paused(self, key: str) -> bool:
        return asyncio.get_running_loop().time() < self._paused_until.get(key, 0)

    def _pause(self, key: str) -> None:
        now = asyncio.get_running_loop().time()
        self._paused_until = {each: until for each, until in self._paused_until.items() if until > now}
        self._paused_until[key] = now + PAUSE_SECONDS

    def _unavailable(self, problem: str) -> PictureUnavailable:
        """Logs a problem, at most once an hour, and returns the error to raise."""
        now = asyncio.get_running_loop().time()
        if now - self._logged_at.get(problem, -LOG_INTERVAL_SECONDS) >= LOG_INTERVAL_SECONDS:
            self._logged_at[problem] = now
            log.warning("%s; messages are sent without the picture.", problem)
        return PictureUnavailable(problem)
