"""TableState: a table as an immutable value: its lobby, its game with the story so far, and how the game ended."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import filterfalse
from typing import Any, Final, Literal, Self, TypeAlias, TypeVar

from bot.store.repositories.standings import PointsChange
from bot.store.rows import LIVE, GameRow, Result, Seat, Status
from bot.tables.open_question import OpenQuestion
from bot.tables.pace import half_time, lobby_seconds, orders_by_default, pace, quiet_seconds
from bot.tables.seed_commitment import commitment
from engine import RULESETS, Event, Game
from engine.editions.mcguire import TURN_EVENTS

T = TypeVar("T")

PLAYER, AI, TIMEOUT, FAILED = "player", "ai", "timeout", "failed"
"""Causes of a decision: a player, an AI, the end of the time, or the default for an AI that failed."""

MORE_TIME: Final = "more_time"
"""The move of an early answer that takes more time, and answers nothing."""

EVERY_ROUND: Final = "every_round"
"""The standing order to allow everything in every round, until a card is lost (see `transitions.orders`)."""

AWAY, UNREACHABLE = "away", "unreachable"
"""The reasons for which a game is paused (`paused_for`): all players are away, or its channel is out of reach."""

Story: TypeAlias = tuple[tuple[Event, ...], ...]
"""The events of each turn, hidden ones included, the oldest turn first."""

_PRIVATE_PROMPTS: Final = frozenset(("lose", "keep", "give", "show", "draw", "examine"))
"""The prompts of questions whose answers name or follow from cards that only the player who is asked may see."""
NOT_OF_THE_RULES: Final = frozenset(("silence", "ai_failed", "away", "back", "stalled"))
"""The types of the events that a table adds; `stalled`: AI seats decide at random from now on."""
STALL_TURNS: Final = 100
"""The number of turns without a lost card after which AI seats that play alone decide at random."""


@dataclass(frozen=True)
class Person:
    """A member as an interaction shows it."""

    user_id: int
    name: str


@dataclass(frozen=True)
class TableState(GameRow):
    """A table as an immutable value: its row, its game, and the state of the open question.

    `game` is the game as it is shown. While a window is open, that is the game at the moment the window opened: so
    nothing that is made from it depends on the answers. `result` is how a finished game ended; its `game` is None
    if the rules have changed so that it cannot be replayed. `points` are the changes of ratings that it may show.
    A lobby has an `open_question` too, for its half time.
    """

    game: Game | None = field(default=None, repr=False)
    open_question: OpenQuestion = field(default_factory=OpenQuestion)
    story: Story = field(default=((),), repr=False)
    result: Result | None = field(default=None, repr=False)
    points: tuple[PointsChange, ...] = ()

    @classmethod
    def of(cls, row: GameRow) -> Self:
        """Returns the state of a row, without its game."""
        return cls(**{column.name: getattr(row, column.name) for column in fields(GameRow)})

    def replace(self, **changes: Any) -> Self:
        """Returns the table with some fields changed. Raises TypeError for names of no field."""
        return changed(self, changes)

    def with_question(self, **changes: Any) -> Self:
        """Returns the table with some fields of its open question changed."""
        return changed(self, {"open_question": changed(self.open_question, changes)})

    # The table

    @property
    def commitment(self) -> str:
        """The SHA-256 of the server seed, which the lobby shows."""
        return commitment(self.server_seed)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat; no two are equal."""
        return tuple(seat.name for seat in self.seats)

    @property
    def limits(self) -> tuple[int, int]:
        """The least and the most players of the ruleset."""
        return RULESETS[self.ruleset].players

    @property
    def replaceable_ai(self) -> int | None:
        """The seat of the AI that gives way to a member who joins; None while a seat is free, or without an AI."""
        if len(self.seats) < self.limits[1]:
            return None
        return next((number for number in reversed(range(len(self.seats))) if self.seats[number].ai), None)

    @property
    def removable(self) -> list[int]:
        """The seats that a host may free before the game: AI seats, and those still unconfirmed."""
        return [number for number, seat in enumerate(self.seats) if seat.ai or not seat.ready]

    @property
    def has_ended(self) -> bool:
        """Whether the table has reached its end: over, closed or set aside."""
        return self.status not in LIVE

    @property
    def has_log(self) -> bool:
        """Whether there is a log to show: the game has begun, or its record is known."""
        return self.game is not None or self.result is not None

    @property
    def is_alone(self) -> bool:
        """Whether one member plays against AI seats, as in a lesson."""
        return len(self.members()) == 1

    @property
    def allows_orders(self) -> bool:
        """Whether members may give standing orders; in a lobby, whether they may as things are now."""
        if self.orders is None and self.status is Status.LOBBY:
            return orders_by_default(len(self.members()), self.pace)
        return bool(self.orders)

    @property
    def is_private(self) -> bool:
        """Whether it is shown in private messages of one member: a lesson without a thread has no channel."""
        return self.channel_id < 0

    @property
    def asks_privately(self) -> bool:
        """Whether the open question is answered in a private panel; all others are in the table message."""
        return self.game is not None and self.game.ask is not None and self.game.ask.prompt in _PRIVATE_PROMPTS

    # Its seats

    def with_seats(self, changed: Mapping[int, Seat]) -> Self:
        """Returns the table with some of its seats changed."""
        if not changed:
            return self
        return self.replace(seats=tuple(changed.get(number, seat) for number, seat in enumerate(self.seats)))

    def played_by_ai(self, seat: int) -> bool:
        """Returns whether an AI decides for a seat now: not for a member who is back with an early answer."""
        return self.seats[seat].played_by_ai and MORE_TIME not in self.early_moves(seat)

    def owing(self) -> tuple[int, ...]:
        """Returns the seats that are shown as still to answer, in the order they are asked.

        In a window these are all seats that were asked, except those in `open_question.answered`.
        """
        if self.game is None or self.game.ask is None or self.status is not Status.PLAYING:
            return ()
        return tuple(filterfalse(self.open_question.answered.__contains__, self.game.ask.options))

    def has_answered(self, seat: int) -> bool:
        """Returns whether a seat has answered the open question, also if nothing may show it yet."""
        if seat in self.open_question.answered:
            return True
        return bool(self.early_answers) and any(move != MORE_TIME for move in self.early_moves(seat))

    def early_moves(self, seat: int) -> list[str]:
        """Returns what a seat has done in the quiet time, which is not over yet."""
        return [answer.move for answer in self.early_answers if answer.seat == seat]

    def awaited(self) -> list[int]:
        """Returns the seats of members who are shown as still to answer, and for whom no AI decides, in order."""
        return [seat for seat in sorted(self.owing()) if not self.seats[seat].played_by_ai]

    def members(self) -> list[int]:
        """Returns the seats of members."""
        return [number for number, seat in enumerate(self.seats) if seat.is_member]

    def members_in(self) -> tuple[int, ...]:
        """Returns the seats of the members who are still in the game as everybody sees it, away or not."""
        game = self.game
        if game is None or game.ask is None:
            return ()
        return tuple(seat for seat in self.members() if game.is_playing(seat))

    @property
    def is_deserted(self) -> bool:
        """Whether every member who is still in the running game is away, and the game is not already won."""
        game = self.game
        if game is None or self.status is not Status.PLAYING:
            return False
        members, playing = self.members_in(), [seat for seat in range(len(self.seats)) if game.is_playing(seat)]
        return bool(members) and len(playing) > 1 and all(self.seats[seat].away for seat in members)

    @property
    def awaits_members(self) -> bool:
        """Whether the game is paused until one of the members still in it is back."""
        return self.status is Status.PAUSED and self.paused_for == AWAY

    @property
    def is_left_to_ai(self) -> bool:
        """Whether every seat that still plays in the running game is an AI seat."""
        if self.status is not Status.PLAYING or self.game is None or self.game.ask is None:
            return False
        return not (self.awaited() or self.members_in())

    @property
    def ends_at_once(self) -> bool:
        """Whether it is a lesson whose learner is out of the game: it ends before anything else happens."""
        return self.practice and self.is_left_to_ai

    # Its story

    def with_events(self, events: Iterable[Event]) -> Self:
        """Returns the table with events added to its story."""
        return self.replace(story=extend_story(self.story, events, self.members()))

    def failures(self) -> list[Event]:
        """Returns the events for AI seats that failed; each seat is named once in a game."""
        failures = [seat_event("ai_failed", seat) for seat in sorted(self.open_question.failed)]
        return [event for event in failures if not any(event in turn for turn in self.story)]

    @property
    def question(self) -> int | None:
        """The number of the question on show; None before the game."""
        return None if self.game is None else self.game.question

    @property
    def latest(self) -> Game | None:
        """The game with all durable answers, including those that are sealed or pending."""
        question = self.open_question
        return question.sealed or self.game if question.pending is None else question.pending.game

    # Its time

    @property
    def has_quiet_time(self) -> bool:
        """Whether nothing about answers to the open question shows at first, so that nobody notices orders."""
        return self._may_be_ordered and not self.is_alone

    @property
    def _may_be_ordered(self) -> bool:
        """Whether orders may answer the open question: it is a window of several seats."""
        if not self.orders or self.game is None or self.game.ask is None:
            return False
        return self.game.ask.window and len(self.game.ask.offered) > 1

    def with_quiet_time(self, since: float) -> Self:
        """Returns the table with the quiet time of its open question, if it has one, beginning at a moment.

        It ends by the deadline, so that the end of the time replaces no early answer. One member alone has none.
        """
        if not self._may_be_ordered or self.game is None:
            return self
        until = since
        if self.has_quiet_time:
            until += quiet_seconds(self.id, self.game.question, self.seconds(self.game))
        return self.with_question(quiet_until=until if self.deadline is None else min(until, self.deadline))

    @property
    def is_quiet(self) -> bool:
        """Whether the open question is in its quiet time: no answer to it shows, and none is carried out."""
        return self.open_question.quiet_until is not None and not self.is_alone

    def half_time(self) -> float | None:
        """Returns when half the time of a lobby, or of a question to members, is over; never in the quiet time.

        None if half time has been announced already.
        """
        if self.deadline is None or self.open_question.is_half_over:
            return None
        if self.status is not Status.LOBBY and not self.awaited():
            return None
        return max(half_time(self.asked_at, self.deadline), self.open_question.quiet_until or 0.0)

    def wakes_at(self, thinking: Collection[int] = ()) -> float | None:
        """Returns when something is due next; None if nothing is.

        Seats that are `thinking` are not counted: they answer when they have decided.
        """
        if self.has_ended:
            return None
        if self.status is Status.PAUSED:
            return self.due
        if self.ends_at_once:
            return self.asked_at
        question = self.open_question
        moments = [moment for seat, moment in question.ai_due.items() if seat not in thinking]
        for moment in (
            self.deadline if question.pending is None else question.pending.asked_at,
            self.half_time(),
            question.quiet_until,
        ):
            if moment is not None:
                moments.append(moment)
        return min(moments, default=None)

    def doubled_time(self, now: float) -> Self:
        """Returns the table with twice as much time left for its question."""
        return self if self.deadline is None else self.replace(deadline=2 * self.deadline - now)

    def whole_time(self) -> float:
        """Returns the whole time of the lobby, or of the open question, in seconds.

        For a question it is doubled for each seat that took more time.
        """
        if self.game is None:
            return lobby_seconds(self.pace)
        return self.seconds(self.game) * 2.0 ** sum(seat.more_time == self.game.question for seat in self.seats)

    def seconds(self, game: Game) -> int:
        """Returns the time for the question that is open in `game`, in seconds."""
        return pace(self.pace).seconds("" if game.ask is None else game.ask.prompt)


