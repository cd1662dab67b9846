"""Faults on a real server: the bot survives each one, and the member who caused it reads one clear sentence."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from sandbox.discord.interactions.interaction import payload
from sandbox.driver import DriverError, Message, Sandbox
from tests.e2e.conftest import RESPONSE_SECONDS
from tests.harness.leak_watcher import decided
from tests.harness.members.players import HumanPlayer, play
from tests.harness.processes.bot import Bot

Seat = Callable[..., Awaitable[list[HumanPlayer]]]


@pytest.fixture
async def window(sandbox: Sandbox, bot: Bot, seated: Seat) -> tuple[HumanPlayer, HumanPlayer, Message]:
    """Ana and Ben play, and one of them has claimed Duke.

    Returns the claimant, the other player, and the message.
    """
    players = await seated("Ana", "Ben")
    await players[0].member.sees("Turn 1")
    for player in players:
        await player.member.sees("Turn 1")
    active, other = sorted(players, key=lambda player: not player.owes())
    await active.member.select(None, "Tax (Duke)")
    message = await other.member.sees("Still to answer")
    return active, other, message


async def test_a_decision_counts_even_if_its_response_is_lost(
    sandbox: Sandbox, window: tuple[HumanPlayer, HumanPlayer, Message], database: Path
) -> None:
    _, other, message = window
    before = decided(database)
    await sandbox.fault("POST /interactions/*/*/callback", drop="before")
    reply = await other.member.click("Allow", message=message)
    assert "did not reach you" in reply.text
    await other.member.sees("Turn 2")
    assert decided(database) == before + 1
    await sandbox.respond_within(1.0)
    await sandbox.fault("POST /interactions/*/*/callback", status=500, times=9)
    with pytest.raises(DriverError):
        await other.member.slash("coup act", action="income")
    await other.member.sees("Turn 3")


async def test_a_table_is_shown_even_if_discord_forgot_its_command(sandbox: Sandbox, bot: Bot) -> None:
    ana = await sandbox.member("Ana")
    await sandbox.respond_within(1.0)
    await sandbox.fault("POST /interactions/*/*/callback", status=404, code=10062)
    with pytest.raises(DriverError):
        await ana.slash("coup new")
    await sandbox.respond_within(RESPONSE_SECONDS)
    await ana.sees("A table of Coup")
    assert "Players: 2 of 6" in (await ana.click("Add medium AI")).text


async def test_interactions_with_only_the_required_fields_are_understood(
    sandbox: Sandbox, bot: Bot, seated: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    def barely(*told: Any) -> dict[str, Any]:
        body = payload(*told)
        left_out = ("guild", "guild_locale", "locale", "entitlements", "authorizing_integration_owners", "context")
        spoken = {key: value for key, value in body.items() if key not in left_out}
        spoken["channel"] = {key: body["channel"][key] for key in ("id", "type")}
        if "message" in body:
            spoken["message"] = body["message"] | {"components": [], "flags": 0}
        return spoken

    monkeypatch.setattr("sandbox.discord.interactions.dispatcher.payload", barely)
    players = await seated("Ana", "Ben")
    await play(players, until=6)
