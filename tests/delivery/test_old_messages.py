"""Old messages, and those of ended tables: they are frozen, deleted or found again, or somebody deleted them."""

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import Route

from bot.delivery.message_search import search
from bot.delivery.table_message.display import RECENT_CLICK_SECONDS, RECENT_CLICK_SECONDS_WITH_ORDERS
from bot.delivery.table_message.live_message import LAST_KNOWN_SECONDS
from bot.store.rows import Status
from tests.cogs.positions import player, set_up
from tests.harness.discord import SimGuild, controls, reminders, shown
from tests.harness.simulated_discord import during_next_response
from tests.harness.tables import in_turn


def requests(guild: SimGuild, method: str) -> int:
    """The number of requests, without those about private messages that were sent before."""
    found = (entry for entry in guild.env.http_requests if not entry.path.startswith("/webhooks/"))
    return sum(entry.method == method for entry in found)


async def test_an_old_message_is_frozen_by_one_edit_or_by_the_click(guild: SimGuild) -> None:
    await guild.play("Ana", "Ben", style="chronicle")
    await guild.show_hands("Ana", "Ben")
    for answer, edits in (("slash", 1), ("click", 0)):
        table, live_message, before = guild.table, guild.live_message, requests(guild, "PATCH")
        name = in_turn(table)[0]
        if answer == "slash":
            await guild.slash(name, "coup act", action="income")
        else:
            await guild.select(name, live_message, ["income"])
        assert guild.live_message.id != live_message.id
        frozen = next(message for message in guild.channel.history() if message.id == live_message.id)
        assert f"**{name}** took 1 coin as income" in shown(frozen)
        assert not controls(frozen)
        assert requests(guild, "PATCH") - before == edits, answer


async def test_a_live_table_has_one_message_with_quiet_turns_in_one_line(guild: SimGuild) -> None:
    await guild.play("Ana", "Ben", "Cleo", style="live")
    names: list[str] = []
    for _ in range(3):
        table = guild.table
        names.append(in_turn(table)[0])
        posted, deleted = requests(guild, "POST"), requests(guild, "DELETE")
        await guild.select(names[-1], guild.live_message, ["income"])
        assert requests(guild, "DELETE") - deleted == 1
        assert requests(guild, "POST") - posted == 2  # the response, and the next message
        assert [message.id for message in guild.channel.history()] == [guild.live_message.id]
        await guild.env.advance_time(RECENT_CLICK_SECONDS)  # the next turn begins with a ping
    told = " · ".join(f"**{name}**: Income +1" for name in names)
    assert f"-# {told}\n" in f"{shown(guild.live_message)}\n"


async def test_a_live_message_is_reused_where_a_new_one_notifies_nobody(guild: SimGuild) -> None:
    table = await guild.play("Ana", "Ben", "Cleo", style="live", pace="slow")
    a, b, c = in_turn(table)
    await guild.show_hands(a, b, c)
    first = guild.live_message

    async def taxes(active: str, *allowing: str) -> None:
        await guild.select(active, guild.live_message, ["tax"])
        for name in allowing[:-1]:
            await guild.click(name, "Allow")
        await guild.env.advance_time(RECENT_CLICK_SECONDS if active == c else RECENT_CLICK_SECONDS - 1)
        if active == b:
            await guild["Dov"].send(guild.channel, "Who is winning?")
        await guild.click(allowing[-1], "Allow")

    counted = requests(guild, "POST")
    await taxes(a, b, c)
    assert guild.live_message.id == first.id
    assert "Turn 2" in shown(guild.live_message)
    assert requests(guild, "POST") - counted == 3  # the responses
    assert requests(guild, "PATCH") == 0
    # If a member has written meanwhile, the next table message is posted below, and pings its player.
    await taxes(b, a, c)
    assert guild.live_message.id != first.id
    assert guild.pinged(guild.live_message) == [c]
    # The same happens if the player may no longer be looking at the channel.
    third = guild.live_message
    await taxes(c, a, b)
    assert guild.live_message.id != third.id
    assert guild.pinged(guild.live_message) == [a]
    assert not reminders(guild)
    # The end pings nobody.
    last = guild.live_message
    for name in (b, c):
        await guild.slash(name, "coup resign", sure=True)
    await guild.select(a, last, ["income"])
    (end,) = (message for message in guild.channel.history() if message.author.bot and not message.flags.ephemeral)
    assert end.id == last.id
    assert f"{a} wins" in shown(end)


