"""The control desk: what tests and the driver may do to the world, over HTTP under `/control`."""

from collections import Counter
from typing import Any

from aiohttp import web

from sandbox.discord import permissions
from sandbox.discord.guild import Guild
from sandbox.discord.interactions import Interactions
from sandbox.discord.model import Channel, User
from sandbox.discord.rest.api import Api
from sandbox.discord.world import World
from sandbox.wire import Json


class Control:
    """Acts on the world as no member or bot could."""

    def __init__(self, world: World, api: Api, interactions: Interactions) -> None:
        self.world = world
        self.api = api
        self.gateway = api.gateway
        self.interactions = interactions

    async def look(self, _: web.Request) -> web.Response:
        """GET /control: where everything is and who is there."""
        world = self.world
        return web.json_response(
            {
                "api_url": f"{world.page_url}/api/v10",
                "gateway_url": self.gateway.url,
                "page_url": world.page_url,
                "application_id": str(world.application_id),
                "online": self.gateway.online,
                "guilds": [
                    {
                        "id": str(guild.id),
                        "name": guild.name,
                        "members": {member.user.name: str(own) for own, member in guild.members.items()},
                        "channels": {channel.name: str(own) for own, channel in guild.channels.items()},
                    }
                    for guild in world.guilds.values()
                ],
            }
        )

    async def requests(self, _: web.Request) -> web.Response:
        """GET /control/requests: how often the bot asked what, and with which answers, since last cleared."""
        records = self.api.records
        counts = Counter(f"{record.route} {record.status}" for record in records)
        return web.json_response({"total": len(records), "counts": counts})

    async def act(self, request: web.Request) -> web.Response:
        """POST /control/{verb} with a form: does it; 400 for a form that makes no sense."""
        verb = request.match_info["verb"]
        acts = {
            "fault": self.api.faults.add,
            "clear_faults": self.api.faults.clear,
            "clear_requests": self.api.records.clear,
            "clear_limits": self.api.limits.clear,
            "guild": self._guild,
            "member": self._member,
            "channel": self._channel,
            "delete_channel": self._delete_channel,
            "dms": self._dms,
            "delete_message": self._delete_message,
            "permissions": self._permissions,
            "gateway": self._gateway,
            "double_delivery": self._double_delivery,
            "locale": self._locale,
            "advance": self._advance,
        }
        if verb not in acts:
            raise web.HTTPNotFound(text=f"There is no control named {verb}.")
        form = await request.json() if request.body_exists else {}
        try:
            answer = acts[verb](**form)
        except (TypeError, KeyError, ValueError) as error:
            raise web.HTTPBadRequest(text=f"{verb}: {error}") from None
        return web.json_response(answer or {})

    def _guild(self, name: str, members: list[str], channels: list[str]) -> Json:
        people = [self._user(member) for member in members]
        return {"id": str(self.world.add_guild(name, people, channels).id)}

    def _member(self, name: str, guild: str | None = None) -> Json:
        return {"id": str(self.world.add_member(self._found(guild), name).user.id)}

    def _channel(self, name: str, guild: str | None = None) -> Json:
        return {"id": str(self.world.add_channel(self._found(guild), name).id)}

    def _delete_channel(self, channel: str) -> None:
        self.world.remove_channel(self._place(channel))

    def _dms(self, member: str, *, closed: bool) -> None:
        self._user(member).dms_closed = closed

    def _delete_message(self, message: str, channel: str) -> None:
        self.world.discard(self.world.message(int(message), self._place(channel).id))

    def _permissions(
        self,
        channel: str,
        allow: list[str] | None = None,
        deny: list[str] | None = None,
        member: str | None = None,
    ) -> None:
        who = self._user(member) if member else self.world.bot
        self.world.overwrite(
            self._place(channel),
            who.id,
            allow=permissions.bits(allow or []),
            deny=permissions.bits(deny or []),
        )

    def _gateway(self, close: int | None = None, op: int | None = None, *, resumable: bool = False) -> None:
        if close is not None:
            self.gateway.drop(close)
        elif op == 7:
            self.gateway.ask_reconnect()
        elif op == 9:
            self.gateway.invalidate(resumable=resumable)
        else:
            raise ValueError("close must be a close code, or op 7 or 9")

    def _double_delivery(self, *, on: bool) -> None:
        self.interactions.twice = on

    def _locale(self, locale: str, member: str | None = None, guild: str | None = None) -> None:
        if member:
            self._user(member).locale = locale
        else:
            self._found(guild).locale = locale

    def _advance(self, seconds: float) -> None:
        if seconds < 0:
            raise ValueError("time runs forward")
        self.world.ahead += seconds

    def _found(self, guild: str | None) -> Guild:
        for found in self.world.guilds.values():
            if guild in (None, found.name, str(found.id)):
                return found
        raise KeyError(guild)

    def _user(self, name: str) -> User:
        for user in self.world.users.values():
            if name in (user.name, str(user.id)):
                return user
        raise KeyError(name)

    def _place(self, name: str) -> Channel:
        for channel in self.world.channels.values():
            if name in (channel.name, str(channel.id)):
                return channel
        raise KeyError(name)


def routes(control: Control) -> list[Any]:
    """The control desk's routes."""
    return [
        web.get("/control", control.look),
        web.get("/control/requests", control.requests),
        web.post("/control/{verb}", control.act),
    ]
