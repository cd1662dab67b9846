"""Responses to interactions arrive."""

import sys
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field

import discord
import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer
from discord.http import Route
from discord.webhook.async_ import async_context, interaction_response_params

from bot.cluster import Membership
from bot.delivery.interaction_requests import InteractionRequests
from bot.gateway.interaction_routing import InteractionEvents
from bot.gateway.reachability import Reachability, RequestWatch
from bot.ops.metrics import Metrics
from bot.refusals import OverRateLimit

CLICK = {
    "id": "1",
    "application_id": "2",
    "type": 3,
    "token": "token",
    "version": 1,
    "attachment_size_limit": 1,
    "data": {"component_type": 2, "custom_id": "coup:1:join:1"},
}


@dataclass
class Discord:
    """A server that answers each request with the next of `answers`, later with 204.

    `arrived` are the paths of the requests, and `user_agent` is what the last one said of its sender.
    """

    session: ClientSession
    requests: InteractionRequests
    events: InteractionEvents
    answers: list[web.Response] = field(default_factory=list[web.Response])
    arrived: list[str] = field(default_factory=list[str])
    user_agent: str = ""

    async def receive(self, request: web.Request) -> web.Response:
        self.user_agent = request.headers["User-Agent"]
        self.arrived.append(request.path)
        return self.answers.pop(0) if self.answers else web.Response(status=204)


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Discord]:
    membership, metrics = Membership(), Metrics()
    async with ClientSession() as session:
        client = discord.Client(intents=discord.Intents.none(), connector=session.connector)
        watch = RequestWatch(membership, metrics, Reachability(membership))
        requests = InteractionRequests(client, metrics, watch.answered, watch.failed, lambda _: None)
        fake = Discord(session, requests, InteractionEvents(client, requests))
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", fake.receive)
        async with TestServer(app) as running_server:
            monkeypatch.setattr(Route, "BASE", str(running_server.make_url("/api")))
            yield fake


async def respond(session: ClientSession) -> None:
    """Sends a response as discord.py does."""
    params = interaction_response_params(discord.InteractionResponseType.deferred_message_update.value)
    await async_context.get().create_interaction_response(1, "token", session=session, params=params)


async def test_a_response_arrives_after_any_number_of_refused_clicks(server: Discord) -> None:
    for _ in range(sys.getrecursionlimit()):
        server.events.refuse(CLICK, OverRateLimit(explain=False))
    await respond(server.session)
    assert server.arrived == ["/api/interactions/1/token/callback"]


async def test_requests_name_their_sender_as_discord_demands(server: Discord) -> None:
    await server.requests.delete_response("token")
    # https://discord.com/developers/docs/reference#user-agent: others may be blocked
    assert server.user_agent.startswith("DiscordBot (https://")


async def test_a_failed_or_limited_request_is_repeated(server: Discord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.delivery.interaction_requests._PAUSES", (0.0, 0.0))
    server.requests.use()
    server.answers += [web.Response(status=502, text="busy"), web.json_response({"retry_after": 0.0}, status=429)]
    await respond(server.session)
    assert len(server.arrived) == 3
    server.answers += [web.Response(status=503) for _ in range(9)]
    with pytest.raises(discord.DiscordServerError):
        await respond(server.session)
    assert len(server.arrived) == 6


async def test_a_response_is_not_repeated_when_discord_does_not_accept_it_any_more(
    server: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.interaction_requests._PAUSES", (0.0, 3.0))
    server.requests.use()
    server.answers += [web.Response(status=500), web.Response(status=500)]
    with pytest.raises(discord.DiscordServerError):
        await respond(server.session)
    assert len(server.arrived) == 2
    server.answers.append(web.json_response({"retry_after": 2.9}, status=429))
    with pytest.raises(discord.HTTPException):
        await respond(server.session)
    assert len(server.arrived) == 3


@pytest.mark.parametrize("body", [b"<html>", b"", b"\xff"])
async def test_a_proxys_errors_are_retried(server: Discord, monkeypatch: pytest.MonkeyPatch, body: bytes) -> None:
    monkeypatch.setattr("bot.delivery.interaction_requests._PAUSES", (0.0,))
    server.requests.use()
    server.answers.append(web.Response(status=502, body=body, content_type="application/json"))
    await respond(server.session)
    assert len(server.arrived) == 2


@pytest.mark.parametrize(
    "answer", [{"retry_after": 3600.0}, {"message": "1015"}, "You are banned"], ids=["hour", "unknown", "page"]
)
async def test_a_request_that_discord_limits_for_long_fails_at_once(server: Discord, answer: object) -> None:
    server.requests.use()
    server.answers.append(web.json_response(answer, status=429))
    with pytest.raises(discord.HTTPException) as refused:
        await respond(server.session)
    assert refused.value.status == 429
    assert len(server.arrived) == 1


async def test_a_refused_request_is_not_repeated_and_says_why(server: Discord) -> None:
    server.answers.append(web.json_response({"code": 10008, "message": "Unknown Message"}, status=404))
    with pytest.raises(discord.NotFound) as refused:
        await server.requests.delete_response("token")
    assert refused.value.code == 10008
    assert len(server.arrived) == 1
