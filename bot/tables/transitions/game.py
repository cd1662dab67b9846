"""Transitions of a running game: answers, resignations, members who come back, timeouts, fast forward."""

from collections.abc import Collection
from dataclasses import replace
from math import ceil
from typing import Final

from bot.refusals import MomentPassed, Refusal
from bot.store.rows import DecisionChanges, EarlyAnswer, Status
from bot.tables.pace import GRACE_SECONDS, half_time
from bot.tables.state import AI, AWAY, EVERY_ROUND, FAILED, MORE_TIME, PLAYER, TableState
from bot.tables.transitions.decisions import (
    Draft,
    acknowledge,
    change_seats,
    commit,
    default_answers,
    end_absence,
    show_pending,
)
from bot.tables.transitions.moderation import AWAY_SECONDS, close, end, pause, restart_clock
from bot.tables.transitions.orders import EVERYTHING, answer_early, end_quiet_time, give_order
from bot.tables.transitions.transition import (
    UNCHECKED,
    AskedQuestion,
    ChangeKind,
    Transition,
    TransitionContext,
    asked_question,
    question_to,
    running_game,
    seat_of_member,
)
from engine import Move
from engine.moves import PASS, RESIGN

STALLED_SECONDS: Final = 600.0
"""A question that has been open for this time keeps its table waiting, however much time is left.

A game in which all members who are still in it are away has been deserted after the same time of its pause.
"""


def decide(
    state: TableState,
    context: TransitionContext,
    user_id: int,
    move: Move,
    question: int,
    question_id: int | None = UNCHECKED,
) -> Transition:
    """Records a member's answer to a question (see `asked_question`), which also ends the member's absence."""
    asked = asked_question(state, user_id, question, question_id)
    return _answer(state, context, asked, move, PLAYER)


def allow_until_turn(
    state: TableState, context: TransitionContext, user_id: int, question: int, question_id: int | None = UNCHECKED
) -> Transition:
    """Records Allow as a member's answer, and orders to allow everything until the member's next turn.

    An order that already allows everything stays as it is. Raises Refusal.
    """
    seat = asked_question(state, user_id, question, question_id).seat
    if not {EVERYTHING, EVERY_ROUND}.isdisjoint(state.seats[seat].orders):
        return decide(state, context, user_id, PASS, question, question_id)
    ordered = give_order(state, context, user_id, EVERYTHING, is_back=True)
    allowed = decide(ordered.state, context, user_id, PASS, question, question_id)
    save = allowed.save
    if isinstance(save, DecisionChanges):  # the seats that have changed since the order was given
        seats = {**save.seats, seat: save.row.seats[seat]}
        allowed = allowed._replace(save=replace(save, seats=seats))
    return allowed


def decide_for_ai(
    state: TableState, context: TransitionContext, seat: int, move: Move, question: int, *, failed: bool
) -> Transition:
    """Records an AI's answer for its seat. Raises MomentPassed if a member plays the seat again."""
    if not state.played_by_ai(seat):
        raise MomentPassed
    return _answer(state, context, question_to(state, seat, question), move, FAILED if failed else AI)


def resign(state: TableState, context: TransitionContext, user_id: int) -> Transition:
    """Resigns for a member. Raises Refusal if the member is eliminated."""
    seat = seat_of_member(state, user_id)
    running_game(state)
    shown = show_pending(state, context)
    state, before = shown.state, running_game(shown.state)
    if not before.is_playing(seat) or str(RESIGN) in state.early_moves(seat):
        raise Refusal("eliminated")
    if state.is_quiet:
        early = answer_early(state, context, EarlyAnswer(seat, str(RESIGN), PLAYER))
        return early._replace(change=shown.change)
    draft, public = Draft((state.latest or before).clone(), context.now), before.clone()
    draft.decide(seat, RESIGN, PLAYER)
    public.resign(seat)
    return commit(state, context, draft, unsealed=public)


def come_back(state: TableState, context: TransitionContext, user_id: int) -> Transition:
    """Ends the absence of a member; resumes the game if it was paused because all members were away."""
    seat = seat_of_member(state, user_id)
    if not state.awaits_members:
        running_game(state)
    if seat not in state.members_in():
        raise Refusal("eliminated")
    if not state.seats[seat].away:
        raise Refusal("not-away")
    if state.awaits_members:
        return restart_clock(state, context, seat)
    return change_seats(state, context, {seat: end_absence(state.seats[seat])}, ChangeKind.CHANGED)


def more_time(
    state: TableState,
    context: TransitionContext,
    user_id: int,
    question: int | None = None,
    question_id: int | None = UNCHECKED,
) -> Transition:
    """Doubles the time left for a question, for a member who is asked; each may do so once a game. Raises Refusal.

    Like an answer it ends the member's absence. Whether sealed answers have settled the question is not visible.
    """
    number = asked_question(state, user_id, question, question_id).seat
    seat = end_absence(state.seats[number])
    if state.deadline is None or state.practice:
        raise Refusal("no-time-limit")
    if seat.more_time is not None or MORE_TIME in state.early_moves(number):
        raise Refusal("more-time-taken")
    if state.is_quiet:
        return answer_early(state, context, EarlyAnswer(number, MORE_TIME, PLAYER))
    changed = {number: replace(seat, more_time=running_game(state).question)}
    return change_seats(state.doubled_time(context.now), context, changed, ChangeKind.CHANGED)


