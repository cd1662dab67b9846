"""Connections, and what the bot relies on in discord.py."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import orjson
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from yarl import URL

from bot.cluster import Membership
from bot.gateway.connections import Connections, Contact, ShardSocket
from bot.gateway.reachability import Reachability
from bot.ops.metrics import Metrics
from bot.runtime.clock import running_time
from tests.harness.simulated_discord import simulated_guild


async def test_no_session_begins_after_the_connections_were_closed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def from_closed_client(*_: Any, **__: Any) -> None:
        raise RuntimeError("Session is closed")  # what aiohttp raises after discord.py has closed its HTTP client

    monkeypatch.setattr(ShardSocket, "from_client", from_closed_client)
    client: Any = SimpleNamespace()
    connections = Connections(client, URL("ws://localhost"), 1, Contact(running_time))
    await connections.close()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(connections.connect(0), 0.01)
    assert not caplog.records


def test_json_is_read_and_written_by_orjson() -> None:
    assert discord.utils._from_json is orjson.loads
    assert discord.utils._to_json({"name": "Zoë"}) == '{"name":"Zoë"}'


async def test_requests_of_the_client_have_time_limits() -> None:
    async def respond(_: web.Request) -> web.Response:
        return web.Response()

    app = web.Application()
    app.router.add_get("/", respond)
    client = discord.Client(intents=discord.Intents.none())
    trace = Reachability(Membership(), Metrics()).trace(lambda: client.http)
    async with TestServer(app) as server, aiohttp.ClientSession(trace_configs=[trace]) as session:
        await session.get(server.make_url("/"))
        assert session.timeout.sock_read == 15


async def test_a_given_up_shards_servers_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with simulated_guild(tmp_path / "coup.sqlite3", monkeypatch) as guild:
        (known,) = guild.bot.guilds
        await guild.bot.end_session(known.shard_id)
        assert list(guild.bot.guilds) == []
