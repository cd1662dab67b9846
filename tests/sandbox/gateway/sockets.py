"""Harness: a bot's connection to the gateway without a client library."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from sandbox.driver import Sandbox


@asynccontextmanager
async def socket(sandbox: Sandbox, query: str = "?v=10") -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A connection that has received HELLO."""
    async with aiohttp.ClientSession() as session, session.ws_connect(sandbox.gateway_url + query) as socket:
        hello = await socket.receive_json()
        assert hello["op"] == 10
        yield socket


def identify(**more: Any) -> dict[str, Any]:
    """An IDENTIFY with these fields."""
    return {"op": 2, "d": {"token": "made-up", "intents": 1, "properties": {}, **more}}


async def started(socket: aiohttp.ClientWebSocketResponse, **more: Any) -> list[str]:
    """Identifies with these fields; returns the names of the guilds that come after READY."""
    await socket.send_json(identify(**more))
    ready = await socket.receive_json()
    assert ready["t"] == "READY", ready
    return [(await socket.receive_json())["d"]["name"] for _ in ready["d"]["guilds"]]


async def dispatched(socket: aiohttp.ClientWebSocketResponse, event: str) -> Any:
    """The data of the next event of this kind."""
    while True:
        frame = await socket.receive_json()
        if frame.get("t") == event:
            return frame["d"]


async def closed(socket: aiohttp.ClientWebSocketResponse) -> int:
    """The close code of a connection that receives no other frame first."""
    frame = await socket.receive()
    assert frame.type is aiohttp.WSMsgType.CLOSE
    return frame.data
