"""Draws pictures in a worker process, keeps those that recur, and survives whatever happens to the worker."""

import asyncio
import hashlib
import logging
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

from bot.pictures import art, cards
from bot.pictures.chart import chart
from bot.pictures.game_history import GameHistory
from bot.pictures.worker import draw
from bot.runtime.worker import DIED, NOT_STARTED, TOOK_TOO_LONG, Worker, WorkerClosed, WorkerFailed

log = logging.getLogger(__name__)

WAIT_SECONDS: Final = 2.0
"""Nobody waits longer for a picture. It is drawn all the same, and is there when it is next asked for."""
DRAW_SECONDS: Final = 5.0
"""A worker that takes longer for one picture counts as hung."""
REST_SECONDS: Final = 60.0
"""After a failure, time for which no other worker is started, or the picture that failed is not tried again."""
SILENCE_SECONDS: Final = 3600.0
"""Time for which the same trouble is not logged again."""

_COMMAND: Final = (sys.executable, "-m", "bot.pictures.worker")
_BAD_ART: Final = ValueError.__name__
_FAILURE_TEXTS: Final = {
    _BAD_ART: "The art of {name} cannot be drawn (`python -m bot.pictures FOLDER` says why)",
    NOT_STARTED: "No worker for pictures could be started (`python -m bot.pictures.worker` says why)",
    DIED: "The worker that was to draw {name} died",
    TOOK_TOO_LONG: "The worker that was to draw {name} hung",
}
_OTHER_FAILURE: Final = "The worker that was to draw {name} failed (`python -m bot.pictures FOLDER` says why)"
_MOST_WAITING: Final = 50
_MOST_KEPT: Final = 500  # of some 20 KiB each


class PictureUnavailable(Exception):
    """There is no picture, and the text has to do."""


class PictureRenderer:
    """Draws all that the bot shows as pictures, as PNGs.

    The worker is started when it is first needed, and ended by `close`. Whatever keeps a picture from being drawn
    raises PictureUnavailable, and is logged once an hour. `command` starts a worker (worker.py), which may take
    `limit` seconds for one picture.
    """

    def __init__(self, command: Sequence[str] = _COMMAND, limit: float = DRAW_SECONDS) -> None:
        self._worker = Worker(limit, command)
        self._lock = asyncio.Lock()  # a picture that waits must not be drawn once the worker has failed
        self._closed = False
        self._drawing: dict[str, asyncio.Task[bytes]] = {}
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._rests: dict[str, float] = {}  # the worker and pictures that failed: until when they rest
        self._said: dict[str, float] = {}  # when which trouble was logged

    async def emoji(self, what: str) -> bytes:
        """The emoji of something named in `art.ART_NAMES`, 128 x 128 pixels. Raises PictureUnavailable."""
        return await self._picture(what, lambda: art.svg(what))

    async def hand(self, owner: str, held: Sequence[str], lost: Sequence[str] = ()) -> bytes:
        """The cards of a hand in rows of four, those lost at the end, crossed out. Raises PictureUnavailable.

        What was drawn is kept for its `owner` alone: a picture that comes at once tells nobody that somebody else
        holds the same cards.
        """
        return await self._picture("a hand", lambda: cards.hand(held, lost), owner)

    async def role(self, name: str) -> bytes:
        """The card of a role, or of a special copy (`<role>*`). Raises PictureUnavailable."""
        return await self._picture(name, lambda: cards.role(name))

    async def chart(self, course: GameHistory) -> bytes:
        """The chart of a finished game: coins, lives and lies by turn, by seat. Raises PictureUnavailable."""
        return await self._picture("a game", lambda: chart(course))

    async def icon(self) -> bytes:
        """The bot's own icon, 512 x 512 pixels. Raises PictureUnavailable."""
        return await self._picture(art.ICON, lambda: art.svg(art.ICON, 512))

    async def close(self) -> None:
        """Ends the worker. What is being drawn or asked for later is not drawn."""
        self._closed = True
        for task in self._drawing.values():
            task.cancel()
        await asyncio.gather(*self._drawing.values(), return_exceptions=True)
        await self._worker.close()

    async def _picture(self, name: str, compose: Callable[[], str], owner: str = "") -> bytes:
        # `name` is all that is ever said of a picture: what somebody holds does not get into logs.
        try:
            document = compose()
        except (KeyError, OSError, ValueError) as error:
            raise self._trouble(f"There is no art for {name}: {type(error).__name__}") from error
        key = hashlib.sha256(f"{owner}\n{document}".encode()).hexdigest()
        if (kept := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            return kept
        if self._closed or self._resting("worker") or self._resting(key):
            raise PictureUnavailable(name)
        task = self._drawing.get(key)
        if task is None:
            if len(self._drawing) >= _MOST_WAITING:
                raise self._trouble("More pictures are asked for than can be drawn")
            task = self._drawing[key] = asyncio.create_task(self._draw(name, key, document))
            task.add_done_callback(lambda done: self._drawn(key, done))
        await asyncio.wait((task,), timeout=WAIT_SECONDS)  # cancelled or not, the picture goes on being drawn
        if not task.done():
            raise self._trouble("Pictures take too long to be drawn")
        if task.cancelled():
            raise PictureUnavailable("the renderer is closed")
        return task.result()

    def _drawn(self, key: str, task: asyncio.Task[bytes]) -> None:
        del self._drawing[key]
        if task.cancelled() or task.exception() is not None:
            return
        self._kept[key] = task.result()
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)

    async def _draw(self, name: str, key: str, document: str) -> bytes:
        async with self._lock:
            if self._resting("worker"):
                raise PictureUnavailable(name)
            try:
                return await self._worker.call(draw, document)
            except WorkerClosed as error:
                raise PictureUnavailable(name) from error
            except WorkerFailed as failed:
                self._rest(key)
                if failed.kind != _BAD_ART:
                    self._rest("worker")
                raise self._trouble(_FAILURE_TEXTS.get(failed.kind, _OTHER_FAILURE).format(name=name)) from failed

    def _resting(self, what: str) -> bool:
        return asyncio.get_running_loop().time() < self._rests.get(what, 0)

    def _rest(self, what: str) -> None:
        now = asyncio.get_running_loop().time()
        self._rests = {each: until for each, until in self._rests.items() if until > now}
        self._rests[what] = now + REST_SECONDS

    def _trouble(self, text: str) -> PictureUnavailable:
        now = asyncio.get_running_loop().time()
        if now - self._said.get(text, -SILENCE_SECONDS) >= SILENCE_SECONDS:
            self._said[text] = now
            log.warning("%s; messages go without the picture.", text)
        return PictureUnavailable(text)