async def test_a_player_not_pinged_by_a_reused_message_is_reminded(guild: SimGuild) -> None:
    table = await guild.play("Ana", "Ben", style="live")
    a, b = in_turn(table)
    first = guild.live_message
    await guild.select(a, first, ["tax"])
    await guild.click(b, "Allow")
    assert guild.live_message.id == first.id
    await guild.env.advance_time(31)
    (reminder,) = reminders(guild)
    assert guild.pinged(reminder) == [b]


@pytest.mark.parametrize("fault", ["cut off", "500", "429"])
async def test_a_failed_deletion_is_repeated(guild: SimGuild, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    table = await guild.play("Ana", "Ben", style="chronicle", pace="slow")
    a, b = in_turn(table)
    await guild.select(a, guild.live_message, ["tax"])
    await guild.env.advance_time(31)
    (reminder,) = reminders(guild)
    request, failed = guild.bot.http.request, list[str]()

    async def fail_once(route: Route, **options: Any) -> Any:
        """Sends a request over a network that fails at the first deletion."""
        if route.method == "DELETE" and not failed:
            failed.append(route.path)
            if fault == "cut off":
                raise aiohttp.ServerDisconnectedError
            answer: Any = SimpleNamespace(status=int(fault), reason="")
            raise discord.HTTPException(answer, None)
        return await request(route, **options)

    monkeypatch.setattr(guild.bot.http, "request", fail_once)
    await guild.click(b, "Allow")
    assert failed
    await guild.env.advance_time(5)
    assert reminder.id not in [message.id for message in guild.channel.history()]


async def test_a_correspondence_turn_pings_unless_its_player_just_clicked(guild: SimGuild) -> None:
    table = await guild.play("Ana", "Ben", "Cleo", style="live", pace="correspondence")
    a, b, c = in_turn(table)
    first = guild.live_message
    await guild.select(a, first, ["tax"])
    for name in (b, c):
        await guild.click(name, "Allow")
    assert guild.live_message.id != first.id
    assert guild.pinged(guild.live_message) == [b]


async def test_a_message_already_deleted_by_a_moderator_delays_nothing(guild: SimGuild) -> None:
    table = await guild.play("Ana", "Ben")
    guild.env.inject_error("DELETE", "/channels/*/messages/*", status=404, code=10008, times=None)
    for _ in range(2):
        before = requests(guild, "DELETE")
        await guild.slash("Ben", "coup table")
        newest = max(guild.channel.history(), key=lambda message: message.id)
        assert table.posted.message_id == newest.id
        assert requests(guild, "DELETE") == before + 1


async def test_a_message_that_could_not_be_deleted_is_deleted_later(guild: SimGuild) -> None:
    await guild.play("Ana", "Ben")
    live_message = guild.live_message
    guild.env.inject_error("DELETE", "/channels/*/messages/*", status=503)
    await guild.slash("Ben", "coup table")
    await guild.env.advance_time(2)
    assert live_message.id not in [message.id for message in guild.channel.history()]


async def test_the_nonce_of_a_message_is_one_that_discord_accepts(guild: SimGuild) -> None:
    await guild.play("Ana", "Ben")
    for _ in range(10):
        table = guild.table
        await guild.slash(in_turn(table)[0], "coup act", action="income")
    posted = [
        entry.json["nonce"]
        for entry in guild.env.http_requests
        if entry.method == "POST" and isinstance(entry.json, dict) and "nonce" in entry.json
    ]
    assert len(posted) >= 10
    assert all(0 <= int(nonce) < 2**63 for nonce in posted)


@pytest.mark.parametrize("code", [10003, 50001], ids=["deleted", "out of reach"])
async def test_an_ended_table_is_not_closed_again_without_its_channel(
    guild: SimGuild, caplog: pytest.LogCaptureFixture, code: int
) -> None:
    await guild.slash("Ana", "coup new")
    table = guild.table
    guild.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=code, times=None)
    await guild.click("Ana", "Close the table", (await guild.slash("Ana", "coup-config end")).response)
    assert table.state.status is Status.CLOSED
    assert "A channel is out of reach" in caplog.text
    assert "A background task failed" not in caplog.text
    assert guild.users["Ana"].dm_channel is None or not guild.users["Ana"].dm_channel.history()


