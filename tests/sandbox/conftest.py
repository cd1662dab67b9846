"""Fixtures: a sandbox in the test's process, its members, a connected demonstration bot, a minimal HTTP client."""

from collections.abc import AsyncIterator, Awaitable
from typing import Any

import aiohttp
import discord
import pytest

from sandbox.driver import DrivenMember, Sandbox
from tests.sandbox.demo_bot import DemoBot, running


@pytest.fixture
async def sandbox(request: pytest.FixtureRequest) -> AsyncIterator[Sandbox]:
    """A sandbox; settings are given by `parametrize("sandbox", [{...}], indirect=True)`."""
    async with Sandbox.start(**getattr(request, "param", {})) as sandbox:
        yield sandbox


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[DemoBot]:
    bot = DemoBot()
    async with running(bot, sandbox):
        await sandbox.ready("demo")
        yield bot


@pytest.fixture
async def ana(sandbox: Sandbox) -> DrivenMember:
    return await sandbox.member("Ana")


@pytest.fixture
async def ben(sandbox: Sandbox) -> DrivenMember:
    return await sandbox.member("Ben")


async def refusal(attempt: Awaitable[Any]) -> int:
    """The code of the error with which a request of discord.py is refused."""
    with pytest.raises(discord.HTTPException) as refused:
        await attempt
    return refused.value.code


class Rest:
    """Sends requests to the HTTP API as a bot, without a client library."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self.session = session
        self.headers: dict[str, str] = {}

    async def __call__(self, method: str, path: str, body: Any = None, **settings: Any) -> tuple[int, Any]:
        settings.setdefault("headers", {"Authorization": "Bot made-up"})
        if body is not None:
            settings["json"] = body
        async with self.session.request(method, self.sandbox.api_url + path, **settings) as response:
            self.headers = dict(response.headers)
            return response.status, await response.json() if response.content_length else None

    async def channel(self, name: str = "coup") -> str:
        return (await self.sandbox.state())["guilds"][0]["channels"][name]


@pytest.fixture
async def rest(sandbox: Sandbox) -> AsyncIterator[Rest]:
    async with aiohttp.ClientSession() as session:
        yield Rest(sandbox, session)
