"""Standing orders: nobody can tell from what the table shows, or when, whether a member ordered or clicked."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.tables.transitions.moderation import pause_or_close
from tests.cogs.playing.orders import four, give, orders_of
from tests.harness.discord import SimGuild, shown
from tests.harness.members.scripted_members import deal_alike
from tests.harness.simulated_discord import during_next_response, simulated_guild
from tests.harness.tables import game_of, in_turn
from tests.harness.waiting import eventually

STEP_SECONDS = 0.5
OWNERS = ("Ben", "Dov")


async def stream(path: Path, monkeypatch: pytest.MonkeyPatch, by: str) -> list[Any]:
    """Plays some turns in which Ben and Dov allow everything: `by` orders, or by a button.

    Returns every request about the channel, and all messages in it, each with the time.
    """
    monkeypatch.setattr("bot.tables.transitions.lobby.draw_server_seed", lambda: bytes(32))
    monkeypatch.setattr("bot.tables.transitions.transition.secrets.randbits", lambda _: 17)
    deal_alike(monkeypatch, "four")
    seen = list[Any]()
    async with simulated_guild(path, monkeypatch) as guild:
        table = await guild.play("Ana", "Ben", "Cleo", "Dov")
        began = guild.bot.clock.now()
        for turn in range(8):
            actor = in_turn(table)[0]
            for name in OWNERS:
                if by == "orders" and name != actor and not orders_of(table, guild, name):
                    await give(guild, name)
            await wait(guild, seen, began, 1)
            # On its owner's turn an order ends; the other members do the same in both games.
            await guild.slash(actor, "coup act", action="tax" if turn % 3 else "foreign_aid")
            await wait(guild, seen, began, 1)
            question = game_of(table).question
            for name in OWNERS:
                if by != "orders" and name != actor and not orders_of(table, guild, name):
                    await guild.click(name, by)
            await wait(guild, seen, began, 1)
            for name in {"Ana", "Cleo"} - {actor}:
                if turn % 2:
                    await guild.click(name, "Allow")
            await wait(guild, seen, began, 10)
            for name in {"Ana", "Cleo"} - {actor}:
                if game_of(table).question == question and not turn % 2:
                    await guild.click(name, "Allow")
            await wait(guild, seen, began, 4)
            assert game_of(table).question > question
    return seen


async def wait(guild: SimGuild, seen: list[Any], began: float, steps: int) -> None:
    """Lets time pass, and notes what everybody can see after each step."""
    for _ in range(steps):
        await guild.env.advance_time(STEP_SECONDS)
        requests = [entry for entry in guild.env.http_requests if entry.path.startswith("/channels")]
        guild.env.http_requests.clear()
        seen.append(
            (
                round(guild.bot.clock.now() - began, 1),
                [
                    normalized((entry.method, re.sub(r"\d{15,}", "id", entry.path), entry.json))
                    for entry in requests
                ],
                [normalized((message.content, shown(message))) for message in guild.channel.history()],
            )
        )


def normalized(value: Any) -> str:
    """Returns a value as text, without the ids of messages, which count all interactions."""
    return re.sub(r"\d{15,}", "id", json.dumps(value, default=str))


@pytest.mark.slow
async def test_orders_look_to_everybody_like_clicks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ways = ("orders", "Allow", "Allow until my turn")
    ordered, *clicked = [await stream(tmp_path / f"{by}.sqlite3", monkeypatch, by) for by in ways]
    for other in clicked:
        for one, same in zip(ordered, other, strict=True):
            assert one == same
    assert sum(len(requests) for _, requests, _ in ordered) > 8


async def test_nothing_at_the_table_waits_for_the_response_to_a_click_in_the_quiet_time(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await four(guild)
    await guild.slash("Ana", "coup act", action="tax")
    monkeypatch.setattr("bot.delivery.table_message.live_message.RESPONSE_SECONDS", 1000.0)

    sent, answered = asyncio.Event(), asyncio.Event()

    async def delay() -> None:
        sent.set()
        await answered.wait()

    async def is_paused() -> bool:
        return "paused" in shown(guild.live_message)

    during_next_response(monkeypatch, delay)
    clicked = asyncio.ensure_future(guild.click("Ben", "Allow"))
    await sent.wait()
    await guild.bot.tables.run(table, pause_or_close)
    await eventually(is_paused)
    answered.set()
    assert (await clicked).deferred
