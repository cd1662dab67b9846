"""The gateway: the WebSocket that delivers events to a bot, with sessions that can be resumed."""

import asyncio
import json
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web

from sandbox.discord.model import shard_of
from sandbox.discord.world import BotEvent, World
from sandbox.json_helpers import Json, dumps, is_object
from sandbox.queued_socket import Closed, QueuedSocket

HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, HELLO = 1, 2, 3, 4, 6, 10
"""Opcodes of payloads."""
GUILDS = 1 << 0
"""The only intent that the sandbox acts on."""
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
"""The intents for members, presences and the content of messages, which Discord grants only to bots that ask."""
HEARTBEAT_MS = 41_250
"""Milliseconds between two heartbeats of a bot."""
HEARTBEAT_ACK_SECONDS = 0.05
"""Delay before a heartbeat is acknowledged, as over a network."""
MAX_GUILDS_PER_SHARD = 2_500
"""A bot with more guilds on a shard must use more shards."""
MAX_WAITING_SESSIONS = 64
"""How many sessions without a connection are kept for a resume."""
MAX_REPLAYED_EVENTS = 2_000
"""How many of its latest events a session keeps, to send again after a resume."""
DAY_SECONDS = 86_400.0
IDENTIFY_SECONDS = 5.0
"""Time in which only one session may start in each bucket."""
MAX_STARTS = 1000
"""How many sessions may start in a day."""


class SessionStartLimit:
    """Limits the sessions that a bot starts: 1000 a day, and one in five seconds in each bucket of shards.

    The bucket of a shard is its number modulo `max_concurrency`. With `seconds` 0, a bucket has no limit.
    """

    def __init__(self, max_concurrency: int = 1, seconds: float = IDENTIFY_SECONDS) -> None:
        self.max_concurrency = max_concurrency
        self.seconds = seconds
        self.remaining = MAX_STARTS
        self._day_ends = 0.0
        self._free: dict[int, float] = {}

    def try_start(self, shard: int, now: float) -> bool:
        """Counts an attempt and returns whether the session may start; `now` in seconds of the world's clock."""
        self._renew(now)
        if not self.remaining:
            return False
        if self._day_ends <= now:
            self._day_ends = now + DAY_SECONDS
        self.remaining -= 1
        bucket = shard % self.max_concurrency
        if now < self._free.get(bucket, now):
            return False
        self._free[bucket] = now + self.seconds
        return True

    def payload(self, now: float) -> Json:
        """Discord's session start limit object."""
        self._renew(now)
        return {
            "total": MAX_STARTS,
            "remaining": self.remaining,
            "reset_after": round(max(0.0, self._day_ends - now) * 1000),
            "max_concurrency": self.max_concurrency,
        }

    def _renew(self, now: float) -> None:
        if self._day_ends <= now:
            self.remaining = MAX_STARTS


@dataclass
class Session:
    """A bot's session on one shard: the events sent on it, kept so that it can be resumed."""

    shard: tuple[int, int]
    intents: int
    token: str
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=MAX_REPLAYED_EVENTS))
    connection: QueuedSocket | None = None

    def dispatch(self, event: str, data: str) -> None:
        """Sends an event, whose data is JSON text; a session without a connection gets it when it is resumed."""
        self.sequence += 1
        text = f'{{"op":0,"t":"{event}","s":{self.sequence},"d":{data}}}'
        self.sent.append((self.sequence, text))
        if self.connection:
            self.connection.send(text)

    def covers(self, guild_id: int | None) -> bool:
        """Whether events of a guild, or of direct channels (None), belong to this shard."""
        return shard_of(guild_id or 0, self.shard[1]) == self.shard[0]


