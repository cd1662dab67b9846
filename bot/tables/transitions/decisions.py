"""Decisions: transitions in which one or several seats answer in a running game, or let the time run out.

Answers in a window are sealed: until it closes, nothing visible about the table changes except who has answered.
An AI plays for a member who let the time run out too often, until the member answers again.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final

from bot.stats.game_statistics import places
from bot.stats.seat_statistics import GameStatistics
from bot.store.rows import Absence, Decision, DecisionChanges, Result, Seat, Status
from bot.tables.games import statistics_at_end
from bot.tables.open_question import OpenQuestion, PendingState
from bot.tables.pace import ai_pause
from bot.tables.seed_commitment import ai_pause_key
from bot.tables.state import (
    EVERY_ROUND,
    PLAYER,
    TIMEOUT,
    TableState,
    extend_story,
    seat_event,
)
from bot.tables.transitions.transition import ChangeKind, Transition, TransitionContext, running_game
from engine import Event, Game, Move, digest
from engine.moves import RESIGN

LESSON_PAUSE: Final = 2.0
"""The pause in a lesson, as a multiple of the usual one: there is more to read."""
TIMEOUTS_UNTIL_AWAY: Final = 3
"""Timeouts in a row after which an AI plays for a seat."""
_LOSSES: Final = frozenset(("lost", "aside"))
"""The events that end all orders of the seat they are about: it loses a card."""


@dataclass
class Draft:
    """Decisions made in `game`, a clone of the game, with the events that followed; `at` is the time of all.

    `void` are the answers without effect (see `acknowledge`), each as seat and cause.
    """

    game: Game
    at: float
    decisions: list[Decision] = field(default_factory=list[Decision])
    events: list[Event] = field(default_factory=list[Event])
    void: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])

    def decide(self, seat: int, move: Move, cause: str) -> None:
        """Makes a decision, or a resignation. Raises engine.Refused."""
        self.events += self.game.carry_out(seat, move)
        self.decisions.append(Decision(seat, str(move), cause, self.at, digest(self.game)))


def commit(
    state: TableState,
    context: TransitionContext,
    draft: Draft,
    *,
    longer: Sequence[int] = (),
    unsealed: Game | None = None,
    at_once: bool = False,
) -> Transition:
    """Returns the transition that stores the decisions of a draft, and shows its game or keeps it sealed.

    `longer` are the seats that have taken more time for the question. `unsealed` replaces the game on show if the
    question is still open. `at_once` ignores the minimum window time.
    """
    game, question, seats = draft.game, running_game(state).question, tuple(each.seat for each in draft.decisions)
    answers = (*((each.seat, each.cause) for each in draft.decisions), *draft.void)
    changed = _seats_after(state, answers)
    for seat in longer:
        changed[seat] = replace(changed.get(seat, end_absence(state.seats[seat])), more_time=question)
    number, before, statistics = state.decisions + len(seats), state, None
    state = with_absences(state, changed, seats)
    if game.question == question:
        state = _answered(state, [seat for seat, _ in answers], sealed=game)
        without_effect = (*state.void_answers, *(seat for seat, _ in draft.void))
        state = state.replace(decisions=number, void_answers=without_effect)
        if unsealed is not None:
            state = state.replace(game=unsealed).with_events(draft.events)
            owing, due = state.owing(), state.open_question.ai_due
            state = state.with_question(ai_due={seat: due[seat] for seat in due if seat in owing})
    else:
        outcome = _outcome(state, context, draft, at_once=at_once)
        result = None
        if game.winners is not None:
            finished = places(game, chain(*state.story, outcome.events))
            abandoned = tuple(number for number, seat in enumerate(state.seats) if seat.away)
            result = Result(game.winners, game.record(), finished, abandoned)
            statistics = statistics_at_end(state, game.decisions)
        state = state.replace(decisions=number, void_answers=(), result=result)
        if outcome.asked_at > context.now:
            state = _answered(state, seats, pending=outcome)
        else:
            state = _shown(state, context, outcome)
    state, save = _stored(before, state, context, draft.decisions, statistics)
    change = ChangeKind.ENDED if state.has_ended else ChangeKind.CHANGED
    return Transition(state, save, change, len(draft.decisions), answers, question)


def acknowledge(state: TableState, context: TransitionContext, seat: int, cause: str) -> Transition:
    """Returns the transition for an answer without effect: a sealed answer has released the seat from answering.

    The answer is stored too, so that its delay does not show that it has no effect.
    """
    question, changed = running_game(state).question, _seats_after(state, [(seat, cause)])
    if state.open_question.pending is None:
        state = state.replace(void_answers=(*state.void_answers, seat))
    stored = change_seats(_answered(state, [seat]), context, changed, ChangeKind.CHANGED)
    return stored._replace(answers=((seat, cause),), question=question)


def change_seats(
    state: TableState, context: TransitionContext, changed: Mapping[int, Seat], change: ChangeKind | None = None
) -> Transition:
    """Returns the transition that stores changed seats and the answers in columns of the row, but no decisions.

    It announces a change of this kind, by default none.
    """
    return Transition(*_stored(state, with_absences(state, changed), context), change)


def show_pending(state: TableState, context: TransitionContext) -> Transition:
    """Returns the transition that shows the pending state at once, if there is one."""
    pending = state.open_question.pending
    if pending is None:
        return Transition(state)
    shown = _shown(state, context, replace(pending, asked_at=context.now))
    return Transition(shown, change=ChangeKind.CHANGED)


def default_answers(state: TableState, draft: Draft) -> None:
    """Decides the defaults of all seats that owe an answer.

    If `state.resigns` is set, members who have let the time run out too often resign.
    """
    game, ask = draft.game, draft.game.ask
    if ask is None:
        return
    changed = _seats_after(state, [(seat, TIMEOUT) for seat in ask.options])
    for seat in sorted(ask.options):
        if game.ask is ask and seat in ask.options:
            leaves = seat in changed and changed[seat].away
            draft.events += [seat_event("silence", seat), *([seat_event("away", seat)] if leaves else [])]
            draft.decide(seat, ask.options[seat][ask.default(seat)], TIMEOUT)
    late = [each.seat for each in draft.decisions if _is_last_timeout(state.seats[each.seat])]
    for seat in late if state.resigns else ():
        if state.seats[seat].user_id is not None and game.ask is not None and game.is_playing(seat):
            draft.decide(seat, RESIGN, TIMEOUT)


def _stored(
    before: TableState,
    state: TableState,
    context: TransitionContext,
    decisions: Sequence[Decision] = (),
    statistics: GameStatistics | None = None,
) -> tuple[TableState, DecisionChanges]:
    """Returns the table with its next due time, and what to store; a pending state is stored as if shown."""
    pending = state.open_question.pending
    row = state if pending is None else _shown(state, context, pending)
    row = row.replace(due=row.wakes_at())
    seats: dict[int, Seat] = {}
    if row.seats is not before.seats:
        seats = {number: seat for number, seat in enumerate(row.seats) if seat is not before.seats[number]}
    changes = DecisionChanges(row, tuple(decisions), context.now, seats, state.result, statistics)
    return state.replace(due=row.due), changes


def _outcome(state: TableState, context: TransitionContext, draft: Draft, *, at_once: bool) -> PendingState:
    """Returns the state after the open question, and when it is shown: not before the minimum time of a window.

    The quiet time of a window takes the place of its minimum time, and is over by now. The end of a game is shown
    at once: all cards are open then, and the statistics have it already.
    """
    at, asked, game = context.now, running_game(state).ask, draft.game
    is_limited = asked is not None and asked.window and not state.has_quiet_time and game.winners is None
    if is_limited and not at_once:
        at = max(at, min(state.asked_at + context.min_window_seconds, state.deadline or at))
    deadline = None if game.ask is None else at + state.seconds(game)
    question_id = None if game.ask is None else context.question_id
    seats = tuple(decision.seat for decision in draft.decisions)
    return PendingState(game, tuple(draft.events), seats, at, deadline, question_id)


def _answered(state: TableState, seats: Collection[int], **hidden: Game | PendingState) -> TableState:
    """Returns the table where seats have answered; `hidden` are fields of its question that are not shown."""
    question = state.open_question
    ai_due = {seat: moment for seat, moment in question.ai_due.items() if seat not in seats}
    return state.with_question(answered=question.answered.union(seats), ai_due=ai_due, **hidden)


def _shown(state: TableState, context: TransitionContext, outcome: PendingState) -> TableState:
    """Returns the table that shows the outcome of its open question: the next question, or the end."""
    game = outcome.game
    ended = _seats_with_ended_orders(state.seats, game, outcome.events) if state.orders else ()
    state = state.with_seats({number: replace(state.seats[number], orders=()) for number in ended}).replace(
        story=extend_story(state.story, (*state.failures(), *outcome.events), state.members()),
        game=game,
        open_question=OpenQuestion(),
        asked_at=outcome.asked_at,
        deadline=outcome.deadline,
        question_id=outcome.question_id,
    )
    if game.winners is None:
        return schedule_ai(state.with_quiet_time(outcome.asked_at), context)
    return state.replace(status=Status.OVER, over_at=context.now, due=None)


def _seats_with_ended_orders(seats: Sequence[Seat], game: Game, events: Iterable[Event]) -> list[int]:
    """Returns the seats whose orders end with these events, after which the game is as given."""
    given = [number for number, seat in enumerate(seats) if seat.orders]
    if not given or game.ask is None:
        return given
    lasting = {seat for seat in given if EVERY_ROUND in seats[seat].orders}
    ended = {
        event["by"]
        for event in events
        if event["type"] in _LOSSES or (event["type"] == "turn" and event["by"] not in lasting)
    }
    return [seat for seat in given if seat in ended]


def schedule_ai(state: TableState, context: TransitionContext) -> TableState:
    """Returns the table with the moment when each AI seat that owes an answer will answer."""
    game = state.game
    seats = [seat for seat in state.owing() if state.played_by_ai(seat) and not state.has_answered(seat)]
    if game is None or game.ask is None or not seats:
        return state.with_question(ai_due={}) if state.open_question.ai_due else state
    usual, longest = context.ai_pause_seconds * (LESSON_PAUSE if state.practice else 1.0), state.seconds(game) / 2
    key, prompt = ai_pause_key(state.server_seed), game.ask.prompt
    pauses = {seat: min(longest, usual * ai_pause(key, seat, game.question, prompt)) for seat in seats}
    return state.with_question(ai_due={seat: state.asked_at + pause for seat, pause in pauses.items()})


def end_absence(seat: Seat) -> Seat:
    """Returns the seat of a member who plays again."""
    return replace(seat, missed=0, away=False)


def _seats_after(state: TableState, decided: Iterable[tuple[int, str]]) -> dict[int, Seat]:
    """Returns the seats that decisions change; `decided` has the seat and the cause of each.

    An answer of the member ends an absence and resets the count of timeouts. Standing orders end when an absence
    begins, and those of every round with the first timeout.
    """
    changed: dict[int, Seat] = {}
    for number, cause in decided:
        seat = state.seats[number]
        if not seat.is_member:
            continue
        if cause == PLAYER and (seat.missed or seat.away):
            changed[number] = end_absence(seat)
        elif cause == TIMEOUT and not seat.away:
            is_away = _is_last_timeout(seat) and not state.resigns
            orders = () if is_away or EVERY_ROUND in seat.orders else seat.orders
            changed[number] = replace(seat, missed=seat.missed + 1, away=is_away, orders=orders)
    return changed


def with_absences(state: TableState, changed: Mapping[int, Seat], decided: Sequence[int] = ()) -> TableState:
    """Returns the table with changed seats, and with the absences that begin or end with the change.

    `decided` are the seats of the decisions that come with the change, in order. An absence ends before its
    member's decision. This function adds members who are back to the story; `default_answers` adds members who are
    away.
    """
    if not changed:
        return state
    pending = state.open_question.pending
    shown = state.decisions - (0 if pending is None else len(pending.seats))
    absences = [
        Absence(state.decisions + decided.index(number) + 1 if seat.away else shown, number, seat.away)
        for number, seat in changed.items()
        if seat.away is not state.seats[number].away
    ]
    back_again = [absence.seat for absence in absences if not absence.is_away]
    ai_due = {seat: moment for seat, moment in state.open_question.ai_due.items() if seat not in back_again}
    return (
        state.replace(absences=(*state.absences, *absences))
        .with_seats(changed)
        .with_question(ai_due=ai_due)
        .with_events(seat_event("back", seat) for seat in back_again)
    )


def _is_last_timeout(seat: Seat) -> bool:
    """Returns whether one more timeout makes the member of a seat absent."""
    return seat.missed + 1 >= TIMEOUTS_UNTIL_AWAY
