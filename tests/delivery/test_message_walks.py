"""The state machine of a table's message in random walks, in which any request may fail."""

from dataclasses import dataclass, field

from hypothesis import example, given
from hypothesis import strategies as st

from bot.delivery.table_message import events
from bot.delivery.table_message import next_request as requested
from bot.delivery.table_message.next_request import (
    NONCE_SECONDS,
    interim_edit,
    is_settled,
    next_request,
    phase_shown,
    reusable_phase,
)
from bot.delivery.table_message.states import IN_FLIGHT, Intent, Known, Look, State, Target
from bot.delivery.table_message.transitions import after, searched
from bot.render.phase import Phase

LOBBY = Phase("lobby")
NOW = 1_000_000.0


def look(phase: Phase) -> Look:
    return [{"content": str(phase)}]


@dataclass
class Channel:
    """A channel, the table's row, and a process that keeps the message up to date; requests fail as the test says.

    `messages` maps each id to what it shows; `nonces` holds the posts that Discord remembers. When a repost was
    last asked for, `reposted_after` was the newest id.
    """

    is_single: bool
    known: Known = field(default_factory=Known)
    messages: dict[int, Look] = field(default_factory=dict[int, Look])
    nonces: dict[tuple[object, ...], tuple[int, float]] = field(
        default_factory=dict[tuple[object, ...], tuple[int, float]]
    )
    row: tuple[int, str] | None = None
    intent: Intent | None = None
    now: float = NOW
    phase: Phase = LOBBY
    version: int = 0
    last_id: int = 0
    reposted_after: int = 0

    @property
    def target(self) -> Target:
        return Target(self.phase, self.look, self.is_single or self.phase == LOBBY)

    def look(self, phase: Phase) -> Look:
        """Returns what a message of a phase shows.

        It is live, with controls, only while the table is in this phase.
        """
        return [{"phase": str(phase), "version": self.version, "live": phase == self.phase}]

    def live(self) -> list[int]:
        return [message_id for message_id, shown in self.messages.items() if shown[0]["live"]]

    def apply(self, event: events.Event) -> None:
        self.known = after(self.known, event)

    def step(self, outcome: str = "done") -> bool:
        """Carries out the next request, which is "done", "refused", "lost" (without effect) or "unanswered"."""
        request = next_request(self.known, self.target, self.now)
        takes_effect = outcome in ("done", "unanswered")
        match request:
            case None:
                return False
            case requested.Search(_, message_id):
                if outcome == "done":
                    ours = frozenset(self.messages)
                    live = tuple(each for each in self.live() if message_id is None or each >= message_id)
                    self.apply(searched(self.known, live, ours, is_single=self.target.is_single))
            case requested.Post(phase):
                if self.known.intent is None or self.known.intent.phase != phase:
                    self.intent = Intent(phase, self.now)
                    self.apply(events.Intended(self.intent))
                self.apply(events.Signal.SENT)
                assert next_request(self.known, self.target, self.now) is None, "one post at a time"
                message_id = self.post(phase) if takes_effect else 0
                if outcome != "done" and self.version % 2:
                    self.apply(events.Signal.OVERDUE)
                if outcome == "done":
                    again = self.known.state is State.RESENDING
                    self.apply(events.Posted(message_id, phase, None if again else self.look(phase)))
                else:
                    self.apply(events.Signal.REFUSED if outcome == "refused" else events.Signal.UNANSWERED)
            case requested.Edit(message_id, phase):
                self.edit(message_id, phase, takes_effect, outcome == "done")
            case requested.Delete(message_id) | requested.Freeze(message_id):
                if takes_effect and isinstance(request, requested.Delete):
                    self.messages.pop(message_id, None)
                elif takes_effect and message_id in self.messages:
                    self.messages[message_id] = self.look(request.phase)
                if outcome == "done":
                    self.apply(events.Retired(message_id))
            case requested.Save(key):
                if outcome == "done":
                    self.row, self.intent = key, None
                    self.apply(events.Saved(key))
            case requested.MakeThread():
                raise AssertionError("no thread is wanted")
        if outcome != "done" and (edit := interim_edit(self.known, self.target)) is not None:
            self.edit(edit.message_id, edit.phase, takes_effect, is_answered=True)
        return True

    def post(self, phase: Phase) -> int:
        """Posts a message, unless Discord remembers the nonce."""
        nonce = (self.known.stored, phase.kind, phase.turn)
        message_id, posted_at = self.nonces.get(nonce, (0, 0.0))
        if self.now - posted_at >= NONCE_SECONDS:
            self.last_id = message_id = self.last_id + 10
            self.nonces[nonce] = message_id, self.now
            self.messages[message_id] = self.look(phase)
        return message_id

    def edit(self, message_id: int, phase: Phase, takes_effect: bool, is_answered: bool) -> None:
        self.apply(events.EditSent(message_id))
        if takes_effect and message_id in self.messages:
            self.messages[message_id] = self.look(phase)
        if is_answered and takes_effect:
            is_there = message_id in self.messages
            self.apply(events.Edited(message_id, self.look(phase)) if is_there else events.Deleted(message_id))

    def restart(self) -> None:
        """Starts a process that knows only the row."""
        message_id, phase = self.row or (None, None)
        self.known = Known.of_row(message_id, phase, None if self.intent is None else str(self.intent))
        self.apply(events.MayBePosted(Intent(self.phase, NOW)))
        self.reposted_after = 0

    def respond(self, *, is_answered: bool) -> None:
        """Answers a click on the newest live message by an edit of it."""
        newest = max(self.live(), default=None)
        if newest is None or not self.known.is_live(newest):
            return
        if self.known.current is not None and newest == self.known.current.message_id:
            self.edit(newest, phase_shown(self.known, self.target, newest), True, is_answered)
        else:
            self.messages[newest] = self.look(phase_shown(self.known, self.target, newest))
            if is_answered:
                self.apply(events.Posted(newest, self.phase, self.messages[newest]))

    def reuse(self) -> None:
        phase = reusable_phase(self.known, self.target, max(self.messages, default=0))
        if phase is not None:
            self.apply(events.Reused(phase))


