"""The state machine of a table's message in random walks, in which any request may fail."""

from dataclasses import dataclass, field

from hypothesis import example, given
from hypothesis import strategies as st

from bot.delivery.table_message.known_messages import (
    IN_FLIGHT,
    NONCE_SECONDS,
    Intent,
    Kind,
    KnownMessages,
    Look,
    Request,
    State,
    Target,
    interim_edit,
    next_request,
    phase_shown,
    reusable_phase,
)
from bot.render.view_model import Phase

LOBBY = Phase("lobby")
NOW = 1_000_000.0


@dataclass(frozen=True, kw_only=True)
class Wanted(Target):
    """The content that the messages of a table must have in its `version`."""

    version: int

    def look(self, phase: Phase) -> Look:
        """Returns what a message of a phase shows.

        It is live, with controls, only while the table is in this phase.
        """
        return [{"phase": str(phase), "version": self.version, "live": phase == self.phase}]


@dataclass
class Channel:
    """A channel, the table's row, and a process that keeps the message up to date; requests fail as the test says.

    `messages` maps each id to what it shows; `nonces` holds the posts that Discord remembers. When a repost was
    last asked for, `reposted_after` was the newest id.
    """

    is_single: bool
    known: KnownMessages = field(default_factory=KnownMessages)
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
        is_single = self.is_single or self.phase == LOBBY
        return Wanted(phase=self.phase, version=self.version, is_single=is_single)

    def live(self) -> list[int]:
        return [message_id for message_id, shown in self.messages.items() if shown[0]["live"]]

    def step(self, outcome: str = "done") -> bool:
        """Carries out the next request, which is "done", "refused", "lost" (without effect) or "unanswered"."""
        request = next_request(self.known, self.target, self.now)
        if request is None:
            return False
        self.carry_out(request, outcome)
        if outcome != "done" and (edit := interim_edit(self.known, self.target)) is not None:
            self.edit(edit, outcome == "unanswered", is_answered=True)
        return True

    def carry_out(self, request: Request, outcome: str) -> None:
        is_done, takes_effect = outcome == "done", outcome in ("done", "unanswered")
        message_id, phase, known = request.message_id, request.phase, self.known
        match request.kind:
            case Kind.SEARCH:
                if is_done:
                    live = tuple(each for each in self.live() if each >= (known.current_id or 0))
                    known.note_search(live, frozenset(self.messages), is_single=self.target.is_single)
            case Kind.POST:
                if known.intent is None or known.intent.phase != phase:
                    known.intent = self.intent = Intent(phase, self.now)
                known.note_post_sent()
                assert next_request(known, self.target, self.now) is None, "one post at a time"
                message_id = self.post(phase) if takes_effect else 0
                if not is_done and self.version % 2:
                    known.note_post_overdue()
                if is_done:
                    again = known.state is State.RESENDING
                    known.note_posted(message_id, phase, None if again else self.target.look(phase))
                elif outcome == "refused":
                    known.note_post_refused()
                else:
                    known.note_post_unanswered()
            case Kind.EDIT:
                self.edit(request, takes_effect, is_done)
            case Kind.DELETE | Kind.FREEZE:
                if takes_effect and request.kind is Kind.DELETE:
                    self.messages.pop(message_id, None)
                elif takes_effect and message_id in self.messages:
                    self.messages[message_id] = self.target.look(phase)
                if is_done:
                    known.note_retired(message_id)
            case Kind.SAVE:
                if is_done:
                    self.row, self.intent = (message_id, str(phase)), None
                    known.note_saved(self.row)
            case Kind.MAKE_THREAD:
                raise AssertionError("no thread is wanted")

    def post(self, phase: Phase) -> int:
        """Posts a message, unless Discord remembers the nonce."""
        nonce = (self.known.stored, phase.kind, phase.turn)
        message_id, posted_at = self.nonces.get(nonce, (0, 0.0))
        if self.now - posted_at >= NONCE_SECONDS:
            self.last_id = message_id = self.last_id + 10
            self.nonces[nonce] = message_id, self.now
            self.messages[message_id] = self.target.look(phase)
        return message_id

    def edit(self, request: Request, takes_effect: bool, is_answered: bool) -> None:
        message_id, look = request.message_id, self.target.look(request.phase)
        self.known.forget_look(message_id)
        if takes_effect and message_id in self.messages:
            self.messages[message_id] = look
        if is_answered and takes_effect and message_id in self.messages:
            self.known.note_edited(message_id, look)
        elif is_answered and takes_effect:
            self.known.note_deleted(message_id)

    def restart(self) -> None:
        """Starts a process that knows only the row."""
        message_id, phase = self.row or (None, None)
        self.known = KnownMessages.of_row(message_id, phase, None if self.intent is None else str(self.intent))
        self.known.suspect_post(Intent(self.phase, NOW))
        self.reposted_after = 0

    def respond(self, *, is_answered: bool) -> None:
        """Answers a click on the newest live message by an edit of it."""
        newest = max(self.live(), default=None)
        if newest is None or not self.known.is_live(newest):
            return
        phase = phase_shown(self.known, self.target, newest)
        if newest == self.known.current_id:
            self.edit(Request(Kind.EDIT, phase, newest), True, is_answered)
        else:
            self.messages[newest] = self.target.look(phase)
            if is_answered:
                self.known.note_posted(newest, self.phase, self.messages[newest])

    def reuse(self) -> None:
        phase = reusable_phase(self.known, self.target, max(self.messages, default=0))
        if phase is not None:
            self.known.reuse(phase)


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
            channel.known.require_post()
        case "delete" if channel.live():
            # A regular check notices a deletion: the current message is gone.
            deleted = channel.live()[-1]
            del channel.messages[deleted]
            channel.known.note_deleted(deleted)
        case "restart":
            channel.restart()
        case "minute":
            channel.now += NONCE_SECONDS
        case "respond" | "respond unheard":
            channel.respond(is_answered=operation == "respond")
        case "reuse":
            channel.reuse()
        case "lose channel":
            channel.known.lose_channel()
            channel.reposted_after = 0
        case "regain channel":
            channel.known.regain_channel()
        case "half time":
            channel.known.forget_look()
        case "done" | "refused" | "lost" | "unanswered":
            channel.step(operation)
        case _:
            pass


@example(is_single=False, operations=[*DONE, "next turn", *DONE, "repost", "lost", "minute"])
@example(is_single=True, operations=[*DONE, "next turn", "refused", "next turn", "refused"])
@given(is_single=st.booleans(), operations=st.lists(st.sampled_from(OPERATIONS), max_size=40))
def test_exactly_one_live_message_is_left_whatever_fails(is_single: bool, operations: list[str]) -> None:
    channel = Channel(is_single)
    channel.known.suspect_post(Intent(LOBBY, NOW))
    for operation in operations:
        operate(channel, operation)
        assert channel.known.state not in IN_FLIGHT
    channel.known.regain_channel()
    channel.now += NONCE_SECONDS
    settle(channel)
    current = channel.known.current
    if current is not None and current.message_id not in channel.messages:
        channel.known.note_deleted(current.message_id)  # what the next regular check reports
        settle(channel)
        current = channel.known.current
    assert current is not None
    assert channel.known.is_settled
    assert channel.live() == [current.message_id]
    assert current.phase == channel.phase
    assert channel.messages[current.message_id] == channel.target.look(current.phase) == current.look
    assert channel.row == current.key
    assert current.message_id > channel.reposted_after


def settle(channel: Channel) -> None:
    """Carries out all requests."""
    steps = 0
    while channel.step():
        steps += 1
        assert steps < 100, "requests without end"
