"""Controls over HTTP under `/control`, for tests and the driver: changes of the world, and faults to inject."""

from collections.abc import Callable
from typing import Any

from aiohttp import web
from pydantic import validate_call

from sandbox.discord import permissions, threads
from sandbox.discord.checks.errors import ApiError
from sandbox.discord.guild import Guild
from sandbox.discord.model import PRIVATE_THREAD, PUBLIC_THREAD, Channel, User
from sandbox.discord.rest.api import Api
from sandbox.discord.snowflakes import shard_of
from sandbox.discord.subsystems import Discord
from sandbox.json_helpers import Json


class Control:
    """Carries out the controls."""

    def __init__(self, discord: Discord, api: Api) -> None:
        self.discord = discord
        self.api = api
        self.world = discord.world
        self.gateway = discord.gateway

    async def run(self, request: web.Request) -> web.Response:
        """POST /control/{verb} with its arguments as a JSON object; 400 if they are not valid."""
        verb = request.match_info["verb"]
        controls: dict[str, Callable[..., Json | None]] = {
            "state": self._state,
            "requests": lambda: self.api.requests,
            "fault": self.api.faults.add,
            "clear_faults": self.api.faults.clear,
            # A lambda, because pydantic refuses built-in functions.
            "clear_requests": lambda: self.api.requests.clear(),
            "clear_limits": self.api.limits.clear,
            "guild": self._guild,
            "member": self._member,
            "role": self._role,
            "delete_role": self._delete_role,
            "channel": self._channel,
            "system_channel": self._system_channel,
            "delete_channel": self._delete_channel,
            "thread": self._thread,
            "edit_thread": self._edit_thread,
            "delete_message": self._delete_message,
            "permissions": self._permissions,
            "gateway": self._gateway,
            "double_delivery": self._double_delivery,
            "response_seconds": self._response_seconds,
            "locale": self._locale,
            "advance": self.world.advance,
            "enable_activities": self._enable_activities,
            "remove_bot": self._remove_bot,
            "add_bot": self._add_bot,
            "delete_guild": self._delete_guild,
            "outage": self._outage,
        }
        if verb not in controls:
            raise web.HTTPNotFound(text=f"There is no control named {verb}.")
        form: Json = await request.json() if request.body_exists else {}
        try:
            result = validate_call(controls[verb])(**form)
        except (TypeError, KeyError, ValueError, ApiError) as error:
            raise web.HTTPBadRequest(text=f"{verb}: {error}") from None
        return web.json_response(result or {})

    def _state(self) -> Json:
        """The application's id, and the guilds with their members and channels."""
        world = self.world
        return {
            "application_id": str(world.application_id),
            "guilds": [
                {
                    "id": str(guild.id),
                    "name": guild.name,
                    "shard": shard_of(guild.id, world.shards),
                    "online": self.gateway.serves(guild.id),
                    "members": {member.user.name: str(own) for own, member in guild.members.items()},
                    "channels": {
                        channel.name: str(own) for own, channel in guild.channels.items() if not channel.thread
                    },
                }
                for guild in world.guilds.values()
            ],
        }

    def _guild(
        self, name: str, members: list[str], channels: list[str], shard: int | None = None, *, bot: bool = True
    ) -> Json:
        people = [self._user(member) for member in members]
        return {"id": str(self.world.add_guild(name, people, channels, shard=shard, with_bot=bot).id)}

    def _system_channel(self, channel: str | None, guild: str | None = None) -> None:
        named = self._named_guild(guild)
        self.world.set_system_channel(named, self._named_channel(channel) if channel else None)

    def _remove_bot(self, guild: str | None = None) -> None:
        self.world.remove_bot(self._named_guild(guild))

    def _add_bot(self, guild: str | None = None) -> None:
        self.world.add_bot(self._named_guild(guild))

    def _delete_guild(self, guild: str | None = None) -> None:
        self.world.delete_guild(self._named_guild(guild))

    def _outage(self, guild: str | None = None, *, on: bool) -> None:
        self.world.set_outage(self._named_guild(guild), on=on)

    def _member(self, name: str, guild: str | None = None) -> Json:
        return {"id": str(self.world.add_member(self._named_guild(guild), name).user.id)}

    def _channel(self, name: str, guild: str | None = None) -> Json:
        return {"id": str(self.world.add_channel(self._named_guild(guild), name).id)}

    def _role(self, name: str, members: list[str]) -> Json:
        people = [self._user(member) for member in members]
        return {"id": str(self.world.add_role(self.world.first_guild, name, people).id)}

    def _delete_role(self, role: str) -> None:
        guild = self.world.first_guild
        found = next((each for each in guild.roles.values() if role == each.name), None)
        if found is None or found.id == guild.id or found.managed_by is not None:
            raise KeyError(role)
        self.world.delete_role(guild, found)

    def _delete_channel(self, channel: str) -> None:
        self.world.delete_channel(self._named_channel(channel))

    def _thread(self, name: str, channel: str, *, private: bool = False) -> Json:
        parent = self._named_channel(channel)
        form = {"name": name, "type": PRIVATE_THREAD if private else PUBLIC_THREAD}
        return {"id": str(threads.start(self.world, parent, self._actor(parent, None), form).id)}

    def _edit_thread(
        self,
        thread: str,
        member: str | None = None,
        name: str | None = None,
        archived: bool | None = None,
        locked: bool | None = None,
    ) -> None:
        channel = self._named_channel(thread)
        form = {"name": name, "archived": archived, "locked": locked}
        given = {field: value for field, value in form.items() if value is not None}
        threads.edit(self.world, channel, self._actor(channel, member), given)

    def _actor(self, channel: Channel, member: str | None) -> int:
        """The account of a member; the guild's owner if none is named."""
        return self._user(member).id if member else self.world.guilds[channel.guild_id or 0].owner_id

    def _delete_message(self, message: str, channel: str) -> None:
        self.world.delete_message(self.world.find_message(int(message), self._named_channel(channel).id))

    def _permissions(
        self,
        channel: str,
        allow: list[str] | None = None,
        deny: list[str] | None = None,
        member: str | None = None,
    ) -> None:
        account = self._user(member) if member else self.world.bot
        self.world.set_overwrite(
            self._named_channel(channel),
            account.id,
            allow=permissions.bits(allow or []),
            deny=permissions.bits(deny or []),
        )

    def _gateway(self, close: int | None = None, op: int | None = None, *, resumable: bool = False) -> None:
        if close is not None:
            self.gateway.close_all(close)
        elif op == 7:
            self.gateway.request_reconnect()
        elif op == 9:
            self.gateway.invalidate(resumable=resumable)
        else:
            raise ValueError("close must be a close code, or op 7 or 9")

    def _double_delivery(self) -> None:
        self.discord.interactions.delivers_twice = True

    def _response_seconds(self, seconds: float) -> None:
        self.discord.interactions.response_seconds = seconds

    def _locale(self, locale: str, member: str | None = None) -> None:
        speaker = self._user(member) if member else self.world.first_guild
        speaker.locale = locale

    def _enable_activities(self, **entry_point: Any) -> Json:
        return self.discord.commands.enable_activities(entry_point)

    def _named_guild(self, guild: str | None) -> Guild:
        for found in self.world.guilds.values():
            if guild in (None, found.name, str(found.id)):
                return found
        raise KeyError(guild)

    def _user(self, name: str) -> User:
        for user in self.world.users.values():
            if name in (user.name, str(user.id)):
                return user
        raise KeyError(name)

    def _named_channel(self, name: str) -> Channel:
        for channel in self.world.channels.values():
            if name in (channel.name, str(channel.id)):
                return channel
        raise KeyError(name)
