"""The gateway: the socket on which a bot hears what happens, with sessions that can be resumed."""

import asyncio
import json
from typing import Any

from aiohttp import WSMsgType, web

from sandbox.connection import Closed, Connection
from sandbox.discord.gateway.session import Session
from sandbox.discord.guild import Guild
from sandbox.discord.model import DIRECT, PUBLIC_THREAD, Channel, Message
from sandbox.discord.world import World
from sandbox.wire import Json, dumps

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, SOUNDS = 7, 8, 9, 10, 31
GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 0, 1 << 9, 1 << 12, 1 << 15
INTERVAL = 41_250
"""Milliseconds between two heartbeats."""
WAY = 0.05
"""Seconds that a heartbeat's answer takes, as over a network."""


class Gateway:
    """All sessions of the bot."""

    def __init__(self, world: World, *, token: str | None = None) -> None:
        self.world = world
        self.token = token
        self.url = ""
        self.shards = 1
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self._online = False
        world.watchers.append(self._watch)

    def accepts(self, token: str) -> bool:
        """Whether this is the bot's token; when none was set, any will do."""
        return bool(token) and self.token in (None, token)

    @property
    def online(self) -> bool:
        """Whether a bot is connected and has identified itself."""
        return any(session.connection for session in self.sessions.values())

    def dispatch(self, event: str, data: Any, guild_id: int | None, intents: int = 0) -> None:
        """Sends an event to every session of the shard that asked for any of the intents (0: always)."""
        text: str | None = None
        for session in self.sessions.values():
            if session.hears(guild_id) and (not intents or session.intents & intents):
                text = text or dumps(data)
                session.dispatch(event, text)

    def drop(self, code: int) -> None:
        """Closes every connection with a close code; with 0 it is cut without one."""
        for connection in list(self.connections):
            if code:
                connection.close(code)
            else:
                connection.cut()

    def ask_reconnect(self) -> None:
        """Tells every bot to connect anew and resume."""
        for connection in self.connections:
            connection.send('{"op":7,"d":null}')

    def invalidate(self, *, resumable: bool) -> None:
        """Tells every bot that its session is invalid; one that is not resumable is forgotten."""
        if not resumable:
            self.sessions.clear()
        for connection in self.connections:
            connection.send(dumps({"op": 9, "d": resumable}))
        self._note_online()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One connection of a bot, from HELLO to its end."""
        socket = web.WebSocketResponse(compress=False, autoping=True, max_msg_size=65_536)
        await socket.prepare(request)
        connection = Connection(socket, request.transport, compress=request.query.get("compress") == "zlib-stream")
        self.connections.add(connection)
        hello = {"op": HELLO, "s": None, "t": None, "d": {"heartbeat_interval": INTERVAL, "_trace": []}}
        connection.send(dumps(hello))
        talk = _Talk(self, connection)
        try:
            async with connection.writing():
                await talk.listen(request.query.get("v", "10"))
        finally:
            self.connections.discard(connection)
            if talk.session and talk.session.connection is connection:
                talk.session.connection = None
            self._note_online()
        return socket

    def enter(self, connection: Connection, data: Json) -> Session:
        """A new session for a bot that identifies itself; `Closed` if it may not."""
        if not self.accepts(str(data.get("token", "")).removeprefix("Bot ")):
            raise Closed(4004, "Authentication failed.")
        shard = data.get("shard") or [0, 1]
        if len(shard) != 2 or not 0 <= shard[0] < shard[1]:
            raise Closed(4010, "Invalid shard.")
        if not isinstance(data.get("intents"), int) or data["intents"] >> 26:
            raise Closed(4013, "Invalid intent(s).")
        session = Session((shard[0], shard[1]), data["intents"], data["token"], connection=connection)
        self._forget_lost()
        self.sessions[session.id] = session
        world = self.world
        guilds = [guild for guild in world.guilds.values() if session.hears(guild.id)]
        ready = {
            "v": 10,
            "user": world.bot.payload(),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": shard,
            "application": {"id": str(world.application_id), "flags": 1 << 19},
            "private_channels": [],
            "relationships": [],
            "user_settings": {},
        }
        session.dispatch("READY", dumps(ready))
        if session.intents & GUILDS:
            for guild in guilds:
                session.dispatch("GUILD_CREATE", dumps(guild.created(world.bot.id)))
        self._note_online()
        return session

    def resume(self, connection: Connection, data: Json) -> Session | None:
        """The session that a bot takes up again, with all it missed; none if that is not possible."""
        session = self.sessions.get(str(data.get("session_id")))
        heard = data.get("seq")
        if session is None or session.token != data.get("token") or not isinstance(heard, int):
            return None
        if heard > session.sequence:
            raise Closed(4007, "Invalid seq.")
        missed = [text for number, text in session.sent if number > heard]
        if len(missed) != session.sequence - heard:
            return None
        if session.connection:
            session.connection.close(4000, "Resumed elsewhere.")
        session.connection = connection
        for text in missed:
            connection.send(text)
        session.dispatch("RESUMED", '{"_trace":[]}')
        self._note_online()
        return session

    def members(self, asked: Json) -> Json:
        """The members that a bot asks for, by their ids or by how their names begin."""
        own = str(asked.get("guild_id"))
        guild = self.world.guilds.get(int(own) if own.isdecimal() else 0)
        found = list(guild.members.values()) if guild else []
        ids = asked.get("user_ids")
        if ids is not None:
            wanted = [str(one) for one in ids] if isinstance(ids, list) else [str(ids)]
            found = [member for member in found if str(member.user.id) in wanted]
        else:
            begin = str(asked.get("query") or "").lower()
            found = [member for member in found if member.user.name.lower().startswith(begin)]
            found = found[: asked.get("limit") or len(found)]
        body: Json = {"guild_id": own, "members": [member.with_user() for member in found]}
        body |= {"chunk_index": 0, "chunk_count": 1, "not_found": []}
        return body | ({"nonce": asked["nonce"]} if "nonce" in asked else {})

    def _forget_lost(self) -> None:
        """Keeps the number of sessions that wait for a resume small."""
        lost = [session.id for session in self.sessions.values() if session.connection is None]
        for own in lost[:-8]:
            del self.sessions[own]

    def _note_online(self) -> None:
        if self._online != self.online:
            self._online = self.online
            self.world.tell("bot", self._online)

    def _watch(self, what: str, thing: Any) -> None:
        match what, thing:
            case "message" | "message_update", Message(viewer=None):
                self._dispatch_message("MESSAGE_CREATE" if what == "message" else "MESSAGE_UPDATE", thing)
            case "message_delete", Message(viewer=None):
                channel = self.world.channels[thing.channel_id]
                body = {"id": str(thing.id), "channel_id": str(thing.channel_id)}
                self._dispatch_in(channel, "MESSAGE_DELETE", body)
            case "channel" | "channel_update" | "channel_delete", Channel(guild_id=int()):
                event = {"channel": "CHANNEL_CREATE", "channel_update": "CHANNEL_UPDATE"}.get(
                    what, "CHANNEL_DELETE"
                )
                event = event.replace("CHANNEL", "THREAD") if thing.type == PUBLIC_THREAD else event
                self.dispatch(event, thing.payload(), thing.guild_id, GUILDS)
            case "guild", Guild():
                self.dispatch("GUILD_CREATE", thing.created(self.world.bot.id), thing.id, GUILDS)

    def _dispatch_message(self, event: str, message: Message) -> None:
        channel = self.world.channels[message.channel_id]
        intent = DIRECT_MESSAGES if channel.type == DIRECT else GUILD_MESSAGES
        if not any(session.intents & intent for session in self.sessions.values()):
            return
        body = dict(message.body)
        bot = str(self.world.bot.id)
        private = channel.type != DIRECT and message.author_id != self.world.bot.id
        if private and not any(user["id"] == bot for user in body["mentions"]):
            content = any(session.intents & MESSAGE_CONTENT for session in self.sessions.values())
            body |= {} if content else {"content": "", "embeds": [], "attachments": [], "components": []}
        if guild := self.world.guild_of(channel):
            body["member"] = guild.members[message.author_id].payload()
        self._dispatch_in(channel, event, body)

    def _dispatch_in(self, channel: Channel, event: str, body: Json) -> None:
        intent = DIRECT_MESSAGES if channel.type == DIRECT else GUILD_MESSAGES
        body = body | ({"guild_id": str(channel.guild_id)} if channel.guild_id else {})
        self.dispatch(event, body, channel.guild_id, intent)


class _Talk:
    """What a bot says on one connection, and what is done about it."""

    def __init__(self, gateway: Gateway, connection: Connection) -> None:
        self.gateway = gateway
        self.connection = connection
        self.session: Session | None = None

    async def listen(self, version: str) -> None:
        """Acts on everything the bot says until the socket closes; `Closed` when it must be closed."""
        if version not in ("9", "10"):
            raise Closed(4012, "Invalid API version.")
        while True:
            try:
                # A bot that has missed two heartbeats is gone.
                message = await self.connection.socket.receive(timeout=INTERVAL / 1000 * 2)
            except TimeoutError:
                raise Closed(4009, "Session timed out.") from None
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            try:
                payload = json.loads(message.data)
                op, data = payload["op"], payload.get("d")
            except (ValueError, KeyError, TypeError):
                raise Closed(4002, "Error while decoding payload.") from None
            self._act(op, data)

    def _act(self, op: Any, data: Any) -> None:
        if op == HEARTBEAT:
            # A client notes the time of its heartbeat only after sending; an answer that overtakes that note
            # looks to it like one of the heartbeat before, most of a minute late.
            asyncio.get_running_loop().call_later(WAY, self.connection.send, '{"op":11,"d":null}')
        elif op in (IDENTIFY, RESUME) and not isinstance(data, dict):
            raise Closed(4002, "Error while decoding payload.")
        elif op in (IDENTIFY, RESUME) and self.session:
            raise Closed(4005, "Already authenticated.")
        elif op == IDENTIFY:
            self.session = self.gateway.enter(self.connection, data)
        elif op == RESUME:
            self.session = self.gateway.resume(self.connection, data)
            if self.session is None:
                self.connection.send('{"op":9,"d":false}')
        elif op not in (PRESENCE, VOICE, REQUEST_MEMBERS, SOUNDS):
            raise Closed(4001, "Unknown opcode.")
        elif self.session is None:
            raise Closed(4003, "Not authenticated.")
        elif op == REQUEST_MEMBERS and isinstance(data, dict):
            self.session.dispatch("GUILD_MEMBERS_CHUNK", dumps(self.gateway.members(data)))
