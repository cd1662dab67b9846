"""`make run`: starts the bot, and without a token the local stand-in for Discord beside it."""

import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import aiohttp

from bot.launch.processes import HOST, CannotLaunch, Processes, listen
from bot.launch.welcome import open_table
from bot.settings import BadSetting, load

FIRST_PORT: Final = 8400
PORTS: Final = 20  # how many ports are tried
FOLDER: Final = Path("var")
MADE_UP_TOKEN: Final = "sandbox"  # noqa: S105 - the stand-in accepts any


def main() -> int:
    """Runs until a signal stops everything (0), or something cannot start or ends by itself (1)."""
    try:
        if load().discord_token is not None:
            os.execv(sys.executable, [sys.executable, "-m", "bot"])  # noqa: S606 - our own module, no shell
        return asyncio.run(_run_with_sandbox())
    except (BadSetting, CannotLaunch) as error:
        sys.stderr.write(f"{error}\n")
        return 1


async def _run_with_sandbox() -> int:
    processes = Processes()
    # The launcher keeps the socket open until both have ended: whoever has the port has the database beside it.
    with listen(FIRST_PORT, PORTS) as listening:
        port = listening.getsockname()[1]
        page = f"http://{HOST}:{port}"
        try:
            fd = listening.fileno()
            await processes.start(os.environ, "sandbox", "--fd", str(fd), pass_fds=(fd,))
            # The sandbox starts with new channels every time, so games of an earlier run have none.
            for file in FOLDER.glob(f"{_database(port).name}*"):
                file.unlink()
            await processes.start(_bot_environment(page, port), "bot")
            sys.stdout.write(
                "No DISCORD_TOKEN is set, so this is played in a local stand-in for Discord, not on Discord.\n"
                f"Open {page}/ and press Start: a table with AI seats is ready there. Ctrl-C stops.\n"
            )
            sys.stdout.flush()
            welcome = asyncio.create_task(_welcome(page))
            signalled = await processes.wait_for_end()
            welcome.cancel()
            return 0 if signalled else 1
        finally:
            await processes.stop()


async def _welcome(page: str) -> None:
    try:
        await open_table(page)
    except (TimeoutError, aiohttp.ClientError):
        sys.stderr.write("No table could be opened; type /coup new on the page.\n")


def _database(port: int) -> Path:
    """The bot's database beside the sandbox on this port, which no other bot can have at the same time."""
    return FOLDER / f"sandbox-{port}.sqlite3"


def _bot_environment(page: str, port: int) -> Mapping[str, str]:
    return os.environ | {
        "DISCORD_TOKEN": MADE_UP_TOKEN,
        "DISCORD_API_URL": f"{page}/api/v10",
        "DISCORD_GATEWAY_URL": f"{page.replace('http', 'ws', 1)}/gateway",
        "COUP_DATABASE": str(_database(port)),
    }


if __name__ == "__main__":
    sys.exit(main())
