"""A worker process for computations that would otherwise delay everybody's clicks, as they would in a thread.

A request and an answer are each a length (an unsigned 32-bit number, big endian) and that number of bytes of
pickled values. A request is a function of a module and its arguments; an answer is whether it succeeded, then its
result, or what may be disclosed about its error.
"""

import asyncio
import pickle
import struct
import sys
import traceback
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")

_LENGTH: Final = struct.Struct(">I")
_COMMAND: Final = (sys.executable, "-m", "bot.runtime.worker")
_HOME: Final = Path(__file__).parents[2]
_DIED: Final = (ConnectionError, asyncio.IncompleteReadError)
_END_SECONDS: Final = 0.2
"""A process that takes longer to end by itself is killed."""
START_SECONDS: Final = 20.0
"""Additional time for the first answer of a new process, because of its imports."""


class Failed(Exception):
    """A computation failed: the type of its error, and the lines of code that led to it, outermost first.

    It contains neither the error's text nor any value, because these may disclose a player's cards.
    """

    def __init__(self, kind: str, places: tuple[str, ...]) -> None:
        super().__init__(kind, places)
        self.kind = kind
        self.places = places

    def __str__(self) -> str:
        return f"{self.kind} at {' > '.join(self.places)}" if self.places else self.kind


class WorkerClosed(Exception):
    """A computation was not carried out because the worker was closed; the bot is ending."""


def disclosable(error: BaseException) -> tuple[str, tuple[str, ...]]:
    """Returns the type of an error and the lines of code that led to it, the arguments of `Failed`."""
    frames = traceback.extract_tb(error.__traceback__)
    return type(error).__name__, tuple(f"{Path(at.filename).name}:{at.lineno} in {at.name}" for at in frames)


class Worker:
    """Calls functions in a process of its own, one after another. A call may take `limit` seconds.

    The process is started by `command`, which calls `work`, when it is needed, and ends after `idle_seconds`
    without a call. A process that died or hung is replaced.
    """

    def __init__(self, limit: float, command: Sequence[str] = _COMMAND, idle_seconds: float | None = None) -> None:
        self._limit = limit
        self._command = command
        self._idle_seconds = idle_seconds
        self._idle_end: asyncio.TimerHandle | None = None
        self._process: Process | None = None
        self._lock = asyncio.Lock()
        self._closed = False

    async def call(self, function: Callable[P, T], *arguments: P.args, **_: P.kwargs) -> T:
        """Calls a function of a module in the process, and returns its result.

        Raises Failed if the function or the process fails, and WorkerClosed once the worker is closed.
        """
        request = pickle.dumps((function, arguments))
        async with self._lock:
            if self._idle_end is not None:
                self._idle_end.cancel()
            try:
                succeeded, value = await self._ask(request)
            except _DIED:  # it may have died before this call, so one more try is made
                try:
                    succeeded, value = await self._ask(request)
                except _DIED as error:
                    raise Failed("WorkerDied", ()) from error
            if self._idle_seconds is not None:
                loop = asyncio.get_running_loop()
                self._idle_end = loop.call_later(self._idle_seconds, self._end_idle_process)
        if not succeeded:
            raise Failed(*value)
        return value

    async def close(self) -> None:
        """Ends the process without waiting for a result. Calls raise WorkerClosed from now on."""
        self._closed = True
        await self._end_process()

    async def _ask(self, request: bytes) -> tuple[bool, Any]:
        limit = self._limit
        if self._process is None and not self._closed:
            limit += START_SECONDS
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, cwd=_HOME, start_new_session=True
            )
        process = self._process
        if process is None or self._closed:  # the worker may have been closed while the process started
            await self._end_process()
            raise WorkerClosed
        if process.stdin is None or process.stdout is None:
            raise BrokenPipeError
        try:
            async with asyncio.timeout(limit):
                process.stdin.write(_LENGTH.pack(len(request)) + request)
                await process.stdin.drain()
                length = _LENGTH.unpack(await process.stdout.readexactly(_LENGTH.size))[0]
                answer = await process.stdout.readexactly(length)
        except TimeoutError as error:
            await self._end_process()
            raise Failed("TookTooLong", ()) from error
        except BaseException:  # the process died, or the caller was cancelled
            await self._end_process()
            raise
        return pickle.loads(answer)  # noqa: S301 - from our own process

    def _end_idle_process(self) -> None:
        """Lets a process end that waits for a request."""
        process, self._process = self._process, None
        if process is not None and process.stdin is not None:
            process.stdin.close()

    async def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()  # this ends an idle process; asyncio mishandles killing one that has just died
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(_END_SECONDS):
                    await process.wait()
        finally:  # also if this call is cancelled
            if process.returncode is None:
                process.kill()
        await process.wait()


def work(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answers requests until there are no more."""
    while head := requests.read(_LENGTH.size):
        try:
            function, arguments = pickle.loads(requests.read(*_LENGTH.unpack(head)))  # noqa: S301 - from our own bot
            answer = True, function(*arguments)
        except Exception as error:
            answer = False, disclosable(error)
        packed = pickle.dumps(answer)
        answers.write(_LENGTH.pack(len(packed)) + packed)
        answers.flush()


if __name__ == "__main__":
    work(sys.stdin.buffer, sys.stdout.buffer)
