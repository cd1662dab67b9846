"""A worker process for computations that would delay everybody's clicks.

Threads would not do: they share one interpreter with the clicks. A request and an answer are each a length (an
unsigned 32-bit number, big endian) followed by that many bytes of pickled values. A request is a function of some
module and its arguments. An answer is whether the function succeeded, then its result or the facts of its error.
"""

import asyncio
import pickle
import struct
import sys
import traceback
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")

START_SECONDS: Final = 20.0
"""Additional time that a new process has for its first answer, imports included."""
END_SECONDS: Final = 0.5
"""Time that a process has to end by itself before it is killed."""
NOT_STARTED, DIED, TOOK_TOO_LONG = "WorkerNotStarted", "WorkerDied", "TookTooLong"
"""The kinds of `WorkerFailed` that are no error of the function."""

_LENGTH: Final = struct.Struct(">I")
_COMMAND: Final = (sys.executable, "-m", "bot.runtime.worker")
_HOME: Final = Path(__file__).parents[2]
_CONNECTION_LOST: Final = (ConnectionError, asyncio.IncompleteReadError)


class WorkerFailed(Exception):
    """A computation failed: the type of its error, and the places in the code that led to it, the last one last.

    It has neither the error's text nor any value, because these may disclose cards.
    """

    def __init__(self, kind: str, places: tuple[str, ...] = ()) -> None:
        super().__init__(kind, places)
        self.kind = kind
        self.places = places

    def __str__(self) -> str:
        return f"{self.kind} at {' > '.join(self.places)}" if self.places else self.kind

    @classmethod
    def of(cls, error: BaseException) -> "WorkerFailed":
        """Returns the type of an error and the places that led to it."""
        frames = traceback.extract_tb(error.__traceback__)
        return cls(
            type(error).__name__, tuple(f"{Path(at.filename).name}:{at.lineno} in {at.name}" for at in frames)
        )


class WorkerClosed(Exception):
    """A computation was not carried out because the worker was closed: the bot is about to end."""


class Worker:
    """Calls functions in a process of its own, one after another. A call may take `limit` seconds.

    The process is started by the first call, and ended by `close`. One that died or hung is replaced by the next
    call. `command` starts the process; it must run `work`.
    """

    def __init__(self, limit: float, command: Sequence[str] = _COMMAND) -> None:
        self._limit = limit
        self._command = command
        self._process: Process | None = None
        self._lock = asyncio.Lock()
        self._closed = False

    async def call(self, function: Callable[P, T], *arguments: P.args, **_: P.kwargs) -> T:
        """Returns the result of a function that is defined in a module.

        Raises WorkerFailed if the function or the process fails, and WorkerClosed once the worker is closed.
        """
        request = pickle.dumps((function, arguments))
        async with self._lock:
            try:
                succeeded, value = await self._ask(request)
            except _CONNECTION_LOST:  # the process may have died long before this call
                try:
                    succeeded, value = await self._ask(request)
                except _CONNECTION_LOST as error:
                    raise WorkerFailed(DIED) from error
        if not succeeded:
            raise WorkerFailed(*value)
        return value

    async def close(self) -> None:
        """Ends the process, without its last answer. Further calls raise WorkerClosed."""
        self._closed = True
        await self._end_process()

    async def _ask(self, request: bytes) -> tuple[bool, Any]:
        limit = self._limit
        if self._process is None and not self._closed:
            limit += START_SECONDS
            try:
                self._process = await asyncio.create_subprocess_exec(
                    *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, cwd=_HOME, start_new_session=True
                )
            except OSError as error:
                raise WorkerFailed(NOT_STARTED) from error
        process = self._process
        if process is None or self._closed:  # `close` may have been called while the process was started
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
            raise WorkerFailed(TOOK_TOO_LONG) from error
        except BaseException:  # it has died, or is in the middle of an answer that nobody waits for any more
            await self._end_process()
            raise
        return pickle.loads(answer)  # noqa: S301 - from our own process

    async def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()  # an idle process ends then; asyncio logs a warning if a dead one is killed
        try:
            async with asyncio.timeout(END_SECONDS):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


def work(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answers requests until there are no more."""
    while head := requests.read(_LENGTH.size):
        try:
            function, arguments = pickle.loads(requests.read(*_LENGTH.unpack(head)))  # noqa: S301 - from our own bot
            answer = True, function(*arguments)
        except Exception as error:
            failed = WorkerFailed.of(error)
            answer = False, (failed.kind, failed.places)
        packed = pickle.dumps(answer)
        answers.write(_LENGTH.pack(len(packed)) + packed)
        answers.flush()


if __name__ == "__main__":
    work(sys.stdin.buffer, sys.stdout.buffer)
