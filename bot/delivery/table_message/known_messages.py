"""The known messages of a table: their state, how each event changes it, and which request comes next.

A new message replaces the current one in steps, each of which may be the last before a kill: the intent is stored,
the new message posted, the old one deleted (in a chronicle: frozen), and only then is the new one's id stored,
which ends the intent. This module needs no Discord, clock, event loop or database.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final, NamedTuple, TypeAlias

from bot.render.view_model import Phase

Look: TypeAlias = list[dict[str, Any]]
"""The components of a message, to compare what it shows with what it must show."""
NONCE_SECONDS: Final = 60.0
"""Seconds for which Discord surely remembers a message's nonce; it remembers them for minutes."""
FIRST, THEN = 0, 1
"""Priorities after a restart: first the requests that leave one live message in each channel, then its updates."""


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
_AFTER_POST: Final = dict.fromkeys(UNSURE | SURE, State.SHOWN) | {State.UNKNOWN_DUE: State.DUE}
"""The states after a newer message became known."""


class Message(NamedTuple):
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


@dataclass
class KnownMessages:
    """The known facts about a table's messages, which a method changes after each event.

    `current` is the newest message known; `old` are those to delete or freeze, oldest first. `stored` is the `key`
    in the table's row, None if there is none; `intent` is the open intent.
    """

    state: State = State.ABSENT
    current: Message | None = None
    old: tuple[Message, ...] = ()
    intent: Intent | None = None
    stored: tuple[int, str] | None = None

    @classmethod
    def of_row(cls, message_id: int | None, phase: str | None, intent: str | None) -> "KnownMessages":
        """Returns what the columns of a table's row say, which is all that is known after a restart."""
        current = None if message_id is None or phase is None else Message(message_id, Phase.parse(phase))
        stored = None if current is None else current.key
        if intent is not None:
            return cls(State.UNKNOWN, current, intent=Intent.parse(intent), stored=stored)
        return cls(State.ABSENT if current is None else State.SHOWN, current, stored=stored)

    @property
    def current_id(self) -> int | None:
        """The id of the current message, None if there is none."""
        return None if self.current is None else self.current.message_id

    @property
    def is_settled(self) -> bool:
        """Whether nothing remains to be found out, retired or stored."""
        is_saved = self.current is None or self.stored == self.current.key
        return self.state in (State.ABSENT, State.SHOWN) and is_saved and not self.old

    @property
    def is_reachable(self) -> bool:
        """Whether this process may send requests to the channel."""
        return self.state not in (State.LOST, State.STOPPED)

    def is_live(self, message_id: int) -> bool:
        """Returns whether a message is the live one or must be: newer than `current`, and perhaps the bot's."""
        if self.current is None or message_id == self.current.message_id:
            return True
        return self.state in UNSURE and message_id > self.current.message_id

    # Requests to post

    def suspect_post(self, intent: Intent) -> None:
        """Notes that a message may have been posted after the intent was stored; its id is unknown."""
        self._move({State.ABSENT: State.UNKNOWN})
        if self.state is State.UNKNOWN:
            self.intent = self.intent or intent

    def note_post_sent(self) -> None:
        """Notes that a request to post has been sent."""
        waiting = {State.DUE: State.LATE, State.UNCONFIRMED: State.RESENDING}
        self._move({State.ABSENT: State.POSTING, State.SHOWN: State.POSTING} | waiting)

    def note_post_overdue(self) -> None:
        """Notes that a request to post has not been answered for long."""
        self._move({State.POSTING: State.LATE})

    def note_post_refused(self) -> None:
        """Notes that Discord refused the request to post: that request posted nothing."""
        self._move({State.POSTING: State.DUE, State.LATE: State.DUE, State.RESENDING: State.UNCONFIRMED})

    def note_post_unanswered(self) -> None:
        """Notes that a request to post failed, and may have taken effect."""
        self._move(dict.fromkeys(IN_FLIGHT, State.UNCONFIRMED))

    def note_posted(self, message_id: int, phase: Phase, look: Look | None) -> None:
        """Notes a message that a request, or the response to a click, has posted; a look of None is unknown."""
        if self.current is not None and message_id <= self.current.message_id:
            # That message is known already: whether another was posted must be found out.
            self.note_post_unanswered()
            return
        self._supersede(Message(message_id, phase, look))
        self._move(_AFTER_POST)

    def note_search(self, live: Sequence[int], ours: Collection[int], *, is_single: bool) -> None:
        """Notes the bot's messages that a search has found; those in `live`, oldest first, have controls.

        In a chronicle, an earlier process has frozen a current message that has none.
        """
        if self.current_id in ours and self.current_id not in live and not is_single:
            self._change(is_retired=True)
        phase = Phase("lobby") if self.intent is None else self.intent.phase
        unknown = [message_id for message_id in live if message_id != self.current_id]
        for message_id in unknown:
            self._supersede(Message(message_id, phase))
        if_none = {State.UNKNOWN: State.SHOWN, State.UNKNOWN_DUE: State.DUE, State.UNCONFIRMED: State.DUE}
        self._move(_AFTER_POST if unknown else if_none)

    def require_post(self) -> None:
        """Has a message posted below whatever is in the channel, even for the same phase."""
        self._move({State.ABSENT: State.DUE, State.SHOWN: State.DUE, State.UNKNOWN: State.UNKNOWN_DUE})

    # Other requests

    def forget_look(self, message_id: int | None = None) -> None:
        """Forgets how the current message looks, if it has the id (None: whatever its id).

        It may have been deleted, or an edit of it is about to be sent: until it is known again, it is edited.
        """
        self._change(message_id, look=None)

    def note_edited(self, message_id: int, look: Look) -> None:
        """Notes that a message was edited."""
        self._change(message_id, look=look, is_retired=False)

    def note_deleted(self, message_id: int) -> None:
        """Notes that a message was deleted by somebody, or cannot be edited any more."""
        if message_id == self.current_id:
            self._change(is_retired=True)
            self._move({State.SHOWN: State.DUE})

    def reuse(self, phase: Phase) -> None:
        """Lets the current message show the phase that follows its own, in place of a new message."""
        self._change(phase=phase)

    def note_retired(self, message_id: int) -> None:
        """Notes that an old message was deleted or frozen."""
        self.old = tuple(each for each in self.old if each.message_id != message_id)

    def note_saved(self, key: tuple[int, str]) -> None:
        """Notes that the id and phase of the current message are stored, which ends the intent."""
        self.stored, self.intent = key, None
        self.old = tuple(each for each in self.old if each.message_id >= key[0])

    # The channel

    def lose_channel(self) -> None:
        """Stops all requests: the channel was deleted, or cannot be read or written any more."""
        if self.state in SURE:
            self.intent = None  # it led to no message, so none is searched for later
        self._move(dict.fromkeys(UNSURE | SURE, State.LOST))

    def regain_channel(self) -> None:
        """Allows requests again: the channel may be reachable."""
        self._move({State.LOST: State.SHOWN if self.intent is None else State.UNKNOWN})

    def release(self) -> None:
        """Stops all requests for good: another process owns the table."""
        self.state = State.STOPPED

    def _move(self, states: Mapping[State, State]) -> None:
        """Changes the state; one that is not listed stays."""
        self.state = states.get(self.state, self.state)
        if self.state is State.SHOWN and self.current is None:
            self.state = State.DUE

    def _change(self, message_id: int | None = None, **facts: Any) -> None:
        """Changes facts about the current message, if that has the id (None: whatever its id)."""
        if self.current is not None and message_id in (None, self.current.message_id):
            self.current = self.current._replace(**facts)

    def _supersede(self, message: Message) -> None:
        """Makes `message` the current one; the one before becomes an old message."""
        self.old = self.old if self.current is None else (*self.old, self.current)
        self.current = message


@dataclass(frozen=True, kw_only=True)
class Target(ABC):
    """The content that a table's messages must have.

    With `is_single` each message replaces the one before, which is deleted; otherwise the earlier message is
    frozen. While `is_sealed`, a closed window may not be shown as closed: no edit is worth a request.
    `is_set_aside`: the story of the game is lost, and the current message says so in place. `wants_thread`: the
    game must move into a thread of its lobby's message before its first turn is posted.
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
        case State.SHOWN | State.DUE:
            return _next_step(known, target)
        case State.ABSENT:
            return None if target.phase.kind == "lobby" else _next_step(known, target)
        case State.UNKNOWN | State.UNKNOWN_DUE:
            return _search(known)
        case State.UNCONFIRMED:
            return _post(known, target) if _nonce_holds(known, target, now) else _search(known)
        case State.LOST | State.STOPPED | State.POSTING | State.LATE | State.RESENDING:
            return None


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
        # A retired message may still exist: Discord limits the edits of an old message.
        if is_deleted or not (old.is_retired or target.look(old.phase) == old.look):
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
