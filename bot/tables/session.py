"""TableSession: a table in memory, that is a lobby, the game played from it, and how that ended."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal, TypeAlias

from bot.store.rows import GameRow, Result, Seat, Status
from bot.tables.events import ai_failed, goes_in_circles, stalled
from bot.tables.fairness import commitment
from bot.tables.pace import half_time, next_due, pace
from engine import RULESETS, Event, Game
from engine.editions.mcguire import TURN_EVENTS

LOBBY_LIFE: Final = 1800.0
"""Seconds after which a lobby closes."""


PLAYER, AI, TIMEOUT, FAILED = "player", "ai", "timeout", "failed"
"""Why a decision was taken: by a player, by an AI, because the time ran out, or for an AI that failed."""

NoThread: TypeAlias = Literal["permissions", "kind", "card", "refused"]
"""Why a game that was to be played in a thread has none: permissions are lacking, this kind of channel has no
threads, the lobby's card was deleted, or Discord made none for another reason."""

AWAY: Final = "away"
"""Why a game is paused whose players are all away, and why it is closed in the end."""


@dataclass(frozen=True)
class Person:
    """A member as an interaction shows it."""

    user_id: int
    name: str


@dataclass(frozen=True)
class PendingState:
    """A state of the game that is durable: what it is, what led to it, and who decided that why.

    One that closes a window sooner than the floor is held back until `at`, so that its haste shows
    nobody how the seats answered.
    """

    game: Game
    events: list[Event]
    seats: tuple[int, ...]
    cause: str
    at: float
    deadline: float | None
    question_id: int | None


