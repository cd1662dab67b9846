"""Discord's error codes, and what they mean for a message."""

from typing import Final

MESSAGE_GONE: Final = frozenset((10008, 30046))
"""The message was deleted, or may not be edited any more."""
CHANNEL_DELETED: Final = frozenset((10003, 10004))
"""The channel, or its server, does not exist any more."""
ARCHIVED: Final = 50083
"""The thread is archived, so that Discord refuses the request."""
TOO_MANY_THREADS: Final = 160006
"""The server has as many active threads as Discord allows."""
NO_ACCESS: Final = frozenset((50001, 50013, 160005, ARCHIVED))
"""The bot may not read or write in the channel, or the channel is a locked thread."""
NO_PERMISSION: Final = 50013
INVALID: Final = 50035
UNKNOWN_EMOJI: Final = 10014
DMS_CLOSED: Final = 50007
"""The member accepts no direct messages from the bot."""
TOO_LARGE: Final = 413
"""The HTTP status of a request whose files are too large."""
