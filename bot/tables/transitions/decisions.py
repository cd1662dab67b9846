"""Decisions: what one or several answers make of a running game, and what is stored with them.

Answers in a window are sealed: until it closes, nothing visible about the table changes except who has answered.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from bot.store.rows import Decision, Seat, Status, Step
from bot.tables.changes import Change, ChangeKind
from bot.tables.games.absences import absences_after
from bot.tables.games.result import result_of
from bot.tables.state import AI, FAILED, PLAYER, TIMEOUT, PendingState, TableState
from bot.tables.story import away, back, silence
from bot.tables.transitions.ai_schedule import schedule_ai
from bot.tables.transitions.questions import running_game
from bot.tables.transitions.transition import Context, Decided, Transition
from engine import Event, Game, Move, digest
from engine.moves import RESIGN

TIMEOUTS_UNTIL_AWAY: Final = 3
"""Timeouts in a row after which an AI plays for a seat."""

Taken = Sequence[tuple[int, Move, str]]
"""Decisions: seat, move, and the checksum of the game after it."""


def commit(
    state: TableState,
    context: Context,
    game: Game,
    taken: Taken,
    events: Iterable[Event],
    cause: str,
    *,
    failed: Collection[int] = (),
    unsealed: Game | None = None,
    at_once: bool = False,
) -> Transition:
    """Returns the transition that stores decisions taken on a clone, and shows that game or keeps it sealed.

    `failed` are the places in `taken` of what was decided for AI seats that failed. `unsealed` replaces the game
    on show if the question is still open. `at_once` ignores the minimum window time.
    """
    before, seats = running_game(state), tuple(seat for seat, _, _ in taken)
    settled = game.question != before.question
    next_state = _pending(state, context, game, events, seats, cause, at_once=at_once)
    changed = changed_seats(state, seats, cause)
    decisions = tuple(
        Decision(seat, str(move), FAILED if place in failed else cause, context.now, checksum)
        for place, (seat, move, checksum) in enumerate(taken)
    )
    step = _decision_step(state, next_state, decisions, changed, shown=None if settled else unsealed or before)
    left = any(seat.away and not state.seats[number].away for number, seat in changed.items())
    state, returns = _with_seats(state, changed, step)
    state = replace(
        state,
        decisions=state.decisions + len(taken),
        due=step.due,
        latest=game,
        result=step.result,
        void_answers=() if settled else state.void_answers,
    )
    if settled and next_state.at > context.now:
        state = _sealed(replace(state, pending=next_state), seats)
        change = Change(ChangeKind.DECIDED, cause, len(taken))
    elif settled or unsealed is not None:
        shown = next_state if settled else replace(next_state, game=unsealed or game)
        state, change = _shown(state, context, shown, len(taken))
    else:
        state, change = _sealed(state, seats), Change(ChangeKind.DECIDED, cause, len(taken))
    changes = (*returns, change, Change(ChangeKind.AWAY)) if left else (*returns, change)
    return Transition(state, step, changes, Decided(seats, before.question, cause))


def acknowledge(state: TableState, context: Context, seat: int, cause: str) -> Transition:
    """Returns the transition for the answer of a seat that a sealed answer has let go: it has no effect.

    Something is stored all the same, so that it takes as long as any answer.
    """
    question, changed = running_game(state).question, changed_seats(state, [seat], cause)
    void = () if state.pending is not None else (*state.void_answers, seat)
    kept = change_seats(state, context, changed, void, answered=[seat])
    state = _sealed(replace(kept.state, void_answers=void), [seat])
    changes = (*kept.changes, Change(ChangeKind.DECIDED, cause))
    return Transition(state, kept.save, changes, Decided((seat,), question, cause))


def change_seats(
    state: TableState,
    context: Context,
    changed: Mapping[int, Seat],
    void_answers: tuple[int, ...] | None = None,
    *,
    answered: Collection[int] = (),
) -> Transition:
    """Returns the transition that stores changed seats, and answers without effect (None: as they are).

    `answered` are seats that owe no answer any more.
    """
    step = _bare_step(
        state, context, changed, state.void_answers if void_answers is None else void_answers, answered
    )
    is_over = state.pending is not None and state.pending.game.winners is not None
    state, returns = _with_seats(state, changed, step)
    if is_over:  # though that is not shown yet: the rows of the game take no more answers
        return Transition(state, "due", returns)
    return Transition(replace(state, due=step.due), step, returns)


def show_pending(state: TableState, context: Context) -> Transition:
    """Returns the transition that shows at once what waits for the minimum window time, if anything does."""
    if state.pending is None:
        return Transition(state)
    pending = replace(state.pending, at=context.now)
    state, change = _shown(replace(state, pending=None), context, pending)
    return Transition(state, changes=(change,))


def default_answers(state: TableState, game: Game) -> tuple[Taken, list[Event]]:
    """Takes the defaults of all who owe an answer in a clone; returns the decisions and what happened.

    Where the table has it so, members who let the time run out once too often resign.
    """
    ask, events = game.ask, list[Event]()
    taken: list[tuple[int, Move, str]] = []
    if ask is None:
        return taken, events
    changed = changed_seats(state, ask.options, TIMEOUT)
    for seat in sorted(ask.options):
        if game.ask is ask and seat in ask.options:
            move = ask.options[seat][ask.default(seat)]
            leaves = seat in changed and changed[seat].away
            events += [silence(seat), *([away(seat)] if leaves else []), *game.decide(seat, move)]
            taken.append((seat, move, digest(game)))
    for seat in [seat for seat, _, _ in taken if state.resigns and _is_last_timeout(state.seats[seat])]:
        if state.seats[seat].user_id is not None and game.ask is not None and game.is_playing(seat):
            events += game.resign(seat)
            taken.append((seat, RESIGN, digest(game)))
    return taken, events


def changed_seats(state: TableState, decided: Iterable[int], cause: str) -> dict[int, Seat]:
    """Returns the seats that change: an answer ends absence and count of timeouts, a timeout adds to the count."""
    changed: dict[int, Seat] = {}
    for number in decided:
        seat = state.seats[number]
        if seat.user_id is None:
            continue
        if cause == PLAYER and (seat.missed or seat.away):
            changed[number] = replace(seat, missed=0, away=False)
        elif cause == TIMEOUT and not seat.away:
            is_away = _is_last_timeout(seat) and not state.resigns
            changed[number] = replace(seat, missed=seat.missed + 1, away=is_away)
    return changed


def _with_seats(
    state: TableState, changed: Mapping[int, Seat], step: Step
) -> tuple[TableState, tuple[Change, ...]]:
    """Returns the table with the seats of a step, and the announcements of the members who are back with it."""
    returned = [number for number, seat in changed.items() if state.seats[number].away and not seat.away]
    ai_due = {seat: moment for seat, moment in state.ai_due.items() if seat not in returned}
    state = replace(state.with_seats(changed), absences=step.absences, ai_due=ai_due)
    return state.told(map(back, returned)), tuple(Change(ChangeKind.BACK) for _ in returned)


def _bare_step(
    state: TableState,
    context: Context,
    changed: Mapping[int, Seat],
    void_answers: tuple[int, ...],
    answered: Collection[int],
) -> Step:
    pending = state.pending
    if pending is None:
        due = state.due_after(state.game, state.asked_at, state.deadline, changed, {*state.answered, *answered})
    else:
        due = state.due_after(pending.game, pending.at, pending.deadline, changed)
    return Step(
        game_id=state.id,
        channel_id=state.lobby_channel_id,
        before=state.decisions,
        decisions=(),
        at=context.now,
        asked_at=state.asked_at if pending is None else pending.at,
        deadline=state.deadline if pending is None else pending.deadline,
        due=due,
        seats=dict(changed),
        void_answers=void_answers,
        question_id=state.question_id if pending is None else pending.question_id,
        absences=absences_after(state, changed),
    )


def _decision_step(
    state: TableState,
    pending: PendingState,
    decisions: tuple[Decision, ...],
    changed: Mapping[int, Seat],
    *,
    shown: Game | None,
) -> Step:
    """Returns the step that stores decisions and the state they lead to.

    `shown` is the game on show afterwards if the question is still open, None if it is settled.
    """
    step = Step(
        game_id=state.id,
        channel_id=state.lobby_channel_id,
        before=state.decisions,
        decisions=decisions,
        at=decisions[-1].at,
        asked_at=pending.at,
        deadline=pending.deadline,
        due=state.due_after(pending.game, pending.at, pending.deadline, changed),
        seats=dict(changed),
        result=result_of(pending.game, chain(*state.story, pending.events), state.with_seats(changed).seats),
        question_id=pending.question_id,
        absences=absences_after(state, changed, [decision.seat for decision in decisions]),
    )
    if shown is None:
        return step
    answered = {*state.answered, *(decision.seat for decision in decisions)}
    due = state.due_after(shown, state.asked_at, state.deadline, changed, answered)
    return replace(step, asked_at=state.asked_at, due=due, void_answers=state.void_answers)


def _pending(
    state: TableState,
    context: Context,
    game: Game,
    events: Iterable[Event],
    seats: tuple[int, ...],
    cause: str,
    *,
    at_once: bool,
) -> PendingState:
    """Returns what decisions have led to, and when that is shown: no window closes before its minimum time."""
    before, at, deadline, question_id = state.game, context.now, state.deadline, state.question_id
    if before is None or before.ask is None or game.question != before.question:
        if before is not None and before.ask is not None and before.ask.window and cause in (PLAYER, AI):
            least = 0.0 if at_once else context.min_window_seconds
            at = max(at, min(state.asked_at + least, state.deadline or at))
        deadline = None if game.ask is None else at + state.seconds(game)
        question_id = None if game.ask is None else context.question_id
    return PendingState(game, tuple(events), seats, cause, at, deadline, question_id)


def _sealed(state: TableState, seats: Collection[int]) -> TableState:
    """Returns the table on which seats have answered, and nothing more can be seen."""
    ai_due = {seat: moment for seat, moment in state.ai_due.items() if seat not in seats}
    return replace(state, answered=state.answered.union(seats), ai_due=ai_due)


def _shown(
    state: TableState, context: Context, pending: PendingState, decisions: int = 0
) -> tuple[TableState, Change]:
    """Returns the table that shows a state: of another question, or of the same after a resignation."""
    game, before = pending.game, state.game
    state = replace(state, game=game)
    if before is None or before.question != game.question:
        state = state.told_failures().told(pending.events)
        state = replace(
            state,
            answered=frozenset(),
            reminded=False,
            asked_at=pending.at,
            deadline=pending.deadline,
            question_id=pending.question_id,
        )
        state = schedule_ai(state, context)
    else:
        state = state.told(pending.events)
        state = replace(state, answered=state.answered.union(pending.seats))
        owing = state.owing()
        state = replace(state, ai_due={seat: at for seat, at in state.ai_due.items() if seat in owing})
    if game.winners is None:
        return state, Change(ChangeKind.DECIDED, pending.cause, decisions)
    state = replace(state, status=Status.OVER, over_at=context.now, ai_due={})
    return state, Change(ChangeKind.OVER, pending.cause, decisions)


def _is_last_timeout(seat: Seat) -> bool:
    """Returns whether another timeout is one too many."""
    return seat.missed + 1 >= TIMEOUTS_UNTIL_AWAY
