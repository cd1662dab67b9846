"""The page's socket: each speaks as one member, hears what that member may see, and acts."""

import json
import logging
from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web

from sandbox.client.actions import Acts
from sandbox.connection import Connection
from sandbox.discord import permissions
from sandbox.discord.commands import Commands
from sandbox.discord.gateway.gateway import Gateway
from sandbox.discord.guild import Guild
from sandbox.discord.interaction import Interaction, Outcome
from sandbox.discord.model import Channel, Message, User
from sandbox.discord.options import Outdated
from sandbox.discord.world import World
from sandbox.wire import Json, dumps

log = logging.getLogger(__name__)
SHOWN = 100
"""How many of a channel's last messages a page gets when it opens."""


class Client:
    """One open page, or one driven member."""

    def __init__(self, user: User, guild: Guild, connection: Connection) -> None:
        self.user = user
        self.guild = guild
        self.connection = connection

    def send(self, kind: str, **facts: Any) -> None:
        """Sends one frame."""
        self.connection.send(dumps({"t": kind, **facts}))


class Clients:
    """All open pages."""

    def __init__(self, world: World, gateway: Gateway, commands: Commands, acts: Acts) -> None:
        self.world = world
        self.gateway = gateway
        self.commands = commands
        self.acts = acts
        self.open: set[Client] = set()
        world.watchers.append(self._watch)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """One page, from its greeting to its end."""
        member = request.query.get("member", "")
        guild_id = request.query.get("guild", str(self.world.court.id))
        guild = self.world.guilds.get(int(guild_id) if guild_id.isdecimal() else 0, self.world.court)
        user = self.world.users.get(int(member) if member.isdecimal() else guild.owner_id)
        if user is None or user.id not in guild.members or user.bot:
            raise web.HTTPNotFound(text="There is no such member.")
        socket = web.WebSocketResponse(compress=False, heartbeat=30)
        await socket.prepare(request)
        client = Client(user, guild, Connection(socket, request.transport, compress=False))
        client.send("hello", **self._hello(client))
        self.open.add(client)
        async with client.connection.writing():
            try:
                async for frame in socket:
                    if frame.type is WSMsgType.TEXT:
                        self._hear(client, frame.data)
            finally:
                self.open.discard(client)
        return socket

    def _hear(self, client: Client, text: str) -> None:
        nonce = None
        try:
            form = json.loads(text)
            nonce = form.get("nonce")
            self._act(client, form, nonce)
        except Outdated as refused:
            client.send("ack", nonce=nonce, ok=False, error=str(refused))
        except (ValueError, KeyError, TypeError, AttributeError):
            log.warning("A page sent what cannot be understood: %.200s", text, exc_info=True)
            client.send("ack", nonce=nonce, ok=False, error="The sandbox could not understand this")

    def _act(self, client: Client, form: Json, nonce: Any) -> None:
        user, acts = client.user, self.acts
        match form.get("t"):
            case "slash":
                acts.command(user, form, _acknowledge(client, nonce))
            case "autocomplete":
                acts.command(user, form, _complete(client, nonce), typing=True)
            case "click":
                acts.click(user, form, _acknowledge(client, nonce))
            case "modal":
                acts.submit(user, form, _acknowledge(client, nonce))
            case "say":
                acts.say(user, form)
            case "dismiss":
                acts.dismiss(user, form)
            case "settings":
                user.dms_closed = bool(form.get("dms_closed"))
            case unknown:
                raise ValueError(unknown)

    def _hello(self, client: Client) -> Json:
        world, guild, user = self.world, client.guild, client.user
        direct = [channel for channel in world.channels.values() if channel.recipient is user]
        seen = [channel for channel in guild.channels.values() if self._sees(client, channel)]
        messages = {str(channel.id): list(channel.messages.values())[-SHOWN:] for channel in [*seen, *direct]}
        for message in world.ephemerals.values():
            if message.viewer == user.id and str(message.channel_id) in messages:
                messages[str(message.channel_id)].append(message)
        return {
            "me": _person(user, guild),
            "members": [_person(member.user, guild) for member in guild.members.values()],
            "guild": {
                "id": str(guild.id),
                "name": guild.name,
                "roles": [{"id": str(role.id), "name": role.name} for role in guild.roles.values()],
            },
            "channels": [channel.payload() for channel in seen],
            "dms": [_direct(channel, world.bot) for channel in direct],
            "commands": self.commands.usable(guild, user.id),
            "bot": _person(world.bot, guild),
            "online": self.gateway.online,
            "settings": {"dms_closed": user.dms_closed},
            "messages": {
                own: [message.body for message in sorted(found, key=lambda message: message.id)]
                for own, found in messages.items()
            },
        }

    def _sees(self, client: Client, channel: Channel) -> bool:
        return bool(self.world.permissions_in(channel, client.user.id) & permissions.VIEW_CHANNEL)

    def _watch(self, what: str, thing: Any) -> None:
        match what, thing:
            case "message" | "message_update" | "message_delete" | "dismissed", Message():
                self._tell_message(what, thing)
            case "channel" | "channel_update" | "channel_delete", Channel():
                for client in self.open:
                    if thing.guild_id == client.guild.id:
                        hidden = what == "channel_delete" or not self._sees(client, thing)
                        client.send("channel_delete" if hidden else "channel", channel=thing.payload())
            case "dm", Channel(recipient=User() as recipient):
                for client in self.open:
                    if client.user is recipient:
                        client.send("dm", dm=_direct(thing, self.world.bot))
            case "commands", _:
                for client in self.open:
                    client.send("commands", commands=self.commands.usable(client.guild, client.user.id))
            case "bot", bool():
                for client in self.open:
                    client.send("bot", online=thing)
            case "member", (Guild() as guild, member):
                for client in self.open:
                    if client.guild is guild:
                        client.send("member", user=_person(member.user, guild))

    def _tell_message(self, what: str, message: Message) -> None:
        if what in ("message_delete", "dismissed"):
            kind, facts = "message_delete", {"id": str(message.id), "channel_id": str(message.channel_id)}
        else:
            kind, facts = what, {"message": message.body, "channel_id": str(message.channel_id)}
        text = ""
        for client in self.open:
            if self.world.may_see(client.user.id, message):
                text = text or dumps({"t": kind, **facts})
                client.connection.send(text)


