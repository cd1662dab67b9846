"""Games that scripted members play in SimCord, with the bot of any checkout of the project and the same dice.

The time of a game is simulated: it takes seconds, however long its members think. Requests are sent at once,
without the bot's own rate limiter.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.harness.members.scripted_members import ScriptedMembers, deal_alike
from tests.harness.processes.forked_process import ROOT
from tests.harness.simulated_discord import simulated_guild

NAMES = (
    "Annamariaklingen",
    "Bartholomewjones",
    "Christopherlewis",
    "Dominiquebeckett",
    "Evangelineharper",
    "Finneganosterman",
)
"""Names of 16 letters."""
MOST_SECONDS_TO_BEGIN = 20


def measure_in_trees(module: str, trees: list[str]) -> None:
    """Calls the coroutine function `measure` of a module with the bot of each tree, in a process of its own."""
    for tree in trees or [str(ROOT)]:
        path = Path(tree).resolve()
        code = f"import asyncio; from {module} import measure; asyncio.run(measure({path.name!r}))"
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "tests").symlink_to(ROOT / "tests")
            environment = os.environ | {"PYTHONPATH": f"{folder}{os.pathsep}{path}"}
            subprocess.run(
                (sys.executable, "-P", "-W", "ignore", "-c", code), cwd=path, env=environment, check=True
            )


@asynccontextmanager
async def begun_game(
    seed: str, seats: int, ai: int = 0, /, *, pace: str, style: str, **options: Any
) -> AsyncGenerator[ScriptedMembers]:
    """Yields the members of a game that has begun; only requests from now on are in the log of its server."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as monkeypatch:
        deal_alike(monkeypatch, seed)
        names = NAMES[:seats]
        async with simulated_guild(Path(folder) / "coup.sqlite3", monkeypatch, names) as guild:
            if ai:
                options["seats"] = seats + ai
            table = await guild.play(*names, style=style, pace=pace, **options)
            members = ScriptedMembers(guild, table, seed)
            await guild.env.advance_time(MOST_SECONDS_TO_BEGIN / 10)
            guild.env.http_requests.clear()
            yield members
