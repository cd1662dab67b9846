"""Rows of the database: games with seats, decisions and results; the processes that share it, and their shards."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeAlias

from bot.stats.seat_statistics import GameStatistics

Place: TypeAlias = tuple[int, int]
"""(k, n): the k-th of n processes, counted from 1. It prefers the shards with shard % n == k - 1."""


@dataclass(frozen=True)
class Fence:
    """The right to write the games of `owner` (e.g. a shard). Each new owner gets a higher number."""

    owner: str
    number: int


class Status(StrEnum):
    """The status of a table. CLOSED: its lobby expired or was closed, or its game was ended."""

    LOBBY = "lobby"
    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"
    CLOSED = "closed"
    SET_ASIDE = "set_aside"  # could not be restored; its rows are kept


class Style(StrEnum):
    """How the messages of a table follow each other in its channel."""

    LIVE = "live"  # one message at the bottom, which shows the last turns; earlier ones are deleted
    CHRONICLE = "chronicle"  # each turn has its own message, which stays
    THREAD = "thread"  # as chronicle, in a thread made from the lobby's message


LIVE: Final = (Status.LOBBY, Status.PLAYING, Status.PAUSED)
"""The status of a live table. A channel has at most one."""


@dataclass(frozen=True)
class Seat:
    """A seat and its player. `ai` is the kind of an AI seat; an AI plays the seat of a member who is `away`.

    A negative `user_id` stands for a member whose data was deleted (see `bot.privacy`).

    `temperament` is one of `engine.ai.TEMPERAMENTS`, None for members and for AI seats that have none.

    `ready` is False while a member has not confirmed a rematch; `missed` counts timeouts in a row. `more_time` is
    the number of the question for which the member took more time, None before: that is possible once a game.
    `orders` are the member's standing orders (see `bot.tables.transitions.orders`), which only the member may see;
    they answer no question with a number below `orders_from`.
    `salt` and `commitment` tie the member to the game's seed (see `bot.tables.seed_commitment`), in hex digits.
    They are None for AI seats, and for seats that were taken before commitments existed.
    """

    user_id: int | None
    name: str
    ai: str | None = None
    ready: bool = True
    away: bool = False
    missed: int = 0
    temperament: str | None = None
    more_time: int | None = None
    orders: tuple[str, ...] = field(default=(), repr=False)
    orders_from: int = field(default=0, repr=False)
    salt: str | None = field(default=None, repr=False)
    commitment: str | None = None

    @cached_property
    def is_member(self) -> bool:
        """Whether a member has this seat: not an AI, nor the stand-in for a member whose data was deleted."""
        return (self.user_id or 0) > 0

    @property
    def seed_part(self) -> str | None:
        """What the seat adds to the game's seed; None if that was the id of a member whose data was deleted."""
        if self.commitment is not None:
            return self.commitment
        if self.ai is not None:
            return "0"
        return str(self.user_id) if self.is_member else None

    @cached_property
    def played_by_ai(self) -> bool:
        """Whether an AI decides for this seat now."""
        return not self.is_member or self.away


class EarlyAnswer(NamedTuple):
    """An answer given in the quiet time of a window: it is durable, and is carried out when that time is over.

    `move` is an option of the seat, its resignation, or `more_time`. `cause` is player, ai or failed.
    """

    seat: int
    move: str
    cause: str


class Absence(NamedTuple):
    """The moment at which an AI began to play for a member (`is_away`), or at which the member came back.

    `decisions` is the number of decisions before that moment, including the timeout with which an absence begins.
    """

    decisions: int
    seat: int
    is_away: bool


@dataclass(frozen=True)
class Posted:
    """The columns of a table that say which of its messages are in the channel. Delivery alone writes them.

    `message_id` is the live message and `card` the phase that it shows. `intent` is the phase (as in `card`) of a
    message that is about to be posted. `reminder_id` is the message of the reminder.
    """

    message_id: int | None = None
    card: str | None = None
    intent: str | None = None
    reminder_id: int | None = None


@dataclass(frozen=True)
class TableSettings:
    """The settings of a table, which its host may change in the lobby, but for `pictures` and `ai`.

    `options` are those of the engine, e.g. `{"teams": True}`. `pool`: None if the roles are drawn at the start.
    `open_hands`: eliminated players may see all hands. `talk`: AI players speak. `orders`: members may give
    standing orders; None means that the members and the pace of the lobby decide when the game starts (see
    `orders_by_default`). `resigns`: a seat resigns if its member lets the time run out too often; otherwise an AI
    plays for it. The server's settings decide about `pictures` (False: the table is shown in words alone) and `ai`
    (the kind of AI seats that are added, None for the usual one).
    """

    ruleset: str = "classic"
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    pool: tuple[str, ...] | None = None
    pace: str = "normal"
    style: Style = Style.LIVE
    open_hands: bool = False
    talk: bool = True
    orders: bool | None = None
    pictures: bool = True
    resigns: bool = False
    ai: str | None = None


_settings: Final = attrgetter(*(each.name for each in fields(TableSettings)))


@dataclass(frozen=True, kw_only=True)
class GameRow(TableSettings):
    """A table as it is stored, without its messages; the migrations describe the columns.

    `start` is what the deal decided (engine.Game.start), None before the deal. `void_answers` are the seats whose
    answer to the open question has no effect any more, because another seat's sealed answer made it unnecessary;
    never show this. `due` is when something next happens at the table by itself: half time, the deadline, or an
    AI seat's answer. It is as known at the last change; None means never. `changed_at` is the
    time of the last change of the lobby or game.

    `seed` determines every shuffle of the game, 64 hex digits. It is None before the start, and for games that
    were started before seeds were stored.

    `home_id` is the channel of the lobby, once the game has moved into a thread. `practice` marks a game in which
    a member learns to play. `paused_for` is the reason of a pause: unreachable or away. `ended_by` is the
    moderator or host who ended it. `question_id` is drawn at random when a question opens. It distinguishes the
    controls of two questions with the same number; None if an earlier version, which had no such ids, opened the
    question. `absences` are all of the game, in order. `early_answers` are those to the open question, in the
    order received; never show them.
    """

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    locale: str
    server_seed: bytes = field(repr=False)
    opened_at: float
    asked_at: float
    deadline: float | None
    status: Status = Status.LOBBY
    rules_version: str | None = None
    interaction_id: int | None = None
    first: str | None = None
    direction: int | None = None
    rematch_of: int | None = None
    decisions: int = 0
    over_at: float | None = None
    start: Mapping[str, Any] | None = None
    void_answers: tuple[int, ...] = ()
    due: float | None = None
    changed_at: float = 0.0
    home_id: int | None = None
    practice: bool = False
    paused_for: str | None = None
    ended_by: int | None = None
    question_id: int | None = None
    absences: tuple[Absence, ...] = ()
    early_answers: tuple[EarlyAnswer, ...] = field(default=(), repr=False)
    seed: str | None = field(default=None, repr=False)
    seats: tuple[Seat, ...] = ()

    @property
    def settings(self) -> TableSettings:
        """The settings alone."""
        return TableSettings(*_settings(self))

    def seat_of(self, user_id: int) -> int | None:
        """Returns the seat of a member, None if it has none."""
        for number, seat in enumerate(self.seats):  # each click asks this several times
            if seat.user_id == user_id:
                return number
        return None

    @property
    def is_running(self) -> bool:
        """Whether a game is in progress here, paused or not."""
        return self.status in (Status.PLAYING, Status.PAUSED)

    @property
    def lobby_channel_id(self) -> int:
        """The channel in which its lobby was opened, and in which a rematch opens."""
        return self.home_id if self.home_id is not None and self.in_thread else self.channel_id

    @property
    def in_thread(self) -> bool:
        """Whether its game has moved into a thread of its lobby's message."""
        return self.style is Style.THREAD and self.home_id is not None

    @property
    def has_own_thread(self) -> bool:
        """Whether it is played in a thread of its own, which is archived when the game ends."""
        return self.in_thread or (self.practice and self.home_id is not None)

    @property
    def wants_thread(self) -> bool:
        """Whether its game must still move into a thread."""
        return self.style is Style.THREAD and self.home_id is None and self.is_running

    @property
    def has_one_message(self) -> bool:
        """Whether each message replaces the one before; also if no thread could be made."""
        return self.style is not Style.CHRONICLE and self.home_id is None


@dataclass(frozen=True)
class Decision:
    """One decision. `cause` is player, ai, failed or timeout; `checksum` is that of the state after it."""

    seat: int
    move: str
    cause: str
    at: float
    checksum: str


@dataclass(frozen=True)
class Result:
    """The result of a game: the winning seats, and the record from which the referee replays it.

    `places` has the place of each seat, 1 for the winners; None for a game that ended before places were stored.
    `abandoned` are the seats of members for whom an AI finished the game.
    """

    winners: tuple[int, ...]
    record: dict[str, Any] = field(repr=False)
    places: tuple[int, ...] | None = None
    abandoned: tuple[int, ...] = ()


@dataclass(frozen=True)
class DecisionChanges:
    """The changes of a running game that one transaction stores: the latest decisions, and what they changed.

    `row` is the game after the decisions; of its seats only those in `seats` have changed. Without any decision,
    only seats, `void_answers` or `early_answers` change. `statistics` come with the result, except of lessons.
    """

    row: GameRow
    decisions: tuple[Decision, ...]
    at: float
    seats: Mapping[int, Seat] = field(default_factory=dict[int, Seat])
    result: Result | None = None
    statistics: GameStatistics | None = None

    @property
    def before(self) -> int:
        """The number of earlier decisions."""
        return self.row.decisions - len(self.decisions)


@dataclass(frozen=True)
class DirectMessage:
    """A direct message that asks a player an open question.

    `nonce` marks the request that sends it, `question` is the number of the question. Channel and message are None
    until Discord has confirmed that it is posted. `deadline` is the deadline that it shows, None if it shows none.
    """

    game_id: int
    nonce: int
    seat: int
    question: int
    channel_id: int | None
    message_id: int | None
    deadline: float | None
    sent_at: float


@dataclass(frozen=True)
class Reach:
    """Whether a process may be given shards, as far as Discord is concerned.

    `reaches_discord` is False while the gateway or REST cannot be reached, and for a while after a long outage.
    `failing` are the shards that it has not been able to serve for some time.
    """

    reaches_discord: bool = True
    failing: frozenset[int] = frozenset()


@dataclass(frozen=True)
class PlaceConflict:
    """The place of a running process that prevents another process from joining, and when its lease ends."""

    place: int
    places: int
    until: datetime


@dataclass(frozen=True)
class Process:
    """A process, with its place if it has one, and its machine if that is known.

    One that is `leaving` gets no shards; in a snapshot, so is one that has not agreed on their number. `starting`
    are the shards whose session it has begun without having their lease. After `seconds_left` it counts as ended,
    unless it renews its leases before.
    """

    name: str
    place: Place | None = None
    leaving: bool = False
    reach: Reach = Reach()
    starting: frozenset[int] = frozenset()
    machine: str | None = None
    seconds_left: float = 0.0

    @property
    def live(self) -> bool:
        """Whether it has renewed its leases in time."""
        return self.seconds_left > 0

    def prefers(self, shard: int) -> bool:
        """Whether the shard belongs to the place of this process."""
        return self.place is not None and shard % self.place[1] == self.place[0] - 1


@dataclass(frozen=True)
class Lease:
    """The lease of a shard: the process that has it (None: nobody), and the number of that process's fence."""

    holder: str | None
    number: int


@dataclass(frozen=True)
class Snapshot:
    """The processes and leases (by shard) that the database has at one moment.

    `shards` is the number of shards, None until it is agreed. The server has been running for `server_runs`
    seconds.
    """

    shards: int | None
    server_runs: float
    processes: tuple[Process, ...]
    leases: dict[int, Lease]
