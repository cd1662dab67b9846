"""The transitions of a table's messages: what is known after an event.

A new message replaces the current one in steps, each of which may be the last before a kill: the intent is
stored, the new message posted, the old one deleted (in a chronicle: frozen), and only then is the new one's id
stored, which ends the intent. The machine (`states`, `events`, `transitions`, `next_request`) needs no Discord,
clock, event loop or database.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.delivery.table_message import events
from bot.delivery.table_message.states import IN_FLIGHT, SURE, Known, Message, State
from bot.render.phase import Phase

_ANY: Final = frozenset(State) - {State.LOST, State.STOPPED}

TRANSITIONS: Final[Mapping[type | events.Signal, Mapping[State, State]]] = {
    events.Signal.SENT: {
        State.ABSENT: State.POSTING,
        State.SHOWN: State.POSTING,
        State.DUE: State.LATE,
        State.UNCONFIRMED: State.RESENDING,
    },
    events.Signal.OVERDUE: {State.POSTING: State.LATE},
    events.Signal.REFUSED: {State.POSTING: State.DUE, State.LATE: State.DUE, State.RESENDING: State.UNCONFIRMED},
    events.Signal.UNANSWERED: dict.fromkeys(IN_FLIGHT, State.UNCONFIRMED),
    events.Posted: dict.fromkeys(_ANY, State.SHOWN) | {State.UNKNOWN_DUE: State.DUE},
    events.Found: dict.fromkeys(_ANY, State.SHOWN) | {State.UNKNOWN_DUE: State.DUE},
    events.FoundNothing: {
        State.UNKNOWN: State.SHOWN,
        State.UNKNOWN_DUE: State.DUE,
        State.UNCONFIRMED: State.DUE,
    },
    events.Deleted: {State.SHOWN: State.DUE},
    events.Signal.REPOSTED: {State.ABSENT: State.DUE, State.SHOWN: State.DUE, State.UNKNOWN: State.UNKNOWN_DUE},
    events.MayBePosted: {State.ABSENT: State.UNKNOWN},
    events.Signal.THREAD_LATE: {State.SHOWN: State.DUE},
    events.Signal.CHANNEL_LOST: dict.fromkeys(_ANY, State.LOST),
    events.Signal.RELEASED: dict.fromkeys(State, State.STOPPED),
}
"""The next state by event and state. An event that is not listed for a state leaves it.

Two more transitions depend on the other facts: CHANNEL_REGAINED leaves LOST for UNKNOWN if there is an intent,
otherwise for SHOWN; and SHOWN without any message is DUE.
"""


def after(known: Known, event: events.Event) -> Known:
    """Returns what is known after an event."""
    current = None if known.current is None else known.current.message_id
    if isinstance(event, events.Deleted) and event.message_id != current:
        return known
    if isinstance(event, events.Posted) and current is not None and event.message_id <= current:
        # that message is known already: whether another was posted must be found out
        event = events.Signal.UNANSWERED
    if event is events.Signal.CHANNEL_LOST and known.state in SURE:
        known = replace(known, intent=None)  # it led to no message, so none is searched for later
    kind = event if isinstance(event, events.Signal) else type(event)
    state = TRANSITIONS.get(kind, {}).get(known.state, known.state)
    if event is events.Signal.CHANNEL_REGAINED and known.state is State.LOST:
        state = State.SHOWN if known.intent is None else State.UNKNOWN
    known = _with_facts(known if state is known.state else replace(known, state=state), event)
    if known.state is State.SHOWN and known.current is None:
        return replace(known, state=State.DUE)
    return known


def searched(
    known: Known, live: Sequence[int], ours: Collection[int], *, is_single: bool
) -> events.Found | events.FoundNothing:
    """Returns what a search has found: `live` are the bot's messages with controls, `ours` all its messages."""
    current = None if known.current is None else known.current.message_id
    is_current_frozen = current in ours and current not in live and not is_single
    unknown = tuple(message_id for message_id in live if message_id != current)
    return events.Found(unknown, is_current_frozen) if unknown else events.FoundNothing(is_current_frozen)


def _with_facts(known: Known, event: events.Event) -> Known:
    """Returns `known` with what an event says about the messages; its state is that after the event."""
    match event:
        case events.Intended(intent):
            return replace(known, intent=intent)
        case events.MayBePosted(intent):
            return replace(known, intent=known.intent or intent) if known.state is State.UNKNOWN else known
        case events.Posted(message_id, phase, look):
            return _superseded(known, Message(message_id, phase, look))
        case events.Found(message_ids, is_current_frozen):
            known = _with_current(known, is_retired=True) if is_current_frozen else known
            phase = Phase("lobby") if known.intent is None else known.intent.phase
            *older, newest = (Message(message_id, phase) for message_id in message_ids)
            return _superseded(replace(known, old=(*known.old, *older)), newest)
        case events.FoundNothing(is_current_frozen):
            return _with_current(known, is_retired=True) if is_current_frozen else known
        case events.EditSent(message_id):
            return _with_current(known, message_id, look=None)
        case events.Edited(message_id, look):
            return _with_current(known, message_id, look=look, is_retired=False)
        case events.Deleted(message_id):
            return _with_current(known, message_id, is_retired=True)
        case events.Signal.DOUBTED:
            return _with_current(known, look=None)
        case events.Reused(phase):
            return _with_current(known, phase=phase)
        case events.Retired(message_id):
            return replace(known, old=tuple(each for each in known.old if each.message_id != message_id))
        case events.Saved(key):
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
    """Returns `known` with `message` as the current message; the one before becomes an old message."""
    old = known.old if known.current is None else (*known.old, known.current)
    return replace(known, current=message, old=old)