class Gateway:
    """All connections and sessions of the bot, in whichever processes they are."""

    def __init__(
        self, world: World, *, token: str | None = None, start_limit: SessionStartLimit | None = None
    ) -> None:
        self.world = world
        self.token = token
        self.start_limit = start_limit or SessionStartLimit()
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.connections: set[QueuedSocket] = set()
        self._served: set[tuple[int, int]] = set()

    def url_at(self, host: str) -> str:
        """The gateway's address for a client that reaches the sandbox at this host and port, such as a proxy's."""
        return urlsplit(self.url)._replace(netloc=host).geturl()

    def accepts(self, token: str) -> bool:
        """Whether this is the bot's token; if none was set, any is accepted."""
        return bool(token) and self.token in (None, token)

    def serves(self, guild_id: int | None) -> bool:
        """Whether a connected bot gets the events of a guild, or of direct channels (None)."""
        return any(session.connection and session.covers(guild_id) for session in self.sessions.values())

    def dispatch(self, event: str, data: Any, guild_id: int | None, intents: int = 0) -> None:
        """Sends an event to the sessions of the guild's shard that have one of `intents`; 0 means all sessions."""
        text: str | None = None
        for session in self.sessions.values():
            if session.covers(guild_id) and (not intents or session.intents & intents):
                text = text or dumps(data)
                session.dispatch(event, text)

    def close_all(self, code: int) -> None:
        """Closes every connection with a close code; 0 aborts it without one."""
        for connection in list(self.connections):
            if code:
                connection.close(code)
            else:
                connection.cut()

    def request_reconnect(self) -> None:
        """Asks every connected bot to reconnect and resume (opcode 7)."""
        for connection in self.connections:
            connection.send('{"op":7,"d":null}')

    def invalidate(self, *, resumable: bool) -> None:
        """Invalidates every session (opcode 9); one that is not resumable is forgotten."""
        if not resumable:
            self.sessions.clear()
        for connection in self.connections:
            connection.send(dumps({"op": 9, "d": resumable}))
        self._publish_presence()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Handles one connection of a bot, from HELLO until it closes."""
        socket = web.WebSocketResponse(compress=False, autoping=True, max_msg_size=65_536)
        try:
            await socket.prepare(request)
        except ConnectionError:  # the bot has hung up already
            return web.Response(status=499)
        connection = QueuedSocket(
            socket, request.transport, compress=request.query.get("compress") == "zlib-stream"
        )
        self.connections.add(connection)
        hello: Json = {"op": HELLO, "s": None, "t": None, "d": {"heartbeat_interval": HEARTBEAT_MS, "_trace": []}}
        connection.send(dumps(hello))
        bot = _BotConnection(self, connection, self.url_at(request.host))
        try:
            async with connection.writing():
                await bot.listen(request.query.get("v", "10"))
        finally:
            self.connections.discard(connection)
            if bot.session and bot.session.connection is connection:
                bot.session.connection = None
            self._publish_presence()
        return socket

    def identify(self, connection: QueuedSocket, data: Json, url: str) -> Session | None:
        """Starts a session for a bot that identifies itself; None if another started too recently.

        Several sessions may have the same shard, and sessions may differ in the number of shards: each gets every
        event of its own guilds. `url` is the address to resume it at. Raises `Closed` if the bot may not start it.
        """
        if not self.accepts(str(data.get("token", "")).removeprefix("Bot ")):
            raise Closed(4004, "Authentication failed.")
        shard = _shard(data.get("shard") or [0, 1])
        if not isinstance(data.get("intents"), int) or data["intents"] >> 26:
            raise Closed(4013, "Invalid intent(s).")
        if data["intents"] & PRIVILEGED:
            raise Closed(4014, "Disallowed intent(s).")
        world = self.world
        session = Session(shard, data["intents"], data["token"], connection=connection)
        guilds = [
            guild for guild in world.guilds.values() if session.covers(guild.id) and world.bot.id in guild.members
        ]
        if len(guilds) > MAX_GUILDS_PER_SHARD:
            raise Closed(4011, "Sharding required.")
        if not self.start_limit.try_start(shard[0], world.now()):
            if not self.start_limit.remaining:
                # Discord ends every session of a bot that has started too many, and resets its token.
                self.sessions.clear()
                self.close_all(4004)
            return None
        self._forget_old_sessions()
        self.sessions[session.id] = session
        ready = {
            "v": 10,
            "user": world.bot.payload(),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": url,
            "shard": list(shard),
            "application": {"id": str(world.application_id), "flags": 0},
            "private_channels": [],
            "relationships": [],
            "user_settings": {},
        }
        session.dispatch("READY", dumps(ready))
        if session.intents & GUILDS:
            for guild in [guild for guild in guilds if not guild.unavailable]:
                session.dispatch("GUILD_CREATE", dumps(guild.created(world.bot.id)))
        self._publish_presence()
        return session

    def resume(self, connection: QueuedSocket, data: Json) -> Session | None:
        """Resumes a session and sends the events it missed; None if it cannot be resumed. Raises `Closed`."""
        session = self.sessions.get(str(data.get("session_id")))
        last_seen = data.get("seq")
        if session is None or session.token != data.get("token") or not isinstance(last_seen, int):
            return None
        if last_seen > session.sequence:
            raise Closed(4007, "Invalid seq.")
        missed = [text for number, text in session.sent if number > last_seen]
        if len(missed) != session.sequence - last_seen:
            return None
        if session.connection:
            session.connection.close(4000, "Resumed elsewhere.")
        session.connection = connection
        for text in missed:
            connection.send(text)
        session.dispatch("RESUMED", '{"_trace":[]}')
        self._publish_presence()
        return session

    def _forget_old_sessions(self) -> None:
        """Drops all but the newest of the sessions that wait for a resume."""
        waiting = [session.id for session in self.sessions.values() if session.connection is None]
        for session_id in waiting[:-MAX_WAITING_SESSIONS]:
            del self.sessions[session_id]

    def _publish_presence(self) -> None:
        served = {session.shard for session in self.sessions.values() if session.connection}
        if self._served != served:
            self._served = served
            self.world.publish(BotEvent("shards"))


class _BotConnection:
    """Handles what a bot sends on one connection."""

    def __init__(self, gateway: Gateway, connection: QueuedSocket, url: str) -> None:
        self.gateway = gateway
        self.url = url
        self.connection = connection
        self.session: Session | None = None

    async def listen(self, version: str) -> None:
        """Handles every payload until the socket closes. Raises `Closed` when it must be closed."""
        if version not in ("9", "10"):
            raise Closed(4012, "Invalid API version.")
        while True:
            try:
                # A bot that misses two heartbeats has lost its connection.
                message = await self.connection.socket.receive(timeout=HEARTBEAT_MS / 1000 * 2)
            except TimeoutError:
                raise Closed(4009, "Session timed out.") from None
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            try:
                payload = json.loads(message.data)
                op, data = payload["op"], payload.get("d")
            except (ValueError, KeyError, TypeError):
                raise Closed(4002, "Error while decoding payload.") from None
            self._handle(op, data)

    def _handle(self, op: Any, data: Any) -> None:
        if op == HEARTBEAT:
            # discord.py notes the time of a heartbeat only after sending it. If the acknowledgement came sooner,
            # discord.py would match it with the previous heartbeat and measure a delay of most of a minute.
            asyncio.get_running_loop().call_later(
                HEARTBEAT_ACK_SECONDS, self.connection.send, '{"op":11,"d":null}'
            )
        elif op in (IDENTIFY, RESUME) and self.session:
            raise Closed(4005, "Already authenticated.")
        elif op in (IDENTIFY, RESUME):
            if op == IDENTIFY:
                self.session = self.gateway.identify(self.connection, _object(data), self.url)
            else:
                self.session = self.gateway.resume(self.connection, _object(data))
            if self.session is None:
                self.connection.send('{"op":9,"d":false}')
        elif op not in (PRESENCE, VOICE):
            raise Closed(4001, "Unknown opcode, or one that the sandbox lacks.")
        elif self.session is None:
            raise Closed(4003, "Not authenticated.")


def _object(data: Any) -> Json:
    """The data of a payload, which must be an object. Raises `Closed` 4002."""
    if not is_object(data):
        raise Closed(4002, "Error while decoding payload.")
    return data


def _shard(value: Any) -> tuple[int, int]:
    """The shard of an IDENTIFY and the number of shards. Raises `Closed` 4010 if they are not valid."""
    match value:
        case [int(number), int(count)] if 0 <= number < count:
            return number, count
        case _:
            raise Closed(4010, "Invalid shard.")
