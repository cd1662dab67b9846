"""Chooses the next request from what is known of a table's messages and what they must show."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.delivery.table_message.states import INTERIM, Intent, Known, Message, State, Target
from bot.render.phase import Phase

NONCE_SECONDS: Final = 60.0
"""Seconds for which Discord surely remembers a message's nonce; it remembers them for minutes."""
FIRST, THEN = 0, 1
"""Priorities after a restart: first the requests that leave one live message in each channel, then its updates."""


@dataclass(frozen=True)
class Search:
    """Search the channel for messages posted after an intent, from the known message on (None: none is known)."""

    intent: Intent
    message_id: int | None


@dataclass(frozen=True)
class Delete:
    """Delete an old message."""

    message_id: int
    phase: Phase


@dataclass(frozen=True)
class Freeze:
    """Edit an old message so that it shows what became of its phase, without controls."""

    message_id: int
    phase: Phase


@dataclass(frozen=True)
class Save:
    """Store the id and phase of the current message, after archiving the thread if the game in it has ended."""

    key: tuple[int, str]
    closes_thread: bool


@dataclass(frozen=True)
class MakeThread:
    """Move the game into a thread of its lobby's message."""

    message_id: int


@dataclass(frozen=True)
class Post:
    """Store the intent, unless it is stored, and post the message of a phase.

    `is_repost`: a message of this phase was posted before.
    """

    phase: Phase
    is_repost: bool
    priority: int


@dataclass(frozen=True)
class Edit:
    """Edit the current message so that it shows a phase as it is now."""

    message_id: int
    phase: Phase


Request: TypeAlias = Search | Delete | Freeze | Save | MakeThread | Post | Edit


def next_request(known: Known, target: Target, now: float) -> Request | None:
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
            return _finish_replacement(known, target) or _follow(known, target)


def interim_edit(known: Known, target: Target) -> Edit | None:
    """Returns the edit by which the current message shows the new state while no new message can be posted."""
    if known.state not in INTERIM or known.current is None or known.current.is_retired:
        return None
    return _edit(known, known.current, target)


def phase_shown(known: Known, target: Target, message_id: int | None = None) -> Phase:
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


def is_settled(known: Known) -> bool:
    """Returns whether nothing remains to be found out, retired or stored."""
    is_saved = known.current is None or known.stored == known.current.key
    return known.state in (State.ABSENT, State.SHOWN) and is_saved and not known.old


def reusable_phase(known: Known, target: Target, last_message_id: int) -> Phase | None:
    """Returns the phase that the current message may show instead of a new message; None if it may not.

    It may if each message replaces the one before, and no other message (`last_message_id`) is below it.
    """
    current = known.current
    if current is None or not (target.is_single and is_settled(known)):
        return None
    if current.phase.kind != "turn" or target.phase == current.phase or last_message_id > current.message_id:
        return None
    return target.phase.after(current.phase)


def _search(known: Known) -> Search | None:
    if known.intent is None:
        return None
    return Search(known.intent, None if known.current is None else known.current.message_id)


def _nonce_holds(known: Known, target: Target, now: float) -> bool:
    """Returns whether posting again would return the message of the first try, if there is one."""
    intent = known.intent
    return intent is not None and intent.phase == target.phase and now - intent.at < NONCE_SECONDS


def _finish_replacement(known: Known, target: Target) -> Request | None:
    """Returns the next step of a replacement that is not finished."""
    current = known.current
    if current is None:
        return None
    for old in known.old:
        is_deleted = target.is_single or old.phase == current.phase
        if not old.is_retired and (is_deleted or target.look(old.phase) != old.look):
            return (Delete if is_deleted else Freeze)(old.message_id, old.phase)
    if known.stored != current.key or (known.intent is not None and not _needs_post(known, target)):
        return Save(current.key, target.closes_thread and current.phase.kind in ("end", "closed"))
    return None


def _follow(known: Known, target: Target) -> Request | None:
    """Returns the request by which the channel shows the target."""
    current = known.current
    if current is not None and current.phase.kind == "lobby" and target.wants_thread:
        return MakeThread(current.message_id)
    if current is None or _needs_post(known, target):
        return _post(known, target)
    return None if target.is_sealed else _edit(known, current, target)


def _needs_post(known: Known, target: Target) -> bool:
    if known.state is State.DUE or known.current is None:
        return True
    return known.current.phase != target.phase and not target.is_set_aside


def _post(known: Known, target: Target) -> Post:
    current = known.current
    if current is None:
        return Post(target.phase, False, FIRST)
    phase = target.phase.after(current.phase)
    return Post(phase, current.phase == phase, FIRST if current.is_retired else THEN)


def _edit(known: Known, current: Message, target: Target) -> Edit | None:
    phase = phase_shown(known, target)
    return None if target.look(phase) == current.look else Edit(current.message_id, phase)