def tick(state: TableState, context: TransitionContext, thinking: Collection[int] = ()) -> Transition:
    """Does what is due in a running or paused game, at most one thing at a time.

    `asked` of the transition are the AI seats that must be asked now, without those that are `thinking` already.
    """
    now, game, question = context.now, state.game, state.open_question
    pending = question.pending
    if state.status is Status.PAUSED:
        expired = state.due is not None and state.due <= now
        return close(state, context, paused_for=AWAY) if expired else Transition(state)
    if pending is not None and pending.asked_at <= now:
        return show_pending(state, context)
    if question.quiet_until is not None and question.quiet_until <= now:
        return end_quiet_time(state, context)
    if game is None or state.status is not Status.PLAYING:
        return Transition(state)
    if state.ends_at_once:
        return end(state, context)
    if state.is_deserted and pending is None and not state.is_quiet:  # an early answer ends an absence
        return pause(state, context, AWAY)
    due = sorted(
        (moment, seat) for seat, moment in question.ai_due.items() if moment <= now and seat not in thinking
    )
    if due:
        return Transition(state, asked=tuple(seat for _, seat in due))
    if state.deadline is not None and state.deadline <= now and pending is None:
        return _time_out(state, context, now - state.deadline)
    return publish_half_time(state, context)


def skip(state: TableState, context: TransitionContext) -> Transition:
    """Decides for the members who keep the table waiting, as the end of the time would. Raises Refusal.

    They do after half of the time, or after STALLED_SECONDS. Whether they do depends only on what the table shows,
    so a refusal betrays nothing. `outcome` has their names.
    """
    running_game(state)
    if state.deadline is None:
        raise Refusal("no-time-limit")
    names = tuple(state.names[seat] for seat in state.awaited())
    if not names:
        raise Refusal("nobody-awaited")
    since = min(half_time(state.asked_at, state.deadline), state.asked_at + STALLED_SECONDS)
    if context.now < since or state.is_quiet:
        raise Refusal("not-stalled", names=names, when=ceil(max(since, context.now + 1)))
    if state.open_question.pending is not None:
        return show_pending(state, context)._replace(outcome=names)
    return _time_out(state, context, 0.0)._replace(outcome=names)


def publish_half_time(state: TableState, context: TransitionContext) -> Transition:
    """Announces once that half the time of a lobby or question has passed."""
    half = state.half_time()
    if half is None or half > context.now:
        return Transition(state)
    return Transition(state.with_question(is_half_over=True), change=ChangeKind.HALF_TIME)


def begin_fast_forward(state: TableState, context: TransitionContext, user_id: int) -> Transition:
    """Checks that only AI seats are left, and shows what their answers have led to, at once.

    An AI plays for each member who is away, so a game whose members have all been away for STALLED_SECONDS is
    resumed for a member who is out. Raises Refusal.
    """
    seat = seat_of_member(state, user_id)
    if state.awaits_members and seat not in state.members_in():
        since = (state.due or 0.0) - AWAY_SECONDS + STALLED_SECONDS
        if context.now < since:
            names = tuple(state.names[absent] for absent in state.members_in())
            raise Refusal("finish-early", names=names, when=ceil(since))
        return restart_clock(state, context)._replace(change=None)  # the end is shown soon
    running_game(state)
    if not state.is_left_to_ai:
        raise Refusal("still-played")
    return end_quiet_time(state, context) if state.is_quiet else show_pending(state, context)


def fast_forward(state: TableState, context: TransitionContext, before: int, draft: Draft) -> Transition:
    """Ends a game with the decisions that AI seats made after the first `before` decisions.

    Raises MomentPassed if another process has decided meanwhile, a member is back, or one was deleted, whom the
    draft names.
    """
    is_outdated = (state.decisions, running_game(state).names) != (before, draft.game.names)
    if is_outdated or not (state.is_left_to_ai or state.is_deserted):
        raise MomentPassed
    state = state.with_question(failed=frozenset())  # the events name these seats already
    return commit(state, context, draft, at_once=True)


def _answer(
    state: TableState, context: TransitionContext, asked: AskedQuestion, move: Move, cause: str
) -> Transition:
    """Records a seat's answer to the question on show. Whether it still has an effect is not visible."""
    seat = asked.seat
    if move not in asked.options:
        raise Refusal("illegal")
    if state.is_quiet:
        return answer_early(state, context, EarlyAnswer(seat, str(move), cause))
    if cause == FAILED:
        state = state.with_question(failed=state.open_question.failed | {seat})
    latest = state.latest or asked.game
    if state.open_question.pending is not None or latest.ask is None or seat not in latest.ask.options:
        return acknowledge(state, context, seat, cause)
    draft = Draft(latest.clone(), context.now)
    draft.decide(seat, move, cause)
    return commit(state, context, draft)


def _time_out(state: TableState, context: TransitionContext, late: float) -> Transition:
    """Decides the defaults of all seats that owe an answer, `late` seconds after the deadline."""
    if state.practice:
        return close(state, context)
    if late > GRACE_SECONDS:  # nobody could answer, because the machine was suspended
        again = state.replace(deadline=context.now + min(GRACE_SECONDS, state.whole_time()))
        return Transition(again, change=ChangeKind.RESTORED)
    draft = Draft((state.latest or running_game(state)).clone(), context.now)
    default_answers(state, draft)
    return commit(state, context, draft, at_once=True)
