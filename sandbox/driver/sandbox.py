"""A running sandbox: its members, and methods for its controls."""

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Self, cast

import aiohttp

from sandbox.driver.member import DrivenMember
from sandbox.driver.member_view import TIMEOUT_SECONDS
from sandbox.json_helpers import Json
from sandbox.server import Server


class Sandbox:
    """A running sandbox, in this process or another."""

    def __init__(self, page_url: str, session: aiohttp.ClientSession) -> None:
        self.page_url = page_url
        self.api_url = f"{page_url}/api/v10"
        self.gateway_url = f"{page_url.replace('http', 'ws', 1)}/gateway"
        self.server: Server | None = None
        """The server itself, when it runs in this process."""
        self._session = session
        self._members: dict[tuple[str, str | None], DrivenMember] = {}

    @classmethod
    @asynccontextmanager
    async def start(cls, *, identify_seconds: float = 0.0, **settings: Any) -> AsyncGenerator[Self]:
        """A sandbox in this process on a free port, with the settings of `Server`.

        By default, a bot may start sessions without a pause, so that a test can restart it at once.
        """
        server = Server(identify_seconds=identify_seconds, **settings)
        await server.start()
        try:
            async with cls.connect(server.page_url) as sandbox:
                sandbox.server = server
                yield sandbox
        finally:
            await server.stop()

    @classmethod
    @asynccontextmanager
    async def spawn(cls, *arguments: str) -> AsyncGenerator[Self]:
        """A sandbox in a process of its own on a free port, with these arguments of its command line."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "sandbox", "--port", "0", *arguments, stdout=asyncio.subprocess.PIPE
        )
        try:
            line = (await asyncio.wait_for(cast(asyncio.StreamReader, process.stdout).readline(), 30)).decode()
            async with cls.connect(line.split()[-1]) as sandbox:
                yield sandbox
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()

    @classmethod
    @asynccontextmanager
    async def connect(cls, page_url: str) -> AsyncGenerator[Self]:
        """Connects to the sandbox at this address."""
        # Controls are called rarely. A new connection for each call is never stale.
        connector = aiohttp.TCPConnector(limit=0, force_close=True)
        async with aiohttp.ClientSession(connector=connector) as session:
            sandbox = cls(page_url, session)
            try:
                yield sandbox
            finally:
                for member in sandbox._members.values():
                    await member.close()

    async def member(self, name: str, *, guild: str | None = None) -> DrivenMember:
        """The connected member of this name; a new one joins the guild if there is none."""
        if (name, guild) in self._members:
            return self._members[name, guild]
        home = await self._guild(guild)
        own = home["members"].get(name)
        if own is None:
            own = (await self.control("member", name=name, guild=home["id"]))["id"]
        socket = await self._session.ws_connect(f"{self.page_url}/client?member={own}&guild={home['id']}")
        member = await DrivenMember(name, own, socket).open()
        self._members[name, guild] = member
        return member

    async def first_member(self) -> DrivenMember:
        """The connected member who owns the first guild."""
        home = await self._guild(None)
        return await self.member(next(iter(home["members"])))

    async def ready(self, command: str | None = None, *, timeout: float = TIMEOUT_SECONDS) -> None:  # noqa: ASYNC109 - as in MemberView.until
        """Waits until a bot is connected and has registered this command, or any if none is named.

        Raises TimeoutError.
        """
        first = await self.first_member()

        def done() -> bool:
            names = [known["name"] for known in first.commands]
            return first.online and (command in names if command else bool(names))

        await first.until(done, timeout=timeout, what="a bot with commands")

    async def offline(self) -> None:
        """Waits until no bot is connected. Raises TimeoutError."""
        first = await self.first_member()
        await first.until(lambda: not first.online, what="the bot leave")

    async def state(self) -> Json:
        """The application's id, and the guilds with their members and channels."""
        return await self.control("state")

    async def requests(self) -> dict[str, int]:
        """The number of the bot's requests by route and status, such as `"GET /users/@me 200"`."""
        return await self.control("requests")

    async def control(self, verb: str, **form: Any) -> Json:
        """Calls a control of the server (see sandbox.control). Raises ValueError for wrong arguments."""
        async with self._session.post(f"{self.page_url}/control/{verb}", json=form) as answer:
            if answer.status != 200:
                raise ValueError(await answer.text())
            return await answer.json()

    async def fault(self, route: str, **settings: Any) -> None:
        """Injects a fault into requests such as `POST /channels/*/messages`; `RequestFault` has its settings."""
        await self.control("fault", route=route, **settings)

    async def clear_faults(self) -> None:
        """Forgets the faults that have not happened."""
        await self.control("clear_faults")

    async def clear_requests(self) -> None:
        """Resets the numbers of the bot's requests."""
        await self.control("clear_requests")

    async def deny(self, channel: str, *permissions: str, member: str | None = None) -> None:
        """Denies the bot, or a member, exactly these permissions in a channel; without any, denies nothing."""
        await self.control("permissions", channel=channel, deny=list(permissions), member=member)

    async def remove_bot(self, *, guild: str | None = None) -> None:
        """Removes the bot from a guild: GUILD_DELETE without `unavailable`."""
        await self.control("remove_bot", guild=guild)

    async def add_bot(self, *, guild: str | None = None) -> None:
        """Adds the bot to a guild that it is not in: GUILD_CREATE, with its permissions in each channel."""
        await self.control("add_bot", guild=guild)

    async def add_guild(
        self, name: str, *, members: list[str], channels: list[str], shard: int | None = None, bot: bool = True
    ) -> str:
        """Creates a guild of these members, on a shard if one is given, with or without the bot; returns its id.

        Its first channel is its system channel.
        """
        form = {"name": name, "members": members, "channels": channels, "shard": shard, "bot": bot}
        return (await self.control("guild", **form))["id"]

    async def outage(self, on: bool = True, *, guild: str | None = None) -> None:
        """Makes a guild unavailable to the bot (GUILD_DELETE with `unavailable`), or available again."""
        await self.control("outage", guild=guild, on=on)

    async def enable_activities(self, **entry_point: Any) -> Json:
        """Enables Activities, for which Discord registers an entry point command; returns that command.

        Discord handles it (`handler` 2) unless `entry_point` says otherwise.
        """
        return await self.control("enable_activities", **entry_point)

    async def add_role(self, name: str, *members: str) -> str:
        """Creates a role that grants nothing in the first guild, and gives it to members; returns its id."""
        return (await self.control("role", name=name, members=list(members)))["id"]

    async def delete_role(self, role: str) -> None:
        """Deletes a role of the first guild."""
        await self.control("delete_role", role=role)

    async def add_channel(self, name: str, *, guild: str | None = None) -> str:
        """Creates a channel; returns its id."""
        return (await self.control("channel", name=name, guild=guild))["id"]

    async def edit_thread(self, thread: str, *, member: str | None = None, **changes: Any) -> None:
        """Changes a thread's `name`, `archived` or `locked` as a member, by default the guild's owner.

        Raises ValueError if Discord would refuse it.
        """
        await self.control("edit_thread", thread=thread, member=member, **changes)

    async def delete_channel(self, channel: str) -> None:
        """Deletes a channel or a thread."""
        await self.control("delete_channel", channel=channel)

    async def drop_gateway(
        self, *, code: int | None = None, op: int | None = None, resumable: bool = False
    ) -> None:
        """Closes the bot's gateway with a code (0: cuts it), or sends opcode 7 (reconnect) or 9 (new session)."""
        await self.control("gateway", close=code, op=op, resumable=resumable)

    async def double_delivery(self) -> None:
        """Delivers every later interaction twice."""
        await self.control("double_delivery")

    async def respond_within(self, seconds: float) -> None:
        """Sets the time in which the bot must respond to an interaction; a test need not wait for 3 seconds."""
        await self.control("response_seconds", seconds=seconds)

    async def advance(self, seconds: float) -> None:
        """Moves the world's clock forward: tokens, rate limits, nonces and messages grow older."""
        await self.control("advance", seconds=seconds)

    async def _guild(self, name: str | None) -> Json:
        guilds = (await self.state())["guilds"]
        return next(guild for guild in guilds if name in (None, guild["name"], guild["id"]))