def _acknowledge(client: Client, nonce: Any) -> Callable[[Interaction, Outcome], None]:
    """Tells the page how the three seconds ended, after everything that the answer showed it."""

    def settle(interaction: Interaction, outcome: Outcome) -> None:
        if outcome.modal:
            client.send("modal", interaction=str(interaction.id), **outcome.modal)
        facts: Json = {"nonce": nonce, "ok": outcome.ok, "seconds": round(outcome.seconds, 6)}
        if not outcome.ok:
            facts["error"] = outcome.error
        if outcome.message:
            facts["message_id"] = str(outcome.message.id)
        if outcome.modal:
            facts["modal"] = str(interaction.id)
        client.send("ack", **facts)

    return settle


def _complete(client: Client, nonce: Any) -> Callable[[Interaction, Outcome], None]:
    """Gives the page the completions it asked for."""

    def settle(_: Interaction, outcome: Outcome) -> None:
        error = {} if outcome.ok else {"error": outcome.error}
        client.send("autocomplete", nonce=nonce, choices=outcome.choices, **error)

    return settle


def _person(user: User, guild: Guild) -> Json:
    body = user.payload() | {"global_name": user.name, "avatar_color": user.color}
    return body | {"manage_guild": bool(guild.permissions_of(user.id) & permissions.MANAGE_GUILD)}


def _direct(channel: Channel, bot: User) -> Json:
    return {
        "id": str(channel.id),
        "user": bot.payload() | {"global_name": bot.name, "avatar_color": bot.color},
    }
