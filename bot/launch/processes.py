"""Child processes that run together: started, watched until they serve, stopped together."""

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from typing import Final

HOST: Final = "127.0.0.1"
BACKLOG: Final = 128  # how many connections wait until the sandbox accepts
PATIENCE: Final = 20.0  # seconds for a process to stop


class CannotLaunch(Exception):
    """A process could not be started. The text is a sentence for the operator."""


def listen(first: int, tries: int) -> socket.socket:
    """Returns a socket that listens on the first free port from `first` on, among `tries` ports.

    Raises CannotLaunch if all of them are taken.
    """
    for port in range(first, first + tries):
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, port))
            listening.listen(BACKLOG)
        except OSError:
            listening.close()
        else:
            return listening
    raise CannotLaunch(f"All ports from {first} to {first + tries - 1} are taken: stop what listens there.")


class Processes:
    """Python modules run as child processes; `stopping` is set by SIGINT and SIGTERM."""

    def __init__(self) -> None:
        self.stopping = asyncio.Event()
        self._running: list[asyncio.subprocess.Process] = []
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self.stopping.set)

    async def start(
        self, environment: Mapping[str, str], module: str, *arguments: str, pass_fds: Sequence[int] = ()
    ) -> None:
        """Starts `python -m module`, which inherits these descriptors; its errors go to this process's own."""
        self._running.append(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                module,
                *arguments,
                env=environment,
                stdout=asyncio.subprocess.DEVNULL,
                pass_fds=pass_fds,
            )
        )

    async def wait_for_end(self) -> bool:
        """Waits until a signal comes or one of the processes ends; returns whether it was a signal."""
        ends = [asyncio.create_task(process.wait()) for process in self._running]
        signalled = asyncio.create_task(self.stopping.wait())
        await asyncio.wait((*ends, signalled), return_when=asyncio.FIRST_COMPLETED)
        for task in (*ends, signalled):
            task.cancel()
        return self.stopping.is_set()

    async def stop(self) -> None:
        """Terminates the processes, the last started first; kills those that take longer than PATIENCE."""
        for process in reversed(self._running):
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.terminate()
                try:
                    await asyncio.wait_for(process.wait(), PATIENCE)
                except TimeoutError:
                    process.kill()
                    await process.wait()
