"""Draws pictures in a worker process, keeps those that recur, and survives whatever happens to the worker."""

import asyncio
import hashlib
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

from bot.pictures import art, cards
from bot.pictures.chart import chart
from bot.pictures.game_history import GameHistory
from bot.pictures.worker import ANSWER, REQUEST
from data import ROOT

log = logging.getLogger(__name__)

PATIENCE: Final = 2.0
"""How many seconds anybody waits for a picture. It is drawn all the same, and there when it is next asked for."""

DRAWING_LIMIT: Final = 5.0
"""After how many seconds at one picture a worker counts as hung."""

STARTING_LIMIT: Final = 20.0
"""How many seconds a worker may take to start."""

LEAVING_LIMIT: Final = 0.5
"""How many seconds a worker may take to end by itself before it is killed."""

REST: Final = 60.0
"""For how many seconds after a worker's failure no other is started, and a picture that failed not tried again."""

SILENCE: Final = 3600.0
"""How many seconds a trouble that goes on is not logged again."""

_COMMAND: Final = (sys.executable, "-m", "bot.pictures.worker")
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

    def __init__(self, command: Sequence[str] = _COMMAND, limit: float = DRAWING_LIMIT) -> None:
        self._command = command
        self._limit = limit
        self._worker: Process | None = None
        self._turn = asyncio.Lock()
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
        await self._put_away()

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
        await asyncio.wait((task,), timeout=PATIENCE)  # cancelled or not, the picture goes on being drawn
        if not task.done():
            raise self._trouble("Pictures take too long to be drawn")
        if task.cancelled():
            raise PictureUnavailable("the studio is closed")
        return task.result()

    def _drawn(self, key: str, task: asyncio.Task[bytes]) -> None:
        del self._drawing[key]
        if task.cancelled() or task.exception() is not None:
            return
        self._kept[key] = task.result()
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)

    async def _draw(self, name: str, key: str, document: str) -> bytes:
        async with self._turn:
            drawn, result = await self._ask(name, key, document.encode())
        if not drawn:
            self._rest(key)
            raise self._trouble(f"The art of {name} cannot be drawn (`python -m bot.pictures FOLDER` says why)")
        return result

    async def _ask(self, name: str, key: str, document: bytes) -> tuple[bool, bytes]:
        """Returns whether a document was drawn, and the PNG. Raises PictureUnavailable if no worker answers."""
        kind = "died"
        for _ in range(2):  # a worker that died since the last picture is found out by the next
            if self._resting("worker"):
                raise PictureUnavailable(name)
            worker = self._worker or await self._start()
            try:
                async with asyncio.timeout(self._limit):
                    return await _answer(worker, REQUEST.pack(len(document)) + document)
            except TimeoutError:
                await self._put_away()
                kind = "hung"
                break
            except (OSError, asyncio.IncompleteReadError):
                await self._put_away()
            except asyncio.CancelledError:
                await self._put_away()  # it is in the middle of an answer
                raise
        self._rest("worker")
        self._rest(key)
        raise self._trouble(f"The worker that was to draw {name} {kind}")

    async def _start(self) -> Process:
        try:
            async with asyncio.timeout(STARTING_LIMIT):
                self._worker = await asyncio.create_subprocess_exec(
                    *self._command,
                    stdin=PIPE,
                    stdout=PIPE,
                    stderr=DEVNULL,
                    cwd=ROOT.parent,
                    start_new_session=True,
                )
                await _answer(self._worker)
        except (TimeoutError, OSError, asyncio.IncompleteReadError) as error:
            await self._put_away()
            self._rest("worker")
            kind = type(error).__name__
            raise self._trouble(
                f"No worker for pictures could be started ({kind}; `python -m bot.pictures.worker` says why)"
            ) from error
        except asyncio.CancelledError:
            await self._put_away()
            raise
        return self._worker

    async def _put_away(self) -> None:
        worker, self._worker = self._worker, None
        if worker is None:
            return
        if worker.stdin is not None:
            worker.stdin.close()  # which ends it; to kill one that has just died confuses asyncio's watch over it
        try:
            async with asyncio.timeout(LEAVING_LIMIT):
                await worker.wait()
        except TimeoutError:
            worker.kill()
            await worker.wait()

    def _resting(self, what: str) -> bool:
        return asyncio.get_running_loop().time() < self._rests.get(what, 0)

    def _rest(self, what: str) -> None:
        now = asyncio.get_running_loop().time()
        self._rests = {each: until for each, until in self._rests.items() if until > now}
        self._rests[what] = now + REST

    def _trouble(self, text: str) -> PictureUnavailable:
        now = asyncio.get_running_loop().time()
        if now - self._said.get(text, -SILENCE) >= SILENCE:
            self._said[text] = now
            log.warning("%s; messages go without the picture.", text)
        return PictureUnavailable(text)


async def _answer(worker: Process, request: bytes = b"") -> tuple[bool, bytes]:
    """Sends a worker a request, if there is one, and returns its next answer."""
    if worker.stdin is None or worker.stdout is None:
        raise BrokenPipeError
    if request:
        worker.stdin.write(request)
        await worker.stdin.drain()
    drawn, length = ANSWER.unpack(await worker.stdout.readexactly(ANSWER.size))
    return drawn, await worker.stdout.readexactly(length)
