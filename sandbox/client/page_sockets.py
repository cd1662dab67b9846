"""The WebSockets of all pages: each acts as one member and gets what that member may see."""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from aiohttp import WSMsgType, web
from pydantic import TypeAdapter

from sandbox.client.actions import MemberActions
from sandbox.discord import permissions
from sandbox.discord.checks.errors import ClientRefusal
from sandbox.discord.guild import Guild
from sandbox.discord.interactions.interaction import Interaction, InteractionOutcome, OutcomeHandler
from sandbox.discord.model import Channel, StoredMessage, User, shard_of
from sandbox.discord.subsystems import Discord
from sandbox.discord.world import (
    BotEvent,
    ChannelEvent,
    Event,
    GuildEvent,
    MessageEvent,
    RoleEvent,
    ThreadMembersAdded,
)
from sandbox.json_helpers import Json, checked_method, dumps
from sandbox.queued_socket import QueuedSocket

log = logging.getLogger(__name__)

_FRAME = TypeAdapter(dict[str, Any])
HISTORY_MESSAGES = 100
"""How many of a channel's latest messages a page gets."""


@dataclass(eq=False, slots=True)
class MemberPage:
    """One connected page or driven member."""

    user: User
    guild: Guild
    connection: QueuedSocket

    def send(self, frame: Json) -> None:
        """Sends one frame."""
        self.connection.send(dumps(frame))


class PageSockets:
    """Serves pages and keeps those that are connected."""

    def __init__(self, discord: Discord) -> None:
        self.discord = discord
        self.world = discord.world
        self.connected: set[MemberPage] = set()
        self.world.subscribe(self._publish)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Handles one page until it disconnects. 404 if there is no such member."""
        page_of = self._member(request)
        if page_of is None:
            raise web.HTTPNotFound(text="There is no such member.")
        socket = web.WebSocketResponse(compress=False, heartbeat=30)
        await socket.prepare(request)
        page = MemberPage(*page_of, QueuedSocket(socket, request.transport, compress=False))
        page.send(_hello(self.discord, page.user, page.guild))
        self.connected.add(page)
        async with page.connection.writing():
            try:
                async for message in socket:
                    if message.type is WSMsgType.TEXT:
                        self._receive(page, message.data)
            finally:
                self.connected.discard(page)
        return socket

    def _member(self, request: web.Request) -> tuple[User, Guild] | None:
        """The member and the guild of a page's address; by default the first guild and its owner."""
        first = self.world.first_guild
        guild_id, user_id = (request.query.get(name, "") for name in ("guild", "member"))
        guild = self.world.guilds.get(int(guild_id), first) if guild_id.isdecimal() else first
        user = self.world.users.get(int(user_id) if user_id.isdecimal() else guild.owner_id)
        return None if user is None or user.id not in guild.members or user.bot else (user, guild)

    def _receive(self, page: MemberPage, text: str) -> None:
        """Carries out the action in a frame, a JSON object with its type in `t`."""
        nonce: str | None = None
        try:
            frame = _FRAME.validate_json(text)
            nonce, kind = frame.pop("nonce", None), str(frame.pop("t", ""))
            act = checked_method(MemberActions, kind)
            act(MemberActions(self.discord, page.user, _acknowledge(page, nonce)), **frame)
        except ClientRefusal as refusal:
            error = str(refusal)
        except ValueError:
            log.warning("A page sent a frame that is not valid: %.200s", text, exc_info=True)
            error = "The sandbox could not understand this"
        else:
            return
        page.send({"t": "ack", "nonce": nonce, "ok": False, "error": error})

    def _publish(self, event: Event) -> None:
        match event:
            case MessageEvent(change, message):
                self._send_message(change, message)
            case ChannelEvent(change, channel):
                threads = [one for one in self.world.channels.values() if one.parent_id == channel.id]
                for page in self._in_guild(channel.guild_id):
                    for one in (channel, *threads):
                        self._show_channel(page, one, gone=change == "delete")
            case ThreadMembersAdded(channel, added):
                for page in self._in_guild(channel.guild_id):
                    if page.user.id in added:
                        self._show_channel(page, channel, with_history=True)
            case BotEvent("direct_channel"):
                self._send_state(self.connected, "dms")
            case BotEvent("commands"):
                self._send_state(self.connected, "commands")
            case BotEvent("shards"):
                self._send_state(self.connected, "online", "guilds")
            case GuildEvent("join", guild):
                self._send_state(self._in_guild(guild.id), "members")
            case RoleEvent(_, guild, _):
                self._send_state(self._in_guild(guild.id), "guild")
            case GuildEvent("add_bot" | "remove_bot", guild):
                self._send_state(self._in_guild(guild.id), "commands")
                self._send_state(self.connected, "guilds")
            case GuildEvent("delete", guild):
                for page in self._in_guild(guild.id):
                    page.connection.close(1001, "The server was deleted.")
                self._send_state(self.connected, "guilds")
            case _:
                pass

    def _show_channel(
        self, page: MemberPage, channel: Channel, *, gone: bool = False, with_history: bool = False
    ) -> None:
        """Sends a page a new or changed channel, perhaps with its messages, or that it is gone."""
        if gone or not self.world.sees(page.user.id, channel):
            page.send({"t": "channel_delete", "channel": channel.payload()})
            return
        frame: Json = {"t": "channel", "channel": channel.payload()}
        if with_history:
            frame["messages"] = _history(channel)
        page.send(frame)

    def _in_guild(self, guild_id: int | None) -> list[MemberPage]:
        return [page for page in self.connected if page.guild.id == guild_id]

    def _send_state(self, pages: Iterable[MemberPage], *parts: str) -> None:
        for page in pages:
            page.send({"t": "state", "state": _state(self.discord, page.user, page.guild, parts)})

    def _send_message(self, change: str, message: StoredMessage) -> None:
        """Sends a message that was posted or edited, or that it is gone, to the pages whose members see it."""
        frame: Json = {"t": "message_delete", "channel_id": str(message.channel_id), "id": str(message.id)}
        if change in ("create", "update"):
            kind = "message" if change == "create" else "message_update"
            frame = {"t": kind, "channel_id": str(message.channel_id), "message": message.body}
        text = ""
        for page in self.connected:
            if self.world.may_see(page.user.id, message):
                text = text or dumps(frame)
                page.connection.send(text)


