"""A server that another process takes over during a response, or whose lease expires for a while."""

from typing import Any

import pytest
from discord.http import Route

from bot.cluster import Membership
from bot.delivery.requests import check_owned
from bot.refusals import NotOwnedHere
from bot.store.rows import Fence
from tests.harness.discord import SimGuild, said, shown
from tests.harness.fences import OneShard, issue_fence
from tests.harness.tables import game_of, in_turn

pytestmark = pytest.mark.slow


class LostAfterOneWrite(Membership):
    """Owns every shard until it has written once."""

    def __init__(self) -> None:
        super().__init__()
        self.writes = 0

    def fence(self, guild_id: int) -> Fence | None:
        self.writes += 1
        if self.writes > 1:
            raise NotOwnedHere(guild_id)
        return None


async def test_a_member_who_got_a_response_gets_no_second_one(guild: SimGuild) -> None:
    guild.bot.tables.membership = lost = LostAfterOneWrite()
    opened = await guild.slash("Ana", "coup new")
    assert "Ana" in said(opened)
    assert lost.writes == 2, "the lobby was stored, and its message's id was not"
    assert not opened.followups


async def test_a_reminder_goes_once_its_table_is_owned(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    guild.bot.tables.default_pace = "7200/1200"
    guild.bot.tables.membership = ownership = OneShard()
    table = await guild.play("Ana", "Ben", style="chronicle")
    active, other = in_turn(table)
    await guild.select(active, guild.live_message, ["tax"])
    await guild.env.advance_time(601)
    reminder = guild.channel.history()[-1]
    assert "waiting for your answer" in shown(reminder)
    request, tries = guild.bot.http.request, list[str]()

    async def begin(route: Route, **options: Any) -> Any:
        """Sends a request, unless the lease has expired, as it has for the first three deletions."""
        if route.method == "DELETE":
            tries.append(route.path)
            ownership.held = len(tries) > 3
            check_owned()
        return await request(route, **options)

    monkeypatch.setattr(guild.bot.http, "request", begin)
    await guild.click(other, "Allow")
    assert len(tries) == 1
    await guild.env.advance_time(10)
    assert len(tries) == 4
    assert reminder.id not in [message.id for message in guild.channel.history()]


@pytest.mark.parametrize("where", ["card", "panel", "command"])
async def test_a_replaced_process_refuses_nobody_because_of_an_outdated_table(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr("bot.gateway.interaction_routing.FORWARD_SECONDS", 0.05)  # no other process will answer
    table = await guild.play("Ana", "Ben")
    actor = in_turn(table)[0]
    panel = (await guild.click(actor, "My hand")).response
    guild.bot.tables.membership = here = OneShard(await issue_fence(guild.bot.store, "shard 0 of 1"))
    newer = f"coup:1:act:{table.id}:{game_of(table).question + 1}"

    async def press() -> str:
        """Takes an action of a later question than this process knows, or out of turn."""
        if where == "command":
            other = next(seat.name for seat in table.state.seats if seat.name != actor)
            return said(await guild.slash(other, "coup act", action="tax"))
        return said(await guild.forge_click(actor, newer, "tax", message=panel if where == "panel" else None))

    stale = "not your turn" if where == "command" else "moment has passed"
    assert stale in await press()
    await issue_fence(guild.bot.store, "shard 0 of 1")  # another process has taken the shard over
    assert "cannot reach your table" in await press(), "it is handed on, and nobody takes it"
    assert not here.held