def changed(value: T, changes: dict[str, Any]) -> T:
    """Returns a frozen dataclass with some fields changed. Raises TypeError for names of no field.

    `dataclasses.replace` takes 40 times as long, because a table has many fields.
    """
    if not changes.keys() <= value.__dict__.keys():
        raise TypeError(f"no such fields: {changes.keys() - value.__dict__.keys()}")
    copy = object.__new__(type(value))
    object.__setattr__(copy, "__dict__", value.__dict__ | changes)
    return copy


def seat_event(kind: Literal["silence", "ai_failed", "away", "back"], seat: int) -> Event:
    """Returns the event that a seat has let the time run out, or that its AI failed and the default was decided.

    `away`: an AI plays for its member, who let the time run out too often. `back`: the member plays again.
    """
    return {"type": kind, "by": seat}


def extend_story(story: Story, events: Iterable[Event], members: Collection[int]) -> Story:
    """Returns a story with events added, each in its turn. `members` are the seats of members."""
    turns = [list(story[-1])]
    for event in events:
        if event["type"] == "turn" and any(told["type"] == "turn" for told in turns[-1]):
            turns.append(_split_gifts(turns[-1]))
        turns[-1].append(event)
        if event["type"] == "turn" and _begins_to_stall((*story[:-1], *turns), members):
            turns[-1].append({"type": "stalled", "turns": STALL_TURNS})
    return (*story[:-1], *map(tuple, turns))


def has_stalled(story: Iterable[Iterable[Event]]) -> bool:
    """Returns whether AI seats that play alone have repeated themselves, so that they now decide at random."""
    return any(event["type"] == "stalled" for turn in story for event in turn)


def _begins_to_stall(story: Sequence[Sequence[Event]], members: Collection[int]) -> bool:
    """Returns whether only AI seats are in the game, and nobody has lost a card for STALL_TURNS."""
    if len(story) <= STALL_TURNS or has_stalled(story):
        return False
    out = {event["by"] for turn in story for event in turn if event["type"] == "eliminated"}
    return out.issuperset(members) and not any(
        event["type"] == "lost" for turn in story[-STALL_TURNS:] for event in turn
    )


def _split_gifts(turn: list[Event]) -> list[Event]:
    """Removes the last events of a turn, in which McGuire's mat gives things to the next turn; returns them."""
    begun = next(at for at, event in enumerate(turn) if event["type"] == "turn")
    gifts = (at for at in range(begun, len(turn)) if turn[at].get("event") in TURN_EVENTS)
    end = next(gifts, len(turn))
    given = turn[end:]
    del turn[end:]
    return given
