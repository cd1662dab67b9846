"""The events that change what is known of a table's messages: plain values."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.delivery.table_message.states import Intent, Look
from bot.render.phase import Phase


@dataclass(frozen=True)
class Intended:
    """The store has recorded that a message is about to be posted."""

    intent: Intent


@dataclass(frozen=True)
class Sent:
    """A request to post has been sent."""


@dataclass(frozen=True)
class Overdue:
    """A request to post has not been answered for long."""


@dataclass(frozen=True)
class Posted:
    """A message was posted, by a request or by the response to a click; `look` is None if it is unknown."""

    message_id: int
    phase: Phase
    look: Look | None


@dataclass(frozen=True)
class Refused:
    """Discord refused the request to post: that request posted nothing."""


@dataclass(frozen=True)
class Unanswered:
    """A request to post failed, and may have taken effect."""


@dataclass(frozen=True)
class Found:
    """A search of the channel found messages with controls that were not known, oldest first."""

    message_ids: tuple[int, ...]
    is_current_frozen: bool = False


@dataclass(frozen=True)
class FoundNothing:
    """A search of the channel found no message with controls but the current one."""

    is_current_frozen: bool = False


@dataclass(frozen=True)
class EditSent:
    """A request to edit a message, or a response that may, is about to be sent; its look is unknown meanwhile."""

    message_id: int


@dataclass(frozen=True)
class Edited:
    """A message was edited."""

    message_id: int
    look: Look


@dataclass(frozen=True)
class Deleted:
    """A message was deleted by somebody, or cannot be edited any more."""

    message_id: int


@dataclass(frozen=True)
class Doubted:
    """The current message may have been deleted: it is edited even if it looks as it must."""


@dataclass(frozen=True)
class Reused:
    """The current message shows the phase that follows its own, in place of a new message."""

    phase: Phase


@dataclass(frozen=True)
class Retired:
    """An old message was deleted or frozen."""

    message_id: int


@dataclass(frozen=True)
class Saved:
    """The id and phase of the current message are stored, which ends the intent."""

    key: tuple[int, str]


@dataclass(frozen=True)
class Reposted:
    """The message must be posted again, below whatever is in the channel."""


@dataclass(frozen=True)
class MayBePosted:
    """A message may have been posted after the intent was stored; its id is unknown."""

    intent: Intent


@dataclass(frozen=True)
class ThreadLate:
    """The thread that the next message goes into could not be made yet."""


@dataclass(frozen=True)
class ChannelLost:
    """The channel was deleted, or cannot be read or written any more."""


@dataclass(frozen=True)
class ChannelRegained:
    """The channel may be reachable again."""


@dataclass(frozen=True)
class Released:
    """Another process owns the table."""


Event: TypeAlias = (
    Intended
    | Sent
    | Overdue
    | Posted
    | Refused
    | Unanswered
    | Found
    | FoundNothing
    | EditSent
    | Edited
    | Deleted
    | Doubted
    | Reused
    | Retired
    | Saved
    | Reposted
    | MayBePosted
    | ThreadLate
    | ChannelLost
    | ChannelRegained
    | Released
)
