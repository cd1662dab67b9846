"""TableState: a table as a value, that is a lobby, the game played from it, and how that ended."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Self

from bot.store.rows import GameRow, Result, Seat, Status
from bot.tables.pace import half_time, next_due, pace
from bot.tables.seed_commitment import commitment
from bot.tables.story import ai_failed, goes_in_circles, stalled
from engine import RULESETS, Event, Game
from engine.editions.mcguire import TURN_EVENTS

LOBBY_SECONDS: Final = 1800.0
"""How long a lobby stays open."""

PLAYER, AI, TIMEOUT, FAILED = "player", "ai", "timeout", "failed"
"""Causes of a decision: a player, an AI, the end of the time, or the default for an AI that failed."""

AWAY: Final = "away"
"""The cause for which a game is paused whose players are all away, and for which it is closed in the end."""

Story = tuple[tuple[Event, ...], ...]
"""The events of each turn, oldest turn first."""


@dataclass(frozen=True)
class Person:
    """A member as an interaction shows it."""

    user_id: int
    name: str


@dataclass(frozen=True)
class PendingState:
    """A state of the game that is durable, and shown at the moment `at`.

    A window that is closed before its minimum time stays on show until then, so that its haste betrays no answer.
    `seats` decided, because of `cause`, what led to it.
    """

    game: Game
    events: tuple[Event, ...]
    seats: tuple[int, ...]
    cause: str
    at: float
    deadline: float | None
    question_id: int | None


@dataclass(frozen=True)
class TableState(GameRow):
    """A table as a value: its row, its game, and what belongs to the question that is open.

    `game` is what is shown. While a window is open, that is the game as it was when the window opened, so that
    nothing that is made of it depends on the answers. `answered` are the seats that have answered, or seem to
    have: a challenge may let other seats go, and their answers are acknowledged all the same. `failed` are the
    seats whose AI could not answer, so that the default was taken; to show that at once would unseal the default.
    `latest` is the game with the sealed answers in it, as far as it is durable. `pending` is what it has led to
    already and is shown later. `reminded` says that half of the time has passed and was published. `ai_due` has
    the moment at which each AI seat answers.

    `story` holds the events of each turn, hidden ones too. `result` is how a finished game ended, also where
    today's rules cannot replay it (`game` is None then).
    """

    game: Game | None = field(default=None, repr=False)
    latest: Game | None = field(default=None, repr=False)
    result: Result | None = field(default=None, repr=False)
    story: Story = field(default=((),), repr=False)
    answered: frozenset[int] = frozenset()
    failed: frozenset[int] = frozenset()
    pending: PendingState | None = field(default=None, repr=False)
    reminded: bool = False
    ai_due: Mapping[int, float] = field(default_factory=dict[int, float], repr=False)

    @classmethod
    def of(cls, row: GameRow) -> Self:
        """Returns the state of a row, without its game."""
        return cls(**{column.name: getattr(row, column.name) for column in fields(GameRow)})

    # The table

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
    def replaceable_ai(self) -> int | None:
        """The seat of the AI whose place a member who joins takes; None while there is a free seat, or no AI."""
        if len(self.seats) < self.limits[1]:
            return None
        return next((number for number in reversed(range(len(self.seats))) if self.seats[number].ai), None)

    @property
    def removable(self) -> list[int]:
        """The seats that a host may free before the game: AI seats, and those still unconfirmed."""
        return [number for number, seat in enumerate(self.seats) if seat.ai or not seat.ready]

    @property
    def is_running(self) -> bool:
        """Whether a game is in progress here, paused or not."""
        return self.status in (Status.PLAYING, Status.PAUSED)

    @property
    def has_ended(self) -> bool:
        """Whether the table has reached its end: over, closed or set aside."""
        return self.status in (Status.OVER, Status.CLOSED, Status.SET_ASIDE)

    @property
    def allows_hints(self) -> bool:
        """Whether its player may ask for hints: in a lesson, and where all other seats are AI seats."""
        return self.practice or sum(seat.user_id is not None for seat in self.seats) == 1

    @property
    def is_private(self) -> bool:
        """Whether it is shown in private messages of one member: a lesson without a thread has no channel."""
        return self.channel_id < 0

    # Its seats

    def seat_of(self, user_id: int) -> int | None:
        """Returns the seat of a member, None if it has none."""
        return next((number for number, seat in enumerate(self.seats) if seat.user_id == user_id), None)

    def with_seats(self, changed: Mapping[int, Seat]) -> Self:
        """Returns the table with some of its seats changed."""
        if not changed:
            return self
        return replace(self, seats=tuple(changed.get(number, seat) for number, seat in enumerate(self.seats)))

    def played_by_ai(self, seat: int) -> bool:
        """Returns whether an AI decides for a seat now."""
        return self.seats[seat].played_by_ai

    def owing(self) -> tuple[int, ...]:
        """Returns the seats that the table waits for, in the order they are asked, as everyone may know it.

        In a window these are all that were asked except those that answered, or seem to have.
        """
        if self.game is None or self.game.ask is None or self.status is not Status.PLAYING:
            return ()
        return tuple(seat for seat in self.game.ask.options if seat not in self.answered)

    def members(self) -> list[int]:
        """Returns the seats of members."""
        return [number for number, seat in enumerate(self.seats) if seat.user_id is not None]

    def members_in(self) -> tuple[int, ...]:
        """Returns the seats of the members who are still in the game as everybody sees it, away or not."""
        game = self.game
        if game is None or game.ask is None:
            return ()
        return tuple(seat for seat in self.members() if game.is_playing(seat))

    @property
    def is_deserted(self) -> bool:
        """Whether every member who is still in the running game is away."""
        members = self.members_in() if self.status is Status.PLAYING else ()
        return bool(members) and all(self.seats[seat].away for seat in members)

    @property
    def awaits_members(self) -> bool:
        """Whether the game is paused until one of the members still in it is back."""
        return self.status is Status.PAUSED and self.paused_for == AWAY

    @property
    def is_left_to_ai(self) -> bool:
        """Whether only AI seats decide any more in the running game."""
        if self.status is not Status.PLAYING or self.game is None or self.game.ask is None:
            return False
        return not self.members_in() and all(self.played_by_ai(seat) for seat in self.owing())

    # Its story

    def told(self, events: Iterable[Event]) -> Self:
        """Returns the table with events added to the story of their turn."""
        turns, has_stalled = [list(self.story[-1])], self.stalled
        for event in events:
            if event["type"] == "turn" and any(told["type"] == "turn" for told in turns[-1]):
                turns.append(_gifts(turns[-1]))
            turns[-1].append(event)
            if event["type"] == "turn" and not has_stalled:
                has_stalled = goes_in_circles((*self.story[:-1], *turns), self.members())
                if has_stalled:
                    turns[-1].append(stalled())
        return replace(self, story=(*self.story[:-1], *map(tuple, turns)))

    def failures(self) -> list[Event]:
        """Returns the events that name the AI seats which failed; each is named once in a game."""
        failures = [ai_failed(seat) for seat in sorted(self.failed)]
        return [event for event in failures if not any(event in turn for turn in self.story)]

    def told_failures(self) -> Self:
        """Returns the table with the AI seats that failed named in its story, as the question is settled."""
        return replace(self.told(self.failures()), failed=frozenset()) if self.failed else self

    @property
    def stalled(self) -> bool:
        """Whether AI seats that were left alone repeated themselves, and so decide at random."""
        return any(event["type"] == "stalled" for turn in self.story for event in turn)

    # Its time

    def half_time(self) -> float | None:
        """Returns when half the time of a lobby, or of a question to members, is gone; None once published."""
        if self.deadline is None or self.reminded:
            return None
        if self.status is not Status.LOBBY and all(self.played_by_ai(seat) for seat in self.owing()):
            return None
        return half_time(self.asked_at, self.deadline)

    def wakes_at(self, thinking: Collection[int] = ()) -> float | None:
        """Returns the earliest moment at which something happens here by itself; None if nothing does.

        AI seats that are `thinking` answer when they have finished.
        """
        if self.has_ended:
            return None
        if self.status is Status.PAUSED:
            return self.due
        closes = self.deadline if self.pending is None else self.pending.at
        moments = [moment for moment in (closes, self.half_time()) if moment is not None]
        moments += (moment for seat, moment in self.ai_due.items() if seat not in thinking)
        return min(moments, default=None)

    def due_after(
        self,
        game: Game | None,
        asked_at: float,
        deadline: float | None,
        seats: Mapping[int, Seat],
        answered: Collection[int] = (),
    ) -> float | None:
        """Returns the `due` to store with a change that leaves the question of `game` open (None: a lobby).

        `seats` are those that change, `answered` those that have answered the question.
        """
        asked: Iterable[int] = () if game is None or game.ask is None else game.ask.options
        owing = [seats.get(number, self.seats[number]) for number in asked if number not in answered]
        return next_due(asked_at, deadline, owing, reminded=self.reminded and asked_at == self.asked_at)

    def due_now(self) -> float | None:
        """Returns the `due` to store as long as nothing changes."""
        if self.status not in (Status.LOBBY, Status.PLAYING):
            return self.due
        return self.due_after(self.game, self.asked_at, self.deadline, {}, self.answered)

    def whole_time(self) -> float:
        """Returns the seconds that the lobby, or the open question, has from beginning to end."""
        return LOBBY_SECONDS if self.game is None else self.seconds(self.game)

    def seconds(self, game: Game) -> int:
        """Returns how long the question that is open in `game` is given."""
        return pace(self.pace).seconds("" if game.ask is None else game.ask.prompt)

    def seed_proof(self) -> dict[str, Any] | None:
        """Returns what proves that the shuffle was fixed before the game; None until the game has ended."""
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


def _gifts(turn: list[Event]) -> list[Event]:
    """Removes from a turn, and returns, what the mat gave for the next turn: it happens just before that."""
    begun = next(at for at, event in enumerate(turn) if event["type"] == "turn")
    gifts: Sequence[int] = [at for at in range(begun, len(turn)) if turn[at].get("event") in TURN_EVENTS]
    end = next(iter(gifts), len(turn))
    given = turn[end:]
    del turn[end:]
    return given
