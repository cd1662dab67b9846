"""The events that change what is known of a table's messages, and the table of transitions between the states.

A new message replaces the current one in steps, each of which may be the last before a kill: the intent is
stored, the new message posted, the old one deleted (in a chronicle: frozen), and only then is the new one's id
stored, which ends the intent. The machine (`states`, `transitions`, `next_request`) needs no Discord, clock, event
loop or database.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from bot.delivery.table_message.states import IN_FLIGHT, Intent, Known, Look, Message, State
from bot.render.phase import Phase


@dataclass(frozen=True)
class Intended:
    """That a message is about to be posted is stored."""

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
    """A message may have been posted of which nothing is known, since the intent."""

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

# Transitions

_ANY: Final = frozenset(State) - {State.LOST, State.STOPPED}

TRANSITIONS: Final[Mapping[type[Event], Mapping[State, State]]] = {
    Sent: {
        State.ABSENT: State.POSTING,
        State.SHOWN: State.POSTING,
        State.DUE: State.LATE,
        State.UNCONFIRMED: State.RESENDING,
    },
    Overdue: {State.POSTING: State.LATE},
    Refused: {State.POSTING: State.DUE, State.LATE: State.DUE, State.RESENDING: State.UNCONFIRMED},
    Unanswered: dict.fromkeys(IN_FLIGHT, State.UNCONFIRMED),
    Posted: dict.fromkeys(_ANY, State.SHOWN),
    Found: dict.fromkeys(_ANY, State.SHOWN),
    FoundNothing: {State.UNKNOWN: State.SHOWN, State.UNCONFIRMED: State.DUE},
    Deleted: {State.SHOWN: State.DUE},
    Reposted: {State.ABSENT: State.DUE, State.SHOWN: State.DUE},
    MayBePosted: {State.ABSENT: State.UNKNOWN},
    ThreadLate: {State.SHOWN: State.DUE},
    ChannelLost: dict.fromkeys(_ANY, State.LOST),
    Released: dict.fromkeys(State, State.STOPPED),
}
"""The next state by event and state. An event that is not listed for a state leaves it.

Two more depend on the facts: `ChannelRegained` leaves LOST for the state in which a process would begin, and SHOWN
without any message is DUE.
"""


def after(known: Known, event: Event) -> Known:
    """Returns what is known after an event."""
    current = None if known.current is None else known.current.message_id
    if isinstance(event, Deleted) and event.message_id != current:
        return known
    if isinstance(event, Posted) and current is not None and event.message_id <= current:
        event = Unanswered()  # that message is known already: whether another was posted must be found out
    state = TRANSITIONS.get(type(event), {}).get(known.state, known.state)
    if isinstance(event, ChannelRegained) and known.state is State.LOST:
        state = known.resumed()
    known = _with_facts(replace(known, state=state), event)
    if known.state is State.SHOWN and known.current is None:
        return replace(known, state=State.DUE)
    return known


def searched(known: Known, live: Sequence[int], ours: Collection[int], *, is_single: bool) -> Found | FoundNothing:
    """Returns what a search has found: `live` are our messages with controls, oldest first, `ours` all of ours."""
    current = None if known.current is None else known.current.message_id
    is_current_frozen = current in ours and current not in live and not is_single
    unknown = tuple(message_id for message_id in live if message_id != current)
    return Found(unknown, is_current_frozen) if unknown else FoundNothing(is_current_frozen)


def _with_facts(known: Known, event: Event) -> Known:
    """Returns `known` with what an event says about the messages; its state is that after the event."""
    match event:
        case Intended(intent):
            return replace(known, intent=intent)
        case MayBePosted(intent):
            return replace(known, intent=known.intent or intent) if known.state is State.UNKNOWN else known
        case Posted(message_id, phase, look):
            return _superseded(known, Message(message_id, phase, look))
        case Found(message_ids, is_current_frozen):
            known = _with_current(known, is_retired=True) if is_current_frozen else known
            phase = Phase("lobby") if known.intent is None else known.intent.phase
            *older, newest = (Message(message_id, phase) for message_id in message_ids)
            return _superseded(replace(known, old=(*known.old, *older)), newest)
        case FoundNothing(is_current_frozen):
            return _with_current(known, is_retired=True) if is_current_frozen else known
        case EditSent(message_id):
            return _with_current(known, message_id, look=None)
        case Edited(message_id, look):
            return _with_current(known, message_id, look=look, is_retired=False)
        case Deleted(message_id):
            return _with_current(known, message_id, is_retired=True)
        case Doubted():
            return _with_current(known, look=None)
        case Reused(phase):
            return _with_current(known, phase=phase)
        case Retired(message_id):
            return replace(known, old=tuple(each for each in known.old if each.message_id != message_id))
        case Saved(key):
            old = tuple(each for each in known.old if each.message_id >= key[0])
            return replace(known, stored=key, intent=None, old=old)
        case _:
            return known


def _with_current(known: Known, message_id: int | None = None, **facts: Any) -> Known:
    """Returns `known` with facts about the current message, if that has the id (None: whatever its id)."""
    current = known.current
    if current is None or message_id not in (None, current.message_id):
        return known
    return replace(known, current=replace(current, **facts))


def _superseded(known: Known, message: Message) -> Known:
    """Returns `known` with another current message, where the one before is an old one."""
    old = known.old if known.current is None else (*known.old, known.current)
    return replace(known, current=message, old=old)
