"""Transitions from outside a game: pausing and resuming it, ending a table, moving it into a thread."""

from dataclasses import replace
from typing import Final

from bot.refusals import MomentPassed, Refusal
from bot.store.rows import Status
from bot.tables.state import AWAY, UNREACHABLE, TableState
from bot.tables.transitions.decisions import end_absence, schedule_ai, show_pending, with_absences
from bot.tables.transitions.transition import ChangeKind, Transition, TransitionContext, save_row

AWAY_SECONDS: Final = 7 * 86400.0
"""A game whose players are all away stays paused for this time, and is then closed."""


def pause_or_close(state: TableState, context: TransitionContext) -> Transition:
    """Pauses a game whose channel cannot be reached; closes a lobby or a lesson. Raises Refusal."""
    if state.status is Status.LOBBY or (state.practice and state.status is Status.PLAYING):
        return close(state, context)
    if state.status is not Status.PLAYING:
        raise Refusal("not-running")
    return pause(show_pending(state, context).state, context, UNREACHABLE)


def pause(state: TableState, context: TransitionContext, cause: str) -> Transition:
    """Stops the clock of a running game."""
    due = context.now + AWAY_SECONDS if cause == AWAY else None
    paused = state.with_question(ai_due={})
    return save_row(paused.replace(status=Status.PAUSED, deadline=None, paused_for=cause, due=due), context)


def resume(state: TableState, context: TransitionContext) -> Transition:
    """Resumes a paused game. Raises Refusal if every player is away: then only a player can resume it."""
    if state.awaits_members:
        raise Refusal("all-away")
    return restart_clock(state, context)


def restart_clock(state: TableState, context: TransitionContext, seat: int | None = None) -> Transition:
    """Resumes a paused game; the open question gets its whole time again. Raises Refusal.

    `seat` is the seat of a member whose absence this ends.
    """
    if state.status is not Status.PAUSED or state.game is None:
        raise Refusal("not-paused")
    if seat is not None:
        state = with_absences(state, {seat: end_absence(state.seats[seat])})
    again = state.with_question(is_half_over=False).replace(
        status=Status.PLAYING,
        paused_for=None,
        asked_at=context.now,
        deadline=context.now + state.whole_time(),
    )
    again = schedule_ai(again.with_quiet_time(context.now), context)
    return save_row(again, context)


def end(
    state: TableState, context: TransitionContext, by: int | None = None, has_game: bool | None = None
) -> Transition:
    """Ends a game without a winner, or closes a lobby. Raises Refusal.

    `by` is the id of the moderator, who saw a game if `has_game`, otherwise a lobby; None if nobody looked.
    """
    if state.has_ended:
        raise Refusal("not-running")
    if has_game not in (None, state.game is not None):
        raise MomentPassed
    return close(show_pending(state, context).state, context, by)


def close(
    state: TableState, context: TransitionContext, by: int | None = None, *, paused_for: str | None = None
) -> Transition:
    """Closes a table without a winner.

    `by` is the id of the moderator or host who did it, `paused_for` why it was paused if it was so for too long.
    """
    given = {number: replace(seat, orders=()) for number, seat in enumerate(state.seats) if seat.orders}
    closed = state.with_seats(given).replace(
        status=Status.CLOSED,
        deadline=None,
        due=None,
        early_answers=(),
        over_at=context.now,
        ended_by=by,
        paused_for=paused_for,
    )
    return save_row(closed, context, ChangeKind.ENDED)


def enter_thread(state: TableState, _: TransitionContext, thread_id: int) -> Transition:
    """Moves a running game into a thread, so that its channel is free."""
    if not state.is_running:
        return Transition(state)
    return Transition(state.replace(home_id=state.channel_id, channel_id=thread_id), "thread")
