"""Finds and stops the worker processes of a bot."""

import asyncio
import os
import signal
from pathlib import Path


async def frozen_worker(parent: int, module: str) -> int:
    """Waits until a bot's process has started a worker, and stops the worker (SIGSTOP) until SIGCONT."""
    while not (found := _worker_of(parent, module)):  # noqa: ASYNC110 - no event reports another process's children
        await asyncio.sleep(0.005)  # time between two checks
    os.kill(found, signal.SIGSTOP)
    return found


def _worker_of(parent: int, module: str) -> int:
    """Returns the id of the worker process that runs a module, or 0."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            found_parent = process.joinpath("stat").read_text().rpartition(")")[2].split()[1]
            command = process.joinpath("cmdline").read_text()
        except OSError:  # the process has ended
            continue
        if int(found_parent) == parent and module in command:
            return int(process.name)
    return 0
