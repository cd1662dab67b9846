"""A kill in the quiet time of a window: no order and no answer is lost, and the quiet time begins again."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from bot.tables.pace import LEAST_QUIET_SECONDS
from sandbox.driver import Sandbox
from tests.harness.begun_games import begun
from tests.harness.processes.bot import running


async def test_a_kill_in_the_quiet_time_loses_no_order_and_no_answer(sandbox: Sandbox, database: Path) -> None:
    async with running(sandbox, database) as bot:
        await sandbox.ready("coup")
        active, allowing, challenging, other = await begun(sandbox, "Ana", "Ben", "Cleo", "Dov")
        hand = (await allowing.click("My hand")).message
        given = await allowing.select("Let questions pass…", "everything", message=hand)
        assert given.message is not None
        assert "Set until your next turn." in given.message.text
        await challenging.click("My hand")
        await active.slash("coup act", action="tax")
        window = await challenging.sees("Still to answer")
        reply = await challenging.click("Challenge", message=window)
        assert "failed" not in reply.text
        assert len(decisions(database)) == 1, "the challenge is not carried out yet"
        await bot.end(kill=True)
        await sandbox.offline()
    restarted_at = time.time()
    async with running(sandbox, database) as bot:
        await sandbox.ready("coup")
        await other.until(lambda: len(decisions(database)) == 3, what="the challenge and the order")
        (challenge, challenged_at), (allowed, allowed_at) = decisions(database)[1:]
        assert (challenge, allowed) == ("challenge", "pass")
        assert challenged_at == allowed_at > restarted_at + LEAST_QUIET_SECONDS
        assert "Traceback" not in bot.log, bot.log


def decisions(database: Path) -> list[tuple[str, float]]:
    """The moves stored, each with its time."""
    with closing(sqlite3.connect(database)) as rows:
        return rows.execute("SELECT move, at FROM decisions ORDER BY seq").fetchall()
