"""One member floods the bot: it is told so, refused interactions change nothing, and other members are served."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

from bot.gateway.member_rate_limit import MAX_BURST
from sandbox.driver import DriverError, Sandbox
from tests.harness.begun_games import begun
from tests.harness.processes.bot import Bot

FLOOD = 120
"""Interactions sent at once: too many for all of them to get a response."""
TOLD = "That was too fast"


async def flood(act: Callable[[], Awaitable[object]]) -> Counter[str]:
    """Acts FLOOD times at once. Counts the responses: none, the sentence about the limit, or another one."""
    results = await asyncio.gather(*(act() for _ in range(FLOOD)), return_exceptions=True)
    kinds = Counter[str]()
    for result in results:
        if isinstance(result, BaseException):
            assert isinstance(result, DriverError), result
            assert "failed" in str(result) or "did not respond" in str(result), result
            kinds["none"] += 1
        else:
            kinds["sentence" if TOLD in getattr(result, "text", "") else "another"] += 1
    return kinds


async def test_a_flood_of_commands_is_limited(bot: Bot, sandbox: Sandbox) -> None:
    await sandbox.respond_within(5.0)
    ana, ben = await begun(sandbox)
    await sandbox.double_delivery()
    flooding = asyncio.ensure_future(flood(lambda: ana.slash("coup hand")))
    hand = await ben.slash("coup hand")
    assert "Your hand" in hand.text
    kinds = await flooding
    assert kinds["sentence"] >= 1
    assert kinds["another"] >= MAX_BURST / 2  # joining the table has used up some of the burst
    assert kinds["none"] < FLOOD / 2 + MAX_BURST
    assert bot.process.returncode is None
    assert "Your hand" in (await ana.slash("coup hand")).text


async def test_opening_tables_and_autocomplete_are_limited_too(bot: Bot, sandbox: Sandbox) -> None:
    await sandbox.respond_within(5.0)
    ana, ben, cleo = [await sandbox.member(name) for name in ("Ana", "Ben", "Cleo")]
    kinds, _ = await asyncio.gather(
        flood(lambda: ana.slash("coup new")), flood(lambda: cleo.choices("coup role", "role"))
    )
    assert kinds["sentence"]
    assert len([message for message in ben.messages() if "A table of Coup" in message.text]) == 1
    assert await ben.choices("coup role", "role")
    assert "ERROR" not in bot.log