def _acknowledge(page: MemberPage, nonce: str | None) -> OutcomeHandler:
    """A handler that sends the page how its interaction ended."""

    def on_outcome(interaction: Interaction, outcome: InteractionOutcome) -> None:
        frame: Json = {"t": "ack", "nonce": nonce, "ok": not outcome.error, "seconds": round(outcome.seconds, 6)}
        if outcome.error:
            frame["error"] = outcome.error
        if outcome.choices:
            frame["choices"] = outcome.choices
        if outcome.message:
            frame["message_id"] = str(outcome.message.id)
        if outcome.modal:
            shown = {name: outcome.modal[name] for name in ("title", "components")}
            frame["modal"] = {"interaction": str(interaction.id), **shown}
        page.send(frame)

    return on_outcome


def _hello(discord: Discord, user: User, guild: Guild) -> Json:
    """The first frame for a member in one of their guilds."""
    world = discord.world
    visible = [channel for channel in guild.channels.values() if world.sees(user.id, channel)]
    messages = {str(channel.id): _history(channel) for channel in [*visible, *_direct_channels(discord, user)]}
    for message in world.ephemerals.values():
        if world.may_see(user.id, message) and str(message.channel_id) in messages:
            messages[str(message.channel_id)].append(message.body)
    return {
        "t": "hello",
        "me": _person(user, guild),
        "bot": _person(world.bot, guild),
        "state": _state(discord, user, guild, _PARTS),
        "channels": [channel.payload() for channel in visible],
        "messages": {
            channel_id: sorted(found, key=lambda body: int(body["id"])) for channel_id, found in messages.items()
        },
    }


def _history(channel: Channel) -> list[Json]:
    """The latest messages of a channel, oldest first."""
    return [message.body for message in list(channel.messages.values())[-HISTORY_MESSAGES:]]


def _state(discord: Discord, user: User, guild: Guild, parts: Iterable[str]) -> Json:
    """These parts of what a member sees in a guild."""
    return {part: _PARTS[part](discord, user, guild) for part in parts}


def _person(user: User, guild: Guild) -> Json:
    """A member of a guild, or the bot: Discord's user object, with a colour and a permission for the page."""
    return {
        "id": str(user.id),
        "username": user.username,
        "global_name": user.name,
        "bot": user.bot,
        "avatar_color": user.color,
        "manage_guild": bool(guild.permissions_of(user.id) & permissions.MANAGE_GUILD),
    }


def _direct_channels(discord: Discord, user: User) -> list[Channel]:
    return [channel for channel in discord.world.channels.values() if channel.recipient is user]


_PARTS: Final[dict[str, Callable[[Discord, User, Guild], Any]]] = {
    "members": lambda discord, user, guild: [_person(member.user, guild) for member in guild.members.values()],
    "guild": lambda discord, user, guild: {
        "id": str(guild.id),
        "name": guild.name,
        "roles": [{"id": str(role.id), "name": role.name} for role in guild.roles.values()],
    },
    "guilds": lambda discord, user, guild: [
        {
            "id": str(each.id),
            "name": each.name,
            "shard": shard_of(each.id, discord.world.shards),
            "online": discord.gateway.serves(each.id),
        }
        for each in discord.world.guilds.values()
        if user.id in each.members
    ],
    "dms": lambda discord, user, guild: [
        {"id": str(channel.id), "user": _person(discord.world.bot, guild)}
        for channel in _direct_channels(discord, user)
    ],
    "commands": lambda discord, user, guild: discord.commands.usable(guild, user.id),
    "online": lambda discord, user, guild: discord.gateway.serves(guild.id),
    "dms_closed": lambda discord, user, guild: user.dms_closed,
}
"""How each part of what a member sees is made; `MemberState` in `page/types.d.ts` describes them."""
