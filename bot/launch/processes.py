"""Child processes that are started, watched and stopped together."""

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from bot.refusals import OperatorError

HOST: Final = "127.0.0.1"
BACKLOG: Final = 128  # connections that may wait until the sandbox accepts them
STOP_SECONDS: Final = 20.0  # time limit for a process to stop


def listen(first: int, tries: int) -> socket.socket:
    """Returns a socket that listens on the first free port from `first` on, among `tries` ports.

    Raises OperatorError if all of them are taken.
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
    raise OperatorError(f"All ports from {first} to {first + tries - 1} are taken: stop what listens there.")


class Processes:
    """Python modules run as child processes; `stopping` is set by SIGINT and SIGTERM."""

    def __init__(self) -> None:
        self.stopping = asyncio.Event()
        self._running: dict[str, asyncio.subprocess.Process] = {}
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self.stopping.set)

    async def start(
        self,
        name: str,
        environment: Mapping[str, str],
        module: str,
        *arguments: str,
        pass_fds: Sequence[int] = (),
    ) -> int:
        """Starts `python -m module` under a name; returns its process id.

        It inherits the file descriptors `pass_fds`, and its errors go to this process's own.
        """
        process = self._running[name] = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            module,
            *arguments,
            env=environment,
            stdout=asyncio.subprocess.DEVNULL,
            pass_fds=pass_fds,
            preexec_fn=_ignore_interrupt,
        )
        return process.pid

    async def next_end(self) -> tuple[str, str] | None:
        """Waits until one of the processes ends, and forgets it; None if a signal comes first.

        Returns its name, and a sentence for the operator.
        """
        ends = {name: asyncio.create_task(process.wait()) for name, process in self._running.items()}
        signalled = asyncio.create_task(self.stopping.wait())
        await asyncio.wait((*ends.values(), signalled), return_when=asyncio.FIRST_COMPLETED)
        for task in (*ends.values(), signalled):
            task.cancel()
        if self.stopping.is_set():
            return None
        name = next(name for name, end in ends.items() if end.done())
        pid, code = self._running.pop(name).pid, ends[name].result()
        how = f"has ended with code {code}" if code >= 0 else f"was ended by signal {-code}"
        return name, f"{name} (process {pid}) {how}."

    async def stop(self) -> None:
        """Terminates all processes; the one that was started first comes last, because it serves the others.

        Processes that take longer than STOP_SECONDS are killed.
        """
        running = list(self._running.values())
        await asyncio.gather(*map(_end, running[1:]))
        await asyncio.gather(*map(_end, running[:1]))


def _ignore_interrupt() -> None:
    """Lets a process that still starts ignore Ctrl-C, which reaches it too; `stop` terminates it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), STOP_SECONDS)
    except TimeoutError:
        process.kill()
        await process.wait()
