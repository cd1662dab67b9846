"""Assumptions of the bot about parts of discord.py that are not documented."""

from pathlib import Path

import aiohttp
import discord
import orjson
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.cluster import Membership
from bot.gateway.reachability import Reachability
from bot.ops.metrics import Metrics
from tests.harness.simulated_discord import simulated_guild


def test_json_is_read_and_written_by_orjson() -> None:
    assert discord.utils._from_json is orjson.loads
    assert discord.utils._to_json({"name": "Zoë"}) == '{"name":"Zoë"}'


async def test_requests_of_the_client_have_time_limits() -> None:
    async def respond(_: web.Request) -> web.Response:
        return web.Response()

    app = web.Application()
    app.router.add_get("/", respond)
    trace = Reachability(Membership(), Metrics()).trace()
    async with TestServer(app) as server, aiohttp.ClientSession(trace_configs=[trace]) as session:
        await session.get(server.make_url("/"))
        assert session.timeout.sock_read == 15


async def test_a_given_up_shards_servers_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with simulated_guild(tmp_path / "coup.sqlite3", monkeypatch) as guild:
        (known,) = guild.bot.guilds
        await guild.bot.end_session(known.shard_id)
        assert list(guild.bot.guilds) == []
