"""The connections of a process's shards to Discord's gateway, without a gateway."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from yarl import URL

from bot.gateway.connections import Connections, Contact, ShardSocket
from bot.runtime.clock import running_time


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
