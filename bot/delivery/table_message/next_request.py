"""Chooses the next request from what is known of a table's messages and what they must show."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, NamedTuple

from bot.delivery.table_message.known_messages import INTERIM, KnownMessages, Look, Message, State
from bot.render.public_facts import Phase

NONCE_SECONDS: Final = 60.0
"""Seconds for which Discord surely remembers a message's nonce; it remembers them for minutes."""
FIRST, THEN = 0, 1
"""Priorities after a restart: first the requests that leave one live message in each channel, then its updates."""


@dataclass(frozen=True, kw_only=True)
class Target(ABC):
    """The content that a table's messages must have.

    `phase` is that of the table. With `is_single` each message replaces the one before, which is deleted;
    otherwise the earlier message is frozen. While `is_sealed`, a closed window may not be shown as closed: no edit
    is worth a request. `is_set_aside`: the story of the game is lost, and the current message says so in place.
    `wants_thread`: the game must move into a thread of its lobby's message before its first turn is posted.
    """

    phase: Phase
    is_single: bool = True
    is_sealed: bool = False
    is_set_aside: bool = False
    wants_thread: bool = False

    @abstractmethod
    def look(self, phase: Phase) -> Look:
        """Returns how the message of a phase must look now: without controls if the table is past that phase."""


class Kind(Enum):
    """The kinds of requests."""

    SEARCH = auto()  # search the channel for messages posted after the intent, from the current message on
    DELETE = auto()  # delete an old message
    FREEZE = auto()  # edit an old message so that it shows what became of its phase, without controls
    SAVE = auto()  # store the id and phase of the current message
    MAKE_THREAD = auto()  # move the game into a thread of its lobby's message
    POST = auto()  # store the intent, unless it is stored, and post the message of a phase
    EDIT = auto()  # edit the current message so that it shows a phase as it is now


class Request(NamedTuple):
    """A request about the message of an id, 0 for one that is not known yet; `phase` is what it shows.

    `is_repost`: a message of this phase was posted before.
    """

    kind: Kind
    phase: Phase
    message_id: int = 0
    priority: int = FIRST
    is_repost: bool = False


def next_request(known: KnownMessages, target: Target, now: float) -> Request | None:
    """Returns what must be requested next; None if nothing must, or if a post is under way. `now`: since 1970."""
    match known.state:
        case State.LOST | State.STOPPED | State.POSTING | State.LATE | State.RESENDING:
            return None
        case State.UNKNOWN | State.UNKNOWN_DUE:
            return _search(known)
        case State.UNCONFIRMED:
            return _post(known, target) if _nonce_holds(known, target, now) else _search(known)
        case State.ABSENT if target.phase.kind == "lobby":
            return None
        case State.ABSENT | State.SHOWN | State.DUE:
            return _next_step(known, target)


def interim_edit(known: KnownMessages, target: Target) -> Request | None:
    """Returns the edit by which the current message shows the new state while no new message can be posted."""
    if known.state not in INTERIM or known.current is None or known.current.is_retired:
        return None
    return _edit(known, known.current, target)


def phase_shown(known: KnownMessages, target: Target, message_id: int | None = None) -> Phase:
    """Returns the phase that a live message must show: the current one (None), or a newer one that is not known.

    While a new message is being posted, the current one shows its own phase, frozen, except in the INTERIM states.
    """
    current = known.current
    if current is None:
        return target.phase
    is_current = message_id in (None, current.message_id)
    if is_current and known.state not in INTERIM and not target.is_set_aside:
        return current.phase
    return target.phase.after(current.phase)


def reusable_phase(known: KnownMessages, target: Target, last_message_id: int) -> Phase | None:
    """Returns the phase that the current message may show instead of a new message; None if it may not.

    It may if each message replaces the one before, and no other message (`last_message_id`) is below it.
    """
    current = known.current
    if current is None or not (target.is_single and known.is_settled):
        return None
    if current.phase.kind != "turn" or target.phase == current.phase or last_message_id > current.message_id:
        return None
    return target.phase.after(current.phase)


def _search(known: KnownMessages) -> Request | None:
    return None if known.intent is None else Request(Kind.SEARCH, known.intent.phase)


def _nonce_holds(known: KnownMessages, target: Target, now: float) -> bool:
    """Returns whether posting again would return the message of the first try, if there is one."""
    intent = known.intent
    return intent is not None and intent.phase == target.phase and now - intent.at < NONCE_SECONDS


def _next_step(known: KnownMessages, target: Target) -> Request | None:
    """Returns the next step of a replacement, or else the request by which the channel shows the target."""
    current = known.current
    if current is None:
        return _post(known, target)
    for old in known.old:
        is_deleted = target.is_single or old.phase == current.phase
        if not old.is_retired and (is_deleted or target.look(old.phase) != old.look):
            return Request(Kind.DELETE if is_deleted else Kind.FREEZE, old.phase, old.message_id)
    is_outdated = current.phase != target.phase and not target.is_set_aside
    needs_post = known.state is State.DUE or is_outdated
    if known.stored != current.key or (known.intent is not None and not needs_post):
        return Request(Kind.SAVE, current.phase, current.message_id)
    if current.phase.kind == "lobby" and target.wants_thread:
        return Request(Kind.MAKE_THREAD, current.phase, current.message_id)
    if needs_post:
        return _post(known, target)
    return None if target.is_sealed else _edit(known, current, target)


def _post(known: KnownMessages, target: Target) -> Request:
    current = known.current
    if current is None:
        return Request(Kind.POST, target.phase)
    phase, priority = target.phase.after(current.phase), FIRST if current.is_retired else THEN
    return Request(Kind.POST, phase, priority=priority, is_repost=current.phase == phase)


def _edit(known: KnownMessages, current: Message, target: Target) -> Request | None:
    phase = phase_shown(known, target)
    return None if target.look(phase) == current.look else Request(Kind.EDIT, phase, current.message_id, THEN)
