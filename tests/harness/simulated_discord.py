"""The real bot connected to SimCord, a simulation of Discord in this process whose clock the caller advances."""

import asyncio
import contextlib
import functools
import importlib
import pickle
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import orjson
import pytest
import simcord
from simcord import components, gateway, results
from simcord.backend.models.message import Message as SimMessage
from simcord.http import router

from bot.client import CoupBot
from bot.delivery.interaction_requests import InteractionRequests
from bot.runtime.background import Alarms
from bot.settings import Settings
from tests.harness.databases import open_store
from tests.harness.discord import NAMES, SimGuild, SimulatedClock
from tests.harness.waiting import TIMEOUT_SECONDS

T = TypeVar("T")


@asynccontextmanager
async def simulated_guild(
    database: Path, monkeypatch: pytest.MonkeyPatch, names: Sequence[str] = NAMES, **settings: Any
) -> AsyncGenerator[SimGuild]:
    """Yields a server with members of these names, and the bot, which may have other settings than in tests."""
    store = await open_store(database)
    clock = SimulatedClock()
    defaults = {"coup_window_floor": 0, "coup_ai_pause": 1, "coup_pictures": False}
    bot = CoupBot(Settings(**defaults | settings), store, clock)
    env = simcord.Env(bot, shard_count=1, settle_timeout=TIMEOUT_SECONDS)
    clock.env = env

    def start(alarms: Alarms) -> None:
        # SimCord waits until the bot is idle; a bot that only waits for its next deadline counts as idle.
        alarms._task = asyncio.create_task(env.external_wait(alarms._run(), reason="deadlines"))

    dispatch = router.dispatch

    def dispatch_sent(*request: Any, json: Any = None, **options: Any) -> Any:
        # SimCord would add to the bot's own objects, which may be sent again, instead of to what was sent.
        return dispatch(*request, json=orjson.loads(orjson.dumps(json)), **options)

    commit = env.backend.commit_message

    def commit_message(message: SimMessage, *, broadcast: bool = True) -> SimMessage:
        # SimCord counts an ephemeral message as the last of its channel; Discord does not.
        channel = env.backend.get_channel(message.channel_id)
        last = channel.last_message_id
        committed = commit(message, broadcast=broadcast)
        if message.is_ephemeral:
            channel.last_message_id = last
        return committed

    async def load_extension(bot: CoupBot, name: str) -> None:
        # discord.py would run the module of the commands anew for each bot, which takes half of its start.
        await importlib.import_module(name).setup(bot)

    for module in (components, results):
        monkeypatch.setattr(module, "deepcopy", _copied)
    for module in (gateway, router):
        monkeypatch.setattr(module, "copy", SimpleNamespace(deepcopy=_copied))
    monkeypatch.setattr(router, "dispatch", dispatch_sent)
    monkeypatch.setattr(env.backend, "commit_message", commit_message)
    # SimCord checks 20 times a second whether the bot is idle; most actions take about a millisecond.
    monkeypatch.setattr(env, "_settle_internal", functools.partial(env._settle_internal, idle=0.001))
    # What a bot excludes from the collection of garbage stays in memory, after dozens of bots too much.
    monkeypatch.setattr("bot.client.gc", SimpleNamespace(freeze=int))
    monkeypatch.setattr(CoupBot, "load_extension", load_extension)
    monkeypatch.setattr(Alarms, "start", start)
    monkeypatch.setattr("bot.delivery.table_message.request_loop.BURST_SECONDS", 0.0)

    # SimCord simulates only requests that a handler makes. It would send the edit of a background task to the real
    # Discord.
    async def request(route: Any, **named: Any) -> Any:
        address = SimpleNamespace(method=route.method, url=str(route.url))
        return await env._webhook_adapter.request(address, **{"session": None, **named})

    monkeypatch.setattr(InteractionRequests, "request", functools.partial(request))  # not bound to an object
    async with AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        await env.start()
        stack.push_async_callback(env.shutdown)
        yield SimGuild(env, bot, names)


def during_next_response(monkeypatch: pytest.MonkeyPatch, work: Callable[[], Awaitable[object]]) -> None:
    """Lets something happen before Discord's answer to the next response to an interaction arrives."""
    request = InteractionRequests.request

    async def slow(*positional: Any, **named: Any) -> Any:
        monkeypatch.setattr(InteractionRequests, "request", request)
        answer = await request(*positional, **named)
        await work()
        return answer

    monkeypatch.setattr(InteractionRequests, "request", staticmethod(slow))


@contextlib.contextmanager
def delaying_edit(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """Lets the next edit of a panel that nobody clicked arrive at Discord only after the block."""
    edit, arriving = InteractionRequests.edit_response, asyncio.Event()

    async def slow(*arguments: Any) -> None:
        monkeypatch.setattr(InteractionRequests, "edit_response", edit)
        await guild.env.external_wait(arriving.wait(), reason="a slow edit")
        await edit(*arguments)

    monkeypatch.setattr(InteractionRequests, "edit_response", slow)
    try:
        yield
    finally:
        arriving.set()


def _copied(body: T) -> T:
    """Returns a copy of JSON values, four times as fast as with the `deepcopy` that SimCord uses."""
    return pickle.loads(pickle.dumps(body))
