"""Requests: how responses to interactions arrive, how requests are spaced, and what is sent again in words."""

import asyncio
import sys
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer
from discord.http import Route
from discord.webhook.async_ import async_context, interaction_response_params

from bot.cluster import Membership
from bot.delivery.interaction_requests import InteractionRequests
from bot.delivery.requests import Delivery, PriorityRateLimiter, send_with_text_fallback
from bot.delivery.table_message.display import Display
from bot.delivery.table_message.known_messages import THEN
from bot.delivery.table_message.live_message import LiveMessage
from bot.delivery.table_message.request_loop import BURST_REQUESTS, BURST_SECONDS
from bot.gateway.interaction_routing import InteractionRouter
from bot.gateway.reachability import Reachability
from bot.ops.metrics import Metrics
from bot.refusals import OverRateLimit
from bot.render.controls import Layout, has_thumbnails, layout
from bot.render.icons import SymbolText
from bot.render.message_pictures import Illustrated
from bot.runtime.clock import RateLimiter
from bot.store.rows import TableSettings
from bot.tables.table import Table
from bot.tables.transitions.moderation import pause_or_close
from tests.harness.tables import ANA, GUILD, START, Harness, ManualClock
from tests.render.components import text_of

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
    router: InteractionRouter
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
        reach = Reachability(membership, metrics)
        requests = InteractionRequests(client, metrics, reach.answered, reach.failed, lambda _: None)
        fake = Discord(session, requests, InteractionRouter(client, requests, membership, metrics))
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
        server.router.refuse(CLICK, OverRateLimit(explain=False))
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


async def test_requests_go_on_after_a_global_limit_though_the_one_that_met_it_was_given_up(
    server: Discord,
) -> None:
    client = discord.Client(
        intents=discord.Intents.none(),
        http_trace=Reachability(Membership(), Metrics()).trace(lambda: client.http),
    )
    server.answers += [
        web.Response(body=body, headers={"Content-Type": "application/json", "Via": "1.1 proxy"}, status=status)
        for status, body in (
            (200, b'{"id": "2", "username": "Coup", "discriminator": "0", "avatar": null}'),
            (429, b'{"retry_after": 0.2, "global": true}'),
        )
    ]
    async with client:
        await client.http.static_login("token")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await client.http.delete_message(3, 4)
        async with asyncio.timeout(10):
            await client.http.delete_message(3, 5)
    assert server.arrived[1:] == ["/api/channels/3/messages/4", "/api/channels/3/messages/5"]


async def test_the_fifth_request_waits_for_its_turn(clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        clock.advance(seconds)

    monkeypatch.setattr("bot.runtime.clock.asyncio", SimpleNamespace(sleep=sleep, Lock=asyncio.Lock))
    limiter = RateLimiter(BURST_REQUESTS, BURST_SECONDS, clock.now)
    await limiter.acquire()
    clock.advance(BURST_SECONDS - 1.0)
    for _ in range(BURST_REQUESTS - 1):
        await limiter.acquire()
    assert pauses == []
    await limiter.acquire()
    assert pauses == [1.0]


async def test_after_a_restart_the_most_urgent_table_is_served_first(harness: Harness) -> None:
    served: list[str] = []
    pacer = PriorityRateLimiter(1000)

    async def serve(table: Table, name: str) -> None:
        await pacer.wait(THEN, Display.of(table).deadline)
        served.append(name)

    tables: list[Table] = []
    for channel, pace in enumerate(("slow", "slow", "normal", "blitz")):
        table = await harness.tables.open(GUILD, channel, ANA, TableSettings(pace=pace), ai_seats=1)
        await harness.tables.start(table, ANA.user_id, START)
        tables.append(table)
    await harness.tables.run(tables[0], pause_or_close)
    names = ("paused", "slow", "normal", "blitz")
    await asyncio.gather(*(serve(table, name) for table, name in zip(tables, names, strict=True)))
    assert served == ["blitz", "normal", "slow", "paused"]


async def test_a_click_that_waits_is_answered_when_the_window_is_shown(harness: Harness) -> None:
    table = await harness.tables.open(GUILD, 1, ANA)
    client = discord.Client(intents=discord.Intents.none())
    message = LiveMessage(Delivery(client, harness.tables, None), table)
    held = asyncio.gather(message.wait_for_outcome(600.0), message.wait_for_outcome(600.0))
    for _ in range(2):
        await asyncio.sleep(0)  # after two turns of the loop, both wait
    message.show_outcome()
    message.show_outcome()
    await held


QUESTION = Illustrated("## Challenge?", "https://cdn.example/emojis/1.png", "Duke")
SEATS = SymbolText("**Ana** <:coin_lamela:1>\N{NO-BREAK SPACE}2", lambda: "**Ana** · 2 coins")


def refusal(field: str) -> discord.HTTPException:
    """Discord's error for an invalid field of the first component."""
    fault = {field: {"_errors": [{"code": "INVALID", "message": "Not valid"}]}}
    answer: Any = SimpleNamespace(status=400, reason="Bad Request")
    return discord.HTTPException(
        answer, {"code": 50035, "message": "Invalid Form Body", "errors": {"components": {"0": fault}}}
    )


async def test_a_refused_picture_beside_a_text_is_left_out() -> None:
    async def send(message: Layout, files: list[discord.File]) -> Layout:
        if has_thumbnails(message):
            raise refusal("media")
        return message

    sent = await send_with_text_fallback(send, layout(QUESTION, SEATS), [])
    assert text_of(sent) == text_of(layout(QUESTION.text, SEATS))


async def test_words_replace_refused_symbols() -> None:
    async def send(message: Layout, files: list[discord.File]) -> Layout:
        if "<:coin" in text_of(message):
            raise refusal("emoji")
        return message

    sent = await send_with_text_fallback(send, layout(QUESTION, SEATS), [])
    assert text_of(sent).split("\n") == ["## Challenge?", "**Ana** · 2 coins"]
