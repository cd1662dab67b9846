"""The events that change what is known of a table's messages: plain values."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from bot.delivery.table_message.states import Intent, Look
from bot.render.phase import Phase


class Signal(Enum):
    """The events that have no facts of their own."""

    SENT = auto()  # a request to post has been sent
    OVERDUE = auto()  # a request to post has not been answered for long
    REFUSED = auto()  # Discord refused the request to post: that request posted nothing
    UNANSWERED = auto()  # a request to post failed, and may have taken effect
    DOUBTED = auto()  # the current message may have been deleted: it is edited even if it looks as it must
    REPOSTED = auto()  # the message must be posted again, below whatever is in the channel
    THREAD_LATE = auto()  # the thread that the next message goes into could not be made yet
    CHANNEL_LOST = auto()  # the channel was deleted, or cannot be read or written any more
    CHANNEL_REGAINED = auto()  # the channel may be reachable again
    RELEASED = auto()  # another process owns the table


@dataclass(frozen=True)
class Intended:
    """The store has recorded that a message is about to be posted."""

    intent: Intent


@dataclass(frozen=True)
class Posted:
    """A message was posted, by a request or by the response to a click; `look` is None if it is unknown."""

    message_id: int
    phase: Phase
    look: Look | None


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
class MayBePosted:
    """A message may have been posted after the intent was stored; its id is unknown."""

    intent: Intent


Event: TypeAlias = (
    Signal
    | Intended
    | Posted
    | Found
    | FoundNothing
    | EditSent
    | Edited
    | Deleted
    | Reused
    | Retired
    | Saved
    | MayBePosted
)
