"""Controls over HTTP under `/control`, for tests and the driver: changes of the world, and faults to inject."""

from typing import Any, TypeVar

from aiohttp import web

from sandbox.discord import permissions, threads
from sandbox.discord.checks.errors import ApiError
from sandbox.discord.guild import Guild
from sandbox.discord.model import PRIVATE_THREAD, PUBLIC_THREAD, Channel, User, shard_of
from sandbox.discord.rest.api import Api, RequestFault
from sandbox.discord.subsystems import Discord
from sandbox.json_helpers import Json, checked_method

Named = TypeVar("Named", Guild, User, Channel)


async def run(controls: "Controls", request: web.Request) -> web.Response:
    """POST /control/{verb} with its positional and its named arguments; 400 if they are not valid."""
    verb = request.match_info["verb"]
    given, named = await request.json()
    try:
        return web.json_response(checked_method(Controls, verb)(controls, *given, **named))
    except (TypeError, KeyError, ValueError, ApiError) as error:
        raise web.HTTPBadRequest(text=f"{verb}: {error}") from None


class Controls:
    """Each public method is a control. Guilds, channels, threads and members are given by name or id.

    Without a guild, the first one is meant. What creates something returns the id of it.
    """

    def __init__(self, discord: Discord, api: Api) -> None:
        self._discord = discord
        self._api = api
        self._world = discord.world
        self._gateway = discord.gateway

    def state(self) -> Json:
        """The application's id, and the guilds with their members and channels."""
        world = self._world
        return {
            "application_id": str(world.application_id),
            "guilds": [
                {
                    "id": str(guild.id),
                    "name": guild.name,
                    "shard": shard_of(guild.id, world.shards),
                    "online": self._gateway.serves(guild.id),
                    "members": {member.user.name: str(own) for own, member in guild.members.items()},
                    "channels": {
                        channel.name: str(own) for own, channel in guild.channels.items() if not channel.thread
                    },
                }
                for guild in world.guilds.values()
            ],
        }

    def requests(self) -> dict[str, int]:
        """The number of the bot's requests by route and status, such as `"GET /users/@me 200"`."""
        return self._api.requests

    def clear_requests(self) -> None:
        """Resets the numbers of the bot's requests."""
        self._api.requests.clear()

    def clear_limits(self) -> None:
        """Resets the rate limits."""
        self._api.limits.clear()

    def fault(self, route: str, **settings: Any) -> None:
        """Injects a fault into requests such as `POST /channels/*/messages`; `RequestFault` has its settings."""
        self._api.faults.append(RequestFault(route=route, **settings))

    def clear_faults(self) -> None:
        """Forgets the faults that have not happened."""
        self._api.faults.clear()

    def add_guild(
        self, name: str, members: list[str], channels: list[str], shard: int | None = None, *, bot: bool = True
    ) -> str:
        """Creates a guild of these members, on a shard if one is given, with or without the bot.

        Its first channel is its system channel.
        """
        people = [self._user(member) for member in members]
        return str(self._world.add_guild(name, people, channels, shard=shard, with_bot=bot).id)

    def delete_guild(self, guild: str | None = None) -> None:
        """Deletes a guild with its channels."""
        self._world.delete_guild(self._guild(guild))

    def outage(self, guild: str | None = None, *, on: bool = True) -> None:
        """Makes a guild unavailable to the bot (GUILD_DELETE with `unavailable`), or available again."""
        self._world.set_outage(self._guild(guild), on=on)

    def remove_bot(self, guild: str | None = None) -> None:
        """Removes the bot from a guild: GUILD_DELETE without `unavailable`."""
        self._world.remove_bot(self._guild(guild))

    def add_bot(self, guild: str | None = None) -> None:
        """Adds the bot to a guild that it is not in: GUILD_CREATE, with its permissions in each channel."""
        self._world.add_bot(self._guild(guild))

    def add_member(self, name: str, guild: str | None = None) -> str:
        """Creates an account that joins a guild."""
        return str(self._world.add_member(self._guild(guild), name).user.id)

    def add_role(self, name: str, *members: str) -> str:
        """Creates a role that grants nothing in the first guild, and gives it to members."""
        people = [self._user(member) for member in members]
        return str(self._world.add_role(self._world.first_guild, name, people).id)

    def delete_role(self, role: str) -> None:
        """Deletes a role of the first guild."""
        guild = self._world.first_guild
        found = next((each for each in guild.roles.values() if role == each.name), None)
        if found is None or found.id == guild.id or found.managed_by is not None:
            raise KeyError(role)
        self._world.delete_role(guild, found)

    def add_channel(self, name: str, guild: str | None = None) -> str:
        """Creates a channel."""
        return str(self._world.add_channel(self._guild(guild), name).id)

    def delete_channel(self, channel: str) -> None:
        """Deletes a channel or a thread."""
        self._world.delete_channel(self._channel(channel))

    def set_system_channel(self, channel: str, guild: str | None = None) -> None:
        """Chooses a guild's system channel."""
        self._world.set_system_channel(self._guild(guild), self._channel(channel))

    def start_thread(self, name: str, channel: str, *, private: bool = False) -> str:
        """Starts a thread as the guild's owner."""
        parent = self._channel(channel)
        form = {"name": name, "type": PRIVATE_THREAD if private else PUBLIC_THREAD}
        return str(threads.start(self._world, parent, self._owner(parent), form).id)

    def edit_thread(self, thread: str, member: str | None = None, **changes: Any) -> None:
        """Changes a thread's `name`, `archived` or `locked` as a member, by default the guild's owner."""
        channel = self._channel(thread)
        actor = self._user(member).id if member else self._owner(channel)
        threads.edit(self._world, channel, actor, changes)

    def delete_message(self, message: str, channel: str) -> None:
        """Deletes a message."""
        self._world.delete_message(self._world.find_message(int(message), self._channel(channel).id))

    def deny(self, channel: str, *denied: str, member: str | None = None) -> None:
        """Denies the bot, or a member, exactly these permissions in a channel; without any, denies nothing."""
        account = self._user(member) if member else self._world.bot
        self._world.set_overwrite(self._channel(channel), account.id, deny=permissions.bits(denied))

    def allow(self, channel: str, *allowed: str) -> None:
        """Allows the bot exactly these permissions in a channel, beside those that it has in the guild."""
        self._world.set_overwrite(self._channel(channel), self._world.bot.id, allow=permissions.bits(allowed))

    def drop_gateway(self, code: int | None = None, op: int | None = None, *, resumable: bool = False) -> None:
        """Closes the bot's gateway with a code (0: cuts it), or sends opcode 7 (reconnect) or 9 (new session)."""
        if code is not None:
            self._gateway.close_all(code)
        elif op == 7:
            self._gateway.request_reconnect()
        elif op == 9:
            self._gateway.invalidate(resumable=resumable)
        else:
            raise ValueError("it needs a close code, or op 7 or 9")

    def double_delivery(self) -> None:
        """Delivers every later interaction twice."""
        self._discord.interactions.delivers_twice = True

    def respond_within(self, seconds: float) -> None:
        """Sets the time in which the bot must respond to an interaction; a test need not wait for 3 seconds."""
        self._discord.interactions.response_seconds = seconds

    def set_locale(self, locale: str, member: str | None = None) -> None:
        """Sets the locale of a member, or of the first guild."""
        speaker = self._user(member) if member else self._world.first_guild
        speaker.locale = locale

    def advance(self, seconds: float) -> None:
        """Moves the world's clock forward: tokens, rate limits, nonces and messages grow older."""
        self._world.advance(seconds)

    def enable_activities(self, **entry_point: Any) -> Json:
        """Enables Activities, for which Discord registers an entry point command; returns that command.

        Discord handles it (`handler` 2) unless `entry_point` says otherwise.
        """
        return self._discord.commands.enable_activities(entry_point)

    def _owner(self, channel: Channel) -> int:
        return self._world.guilds[channel.guild_id or 0].owner_id

    def _guild(self, guild: str | None) -> Guild:
        return self._world.first_guild if guild is None else _named(guild, self._world.guilds)

    def _user(self, name: str) -> User:
        return _named(name, self._world.users)

    def _channel(self, name: str) -> Channel:
        return _named(name, self._world.channels)


def _named(name: str, known: dict[int, Named]) -> Named:
    """The first with this name or id. Raises KeyError if there is none."""
    for found in known.values():
        if name in (found.name, str(found.id)):
            return found
    raise KeyError(name)
