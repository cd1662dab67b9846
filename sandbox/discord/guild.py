"""A guild: its members, roles and channels, and the permissions of members in channels."""

from dataclasses import dataclass, field

from sandbox.discord import permissions
from sandbox.discord.model import PRIVATE_THREAD, TEXT, Channel, GuildRole, Member
from sandbox.json_helpers import Json

UNUSED: Json = {
    **dict.fromkeys(("icon", "splash", "discovery_splash", "banner", "description", "home_header"), None),
    **dict.fromkeys(
        ("afk_channel_id", "rules_channel_id", "public_updates_channel_id", "widget_channel_id"), None
    ),
    **dict.fromkeys(("safety_alerts_channel_id", "application_id", "vanity_url_code"), None),
    **dict.fromkeys(("max_presences", "incidents_data"), None),
    **dict.fromkeys(("system_channel_flags", "verification_level", "explicit_content_filter", "mfa_level"), 0),
    **dict.fromkeys(("nsfw_level", "premium_tier", "premium_subscription_count"), 0),
    **dict.fromkeys(("nsfw", "widget_enabled", "premium_progress_bar_enabled"), False),
}
"""The fields of Discord's guild object that the sandbox never changes."""


@dataclass(slots=True)
class Guild:
    """A guild (members say "server") with its members, roles and channels."""

    id: int
    name: str
    owner_id: int
    locale: str = "en-US"
    members: dict[int, Member] = field(default_factory=dict[int, Member])
    roles: dict[int, GuildRole] = field(default_factory=dict[int, GuildRole])
    channels: dict[int, Channel] = field(default_factory=dict[int, Channel])
    system_channel_id: int | None = None
    """The channel for messages about the whole guild, such as a new member."""
    unavailable: bool = False
    """Whether an outage hides the guild from the bot."""

    def permissions_of(self, user_id: int, channel: Channel | None = None) -> int:
        """The permission bits of a member in the guild or, with the channel's overwrites, in the channel."""
        member = self.members.get(user_id)
        if member is None:
            return 0
        if user_id == self.owner_id:
            return permissions.ALL
        granted = self.roles[self.id].permissions
        for role in member.roles:
            granted |= self.roles[role].permissions
        if granted & permissions.ADMINISTRATOR:
            return permissions.ALL
        if channel is None:
            return granted
        if channel.thread is None:
            return self._overwritten(granted, member, channel)
        granted = self._overwritten(granted, member, self.channels.get(channel.parent_id or 0, channel))
        inside = channel.type != PRIVATE_THREAD or user_id in channel.thread.members
        # A private thread exists only for its members, and for those who manage threads.
        return granted if inside or granted & permissions.MANAGE_THREADS else 0

    def _overwritten(self, granted: int, member: Member, channel: Channel) -> int:
        allowed, denied = channel.overwrites.get(member.user.id, (0, 0))
        granted = granted & ~denied | allowed
        # Without VIEW_CHANNEL, all other permissions in a channel are void.
        return granted if granted & permissions.VIEW_CHANNEL else 0

    def partial(self) -> Json:
        """The guild as an interaction carries it."""
        return {"id": str(self.id), "locale": self.locale, "features": []}

    def payload(self) -> Json:
        """Discord's guild object, as the HTTP API returns it."""
        return {
            **UNUSED,
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner_id),
            "region": "deprecated",
            "afk_timeout": 300,
            "system_channel_id": str(self.system_channel_id) if self.system_channel_id else None,
            "default_message_notifications": 1,
            "max_members": 500_000,
            "max_stage_video_channel_users": 50,
            "max_video_channel_users": 25,
            "preferred_locale": self.locale,
            "features": [],
            "emojis": [],
            "stickers": [],
            "roles": [role.payload() for role in self.roles.values()],
        }

    def active_threads(self, user_id: int) -> list[Channel]:
        """The threads that are not archived and that a member may see, newest first."""
        return [
            channel
            for channel in reversed(self.channels.values())
            if channel.thread and not channel.thread.archived and self.sees(user_id, channel)
        ]

    def sees(self, user_id: int, channel: Channel) -> bool:
        """Whether a channel is visible to a member."""
        return bool(self.permissions_of(user_id, channel) & permissions.VIEW_CHANNEL)

    def created(self, bot_id: int) -> Json:
        """The guild as GUILD_CREATE carries it to a bot without privileged intents."""
        own = self.members[bot_id]
        visible = [channel for channel in self.channels.values() if self.sees(bot_id, channel)]
        return self.payload() | {
            "joined_at": own.joined_at,
            "large": False,
            "unavailable": False,
            "member_count": len(self.members),
            "members": [own.with_user()],
            "channels": [channel.payload() for channel in visible if channel.type == TEXT],
            "threads": [thread.payload_for(bot_id) for thread in self.active_threads(bot_id)],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }
