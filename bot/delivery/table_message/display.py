"""Display: the content that a table's message needs. The dispatcher makes one for each state of the table."""

from dataclasses import dataclass, field
from math import inf
from typing import Final

from bot.delivery.table_message.known_messages import Look, Target
from bot.render.controls import Layout
from bot.render.messages.turn import message_for_phase
from bot.render.view_model import Phase, TableView
from bot.store.rows import Seat, Status
from bot.tables.state import TableState
from bot.tables.table import Table

RECENT_CLICK_SECONDS: Final = 30.0
"""For this time after a click, its member is assumed to be looking at the table's message.

A member who has left nevertheless is reminded at half the time of the turn.
"""
RECENT_CLICK_SECONDS_WITH_ORDERS: Final = 60.0
"""The same at tables with standing orders, where members may click once in a round, however quick they are."""
SHORT_QUESTION_SECONDS: Final = 300.0
"""If a question lasts no longer than this, its reminder at half time soon reaches a member who looked away."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Display(Target):
    """The content that a table's message needs: the state of the table, and the messages of its phases."""

    state: TableState
    view: TableView
    _messages: dict[str, tuple[Layout, Look]] = field(default_factory=dict[str, tuple[Layout, Look]])

    @classmethod
    def of(cls, table: Table, last: "Display | None" = None) -> "Display":
        """Returns what the message of a table must show now: `last` if nothing has changed since."""
        state, view = table.state, TableView.of(table)
        if last is not None and last.view is view:
            return last
        return cls(
            phase=view.phase,
            is_single=state.has_one_message or state.game is None,
            is_sealed=state.open_question.pending is not None,
            is_set_aside=state.status is Status.SET_ASIDE,
            wants_thread=state.wants_thread and table.no_thread is None,
            state=state,
            view=view,
        )

    def look(self, phase: Phase) -> Look:
        """Returns how the message of a phase looks."""
        return self._rendered(phase)[1]

    def has_picture(self, phase: Phase) -> bool:
        """Returns whether the message of a phase has a picture, which its look leaves out."""
        return self._rendered(phase)[0].picture is not None

    def message(self, phase: Phase) -> Layout:
        """Returns the message of a phase, for one request, which may remove its picture or emojis."""
        return self._rendered(phase)[0].copy()

    def _rendered(self, phase: Phase) -> tuple[Layout, Look]:
        key = str(phase)  # the text also says where the story begins, which comparing phases ignores
        if (rendered := self._messages.get(key)) is None:
            message = message_for_phase(self.view, phase)
            rendered = self._messages[key] = message, message.look()
        return rendered

    @property
    def deadline(self) -> float:
        """The deadline of the open question; infinite without one."""
        return inf if self.state.deadline is None else self.state.deadline

    @property
    def turn_user(self) -> int | None:
        """The member whose turn it is, None for an AI seat and for a member who is away."""
        return None if self.state.game is None else self._present(self.state.seats[self.state.game.turn])

    @property
    def is_needed(self) -> bool:
        """Whether members need the message now: in a lobby, or because they owe an answer."""
        return self.state.status is Status.LOBBY or bool(self.state.awaited())

    @property
    def is_playing(self) -> bool:
        """Whether a game is in progress that is not paused."""
        return self.state.status is Status.PLAYING

    def channel_of(self, phase: Phase) -> int:
        """Returns the id of the channel that the message of a phase is in."""
        return self.state.lobby_channel_id if phase.kind == "lobby" else self.state.channel_id

    def pinged_by(self, phase: Phase) -> tuple[int, ...]:
        """Returns whom a new message of a phase pings, unless they opted out: the member whose turn it is.

        The first message in a thread pings all members, who then follow the thread.
        """
        if phase.kind != "turn" or self.state.game is None:
            return ()
        if self.state.in_thread and 0 in (phase.turn, phase.since):
            return tuple(user for seat in self.state.seats if (user := self._present(seat)) is not None)
        return () if self.turn_user is None else (self.turn_user,)

    def reaches_without_ping(self, clicked_by: int | None, clicked_seconds_ago: float) -> bool:
        """Returns whether the member whose turn it is will notice an edit, without a new message and its ping.

        That member's last click was `clicked_seconds_ago`; `clicked_by` has just clicked, if anybody has.
        """
        if self.phase.kind == "end" or self.turn_user in (None, clicked_by):
            return True
        recent = RECENT_CLICK_SECONDS_WITH_ORDERS if self.state.orders else RECENT_CLICK_SECONDS
        return clicked_seconds_ago < recent and self.state.whole_time() <= SHORT_QUESTION_SECONDS

    @staticmethod
    def _present(seat: Seat) -> int | None:
        """Returns the member of a seat, None for an AI seat and for a member who is away."""
        return seat.user_id if seat.is_member and not seat.away else None
