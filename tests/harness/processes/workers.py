"""Finds and stops the worker processes of a bot."""

import asyncio
import os
import signal
from collections.abc import Collection
from pathlib import Path


async def frozen_worker(parent: int, module: str, *, besides: Collection[int] = ()) -> int:
    """Waits until a bot's process has started a worker, and stops the worker (SIGSTOP) until SIGCONT."""
    while not (found := workers_of(parent, module).difference(besides)):  # noqa: ASYNC110 - no event reports it
        await asyncio.sleep(0.005)  # /proc can only be polled
    worker = found.pop()
    os.kill(worker, signal.SIGSTOP)
    return worker


def workers_of(parent: int, module: str) -> set[int]:
    """Returns the ids of the worker processes that run a module."""
    found = set[int]()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            found_parent = process.joinpath("stat").read_text().rpartition(")")[2].split()[1]
            command = process.joinpath("cmdline").read_text()
        except OSError:  # the process has ended
            continue
        if int(found_parent) == parent and module in command:
            found.add(int(process.name))
    return found
