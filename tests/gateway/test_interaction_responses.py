"""Responses to interactions arrive. Discord returns the message that one made only where the bot needs its id."""

import sys
from pathlib import Path

import discord
import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer
from discord.http import Route
from discord.webhook.async_ import async_context, interaction_response_params

from bot.gateway.dispatch import Dispatch
from sandbox.driver import Sandbox
from tests.harness.processes.bot import running

CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
WITH_BODY, WITHOUT_BODY = f"{CALLBACK} 200", f"{CALLBACK} 204"


CLICK = {
    "id": "1",
    "application_id": "2",
    "type": 3,
    "token": "token",
    "version": 1,
    "attachment_size_limit": 1,
    "data": {"component_type": 2, "custom_id": "coup:1:join:1"},
}


async def test_a_response_arrives_after_any_number_of_refused_clicks(monkeypatch: pytest.MonkeyPatch) -> None:
    arrived = list[str]()

    async def receive(request: web.Request) -> web.Response:
        arrived.append(request.path)
        return web.Response(status=204)

    app = web.Application()
    app.router.add_post("/{path:.*}", receive)
    async with TestServer(app) as server, ClientSession() as session:
        monkeypatch.setattr(Route, "BASE", str(server.make_url("/api")))
        dispatch = Dispatch(discord.Client(intents=discord.Intents.none()))
        for _ in range(sys.getrecursionlimit()):
            dispatch.refuse_over_limit(CLICK, explain=False)
        params = interaction_response_params(discord.InteractionResponseType.deferred_message_update.value)
        await async_context.get().create_interaction_response(1, "token", session=session, params=params)
    assert arrived == ["/api/interactions/1/token/callback"]


@pytest.mark.slow
async def test_discord_returns_only_the_message_of_a_lobby(tmp_path: Path) -> None:
    async with Sandbox.start() as sandbox, running(sandbox, tmp_path / "coup.sqlite3"):
        await sandbox.ready("coup")
        ana, ben = await sandbox.member("Ana"), await sandbox.member("Ben")
        await ana.slash("coup new")
        await ben.click("Join")
        await ben.click("Rules")
        await ben.click("Start")
        counts = await sandbox.requests()
        assert (counts[WITH_BODY], counts[WITHOUT_BODY]) == (1, 3)
