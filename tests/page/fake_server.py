"""Harness: serves the page's files, and acts as the server on its WebSocket with prepared frames."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from aiohttp import WSMsgType, web

from tests.harness.waiting import TIMEOUT_SECONDS

Json = dict[str, Any]
PAGE = Path(__file__).parents[2] / "sandbox" / "page"
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c4944415478da63d8f6e038000509029ebac97b180000000049454e44ae426082"
)

BOT = {"id": "900", "username": "coup", "global_name": "Coup", "bot": True, "avatar_color": "#5b6ee1"}
ANA = {"id": "1", "username": "ana", "global_name": "Ana", "avatar_color": "#d1495b", "manage_guild": True}
BEN = {"id": "2", "username": "ben", "global_name": "Ben", "avatar_color": "#2e86ab"}
CLEO = {"id": "3", "username": "cleo", "global_name": "Cleo", "avatar_color": "#3c896d"}
PEOPLE = [ANA, BEN, CLEO]
COUP, QUIET, DM = "10", "11", "20"


def option(kind: int, name: str, description: str, *options: Json, **facts: Any) -> Json:
    """A command, or an option of one."""
    return {"type": kind, "name": name, "description": description, "options": list(options), **facts}


NEW = option(
    1,
    "new",
    "Open a table in this channel",
    option(
        3,
        "ruleset",
        "Which rules to play by",
        choices=[{"name": "Classic", "value": "classic"}, {"name": "Rebellion G54", "value": "g54"}],
    ),
    option(4, "seats", "How many seats to fill", min_value=2, max_value=6),
    option(5, "teams", "Whether to play in teams"),
)
HAND = option(1, "hand", "See your cards")
ACT = option(
    1,
    "act",
    "Take your turn's action",
    option(3, "action", "What you do", required=True, autocomplete=True),
    option(6, "target", "Against whom"),
)
COMMANDS = [option(1, "coup", "Play Coup in this channel", NEW, HAND, ACT, id="500", contexts=[0])]


class FakeServer:
    """Serves the page, records the frames of the page, and sends frames for a test."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.messages: dict[str, list[Json]] = {COUP: [], QUIET: [], DM: []}
        self.channels: list[Json] = [
            {"id": COUP, "name": "coup", "type": 0, "position": 0},
            {"id": QUIET, "name": "quiet", "type": 0, "position": 1},
        ]
        self.commands: list[Json] = COMMANDS
        self.online = True
        self.guilds: list[Json] = []
        self.guild_ids: list[str] = []
        """The guild that each connection asked for."""
        self.connected_as: list[str] = []
        """The member of every connection, in order."""
        self.replies: dict[str, Callable[[Json], list[Json]]] = {}
        """Functions that reply to frames, by type; other frames are acknowledged if they have a nonce."""
        self.greets = asyncio.Event()
        """Set while a page that connects gets its first frame; without it, the frame comes later."""
        self.greets.set()
        self.unknown_members: set[str] = set()
        """Ids of members for which the response is 404."""
        self.url = f"http://127.0.0.1:{port}/"
        self._frames: asyncio.Queue[Json] = asyncio.Queue()
        self._sockets: list[web.WebSocketResponse] = []
        self._opened = asyncio.Event()
        self._runner: web.AppRunner | None = None
        self._next = 10_000

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Starts serving."""
        app = web.Application()
        app.router.add_get("/", _index)
        app.router.add_static("/page", PAGE)
        app.router.add_get("/client", self._client)
        app.router.add_get("/files/{name}", _picture)
        app.router.add_get("/emojis/{name}", _picture)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port).start()

    async def stop(self) -> None:
        """Stops serving; every page loses its connection."""
        for socket in self._sockets:
            await socket.close()
        if self._runner:
            await self._runner.cleanup()

    def message(self, channel: str = COUP, **facts: Any) -> Json:
        """Adds a message of the bot to a channel; a page gets it when it connects."""
        made = self.unsent(channel, **facts)
        self.messages.setdefault(channel, []).append(made)
        return made

    def unsent(self, channel: str = COUP, **facts: Any) -> Json:
        """A message that is not in a channel yet."""
        self._next += 1
        return {
            "id": str(self._next),
            "channel_id": channel,
            "author": {key: value for key, value in BOT.items() if key != "avatar_color"},
            "content": "",
            "embeds": [],
            "components": [],
            "attachments": [],
            "flags": 0,
            "timestamp": "2026-01-02T12:00:00+00:00",
            "edited_timestamp": None,
            **facts,
        }

    async def say(self, channel: str = COUP, **facts: Any) -> Json:
        """Adds a message and sends it to every open page."""
        made = self.message(channel, **facts)
        await self.push({"t": "message", "channel_id": channel, "message": made})
        return made

    async def edit(self, message: Json, **facts: Any) -> None:
        """Changes a message on every open page."""
        message |= facts
        await self.push({"t": "message_update", "channel_id": message["channel_id"], "message": message})

    async def push(self, frame: Json) -> None:
        """Sends a frame to every open page, once there is one."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await self._opened.wait()
        for socket in self._sockets:
            await socket.send_json(frame)

    async def received(self, kind: str) -> Json:
        """The next frame of a type that a page sends. Raises TimeoutError."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while True:
                frame = await self._frames.get()
                if frame["t"] == kind:
                    return frame

    async def _client(self, request: web.Request) -> web.StreamResponse:
        wanted = request.query.get("member") or ANA["id"]
        if wanted in self.unknown_members:
            raise web.HTTPNotFound
        me = next(user for user in PEOPLE if user["id"] == wanted)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.connected_as.append(wanted)
        self.guild_ids.append(request.query.get("guild", ""))
        await self.greets.wait()
        await socket.send_json(self._hello(me))
        self._sockets.append(socket)
        self._opened.set()
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    await self._receive(socket, json.loads(frame.data))
        finally:
            self._sockets.remove(socket)
            if not self._sockets:
                self._opened.clear()
        return socket

    async def _receive(self, socket: web.WebSocketResponse, frame: Json) -> None:
        self._frames.put_nowait(frame)
        if reply := self.replies.get(frame["t"]):
            replies = reply(frame)
        else:
            replies = [{"t": "ack", "nonce": frame["nonce"], "ok": True}] if "nonce" in frame else []
        for one in replies:
            await socket.send_json(one)

    def _hello(self, me: Json) -> Json:
        return {
            "t": "hello",
            "me": me,
            "bot": BOT,
            "state": {
                "members": [*PEOPLE, BOT],
                "guild": {"id": "5", "name": "The Court", "roles": []},
                "guilds": self.guilds,
                "dms": [{"id": DM, "user": BOT}] if self.messages[DM] else [],
                "commands": self.commands,
                "online": self.online,
                "dms_closed": False,
            },
            "channels": self.channels,
            "messages": self.messages,
        }


async def _index(_: web.Request) -> web.FileResponse:
    return web.FileResponse(PAGE / "index.html")


async def _picture(_: web.Request) -> web.Response:
    return web.Response(body=PIXEL, content_type="image/png")


V2 = 1 << 15


def button(label: str, custom_id: str, style: int = 2, **facts: Any) -> Json:
    return {"type": 2, "style": style, "label": label, "custom_id": custom_id, **facts}


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def select(custom_id: str, *labels: str, **facts: Any) -> Json:
    options = [{"label": label, "value": label.lower()} for label in labels]
    return {"type": 3, "custom_id": custom_id, "options": options, "placeholder": "Choose", **facts}


def labelled(label: str, component: Json, **facts: Any) -> Json:
    """A part of a form."""
    return {"type": 18, "label": label, "component": component, **facts}


def thread(own: str, name: str, kind: int = 11, **state: Any) -> Json:
    metadata = {"archived": False, "locked": False} | state
    return {"id": own, "name": name, "type": kind, "parent_id": COUP, "thread_metadata": metadata}