@dataclass(eq=False)
class TableSession(GameRow):
    """A table in memory: its row, its game, and the story told so far.

    `game` is what is shown. While a window is open that is the game as it was when the window opened: whatever is
    made of it is the same whatever was answered. `answered` are the seats that have answered, or seemed to: a
    challenge may let other seats go, whose answers are acknowledged all the same. `failed` are those whose AI
    could not answer, so that the default was taken: told at once, that would unseal it. `latest` is the game with
    the sealed answers in it, as far as it is durable; `held` what it has led to already, but is shown only later.

    `story` holds the events of each turn; read it through what each event may be seen by. `result` is how a
    finished game ended, also where today's rules cannot replay it (`game` is None then).
    """

    game: Game | None = field(default=None, repr=False)
    latest: Game | None = field(default=None, repr=False)
    result: Result | None = field(default=None, repr=False)
    story: list[list[Event]] = field(default_factory=lambda: [[]], repr=False)
    answered: set[int] = field(default_factory=set[int])
    failed: set[int] = field(default_factory=set[int])
    held: PendingState | None = field(default=None, repr=False)
    reminded: bool = False
    reminded_of: int | None = None  # the number of the question that the standing reminder is about
    pinged_of: int | None = None  # the number of the question that stood when the card last pinged a player
    unpinged_of: int | None = None  # the number of the question with which the card last went on without a ping
    no_thread: NoThread | None = None  # as far as this process knows
    ai_due: dict[int, float] = field(default_factory=dict[int, float], repr=False)
    finishing: asyncio.Event | None = field(
        default=None, repr=False
    )  # set once AI seats have played it to its end
    retry_at: float = 0.0  # after a failed save, nothing happens by itself before this
    in_doubt: bool = False  # the store may hold a change that is not known here: read it again before all else
    used_at: float = 0.0
    released: bool = False  # another process acts for it now
    lock: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)

    __eq__ = object.__eq__  # pyright: ignore[reportAssignmentType] - a table is the same only as itself, unlike its row
    __hash__ = object.__hash__  # pyright: ignore[reportAssignmentType] - what equals itself alone can be a key

    @classmethod
    def of(cls, row: GameRow) -> "TableSession":
        """The table of a row, without its game."""
        return cls(**vars(row))

    def row(self) -> GameRow:
        """A copy of its row, for `dataclasses.replace`."""
        return GameRow(**{column.name: getattr(self, column.name) for column in fields(GameRow)})

    def take_row(self, row: GameRow) -> None:
        """Puts a row that is durable in place of its own."""
        vars(self).update(vars(row))

    @property
    def commitment(self) -> str:
        """What the lobby shows of the server seed."""
        return commitment(self.server_seed)

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat, each only once."""
        return tuple(seat.name for seat in self.seats)

    @property
    def limits(self) -> tuple[int, int]:
        """The least and the most players of the ruleset."""
        return RULESETS[self.ruleset].players

    @property
    def makes_room(self) -> int | None:
        """The seat of the AI whose place a member who joins takes; None while there is a free seat, or no AI."""
        if len(self.seats) < self.limits[1]:
            return None
        return next((number for number in reversed(range(len(self.seats))) if self.seats[number].ai), None)

    @property
    def removable(self) -> list[int]:
        """The seats that a host may free before the game: AI seats, and those still unconfirmed."""
        return [number for number, seat in enumerate(self.seats) if seat.ai or not seat.ready]

    @property
    def running(self) -> bool:
        """Whether a game goes on here, paused or not."""
        return self.status in (Status.PLAYING, Status.PAUSED)

    @property
    def hints(self) -> bool:
        """Whether its player may ask for hints: in a lesson, and where nobody but AI seats plays against it."""
        return self.practice or sum(seat.user_id is not None for seat in self.seats) == 1

    @property
    def in_private(self) -> bool:
        """Whether it lies in messages that one member alone sees: a lesson without a thread, which has no card."""
        return self.channel_id < 0

    @property
    def ended(self) -> bool:
        """Whether the table has reached its end: over, closed or set aside."""
        return self.status in (Status.OVER, Status.CLOSED, Status.SET_ASIDE)

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a member, None if it has none."""
        return next((number for number, seat in enumerate(self.seats) if seat.user_id == user_id), None)

    def owing(self) -> tuple[int, ...]:
        """The seats that the table waits for, in the order they are asked, as everyone may know it.

        In a window these are all who were asked but those that answered, or seemed to.
        """
        if self.game is None or self.game.ask is None or self.status is not Status.PLAYING:
            return ()
        return tuple(seat for seat in self.game.ask.options if seat not in self.answered)

    def members_in(self) -> tuple[int, ...]:
        """The seats of the members who are still in the game as everybody sees it, away or not."""
        if self.game is None or self.game.ask is None:
            return ()
        members = (number for number, seat in enumerate(self.seats) if seat.user_id is not None)
        return tuple(seat for seat in members if self.game.plays(seat))

    @property
    def deserted(self) -> bool:
        """Whether every member who is still in the running game is away."""
        members = self.members_in() if self.status is Status.PLAYING else ()
        return bool(members) and all(self.seats[seat].away for seat in members)

    @property
    def awaits_members(self) -> bool:
        """Whether the game is paused until one of those still in it is back."""
        return self.status is Status.PAUSED and self.paused_for == AWAY

    @property
    def only_ai_left(self) -> bool:
        """Whether nobody but AI seats decides any more in the running game."""
        if self.status is not Status.PLAYING or self.game is None or self.game.ask is None:
            return False
        return not self.members_in() and all(self.played_by_ai(seat) for seat in self.owing())

    def add_story(self, events: Sequence[Event]) -> None:
        """Adds what happened to the story of its turn."""
        for event in events:
            if event["type"] == "turn" and any(told["type"] == "turn" for told in self.story[-1]):
                self._begin_turn()
            self.story[-1].append(event)
            if event["type"] == "turn" and not self.stalled and goes_in_circles(self.story, self._members()):
                self.story[-1].append(stalled())

    @property
    def stalled(self) -> bool:
        """Whether AI seats that were left alone went round in circles, and so decide at random."""
        return any(event["type"] == "stalled" for turn in self.story for event in turn)

    def _members(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.user_id is not None]

    def _begin_turn(self) -> None:
        """Begins the story of a turn with what the mat gave for it, which happens just before."""
        told = self.story[-1]
        begun = next(at for at, event in enumerate(told) if event["type"] == "turn")
        gifts = (at for at in range(begun, len(told)) if told[at].get("event") in TURN_EVENTS)
        end = next(gifts, len(told))
        self.story.append(told[end:])
        del told[end:]

    def told_failures(self) -> list[Event]:
        """What is to be told of the AI seats that `failed` once the question is settled: each once in a game."""
        told, self.failed = [ai_failed(seat) for seat in sorted(self.failed)], set()
        return [event for event in told if not any(event in turn for turn in self.story)]

    def played_by_ai(self, seat: int) -> bool:
        """Whether an AI decides for a seat now."""
        return self.seats[seat].played_by_ai

    def half_time(self) -> float | None:
        """When half the time of a lobby, or of a question to members, is gone; None once that was published."""
        if self.deadline is None or self.reminded:
            return None
        if self.status is not Status.LOBBY and all(self.played_by_ai(seat) for seat in self.owing()):
            return None
        return half_time(self.asked_at, self.deadline)

    def wakes_at(self) -> float | None:
        """The earliest moment something happens here by itself, as far as this process knows; None if never."""
        if self.in_doubt:
            return self.retry_at
        if self.ended or self.finishing is not None:
            return None
        if self.status is Status.PAUSED:
            return None if self.due is None else max(self.due, self.retry_at)
        closes = self.deadline if self.held is None else self.held.at
        moments = [moment for moment in (closes, self.half_time()) if moment is not None]
        moments += self.ai_due.values()
        return max(min(moments), self.retry_at) if moments else None

    def due_by(self, moment: float) -> bool:
        """Whether something happens here by itself up to a moment."""
        due = self.wakes_at()
        return due is not None and due <= moment

    def due_after(
        self,
        game: Game | None,
        asked_at: float,
        deadline: float | None,
        seats: Mapping[int, Seat],
        answered: Collection[int] = (),
    ) -> float | None:
        """What is to be stored as `due` with a change, after which the question in `game` stands (None: a lobby).

        `seats` are those that change, `answered` those that have answered the question.
        """
        asked = () if game is None or game.ask is None else game.ask.options
        sitting = {**dict(enumerate(self.seats)), **seats}
        owing = [sitting[number] for number in asked if number not in answered]
        return next_due(asked_at, deadline, owing, reminded=self.reminded and asked_at == self.asked_at)

    def due_now(self) -> float | None:
        """What is to be stored as `due` as long as nothing changes."""
        if self.status not in (Status.LOBBY, Status.PLAYING):
            return self.due
        return self.due_after(self.game, self.asked_at, self.deadline, {}, self.answered)

    def whole_time(self) -> float:
        """Seconds that the lobby, or the question that stands, has from beginning to end."""
        return LOBBY_LIFE if self.game is None else self.seconds(self.game)

    def seconds(self, game: Game) -> int:
        """How long the question that stands in `game` is given."""
        return pace(self.pace).seconds("" if game.ask is None else game.ask.prompt)

    def proof(self) -> dict[str, Any] | None:
        """What proves that the shuffle was fixed before the game; None until the game has ended."""
        played = self.latest if self.status is Status.CLOSED else None
        record = self.result.record if self.result is not None else None if played is None else played.record()
        if self.status not in (Status.OVER, Status.CLOSED) or record is None:
            return None
        return {
            "commitment": self.commitment,
            "server_seed": self.server_seed.hex(),
            "interaction": str(self.interaction_id),
            "seats": [str(seat.user_id or 0) for seat in self.seats],
            "record": record,
        }
