"""Discord's permissions as bits with names."""

from collections.abc import Iterable

BITS: dict[str, int] = {
    name: 1 << bit
    for name, bit in {
        "create_instant_invite": 0,
        "kick_members": 1,
        "ban_members": 2,
        "administrator": 3,
        "manage_channels": 4,
        "manage_guild": 5,
        "add_reactions": 6,
        "view_channel": 10,
        "send_messages": 11,
        "send_tts_messages": 12,
        "manage_messages": 13,
        "embed_links": 14,
        "attach_files": 15,
        "read_message_history": 16,
        "mention_everyone": 17,
        "use_external_emojis": 18,
        "change_nickname": 26,
        "manage_nicknames": 27,
        "manage_roles": 28,
        "manage_webhooks": 29,
        "use_application_commands": 31,
        "manage_threads": 34,
        "create_public_threads": 35,
        "create_private_threads": 36,
        "use_external_stickers": 37,
        "send_messages_in_threads": 38,
        "moderate_members": 40,
        "send_polls": 49,
        "use_external_apps": 50,
    }.items()
}
"""The bit of each permission by name. Names are those of Discord's documentation, in lower case."""

ALL = (1 << 53) - 1
"""All permission bits, including those that Discord may add."""

ADMINISTRATOR = BITS["administrator"]
MANAGE_GUILD = BITS["manage_guild"]
VIEW_CHANNEL = BITS["view_channel"]
SEND_MESSAGES = BITS["send_messages"]
SEND_MESSAGES_IN_THREADS = BITS["send_messages_in_threads"]
ATTACH_FILES = BITS["attach_files"]
READ_MESSAGE_HISTORY = BITS["read_message_history"]
MANAGE_MESSAGES = BITS["manage_messages"]
MANAGE_CHANNELS = BITS["manage_channels"]
MANAGE_THREADS = BITS["manage_threads"]
USE_APPLICATION_COMMANDS = BITS["use_application_commands"]
CREATE_PUBLIC_THREADS = BITS["create_public_threads"]
CREATE_PRIVATE_THREADS = BITS["create_private_threads"]


def bits(names: Iterable[str]) -> int:
    """The bits of the permissions with these names; KeyError for an unknown name."""
    total = 0
    for name in names:
        total |= BITS[name]
    return total


EVERYONE = bits(
    [
        "create_instant_invite",
        "add_reactions",
        "view_channel",
        "send_messages",
        "embed_links",
        "attach_files",
        "read_message_history",
        "use_external_emojis",
        "change_nickname",
        "use_application_commands",
        "create_public_threads",
        "create_private_threads",
        "send_messages_in_threads",
        "send_polls",
    ]
)
"""The permissions of @everyone in a new guild."""

DIRECT = bits(
    ["view_channel", "send_messages", "embed_links", "attach_files", "read_message_history", "add_reactions"]
)
"""The permissions of a bot in a direct channel."""
