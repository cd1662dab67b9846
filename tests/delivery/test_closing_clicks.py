"""A click that closes a window within its minimum time: its response shows the outcome.

A stop does not wait for that.
"""

import asyncio
import time
from pathlib import Path

import pytest

from sandbox.driver import Sandbox
from tests.harness.begun_games import begun
from tests.harness.leak_watcher import decided
from tests.harness.processes.bot import running

pytestmark = pytest.mark.slow

CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
FLOOR, LONG_FLOOR = 4.0, 10.0
"""The minimum window time in seconds."""
WAITS_LONG = {
    "cogs.clicks.click.ANSWER_WITHIN_SECONDS": LONG_FLOOR,
    "cogs.common.context.MAX_DELAY_SECONDS": LONG_FLOOR,
}
"""Constants with which a click waits for the end of its window however busy the machine is."""


async def test_the_click_that_closes_a_window_waits_and_shows_the_outcome(tmp_path: Path) -> None:
    async with (
        Sandbox.start() as sandbox,
        running(sandbox, tmp_path / "coup.sqlite3", constants=WAITS_LONG, COUP_WINDOW_FLOOR=str(FLOOR)),
    ):
        await sandbox.respond_within(LONG_FLOOR)
        await sandbox.ready("coup")
        active, second, third, *_ = await begun(sandbox, "Ana", "Ben", "Cleo")
        sent = await sandbox.requests()
        assert (sent[f"{CALLBACK} 200"], sent[f"{CALLBACK} 204"]) == (1, 3), "only the lobby's id is needed"
        for member in (active, second, third):  # whose first click shows their hand
            await member.click("My hand")
        await active.select(None, "Tax (Duke)")
        live_message = await second.sees("Still to answer")
        await third.sees("Still to answer")
        await sandbox.clear_requests()
        await second.click("Allow", message=live_message)
        waiting = asyncio.create_task(third.click("Allow", message=live_message))
        await second.click("My hand", message=live_message)
        assert not waiting.done(), "a click that closes nothing is not held"
        assert "Turn 2" not in "".join(message.text for message in second.messages())
        last = await waiting
        assert "Tax (Duke) +3" in last.text, "shown by the same message, as its next player has just clicked"
        await second.sees("Turn 2")
        edits = [request for request in await sandbox.requests() if request.startswith("PATCH /channels")]
        assert not edits


async def test_sigterm_answers_a_click_that_waits_and_ends_at_once(tmp_path: Path) -> None:
    async with (
        Sandbox.start() as sandbox,
        running(sandbox, tmp_path / "coup.sqlite3", COUP_WINDOW_FLOOR=str(LONG_FLOOR)) as bot,
    ):
        await sandbox.respond_within(LONG_FLOOR)
        await sandbox.ready("coup")
        await sandbox.double_delivery()
        active, other, *_ = await begun(sandbox)
        await active.select(None, "Tax (Duke)")
        message = await other.sees("Still to answer")
        began = time.monotonic()
        held = asyncio.create_task(other.click("Allow", message=message))
        while decided(tmp_path / "coup.sqlite3") < 2:  # noqa: ASYNC110 - no message shows that the answer counts
            await asyncio.sleep(0.01)
        assert await bot.end() == 0
        reply = await held
        assert time.monotonic() - began < LONG_FLOOR
        assert "failed" not in reply.text
        assert "Traceback" not in bot.log, bot.log
