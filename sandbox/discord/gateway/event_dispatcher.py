"""Turns changes of the world into gateway events for the sessions whose intents ask for them."""

from sandbox.discord.events import (
    ChannelEvent,
    Event,
    GuildEvent,
    MessageEvent,
    RoleEvent,
    ThreadMembersChanged,
)
from sandbox.discord.gateway.gateway import Gateway
from sandbox.discord.gateway.session import DIRECT_MESSAGES, GUILD_MESSAGES, GUILDS, MESSAGE_CONTENT
from sandbox.discord.model import DIRECT, Channel, StoredMessage
from sandbox.discord.world import World
from sandbox.json_helpers import Json


class EventDispatcher:
    """Sends the bot an event for each change that it may know about."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self.gateway = gateway
        world.subscribe(self._dispatch)

    def _dispatch(self, event: Event) -> None:
        match event:
            case MessageEvent("create" | "update", StoredMessage(viewer=None) as message):
                self._dispatch_message(f"MESSAGE_{event.change.upper()}", message)
            case MessageEvent("delete", StoredMessage(viewer=None) as message):
                channel = self.world.channels[message.channel_id]
                body = {"id": str(message.id), "channel_id": str(message.channel_id)}
                self._dispatch_in(channel, "MESSAGE_DELETE", body)
            case ChannelEvent(change, channel):
                self._dispatch_channel(change.upper(), channel)
            case ThreadMembersChanged(channel, added, removed):
                self._dispatch_thread_members(channel, added, removed)
            case GuildEvent("recovery", guild):
                body = guild.created(self.world.bot.id)
                self.gateway.dispatch("GUILD_CREATE", body, guild.id, GUILDS)
            case GuildEvent("add_bot", guild):
                # To a client, `unavailable: false` would mean the end of an outage.
                body = guild.created(self.world.bot.id)
                del body["unavailable"]
                self.gateway.dispatch("GUILD_CREATE", body, guild.id, GUILDS)
            case GuildEvent("update", guild) if self.world.bot.id in guild.members:
                self.gateway.dispatch("GUILD_UPDATE", guild.payload(), guild.id, GUILDS)
            case RoleEvent("create", guild, role):
                body = {"guild_id": str(guild.id), "role": role.payload()}
                self.gateway.dispatch("GUILD_ROLE_CREATE", body, guild.id, GUILDS)
            case RoleEvent("delete", guild, role):
                body = {"guild_id": str(guild.id), "role_id": str(role.id)}
                self.gateway.dispatch("GUILD_ROLE_DELETE", body, guild.id, GUILDS)
            case GuildEvent("outage", guild):
                body = {"id": str(guild.id), "unavailable": True}
                self.gateway.dispatch("GUILD_DELETE", body, guild.id, GUILDS)
            case GuildEvent("remove_bot" | "delete", guild):
                # Without `unavailable`, a bot knows that it is no longer in the guild.
                self.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild.id, GUILDS)
            case _:
                pass

    def _dispatch_channel(self, change: str, channel: Channel) -> None:
        if not self._reaches_bot(channel):
            return
        if channel.thread is None:
            self.gateway.dispatch(f"CHANNEL_{change}", channel.payload(), channel.guild_id, GUILDS)
        elif self.world.sees(self.world.bot.id, channel):
            body = channel.payload_for(self.world.bot.id)
            if change == "CREATE":
                body["newly_created"] = True
            elif change == "DELETE":
                body = {key: body[key] for key in ("id", "guild_id", "parent_id", "type")}
            self.gateway.dispatch(f"THREAD_{change}", body, channel.guild_id, GUILDS)

    def _dispatch_thread_members(self, channel: Channel, added: tuple[int, ...], removed: tuple[int, ...]) -> None:
        """Sends the bot only changes of its own membership, because it lacks the intent for members."""
        bot = self.world.bot
        if not self._reaches_bot(channel) or bot.id not in added + removed:
            return
        body: Json = {"id": str(channel.id), "guild_id": str(channel.guild_id)}
        body |= {"member_count": channel.payload()["member_count"]}
        if bot.id in added:
            self.gateway.dispatch("THREAD_CREATE", channel.payload_for(bot.id), channel.guild_id, GUILDS)
            membership = channel.membership(bot.id) or {}
            member = self.world.guilds[channel.guild_id or 0].members[bot.id].with_user()
            body["added_members"] = [membership | {"member": member, "presence": None}]
        else:
            body["removed_member_ids"] = [str(bot.id)]
        self.gateway.dispatch("THREAD_MEMBERS_UPDATE", body, channel.guild_id, GUILDS)

    def _dispatch_message(self, event: str, message: StoredMessage) -> None:
        channel = self.world.channels[message.channel_id]
        intent = DIRECT_MESSAGES if channel.type == DIRECT else GUILD_MESSAGES
        if not any(session.intents & intent for session in self.gateway.sessions.values()):
            return
        body = dict(message.body)
        bot = str(self.world.bot.id)
        private = channel.type != DIRECT and message.author_id != self.world.bot.id
        if private and not any(user["id"] == bot for user in body["mentions"]):
            content = any(session.intents & MESSAGE_CONTENT for session in self.gateway.sessions.values())
            body |= {} if content else {"content": "", "embeds": [], "attachments": [], "components": []}
        if guild := self.world.guild_of(channel):
            body["member"] = guild.members[message.author_id].payload()
        self._dispatch_in(channel, event, body)

    def _dispatch_in(self, channel: Channel, event: str, body: Json) -> None:
        if not self._reaches_bot(channel):
            return
        intent = DIRECT_MESSAGES if channel.type == DIRECT else GUILD_MESSAGES
        body = body | ({"guild_id": str(channel.guild_id)} if channel.guild_id else {})
        self.gateway.dispatch(event, body, channel.guild_id, intent)

    def _reaches_bot(self, channel: Channel) -> bool:
        """Whether the bot receives what happens in a channel."""
        guild = self.world.guild_of(channel)
        return guild is None or (self.world.bot.id in guild.members and not guild.unavailable)