OPERATIONS = (
    *("done", "done", "done", "refused", "lost", "unanswered"),
    *("next turn", "change", "repost", "delete", "restart", "minute", "respond", "respond unheard"),
    *("reuse", "lose channel", "regain channel", "half time"),
)


DONE = ("done",) * 4
"""Enough successful requests to show one change everywhere."""


def operate(channel: Channel, operation: str) -> None:
    match operation:
        case "next turn":
            channel.phase = Phase("turn", 0 if channel.phase == LOBBY else channel.phase.turn + 1)
            channel.version += 1
        case "change":
            channel.version += 1
        case "repost":
            if channel.known.state is not State.LOST and channel.known.state is not State.UNCONFIRMED:
                channel.reposted_after = channel.last_id
            channel.apply(events.Signal.REPOSTED)
        case "delete" if channel.live():
            # A regular check notices a deletion: the current message is gone.
            deleted = channel.live()[-1]
            del channel.messages[deleted]
            channel.apply(events.Deleted(deleted))
        case "restart":
            channel.restart()
        case "minute":
            channel.now += NONCE_SECONDS
        case "respond" | "respond unheard":
            channel.respond(is_answered=operation == "respond")
        case "reuse":
            channel.reuse()
        case "lose channel":
            channel.apply(events.Signal.CHANNEL_LOST)
            channel.reposted_after = 0
        case "regain channel":
            channel.apply(events.Signal.CHANNEL_REGAINED)
        case "half time":
            channel.apply(events.Signal.DOUBTED)
        case "done" | "refused" | "lost" | "unanswered":
            channel.step(operation)
        case _:
            pass


@example(is_single=False, operations=[*DONE, "next turn", *DONE, "repost", "lost", "minute"])
@example(is_single=True, operations=[*DONE, "next turn", "refused", "next turn", "refused"])
@given(is_single=st.booleans(), operations=st.lists(st.sampled_from(OPERATIONS), max_size=40))
def test_exactly_one_live_message_is_left_whatever_fails(is_single: bool, operations: list[str]) -> None:
    channel = Channel(is_single)
    channel.apply(events.MayBePosted(Intent(LOBBY, NOW)))
    for operation in operations:
        operate(channel, operation)
        assert channel.known.state not in IN_FLIGHT
    channel.apply(events.Signal.CHANNEL_REGAINED)
    channel.now += NONCE_SECONDS
    settle(channel)
    current = channel.known.current
    if current is not None and current.message_id not in channel.messages:
        channel.apply(events.Deleted(current.message_id))  # what the next regular check reports
        settle(channel)
        current = channel.known.current
    assert current is not None
    assert is_settled(channel.known)
    assert channel.live() == [current.message_id]
    assert current.phase == channel.phase
    assert channel.messages[current.message_id] == channel.look(current.phase) == current.look
    assert channel.row == current.key
    assert current.message_id > channel.reposted_after


def settle(channel: Channel) -> None:
    """Carries out all requests."""
    steps = 0
    while channel.step():
        steps += 1
        assert steps < 100, "requests without end"
