"""Several processes of one bot: shards, the session start limit, and the events of each session."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import aiohttp
import discord
import pytest

from sandbox.driver import Sandbox
from tests.sandbox.conftest import Rest
from tests.sandbox.demo_bot import running
from tests.sandbox.gateway.sockets import closed, dispatched, identify, socket, started
from tests.sandbox.messages.bodies import button, row

three_shards = pytest.mark.parametrize("sandbox", [{"shards": 3, "guilds": 3}], indirect=True)
spaced_out = pytest.mark.parametrize(
    "sandbox", [{"shards": 4, "max_concurrency": 2, "identify_seconds": 5.0}], indirect=True
)
MENU = [{"name": "demo", "description": "A demonstration", "type": 1}]


async def put_commands(rest: Rest) -> None:
    application = (await rest.sandbox.state())["application_id"]
    assert (await rest("PUT", f"/applications/{application}/commands", MENU))[0] == 200


class Sharded(discord.AutoShardedClient):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None, guild_ready_timeout=0)
        self.tree = discord.app_commands.CommandTree(self)

        @self.tree.command(description="Which shard")
        async def shard(interaction: discord.Interaction) -> None:
            assert interaction.guild
            await interaction.response.send_message(f"Shard {interaction.guild.shard_id}")

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identifies at once; discord.py would wait for 5 seconds between shards."""


@three_shards
async def test_shards_share_the_guilds(sandbox: Sandbox):
    await sandbox.add_guild("Elsewhere", members=["Ana"], channels=["den"], shard=2)
    with pytest.raises(ValueError, match="3 shards"):
        await sandbox.add_guild("Nowhere", members=["Ana"], channels=["den"], shard=3)
    async with running(Sharded(), sandbox):
        for guild in (await sandbox.state())["guilds"]:
            ana = await sandbox.member("Ana", guild=guild["name"])
            await ana.until(lambda ana=ana: ana.online and ana.commands)
            assert (await ana.slash("shard")).text == f"Shard {guild['shard']}"
            assert (int(guild["id"]) >> 22) % 3 == guild["shard"]


@three_shards
async def test_a_member_sees_the_bot_offline_if_the_shard_is(sandbox: Sandbox):
    ana, elsewhere = await sandbox.member("Ana"), await sandbox.member("Ana", guild="The Harbour")
    async with socket(sandbox) as one:
        assert await started(one, shard=[1, 3]) == ["The Harbour"]
        await elsewhere.until(lambda: elsewhere.online)
        assert not ana.online
    await elsewhere.until(lambda: not elsewhere.online)


@spaced_out
async def test_one_shard_of_a_bucket_identifies_in_five_seconds(sandbox: Sandbox, rest: Rest):
    async with AsyncExitStack() as stack:
        first, second, other, later = [await stack.enter_async_context(socket(sandbox)) for _ in range(4)]
        assert await started(first, shard=[0, 4]) is not None
        await second.send_json(identify(shard=[2, 4]))
        assert await second.receive_json() == {"op": 9, "d": False}
        await started(other, shard=[1, 4])
        _, about = await rest("GET", "/gateway/bot")
        assert about["shards"] == 4
        limit = about["session_start_limit"]
        assert 86_000_000 < limit.pop("reset_after") <= 86_400_000
        assert limit == {"total": 1000, "remaining": 997, "max_concurrency": 2}
        await sandbox.advance(5)
        # The refused shard may try again on the same connection.
        await started(second, shard=[2, 4])
        await later.send_json(identify(shard=[0, 4]))
        assert await later.receive_json() == {"op": 9, "d": False}
        await sandbox.advance(86_400)
        _, about = await rest("GET", "/gateway/bot")
        assert about["session_start_limit"]["remaining"] == 1000


async def test_too_many_session_starts_in_a_day_end_all_sessions(sandbox: Sandbox):
    assert sandbox.server
    async with socket(sandbox) as first, socket(sandbox) as second:
        await started(first)
        sandbox.server.gateway.start_limit.remaining = 0
        await second.send_json(identify())
        assert [await closed(connection) for connection in (first, second)] == [4004, 4004]


async def test_a_session_with_too_many_guilds_must_be_sharded(sandbox: Sandbox):
    assert sandbox.server
    world = sandbox.server.world
    people = list(world.first_guild.members)[:1]
    for number in range(2_500):
        world.add_guild(f"Town {number}", [world.users[own] for own in people], [])
    async with socket(sandbox) as one:
        await one.send_json(identify())
        assert await closed(one) == 4011


@three_shards
async def test_two_sessions_of_a_shard_get_every_event(sandbox: Sandbox, rest: Rest):
    """As at a takeover: both processes get every event, and only the first response counts."""
    await put_commands(rest)
    ana = await sandbox.member("Ana", guild="The Harbour")
    async with AsyncExitStack() as stack:
        old, new, other = [await stack.enter_async_context(socket(sandbox)) for _ in range(3)]
        for session, shard in ((old, 1), (new, 1), (other, 0)):
            await started(session, shard=[shard, 3])
        using = asyncio.create_task(ana.slash("demo"))
        heard = [await dispatched(session, "INTERACTION_CREATE") for session in (old, new)]
        assert heard[0] == heard[1]
        path = f"/interactions/{heard[0]['id']}/{heard[0]['token']}/callback"
        both = [rest("POST", path, {"type": 4, "data": {"content": who}}) for who in ("old", "new")]
        answers = await asyncio.gather(*both)
        assert sorted(status for status, _ in answers) == [204, 400]
        [refused] = [body for _, body in answers if body]
        assert refused["code"] == 40060
        assert (await using).text in ("old", "new")
        # Direct messages belong to shard 0, which got no event of the other guild before.
        _, direct = await rest("POST", "/users/@me/channels", {"recipient_id": ana.id})
        await rest("POST", f"/channels/{direct['id']}/messages", {"components": [row(button())]})
        await ana.until(ana.dms)
        clicking = asyncio.create_task(ana.click(message=ana.dms()[0]))
        frame: Any = await other.receive_json()
        assert (frame["t"], frame["d"]["channel_id"]) == ("INTERACTION_CREATE", direct["id"])
        clicking.cancel()


async def test_connections_of_a_token_share_a_limit(sandbox: Sandbox, rest: Rest, monkeypatch: pytest.MonkeyPatch):
    assert sandbox.server
    # Time does not pass: all events happen in one second.
    monkeypatch.setattr(sandbox.server.world, "now", lambda: 7.0)
    await put_commands(rest)
    ana = await sandbox.member("Ana")
    async with aiohttp.ClientSession() as session, socket(sandbox) as gateway:
        await started(gateway)
        other = Rest(sandbox, session)
        await sandbox.clear_limits()
        asked = [asking("GET", f"/channels/{n}") for n in range(30) for asking in (rest, other)]
        statuses = [status for status, _ in await asyncio.gather(*asked)]
        assert (statuses.count(404), statuses.count(429)) == (50, 10)
        using = asyncio.create_task(ana.slash("demo"))
        heard = await dispatched(gateway, "INTERACTION_CREATE")
        path = f"/interactions/{heard['id']}/{heard['token']}/callback"
        assert (await other("POST", path, {"type": 4, "data": {"content": "in time"}}))[0] == 204
        assert (await using).text == "in time"
        assert (await rest("GET", "/channels/1"))[0] == 429
