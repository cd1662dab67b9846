"""Reachability: when a process may own shards, by whether it reaches Discord's gateway and REST."""

import asyncio

import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer
from discord.http import Route
from yarl import URL

from bot.cluster import Membership, Reach
from bot.gateway.connections import Connections, Contact
from bot.gateway.reachability import ABLE_SECONDS, ALONE_QUIET_SECONDS, UNABLE_SECONDS, Reachability
from bot.ops.metrics import Metrics
from tests.harness.waiting import eventually


class Shards(Connections):
    """Connections of two shards, some of which have been down for long."""

    def __init__(self) -> None:
        self.begun = 2
        self.down = frozenset[int]()

    @property
    def connected(self) -> frozenset[int]:
        return frozenset({0, 1})

    @property
    def wanted(self) -> frozenset[int]:
        return self.connected

    def connected_seconds(self, number: int) -> float:
        return (60.0, 7.0)[number]

    def down_for(self, seconds: float) -> frozenset[int]:
        assert seconds == UNABLE_SECONDS
        return self.down


class Discord:
    """A clock, and what a process knows about Discord at its time."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.shards = Shards()
        self.reachability = Reachability(Membership(), Metrics(), lambda: self.time)

    def reach(self) -> Reach:
        return self.reachability.reach(self.shards)

    def contact(self, service: str) -> Contact:
        return getattr(self.reachability, service)


@pytest.fixture
def discord() -> Discord:
    return Discord()


def test_without_rest_no_shard_can_be_served_after_fifteen_seconds(discord: Discord) -> None:
    assert discord.reach() == Reach()
    discord.reachability.rest.fail(discord.time)
    assert discord.reach() == Reach(False), "it gets no shards while another process could have them"
    discord.time += UNABLE_SECONDS
    discord.reachability.rest.fail(discord.time - 1)
    assert discord.reach() == Reach(False, frozenset({0, 1}))


def test_members_can_click_only_while_their_shard_is_connected_and_rest_responds(discord: Discord) -> None:
    def seconds(shard: int) -> float:
        return discord.reachability.reachable_seconds(discord.shards, shard)

    discord.time += 50.0
    assert (seconds(0), seconds(1)) == (50.0, 7.0)
    discord.reachability.rest.fail(discord.time)
    assert (seconds(0), seconds(1)) == (0.0, 0.0)
    discord.reachability.rest.succeed()
    discord.time += 5.0
    assert (seconds(0), seconds(1)) == (5.0, 5.0)


def test_without_the_gateway_connected_shards_are_kept(discord: Discord) -> None:
    discord.reachability.gateway.fail(discord.time)
    discord.time += UNABLE_SECONDS
    assert discord.reach() == Reach(False)
    discord.shards.down = frozenset({1})
    assert discord.reach() == Reach(False, frozenset({1}))


@pytest.mark.parametrize("service", ["rest", "gateway"])
def test_a_process_without_shards_gets_them_after_thirty_good_seconds(discord: Discord, service: str) -> None:
    contact = discord.contact(service)
    contact.fail(discord.time)
    discord.time += UNABLE_SECONDS
    discord.reach()
    contact.succeed()
    for _ in range(2):
        discord.time += ABLE_SECONDS - 1
        assert discord.reach() == Reach(False)
        contact.fail(discord.time)
        discord.time += 1
        contact.succeed()
    discord.time += ABLE_SECONDS
    assert discord.reach() == Reach()


def test_a_short_failure_has_no_effect(discord: Discord) -> None:
    discord.reachability.rest.fail(discord.time)
    discord.time += UNABLE_SECONDS - 1
    assert discord.reach() == Reach(False)
    discord.reachability.rest.succeed()
    assert discord.reach() == Reach()


def test_the_time_for_which_a_process_hung_does_not_count(discord: Discord) -> None:
    began = discord.time
    discord.time += 60
    discord.reachability.rest.fail(began)
    assert discord.reach() == Reach(False)


async def test_a_single_process_asks_rest_when_asked(discord: Discord, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def respond(request: web.Request) -> web.Response:
        asked.append(request.path)
        return web.Response(status=503 if request.path == "/gateway" else 200)

    app = web.Application()
    app.router.add_get("/{path}", respond)
    async with TestServer(app) as rest, ClientSession() as session:
        monkeypatch.setattr(Route, "BASE", str(rest.make_url("")).rstrip("/"))
        discord.time += ALONE_QUIET_SECONDS
        watching = asyncio.create_task(discord.reachability.watch(discord.shards, URL("ws://127.0.0.1:1")))
        async with session.get(rest.make_url("/later")):  # a request of the watch would have been sent before
            assert asked == ["/later"]

        async def is_known() -> bool:
            return not discord.reachability.health(None, 1, leaving=False).rest

        await eventually(is_known)
        watching.cancel()
    assert asked[:2] == ["/later", "/gateway"]


async def test_failing_requests_do_not_make_it_ask_rest_again_and_again(
    discord: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.gateway.reachability.PROBE_PAUSE_SECONDS", 60.0)
    asked: list[str] = []

    async def respond(request: web.Request) -> web.Response:
        asked.append(request.path)
        return web.Response()

    app = web.Application()
    app.router.add_get("/{path}", respond)
    async with TestServer(app) as rest, ClientSession() as session:
        monkeypatch.setattr(Route, "BASE", str(rest.make_url("")).rstrip("/"))
        watching = asyncio.create_task(discord.reachability.watch(discord.shards, URL("ws://127.0.0.1:1")))

        async def was_asked() -> bool:
            discord.reachability.answered(500)
            return "/gateway" in asked

        await eventually(was_asked)
        for _ in range(5):
            discord.reachability.answered(500)
            async with session.get(rest.make_url("/later")):  # takes as long as asking would
                pass
        watching.cancel()
    assert asked.count("/gateway") == 1
