"""Worker: a process that computes what would keep everybody else's clicks waiting.

Threads would not do: they share one interpreter with the clicks. A request and an answer are each a length (an
unsigned 32-bit number, big endian) and so many bytes of pickled values. A request is a function of some module and
its arguments; an answer is whether it succeeded, then what it returned, or what may be told of its error.
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

_LENGTH: Final = struct.Struct(">I")
_COMMAND: Final = (sys.executable, "-m", "bot.runtime.worker")
_HOME: Final = Path(__file__).parents[2]
_DIED: Final = (ConnectionError, asyncio.IncompleteReadError)
_END_SECONDS: Final = 0.2
"""A process that takes longer to end by itself is killed."""
STARTING: Final = 20.0
"""How many seconds a process may take for its first answer, imports included."""


class Failed(Exception):
    """A computation failed: the type of its error, and the places in the code that led to it, the last one last.

    It has neither the error's text nor any value, since these may disclose what somebody holds.
    """

    def __init__(self, kind: str, places: tuple[str, ...]) -> None:
        super().__init__(kind, places)
        self.kind = kind
        self.places = places

    def __str__(self) -> str:
        return f"{self.kind} at {' > '.join(self.places)}" if self.places else self.kind


class WorkerClosed(Exception):
    """A computation was not carried out because the worker was closed: the bot is about to end."""


def may_be_told(error: BaseException) -> tuple[str, tuple[str, ...]]:
    """The type of an error and the places that led to it, as `Failed` has them."""
    frames = traceback.extract_tb(error.__traceback__)
    return type(error).__name__, tuple(f"{Path(at.filename).name}:{at.lineno} in {at.name}" for at in frames)


class Worker:
    """Calls functions in a process of its own, one after another. `limit`: seconds that a call may take.

    `command`, which calls `work`, starts the process when it is first needed; `close` ends it. A process that died
    or hung is replaced.
    """

    def __init__(self, limit: float, command: Sequence[str] = _COMMAND) -> None:
        self._limit = limit
        self._command = command
        self._process: Process | None = None
        self._turn = asyncio.Lock()
        self._closed = False

    async def call(self, function: Callable[P, T], *arguments: P.args, **_: P.kwargs) -> T:
        """What a function of a module returns for some arguments.

        Raises Failed if the function or the process fails, and WorkerClosed once the worker is closed.
        """
        request = pickle.dumps((function, arguments))
        async with self._turn:
            try:
                succeeded, value = await self._ask(request)
            except _DIED:  # perhaps long since, and only this call has found it out
                try:
                    succeeded, value = await self._ask(request)
                except _DIED as error:
                    raise Failed("WorkerDied", ()) from error
        if not succeeded:
            raise Failed(*value)
        return value

    async def close(self) -> None:
        """Ends the process; what it computes is not waited for, and nothing is computed any more."""
        self._closed = True
        await self._put_away()

    async def _ask(self, request: bytes) -> tuple[bool, Any]:
        limit = self._limit
        if self._process is None and not self._closed:
            limit += STARTING
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, cwd=_HOME, start_new_session=True
            )
        process = self._process
        if process is None or self._closed:  # it may have been closed while the process was started
            await self._put_away()
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
            await self._put_away()
            raise Failed("TookTooLong", ()) from error
        except BaseException:  # it has died, or is in the middle of an answer that nobody waits for any more
            await self._put_away()
            raise
        return pickle.loads(answer)  # noqa: S301 - from our own process

    async def _put_away(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()  # which ends an idle one; to kill one that has just died confuses asyncio
        try:
            async with asyncio.timeout(_END_SECONDS):
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
            answer = False, may_be_told(error)
        packed = pickle.dumps(answer)
        answers.write(_LENGTH.pack(len(packed)) + packed)
        answers.flush()


if __name__ == "__main__":
    work(sys.stdin.buffer, sys.stdout.buffer)
