"""Child processes that run together: started, watched until they serve, stopped together."""

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Mapping
from typing import Final

import aiohttp

HOST: Final = "127.0.0.1"
PATIENCE: Final = 20.0  # seconds for a process to start, and again to stop


class CannotLaunch(Exception):
    """A process could not be started. The text is a sentence for the operator."""


def free_port(first: int, tries: int) -> int:
    """The first port from `first` on that is free, among `tries` ports. Raises CannotLaunch if none is."""
    for port in range(first, first + tries):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with contextlib.suppress(OSError):
                probe.bind((HOST, port))
                return port
    raise CannotLaunch(f"All ports from {first} to {first + tries - 1} are taken: stop what listens there.")


class Processes:
    """Python modules run as child processes; `stopping` is set by SIGINT and SIGTERM."""

    def __init__(self) -> None:
        self.stopping = asyncio.Event()
        self._running: list[asyncio.subprocess.Process] = []
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self.stopping.set)

    async def start(self, environment: Mapping[str, str], module: str, *arguments: str) -> None:
        """Starts `python -m module`; its errors go to this process's own."""
        self._running.append(
            await asyncio.create_subprocess_exec(
                sys.executable, "-m", module, *arguments, env=environment, stdout=asyncio.subprocess.DEVNULL
            )
        )

    async def wait_for(self, url: str) -> None:
        """Waits until the process started last serves this address, or a signal comes.

        Raises CannotLaunch if the process ends first or takes longer than PATIENCE.
        """
        process = self._running[-1]
        async with aiohttp.ClientSession() as session:
            try:
                async with asyncio.timeout(PATIENCE):
                    while process.returncode is None and not self.stopping.is_set():
                        with contextlib.suppress(aiohttp.ClientError):
                            async with session.get(url) as answer:
                                if answer.status < 500:
                                    return
                        await asyncio.sleep(
                            0.1
                        )  # there is no event to wait for when another process starts to listen
            except TimeoutError:
                pass
        if not self.stopping.is_set():
            raise CannotLaunch(f"Nothing answers at {url}: the sandbox did not start.")

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
