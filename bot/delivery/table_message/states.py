"""The states of a table's message, the known messages, and the content that they need: plain values."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final, TypeAlias

from bot.render.phase import Phase

Look: TypeAlias = list[dict[str, Any]]
"""The components of a message, to compare what it shows with what it must show."""


class State(Enum):
    """The states of the message that shows a table."""

    ABSENT = auto()  # no message yet: the response to the command posts the lobby's
    # `current` is in the channel; old messages may still have to be deleted or frozen, and its id stored.
    SHOWN = auto()
    DUE = auto()  # a message must be posted, even for the same phase; `current` shows the new state until then
    POSTING = auto()  # a request to post a message is under way; `current` shows its own phase, frozen
    LATE = auto()  # like POSTING, but overdue or after failures: `current` shows the new state meanwhile
    # A request to post may have taken effect: it must be sent again, or the message searched for.
    UNCONFIRMED = auto()
    RESENDING = auto()  # the unconfirmed request is under way again, with the same nonce
    UNKNOWN = auto()  # an earlier process, or a response, may have posted a message: the channel must be searched
    UNKNOWN_DUE = auto()  # like UNKNOWN, and a message must be posted whatever is found
    LOST = auto()  # the channel cannot be read or written
    STOPPED = auto()  # another process owns the table: nothing more is requested


IN_FLIGHT: Final = frozenset((State.POSTING, State.LATE, State.RESENDING))
"""A request to post a message is under way."""
UNSURE: Final = IN_FLIGHT | {State.UNCONFIRMED, State.UNKNOWN, State.UNKNOWN_DUE}
"""A newer message than `current` may be in the channel."""
SURE: Final = frozenset((State.ABSENT, State.SHOWN, State.DUE))
"""No newer message than `current` is in the channel."""
INTERIM: Final = frozenset((State.DUE, State.LATE, State.UNCONFIRMED, State.RESENDING))
"""`current` shows the new state in place of the message that is not there yet."""


@dataclass(frozen=True)
class Message:
    """A message of a table: the phase it shows, and how it looks (None: unknown).

    It `is_retired` once it was deleted, or frozen by an earlier process: nothing remains to be done with it.
    """

    message_id: int
    phase: Phase
    look: Look | None = None
    is_retired: bool = False

    @property
    def key(self) -> tuple[int, str]:
        """The id and the phase, which the table's row stores."""
        return self.message_id, str(self.phase)


@dataclass(frozen=True)
class Intent:
    """A message that is about to be posted: the phase it will show, and since when (seconds since 1970)."""

    phase: Phase
    at: float

    @classmethod
    def parse(cls, text: str) -> "Intent":
        """Returns the intent that `str` wrote as `text`, e.g. `turn:5:3@1700000000`."""
        phase, _, at = text.partition("@")
        return cls(Phase.parse(phase), float(at or 0))

    def __str__(self) -> str:
        return f"{self.phase}@{self.at:.0f}"


@dataclass(frozen=True)
class Known:
    """The known facts about a table's messages.

    `current` is the newest message known; `old` are those to delete or freeze, oldest first. `stored` is the `key`
    in the table's row, None if there is none; `intent` is the open intent.
    """

    state: State = State.ABSENT
    current: Message | None = None
    old: tuple[Message, ...] = ()
    intent: Intent | None = None
    stored: tuple[int, str] | None = None

    @classmethod
    def of_row(cls, message_id: int | None, phase: str | None, intent: str | None) -> "Known":
        """Returns what the columns of a table's row say, which is all that is known after a restart."""
        current = None if message_id is None or phase is None else Message(message_id, Phase.parse(phase))
        stored = None if current is None else current.key
        if intent is not None:
            return cls(State.UNKNOWN, current, intent=Intent.parse(intent), stored=stored)
        return cls(State.ABSENT if current is None else State.SHOWN, current, stored=stored)

    def is_live(self, message_id: int) -> bool:
        """Returns whether a message is the live one or must be: newer than `current`, and perhaps the bot's."""
        if self.current is None or message_id == self.current.message_id:
            return True
        return self.state in UNSURE and message_id > self.current.message_id


@dataclass(frozen=True)
class Target:
    """The facts about a table's content on which the state machine decides.

    `phase` is that of the table. With `is_single` each message replaces the one before, which is deleted;
    otherwise the earlier message is frozen. While `is_sealed`, a closed window may not be shown as closed: no edit
    is worth a request. `is_set_aside`: the story of the game is lost, and the current message says so in place.
    `wants_thread`: the game must move into a thread of its lobby's message before its first turn is posted;
    `closes_thread`: its thread must be archived once its end is posted. `look` returns how a message of a phase
    must look now: without controls where the table is past that phase.
    """

    phase: Phase
    look: Callable[[Phase], Look]
    is_single: bool = True
    is_sealed: bool = False
    is_set_aside: bool = False
    wants_thread: bool = False
    closes_thread: bool = False
