"""Processes of the bot, forked from one that has imported it already, because the import is slow."""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import chdir
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context, set_forkserver_preload
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from bot.cluster.lease_manager import Timing

ROOT = Path(__file__).parents[3]
_FORKS = get_context("forkserver")
set_forkserver_preload(
    [
        __name__,
        "bot.command_line",
        "cogs.coup",
        "cogs.config",
        "cogs.clicks.router",
        "cogs.privacy",
        "cogs.stats",
        "uvloop",
    ]
)


@dataclass(frozen=True)
class _SoonerSessions(Timing):
    identify: float = 0.1


SOONER_SESSIONS: Final = {"bot.cluster.lease_manager.Timing": _SoonerSessions}
"""With these constants, a shard that moves need not wait until 5 seconds after its last session began."""
NO_CONSTANTS: Mapping[str, Any] = MappingProxyType({})


class Fork:
    """`python -m bot` in a forked process, with the methods of asyncio's processes."""

    def __init__(self, process: ForkServerProcess, stderr: asyncio.StreamReader) -> None:
        self.stderr = stderr
        self._process = process
        self._ended = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(process.sentinel, self._end)

    @classmethod
    async def start(
        cls,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        folder: Path,
        *,
        printing: bool = False,
        constants: Mapping[str, Any] = NO_CONSTANTS,
    ) -> "Fork":
        """Starts the bot in a folder. Its stderr can be read, and with `printing` its stdout too.

        `constants` maps names of the bot's constants (`bot.some.module.SECONDS`) to shorter times, so that a test
        need not wait, or to longer ones, so that it passes on a busy machine; a name of a class to another class.
        """
        errors, writing = _FORKS.Pipe(duplex=False)
        given = (writing, printing, list(arguments), dict(environment), folder, dict(constants))
        process = _FORKS.Process(target=_run, args=given)
        with chdir(ROOT):  # the forked process imports modules, and the first process must find them here
            process.start()
        writing.close()
        stderr = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(stderr), os.fdopen(os.dup(errors.fileno()), "rb", 0)
        )
        errors.close()
        return cls(process, stderr)

    @property
    def pid(self) -> int:
        """The process id."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """Its exit code, less than 0 for a signal; None while it runs."""
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Sends it a signal, if it still runs."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Asks it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kills it."""
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        """Waits until it has ended; returns its exit code."""
        await self._ended.wait()
        assert self.returncode is not None
        return self.returncode

    def _end(self) -> None:
        self._loop.remove_reader(self._process.sentinel)
        self._ended.set()


def _run(
    errors: Connection,
    printing: bool,
    arguments: list[str],
    environment: dict[str, str],
    folder: Path,
    constants: dict[str, Any],
) -> None:
    """Does what `python -m bot` does, in the forked process."""
    os.dup2(errors.fileno(), 2)
    os.dup2(errors.fileno() if printing else os.open(os.devnull, os.O_WRONLY), 1)
    errors.close()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["bot", *arguments]

    from bot.__main__ import main  # noqa: PLC0415 - the tests' own process does not need it

    for name, value in constants.items():
        _set_constant(name, value)
    sys.exit(main())


def _set_constant(name: str, value: Any) -> None:
    """Sets a constant in its module and in those that have imported it."""
    module, _, constant = name.rpartition(".")
    old = getattr(import_module(module), constant)
    for each in list(sys.modules.values()):
        if getattr(each, "__name__", "").startswith(("bot.", "cogs.")) and vars(each).get(constant) is old:
            setattr(each, constant, value)
