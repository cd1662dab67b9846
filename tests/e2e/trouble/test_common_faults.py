"""Faults and floods on a real server: the bot survives each, and their member reads one clear sentence."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.gateway.member_rate_limit import MAX_BURST
from sandbox.discord.interactions.interaction import payload
from sandbox.driver import DriverError, Sandbox
from tests.e2e.conftest import RESPONSE_SECONDS
from tests.harness.begun_games import begun, live
from tests.harness.leak_watcher import decided
from tests.harness.processes.bot import Bot


async def test_a_decision_counts_even_if_its_response_is_lost(sandbox: Sandbox, bot: Bot, database: Path) -> None:
    active, other = await begun(sandbox)
    await active.select(None, "Tax (Duke)")
    message = await other.sees("Still to answer")
    before = decided(database)
    await sandbox.fault("POST /interactions/*/*/callback", drop="before")
    reply = await other.click("Allow", message=message)
    assert "did not reach you" in reply.text
    await other.sees("Turn 2")
    assert decided(database) == before + 1
    await sandbox.respond_within(1.0)
    await sandbox.fault("POST /interactions/*/*/callback", status=500, times=9)
    with pytest.raises(DriverError):
        await other.slash("coup act", action="income")
    await other.sees("Turn 3")
    await bot.says("A request about an interaction failed: 500")


@pytest.mark.parametrize(
    ("method", "code", "action", "shown"),
    [("DELETE", 20028, "income", "Turn 2"), ("PATCH", 30046, "tax", "Still to answer")],
)
async def test_a_limit_of_old_messages_without_an_end_leaves_one_message(
    sandbox: Sandbox, bot: Bot, method: str, code: int, action: str, shown: str
) -> None:
    active, other = await begun(sandbox)
    before = live(other)[0].id
    await sandbox.fault(f"{method} /channels/*/messages/*", status=429, code=code)
    await active.slash("coup act", action=action)
    await other.sees(shown)
    await other.until(lambda: before not in other.seen, what="the message before go")
    assert len(live(other)) == 1


async def test_a_table_is_shown_even_if_discord_forgot_its_command(sandbox: Sandbox, bot: Bot) -> None:
    ana = await sandbox.member("Ana")
    await sandbox.respond_within(1.0)
    await sandbox.fault("POST /interactions/*/*/callback", status=404, code=10062)
    with pytest.raises(DriverError):
        await ana.slash("coup new")
    await sandbox.respond_within(RESPONSE_SECONDS)
    await ana.sees("A table of Coup")
    assert "Players: 2 of 6" in (await ana.click("Add medium AI")).text


ADMINISTRATOR = "8"
"""The permission that allows all others, which need not be named beside it."""


async def test_minimal_interactions_are_read(sandbox: Sandbox, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    def barely(*told: Any) -> dict[str, Any]:
        body = payload(*told)
        needed = ("id", "application_id", "type", "token", "version", "data", "guild_id", "attachment_size_limit")
        spoken = {key: body[key] for key in needed} | {"channel_id": body["channel"]["id"]}
        spoken["app_permissions"] = ADMINISTRATOR
        spoken["member"] = body["member"] | {"permissions": ADMINISTRATOR}
        if "message" in body:
            spoken["message"] = body["message"] | {"components": []}
            del spoken["message"]["flags"]
        return spoken

    monkeypatch.setattr("sandbox.discord.interactions.dispatcher.payload", barely)
    active, other = await begun(sandbox)
    await active.select(None, "Income")
    await other.sees("Turn 2")
    hand = (await other.click("My hand")).message
    await other.select("Choose an action", "Income", message=hand)
    await active.sees("Turn 3")
    ana = await sandbox.member("Ana")
    assert "Coup on this server" in (await ana.slash("coup-config show")).text


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
