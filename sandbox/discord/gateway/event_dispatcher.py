"""Turns changes of the world into gateway events for the sessions with the intent GUILDS.

The sandbox sends no events about messages: it is for bots that members use by commands and components.
"""

from sandbox.discord.gateway.gateway import GUILDS, Gateway
from sandbox.discord.guild import Guild
from sandbox.discord.model import Channel
from sandbox.discord.world import ChannelEvent, Event, GuildEvent, RoleEvent, ThreadMembersAdded, World
from sandbox.json_helpers import Json


class EventDispatcher:
    """Sends the bot an event for each change that it may know about."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self.bot = world.bot
        self.gateway = gateway
        world.subscribe(self._dispatch)

    def _dispatch(self, event: Event) -> None:
        match event:
            case ChannelEvent(change, channel) if self._reaches_bot(channel):
                self._send_channel(change.upper(), channel)
            case ThreadMembersAdded(channel, added) if self.bot.id in added and self._reaches_bot(channel):
                self._send_membership(channel)
            case GuildEvent("recovery", guild):
                self._send("GUILD_CREATE", guild, guild.created(self.bot.id))
            case GuildEvent("add_bot", guild):
                # To a client, `unavailable: false` would mean the end of an outage.
                body = guild.created(self.bot.id)
                del body["unavailable"]
                self._send("GUILD_CREATE", guild, body)
            case GuildEvent("update", guild) if self.bot.id in guild.members:
                self._send("GUILD_UPDATE", guild, guild.payload())
            case GuildEvent("outage", guild):
                self._send("GUILD_DELETE", guild, {"id": str(guild.id), "unavailable": True})
            case GuildEvent("remove_bot" | "delete", guild):
                # Without `unavailable`, a bot knows that it is no longer in the guild.
                self._send("GUILD_DELETE", guild, {"id": str(guild.id)})
            case RoleEvent("create", guild, role):
                self._send("GUILD_ROLE_CREATE", guild, {"guild_id": str(guild.id), "role": role.payload()})
            case RoleEvent("delete", guild, role):
                self._send("GUILD_ROLE_DELETE", guild, {"guild_id": str(guild.id), "role_id": str(role.id)})
            case _:
                pass

    def _send(self, event: str, guild: Guild | None, body: Json) -> None:
        self.gateway.dispatch(event, body, guild and guild.id, GUILDS)

    def _send_channel(self, change: str, channel: Channel) -> None:
        guild = self.world.guild_of(channel)
        if channel.thread is None:
            self._send(f"CHANNEL_{change}", guild, channel.payload())
        elif self.world.sees(self.bot.id, channel):
            body = channel.payload_for(self.bot.id)
            if change == "CREATE":
                body["newly_created"] = True
            elif change == "DELETE":
                body = {key: body[key] for key in ("id", "guild_id", "parent_id", "type")}
            self._send(f"THREAD_{change}", guild, body)

    def _send_membership(self, channel: Channel) -> None:
        """Sends the bot only its own membership of a thread, because it lacks the intent for members."""
        guild = self.world.guilds[channel.guild_id or 0]
        self._send("THREAD_CREATE", guild, channel.payload_for(self.bot.id))
        member = {"member": guild.members[self.bot.id].with_user(), "presence": None}
        body = {
            "id": str(channel.id),
            "guild_id": str(guild.id),
            "member_count": channel.payload()["member_count"],
            "added_members": [(channel.membership(self.bot.id) or {}) | member],
        }
        self._send("THREAD_MEMBERS_UPDATE", guild, body)

    def _reaches_bot(self, channel: Channel) -> bool:
        """Whether the bot receives what happens in a channel."""
        guild = self.world.guild_of(channel)
        return guild is None or (self.bot.id in guild.members and not guild.unavailable)