async def test_a_search_finds_the_message_though_the_clock_is_wrong(guild: SimGuild) -> None:
    table = await guild.play("Ana", "Ben")
    now, live = guild.env.now().timestamp(), guild.live_message.id
    channel = guild.bot.get_partial_messageable(guild.channel.id, guild_id=guild.discord_guild.id)
    for hours in (-1, 0, 1):
        found = await search(channel, guild.bot.user, table.id, now + hours * 3600, live)
        assert found.live == (live,)


async def test_a_search_of_a_busy_channel_begins_at_the_intent(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.message_search.MAX_SEARCHED_RECENT", 3)
    table = await guild.play("Ana", "Ben")
    channel = guild.bot.get_partial_messageable(guild.channel.id, guild_id=guild.discord_guild.id)
    for _ in range(3):
        await guild["Ana"].send(guild.channel, "Your turn, Ben!")
    since = guild.env.now().timestamp()
    assert (await search(channel, guild.bot.user, table.id, since, None)).live == (guild.live_message.id,)


@pytest.mark.parametrize("is_recent", [True, False])
async def test_a_turn_without_a_click_reuses_the_message_soon_after_one(guild: SimGuild, is_recent: bool) -> None:
    table = await guild.play("Ana", "Ben", style="live", pace="slow")
    a, b = in_turn(table)
    await guild.select(a, guild.live_message, ["income"])
    await guild.select(b, guild.live_message, ["foreign_aid"])
    before = guild.live_message.id
    if not is_recent:
        await guild.env.advance_time(LAST_KNOWN_SECONDS)
    await guild.slash(a, "coup answer", answer="pass")
    assert "Turn 3" in shown(guild.live_message)
    assert (guild.live_message.id == before) is is_recent


@pytest.mark.parametrize("is_pinged", [False, True])
async def test_with_orders_a_member_is_pinged_after_a_quiet_minute(guild: SimGuild, is_pinged: bool) -> None:
    table = await guild.play("Ana", "Ben", style="live", pace="slow", options="orders")
    a, b = in_turn(table)
    await guild.show_hands(a, b)
    first = guild.live_message
    await guild.env.advance_time(RECENT_CLICK_SECONDS_WITH_ORDERS / 2)
    await guild.select(a, first, ["tax"])
    await guild.click(b, "Allow")
    await guild.env.advance_time(RECENT_CLICK_SECONDS_WITH_ORDERS - 1 + is_pinged)
    await guild.select(b, guild.live_message, ["income"])
    assert (guild.live_message.id != first.id) is is_pinged


async def test_a_turn_that_must_wait_for_the_rate_limit_shows_in_the_message_before_it(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.table_message.request_loop.BURST_SECONDS", 0.8)
    await set_up(guild, players=[player("Ana"), player("Ben")])
    await guild.show_hands("Ana")
    await guild.env.advance_time(5)
    for _ in range(2):  # each posts a message and deletes one, which is all that Discord grants the channel
        await guild.slash("Ana", "coup table")
    old, meanwhile = guild.live_message, list[Any]()

    async def look() -> None:
        meanwhile.append(guild.live_message)

    during_next_response(monkeypatch, look)
    await guild.select("Ana", old, ["income"])
    (message,) = meanwhile
    assert message.id == old.id != guild.live_message.id
    assert ", choose an action." in shown(message)
    assert controls(message)
    assert guild.pinged(guild.live_message) == ["Ben"]


async def test_after_a_thread_was_deleted_nothing_is_requested_there(guild: SimGuild) -> None:
    table = await guild.play("Ana", "Ben", style="thread")
    edited, before = requests(guild, "PATCH"), len(guild.env.http_requests)
    guild.env.backend.delete_channel(table.state.channel_id)
    await guild.env.advance_time(60)
    assert any("ended without a winner" in shown(message) for message in guild.channel.history())
    assert requests(guild, "PATCH") - edited == 1
    gone = f"/channels/{table.state.channel_id}"
    assert not [entry for entry in guild.env.http_requests[before:] if entry.path.startswith(gone)]
