"""The things a Discord server is made of, each with the JSON that Discord sends for it."""

from dataclasses import dataclass, field

from sandbox import permissions
from sandbox.refusal import Json
from sandbox.snowflake import moment

TEXT, DIRECT, PUBLIC_THREAD = 0, 1, 11
"""Channel types that this server knows."""

EPHEMERAL, LOADING, SUPPRESS_EMBEDS, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 2, 1 << 15
"""Message flags that this server acts on."""


@dataclass(slots=True)
class User:
    """An account: a person or the bot."""

    id: int
    name: str
    bot: bool = False
    locale: str = "en-US"
    dms_closed: bool = False
    color: str = "#5b6ee1"

    def payload(self) -> Json:
        """Discord's user object."""
        return {
            "id": str(self.id),
            "username": self.name if self.bot else self.name.lower().replace(" ", "_"),
            "global_name": None if self.bot else self.name,
            "discriminator": "0000" if self.bot else "0",
            "avatar": None,
            "bot": self.bot,
            "flags": 0,
            "public_flags": 0,
            "primary_guild": None,
        }


@dataclass(slots=True)
class Member:
    """An account's place in one guild."""

    user: User
    joined_at: str
    roles: list[int] = field(default_factory=list)

    def payload(self) -> Json:
        """Discord's member object, less the user."""
        return {
            "roles": [str(role) for role in self.roles],
            "joined_at": self.joined_at,
            "nick": None,
            "avatar": None,
            "banner": None,
            "premium_since": None,
            "communication_disabled_until": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
        }

    def with_user(self) -> Json:
        """Discord's member object with the user in it."""
        return self.payload() | {"user": self.user.payload()}


@dataclass(slots=True)
class Role:
    """A named set of permissions in a guild."""

    id: int
    name: str
    permissions: int
    position: int = 0
    managed_by: int | None = None

    def payload(self) -> Json:
        """Discord's role object."""
        body: Json = {
            "id": str(self.id),
            "name": self.name,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "position": self.position,
            "permissions": str(self.permissions),
            "managed": self.managed_by is not None,
            "mentionable": False,
            "flags": 0,
        }
        if self.managed_by is not None:
            body["tags"] = {"bot_id": str(self.managed_by)}
        return body


@dataclass(slots=True)
class Overwrite:
    """What one role or member is allowed or denied in one channel."""

    id: int
    member: bool
    allow: int = 0
    deny: int = 0

    def payload(self) -> Json:
        """Discord's overwrite object."""
        return {
            "id": str(self.id),
            "type": int(self.member),
            "allow": str(self.allow),
            "deny": str(self.deny),
        }


@dataclass(slots=True)
class Message:
    """One message; `body` is Discord's message object and is replaced, never changed, by an edit.

    `viewer` is the only member who may see it, when it is ephemeral.
    """

    id: int
    channel_id: int
    author_id: int
    body: Json
    viewer: int | None = None
    dismissed: bool = False
    posted: float = 0.0
    """When it was posted, in seconds of the world's clock."""

    @property
    def flags(self) -> int:
        """Discord's message flags."""
        return self.body["flags"]


@dataclass(slots=True)
class Channel:
    """A text channel, a thread or a direct message."""

    id: int
    name: str
    type: int = TEXT
    guild_id: int | None = None
    position: int = 0
    parent_id: int | None = None
    owner_id: int | None = None
    recipient: User | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    nonces: dict[str, int] = field(default_factory=dict)
    old_edits: list[float] = field(default_factory=list)
    """When messages older than an hour were edited, in seconds of the world's clock."""

    def payload(self) -> Json:
        """Discord's channel object."""
        last = next(reversed(self.messages), None)
        body: Json = {
            "id": str(self.id),
            "type": self.type,
            "last_message_id": str(last) if last else None,
            "flags": 0,
        }
        if self.recipient:
            return body | {"name": self.recipient.name, "recipients": [self.recipient.payload()]}
        body |= {
            "guild_id": str(self.guild_id),
            "name": self.name,
            "nsfw": False,
            "parent_id": str(self.parent_id) if self.parent_id else None,
            "rate_limit_per_user": 0,
        }
        if self.type == PUBLIC_THREAD:
            return body | {
                "owner_id": str(self.owner_id),
                "message_count": len(self.messages),
                "member_count": 1,
                "total_message_sent": len(self.messages),
                "thread_metadata": {
                    "archived": False,
                    "auto_archive_duration": 1440,
                    "archive_timestamp": moment(self.id),
                    "locked": False,
                    "create_timestamp": moment(self.id),
                },
            }
        return body | {
            "topic": None,
            "position": self.position,
            "permission_overwrites": [overwrite.payload() for overwrite in self.overwrites.values()],
        }


@dataclass(slots=True)
class Guild:
    """A server with its members, roles and channels."""

    id: int
    name: str
    owner_id: int
    locale: str = "en-US"
    members: dict[int, Member] = field(default_factory=dict)
    roles: dict[int, Role] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)

    def permissions_of(self, user_id: int, channel: Channel | None = None) -> int:
        """What a member may do in the guild or, with the channel's overwrites, in the channel."""
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
        if channel.parent_id and channel.type == PUBLIC_THREAD:
            channel = self.channels.get(channel.parent_id, channel)
        return self._overwritten(granted, member, channel)

    def _overwritten(self, granted: int, member: Member, channel: Channel) -> int:
        if everyone := channel.overwrites.get(self.id):
            granted = granted & ~everyone.deny | everyone.allow
        of_roles = [channel.overwrites[role] for role in member.roles if role in channel.overwrites]
        for overwrite in of_roles:
            granted &= ~overwrite.deny
        for overwrite in of_roles:
            granted |= overwrite.allow
        if own := channel.overwrites.get(member.user.id):
            granted = granted & ~own.deny | own.allow
        # Who may not see a channel may do nothing else there either.
        return granted if granted & permissions.VIEW_CHANNEL else 0

    def partial(self) -> Json:
        """The guild as an interaction carries it."""
        return {"id": str(self.id), "locale": self.locale, "features": []}

    def payload(self) -> Json:
        """Discord's guild object, as the HTTP API gives it."""
        return {
            "id": str(self.id),
            "name": self.name,
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "banner": None,
            "description": None,
            "owner_id": str(self.owner_id),
            "region": "deprecated",
            "afk_channel_id": None,
            "afk_timeout": 300,
            "application_id": None,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "public_updates_channel_id": None,
            "safety_alerts_channel_id": None,
            "vanity_url_code": None,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw": False,
            "nsfw_level": 0,
            "home_header": None,
            "widget_enabled": False,
            "widget_channel_id": None,
            "max_presences": None,
            "max_members": 500_000,
            "max_stage_video_channel_users": 50,
            "max_video_channel_users": 25,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "premium_progress_bar_enabled": False,
            "preferred_locale": self.locale,
            "features": [],
            "emojis": [],
            "stickers": [],
            "roles": [role.payload() for role in self.roles.values()],
            "incidents_data": None,
        }

    def created(self, seen_by: int) -> Json:
        """The guild as GUILD_CREATE carries it to a bot without privileged intents."""
        own = self.members[seen_by]
        seen = [
            channel
            for channel in self.channels.values()
            if self.permissions_of(seen_by, channel) & permissions.VIEW_CHANNEL
        ]
        return self.payload() | {
            "joined_at": own.joined_at,
            "large": False,
            "unavailable": False,
            "member_count": len(self.members),
            "members": [own.with_user()],
            "channels": [channel.payload() for channel in seen if channel.type == TEXT],
            "threads": [channel.payload() for channel in seen if channel.type == PUBLIC_THREAD],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }
