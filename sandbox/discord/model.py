"""Users, members, roles, channels and messages, each with the JSON that Discord sends for it; and ids."""

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sandbox.discord import permissions
from sandbox.json_helpers import Json

TEXT, DIRECT, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12
"""Types of channels."""

EPHEMERAL, LOADING, SUPPRESS_EMBEDS, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 2, 1 << 15
HAS_THREAD = 1 << 5
"""Message flags that the sandbox acts on."""

MEMBER_ADDED, RENAMED, THREAD_CREATED, THREAD_STARTER = 1, 4, 18, 21
"""Types of the messages that Discord posts about threads."""
WRITTEN = (0, 19, 20)
"""Types of the messages that an account wrote: ordinary ones, replies, and responses to commands."""

EPOCH_MS = 1_420_070_400_000
"""The time that ids count from: the start of 2015, in milliseconds of Unix time."""


@dataclass(slots=True)
class User:
    """An account: a person or the bot."""

    id: int
    name: str
    bot: bool = False
    locale: str = "en-US"
    dms_closed: bool = False
    color: str = "#5b6ee1"

    @property
    def username(self) -> str:
        """The unique name; `name` is the display name."""
        return self.name if self.bot else self.name.lower().replace(" ", "_")

    def payload(self) -> Json:
        """Discord's user object."""
        return {
            "id": str(self.id),
            "username": self.username,
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
    """An account as a member of one guild."""

    user: User
    joined_at: str
    roles: list[int] = field(default_factory=list[int])

    def payload(self) -> Json:
        """Discord's member object without the user."""
        return {
            "roles": [str(role) for role in self.roles],
            "joined_at": self.joined_at,
            "flags": 0,
            **dict.fromkeys(("nick", "avatar", "banner", "premium_since", "communication_disabled_until"), None),
            **dict.fromkeys(("deaf", "mute", "pending"), False),
        }

    def with_user(self) -> Json:
        """Discord's member object with the user in it."""
        return self.payload() | {"user": self.user.payload()}


@dataclass(slots=True)
class GuildRole:
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
class StoredMessage:
    """One message; `body` is Discord's message object, which an edit replaces and never changes.

    `viewer` is the only account that sees an ephemeral message; None for other messages.
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
class Thread:
    """The part of a channel that only a thread has."""

    auto_archive_duration: int
    """Minutes without a message after which it is archived."""
    invitable: bool
    """Whether members may add others to it."""
    created: str
    changed: str
    """When it was last started, archived or opened."""
    active: float
    """When somebody last wrote in the thread or opened it, in seconds of the world's clock."""
    members: dict[int, str]
    """By account id, the time when each member joined the thread."""
    archived: bool = False
    locked: bool = False


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
    thread: Thread | None = None
    overwrites: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    """By account id, the permissions that it is allowed and denied here; the sandbox has none of roles."""
    messages: dict[int, StoredMessage] = field(default_factory=dict[int, StoredMessage])
    last_message_id: int | None = None
    """The id of the newest message, even if it was deleted since."""
    nonces: dict[str, tuple[int, float]] = field(default_factory=dict[str, tuple[int, float]])
    """By nonce, the ids of recent messages and their times of posting, in seconds of the world's clock."""
    old_edits: list[float] = field(default_factory=list[float])
    """When messages older than an hour were edited, in seconds of the world's clock."""

    @property
    def writing_permission(self) -> int:
        """The permission needed to write in the channel; threads have a permission of their own."""
        return permissions.SEND_MESSAGES_IN_THREADS if self.thread else permissions.SEND_MESSAGES

    def membership(self, user_id: int) -> Json | None:
        """Discord's thread member object of an account; None if it is not in the thread."""
        joined_at = self.thread and self.thread.members.get(user_id)
        if not joined_at:
            return None
        return {"id": str(self.id), "user_id": str(user_id), "join_timestamp": joined_at, "flags": 0}

    def payload_for(self, user_id: int) -> Json:
        """Discord's channel object as an account gets it; for a thread, with its membership if it has joined."""
        own = self.membership(user_id)
        return self.payload() | ({"member": own} if own else {})

    def payload(self) -> Json:
        """Discord's channel object."""
        body: Json = {
            "id": str(self.id),
            "type": self.type,
            "last_message_id": None if self.last_message_id is None else str(self.last_message_id),
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
        if thread := self.thread:
            return body | {
                "owner_id": str(self.owner_id),
                "message_count": len(self.messages),
                "member_count": min(len(thread.members), 50),
                "total_message_sent": len(self.messages),
                "thread_metadata": {
                    "archived": thread.archived,
                    "auto_archive_duration": thread.auto_archive_duration,
                    "archive_timestamp": thread.changed,
                    "locked": thread.locked,
                    "create_timestamp": thread.created,
                    **({"invitable": thread.invitable} if self.type == PRIVATE_THREAD else {}),
                },
            }
        return body | {
            "topic": None,
            "position": self.position,
            "permission_overwrites": [
                {"id": str(own), "type": 1, "allow": str(allow), "deny": str(deny)}
                for own, (allow, deny) in self.overwrites.items()
            ],
        }


class Snowflakes:
    """Creates ids of the current time, each greater than the one before."""

    def __init__(self) -> None:
        self._last = 0

    def __call__(self) -> int:
        """A new id."""
        now = (time.time_ns() // 1_000_000 - EPOCH_MS) << 22
        self._last = max(now, self._last + 1)
        return self._last

    def on_shard(self, shard: int, shards: int) -> int:
        """A new id of a guild on this shard; it may be up to `shards` milliseconds ahead of the current time."""
        self._last = self() + ((shard - (self._last >> 22)) % shards << 22)
        return self._last


def shard_of(snowflake: int, shards: int) -> int:
    """The shard that a guild's id belongs to; `shards` is the number of shards."""
    return (snowflake >> 22) % shards


def creation_time(snowflake: int) -> str:
    """The time of an id's creation, as the ISO 8601 text that Discord sends."""
    return iso_time(((snowflake >> 22) + EPOCH_MS) / 1000)


def iso_time(seconds: float) -> str:
    """A Unix time in seconds as the ISO 8601 text that Discord sends."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
