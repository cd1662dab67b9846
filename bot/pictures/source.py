"""The source of the pictures in messages: files that are drawn once, and charts that a worker process draws."""

import asyncio
import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from bot.pictures.chart import chart, rating_curve
from bot.pictures.files import NAMES, PictureFiles, draw_missing
from bot.pictures.rasterizer import draw
from bot.runtime.worker import Failed, Worker, WorkerClosed
from bot.stats.game_history import GameHistory

log = logging.getLogger(__name__)

CHART_SECONDS: Final = 2.0
"""The longest time that a message waits for its chart, including the start of the worker."""

IDLE_SECONDS: Final = 60.0
"""The worker process ends after this time without a chart."""

PAUSE_SECONDS: Final = 60.0
"""The time after a failure in which no chart is tried."""

_FILES_SECONDS: Final = 300.0  # for all files together; an idle processor draws them in less than a second
_COMMAND: Final = (sys.executable, "-m", "bot.pictures.rasterizer")


class PictureUnavailable(Exception):
    """A picture is missing or cannot be drawn; the message is sent without it."""


class PictureSource:
    """The pictures kept in a folder, and charts of games. Worker processes, started by `command`, draw them."""

    def __init__(self, folder: Path, command: Sequence[str] = _COMMAND) -> None:
        self.is_damaged = False
        """Whether a file that was there has become unreadable; `draw_missing` draws it again."""
        self._files = PictureFiles(folder.absolute())  # a worker process runs in another folder
        self._drawn: frozenset[str] = frozenset()  # the names of the files that were there after `draw_missing`
        self._command = command
        self._chart_worker = Worker(CHART_SECONDS, command, IDLE_SECONDS)
        self._paused_until = 0.0
        self._last_chart: tuple[object, bytes] | None = None

    async def draw_missing(self) -> None:
        """Draws the files that are missing or damaged, in a process which then ends. Never raises."""
        missing = await asyncio.to_thread(self._files.missing)
        if missing:
            worker = Worker(_FILES_SECONDS, self._command)
            try:
                reason = await worker.call(draw_missing, str(self._files.folder))
            except (Failed, OSError) as error:
                reason = _reason(error)
            finally:
                await worker.close()
            missing = await asyncio.to_thread(self._files.missing)
            if missing:
                log.warning(
                    "%s pictures are missing in %s: %s; messages are sent without them",
                    len(missing),
                    self._files.folder,
                    reason or "`python -m bot.pictures FOLDER` says why",
                )
        self._drawn, self.is_damaged = frozenset(NAMES).difference(missing), False

    async def read(self, name: str) -> bytes:
        """Returns the picture of a name in `files.NAMES` as a PNG. Raises PictureUnavailable."""
        png = await asyncio.to_thread(self._files.read, name)
        if png is None:
            self.is_damaged = self.is_damaged or name in self._drawn
            raise PictureUnavailable  # the name is left out, because it may be that of a hidden card
        return png

    async def chart(self, history: GameHistory) -> bytes:
        """Returns the chart of a finished game as a PNG. Raises PictureUnavailable."""
        return await self._draw(history, lambda: chart(history))

    async def rating_curve(self, points: Sequence[float]) -> bytes:
        """Returns the curve of a member's ratings as a PNG. Raises PictureUnavailable."""
        return await self._draw(points, lambda: rating_curve(points))

    async def _draw(self, shown: object, document: Callable[[], str]) -> bytes:
        """Returns a chart of what is `shown`, whose SVG `document` returns. Raises PictureUnavailable.

        The last chart is kept, because two messages show that of a game that was played in a thread.
        """
        if self._last_chart is not None and self._last_chart[0] == shown:
            return self._last_chart[1]
        now = asyncio.get_running_loop().time()
        if now < self._paused_until:
            raise PictureUnavailable
        try:
            async with asyncio.timeout(CHART_SECONDS):
                png = await self._chart_worker.call(draw, document())
        except WorkerClosed as error:
            raise PictureUnavailable from error
        except (Failed, KeyError, OSError, ValueError) as error:  # TimeoutError is an OSError
            self._paused_until = now + PAUSE_SECONDS
            log.warning("A chart could not be drawn: %s; the message is sent without it", _reason(error))
            raise PictureUnavailable from error
        self._last_chart = shown, png
        return png

    async def close(self) -> None:
        """Ends the worker. Charts are unavailable from then on."""
        await self._chart_worker.close()


def _reason(error: Exception) -> str:
    return error.kind if isinstance(error, Failed) else type(error).__name__
