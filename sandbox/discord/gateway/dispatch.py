"""Turns changes of the world into gateway events for the sessions whose intents ask for them."""

from sandbox.discord.events import (
    BotJoined,
    BotRemoved,
    ChannelCreated,
    ChannelDeleted,
    ChannelUpdated,
    Event,
    GuildAvailable,
    GuildDeleted,
    GuildUnavailable,
    MessageCreated,
    MessageDeleted,
    MessageEdited,
)
from sandbox.discord.gateway.gateway import Gateway
from sandbox.discord.gateway.intents import DIRECT_MESSAGES, GUILD_MESSAGES, GUILDS, MESSAGE_CONTENT
from sandbox.discord.model import DIRECT, PUBLIC_THREAD, Channel, Message
from sandbox.discord.world import World
from sandbox.wire import Json


class Dispatcher:
    """Sends the bot an event for each change it may know of."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self.gateway = gateway
        world.subscribe(self._dispatch)

    def _dispatch(self, event: Event) -> None:
        match event:
            case MessageCreated(Message(viewer=None) as message):
                self._dispatch_message("MESSAGE_CREATE", message)
            case MessageEdited(Message(viewer=None) as message):
                self._dispatch_message("MESSAGE_UPDATE", message)
            case MessageDeleted(Message(viewer=None) as message):
                channel = self.world.channels[message.channel_id]
                body = {"id": str(message.id), "channel_id": str(message.channel_id)}
                self._dispatch_in(channel, "MESSAGE_DELETE", body)
            case ChannelCreated(channel):
                self._dispatch_channel("CREATE", channel)
            case ChannelUpdated(channel):
                self._dispatch_channel("UPDATE", channel)
            case ChannelDeleted(channel):
                self._dispatch_channel("DELETE", channel)
            case GuildAvailable(guild):
                body = guild.created(self.world.bot.id)
                self.gateway.dispatch("GUILD_CREATE", body, guild.id, GUILDS)
            case BotJoined(guild):
                # Clients take `unavailable: false` for the end of an outage.
                body = guild.created(self.world.bot.id)
                del body["unavailable"]
                self.gateway.dispatch("GUILD_CREATE", body, guild.id, GUILDS)
            case GuildUnavailable(guild):
                body = {"id": str(guild.id), "unavailable": True}
                self.gateway.dispatch("GUILD_DELETE", body, guild.id, GUILDS)
            case BotRemoved(guild) | GuildDeleted(guild):
                # Without `unavailable`, a bot knows that it is no longer in the guild.
                self.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild.id, GUILDS)
            case _:
                pass

    def _dispatch_channel(self, change: str, channel: Channel) -> None:
        if self._reaches_bot(channel):
            kind = "THREAD" if channel.type == PUBLIC_THREAD else "CHANNEL"
            self.gateway.dispatch(f"{kind}_{change}", channel.payload(), channel.guild_id, GUILDS)

    def _dispatch_message(self, event: str, message: Message) -> None:
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
