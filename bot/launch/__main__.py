"""`make run`: starts the bot, and without a token the local stand-in for Discord beside it."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import aiohttp

from bot.launch.welcome import lay_table
from bot.settings import BadSetting, load

HOST: Final = "127.0.0.1"
FIRST_PORT: Final = 8400
PORTS: Final = 20  # tried one after another
FOLDER: Final = Path("var")
MADE_UP_TOKEN: Final = "sandbox"  # noqa: S105 - the stand-in takes any
PATIENCE: Final = 20.0  # seconds for a process to start, and to stop when told


class CannotLaunch(Exception):
    """What was to be started did not start. The text is a sentence."""


def main() -> int:
    """Starts what is needed and stops it together; 0 if it was told to stop, else 1."""
    try:
        if load().discord_token is not None:
            os.execv(sys.executable, [sys.executable, "-m", "bot"])  # noqa: S606 - our own module, no shell
        return asyncio.run(_with_sandbox())
    except (BadSetting, CannotLaunch) as error:
        sys.stderr.write(f"{error}\n")
        return 1


async def _with_sandbox() -> int:
    """Runs sandbox and bot until one of them ends or somebody stops them."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    port = free_port(FIRST_PORT, PORTS)
    page = f"http://{HOST}:{port}/"
    processes: list[asyncio.subprocess.Process] = []
    try:
        sandbox = await _start(os.environ, "sandbox", "--host", HOST, "--port", str(port))
        processes.append(sandbox)
        if not await _answers(page, sandbox, stop):
            raise CannotLaunch(f"The sandbox did not start on port {port}.")
        # The stand-in forgets its channels when it ends, so games of an earlier run have no place to go on.
        for file in FOLDER.glob(f"{_database(port).name}*"):
            file.unlink()
        processes.append(await _start(_environment(port), "bot"))
        sys.stdout.write(
            "No DISCORD_TOKEN is set, so this is played in a local stand-in for Discord, not on Discord.\n"
            f"Open {page}: a table with AI seats is laid there, press Start. Ctrl-C stops.\n"
        )
        sys.stdout.flush()
        laid = asyncio.create_task(_welcome(page))
        code = await _until_one_ends(processes, stop)
        laid.cancel()
        return code
    finally:
        await _stop(processes)


def free_port(first: int, tries: int) -> int:
    """The first port from `first` on that nobody listens on. Raises CannotLaunch."""
    for port in range(first, first + tries):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with contextlib.suppress(OSError):
                probe.bind((HOST, port))
                return port
    raise CannotLaunch(f"All ports from {first} to {first + tries - 1} are taken: stop what listens there.")


def _database(port: int) -> Path:
    """The database beside the sandbox on a port: nobody else has it, for nobody else has the port."""
    return FOLDER / f"sandbox-{port}.sqlite3"


def _environment(port: int) -> Mapping[str, str]:
    return os.environ | {
        "DISCORD_TOKEN": MADE_UP_TOKEN,
        "DISCORD_API_URL": f"http://{HOST}:{port}/api/v10",
        "DISCORD_GATEWAY_URL": f"ws://{HOST}:{port}/gateway",
        "COUP_DATABASE": str(_database(port)),
    }


async def _start(environment: Mapping[str, str], module: str, *arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, *arguments, env=environment, stdout=asyncio.subprocess.DEVNULL
    )


async def _answers(page: str, process: asyncio.subprocess.Process, stop: asyncio.Event) -> bool:
    """Whether a process serves its page before it ends, somebody stops it, or patience does."""
    deadline = asyncio.get_running_loop().time() + PATIENCE
    async with aiohttp.ClientSession() as session:
        while process.returncode is None and not stop.is_set():
            with contextlib.suppress(aiohttp.ClientError):
                async with session.get(page) as answer:
                    if answer.status < 500:
                        return True
            if asyncio.get_running_loop().time() > deadline:
                return False
            await asyncio.sleep(0.1)  # another process opens its port, and no event says when
    return stop.is_set()


async def _welcome(page: str) -> None:
    try:
        await lay_table(page)
    except (TimeoutError, aiohttp.ClientError):
        sys.stderr.write("No table could be laid; type /coup new on the page.\n")


async def _until_one_ends(processes: list[asyncio.subprocess.Process], stop: asyncio.Event) -> int:
    ends = [asyncio.create_task(process.wait()) for process in processes]
    stopped = asyncio.create_task(stop.wait())
    await asyncio.wait((*ends, stopped), return_when=asyncio.FIRST_COMPLETED)
    stopped.cancel()
    for end in ends:
        end.cancel()
    return 0 if stop.is_set() else 1


async def _stop(processes: list[asyncio.subprocess.Process]) -> None:
    """Tells the processes to end, the bot before the stand-in it talks to, and sees to it that they do."""
    for process in reversed(processes):
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            try:
                await asyncio.wait_for(process.wait(), PATIENCE)
            except TimeoutError:
                process.kill()
                await process.wait()


if __name__ == "__main__":
    sys.exit(main())
