"""Steps: what one decision changes at a table, worked out before anything is stored."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from bot.store.rows import Decision, Seat, Step
from bot.tables.events import away, silence
from bot.tables.games.absences import absences_after
from bot.tables.games.ending import result_of
from bot.tables.games.questions import draw_question_id
from bot.tables.refusals.games import AlreadyAnswered, MomentPassed, NotAsked, NotYourTurn
from bot.tables.session import AI, PLAYER, TIMEOUT, PendingState, TableSession
from engine import Event, Game, Move, digest
from engine.moves import RESIGN

PATIENCE: Final = 3  # timeouts in a row after which an AI plays for a seat


def asked_options(table: TableSession, game: Game, seat: int, question: int) -> tuple[Move, ...]:
    """The options of a seat that owes an answer to the question of that number. Raises Refusal, saying why not."""
    if question != game.question or game.ask is None:
        raise MomentPassed
    if seat in table.answered:
        raise AlreadyAnswered
    if seat not in game.ask.options:
        raise NotYourTurn if game.ask.prompt == "act" else NotAsked
    return game.ask.options[seat]


def pending_state(
    table: TableSession, clone: Game, events: list[Event], seats: list[int], cause: str, now: float, floor: float
) -> PendingState:
    """What a decision has led to, and when that is shown: a window is not closed before its floor."""
    game, at, deadline, question_id = table.game, now, table.deadline, table.question_id
    if game is None or game.ask is None or clone.question != game.question:
        if game is not None and game.ask is not None and game.ask.window and cause in (PLAYER, AI):
            at = max(now, min(table.asked_at + floor, table.deadline or now))
        deadline = None if clone.ask is None else at + table.seconds(clone)
        question_id = None if clone.ask is None else draw_question_id()
    return PendingState(clone, events, tuple(seats), cause, at, deadline, question_id)


def changed_seats(table: TableSession, decided: Iterable[int], cause: str) -> dict[int, Seat]:
    """Returns the seats that change: an answer ends absence and count of timeouts, a timeout adds to the count."""
    changed: dict[int, Seat] = {}
    for number in decided:
        seat = table.seats[number]
        if seat.user_id is None:
            continue
        if cause == PLAYER and (seat.missed or seat.away):
            changed[number] = replace(seat, missed=0, away=False)
        elif cause == TIMEOUT and not seat.away:
            changed[number] = replace(seat, missed=seat.missed + 1, away=_gone(seat) and not table.resigns)
    return changed


def _gone(seat: Seat) -> bool:
    """Whether another timeout is one too many."""
    return seat.missed + 1 >= PATIENCE


def default_answers(table: TableSession, clone: Game) -> tuple[list[tuple[int, Move, str]], list[Event]]:
    """Takes the default of all who owe an answer in `clone`: the decisions with their checksums, and events.

    Where the table has it so, those who let the time run out once too often resign.
    """
    ask, events = clone.ask, list[Event]()
    taken: list[tuple[int, Move, str]] = []
    if ask is None:
        return taken, events
    changed = changed_seats(table, ask.options, TIMEOUT)
    for seat in sorted(ask.options):
        if clone.ask is ask and seat in ask.options:
            move = ask.options[seat][ask.default(seat)]
            leaves = seat in changed and changed[seat].away
            events += [silence(seat), *([away(seat)] if leaves else []), *clone.decide(seat, move)]
            taken.append((seat, move, digest(clone)))
    for seat in [seat for seat, _, _ in taken if table.resigns and _gone(table.seats[seat])]:
        if table.seats[seat].user_id is not None and clone.ask is not None and clone.plays(seat):
            events += clone.resign(seat)
            taken.append((seat, RESIGN, digest(clone)))
    return taken, events


def bare_step(
    table: TableSession,
    now: float,
    *,
    seats: dict[int, Seat],
    void_answers: Sequence[int] | None = None,
    answered: Collection[int] = (),
) -> Step:
    """The step that stores changed seats and answers without effect (None: as they are).

    `now` in seconds since 1970.
    `answered` are seats that owe no answer any more.
    """
    held = table.held
    if held is None:
        due = table.due_after(table.game, table.asked_at, table.deadline, seats, {*table.answered, *answered})
    else:
        due = table.due_after(held.game, held.at, held.deadline, seats)
    return Step(
        game_id=table.id,
        channel_id=table.lobby_channel_id,
        before=table.decisions,
        decisions=(),
        at=now,
        asked_at=table.asked_at if held is None else held.at,
        deadline=table.deadline if held is None else held.deadline,
        due=due,
        seats=seats,
        void_answers=tuple(table.void_answers if void_answers is None else void_answers),
        question_id=table.question_id if held is None else held.question_id,
        absences=absences_after(table, seats),
    )


def decision_step(
    table: TableSession,
    state: PendingState,
    decisions: tuple[Decision, ...],
    *,
    seats: dict[int, Seat],
    shown: Game | None,
) -> Step:
    """The step that stores decisions and the state they lead to.

    `shown` is the game shown afterwards if the question still stands, None if it is settled.
    """
    story = chain(*table.story, state.events)
    result = result_of(state.game, story, [seats.get(number, seat) for number, seat in enumerate(table.seats)])
    step = Step(
        game_id=table.id,
        channel_id=table.lobby_channel_id,
        before=table.decisions,
        decisions=decisions,
        at=decisions[-1].at,
        asked_at=state.at,
        deadline=state.deadline,
        due=table.due_after(state.game, state.at, state.deadline, seats),
        seats=seats,
        result=result,
        question_id=state.question_id,
        absences=absences_after(table, seats, [decision.seat for decision in decisions]),
    )
    if shown is None:
        return step
    answered = {*table.answered, *(decision.seat for decision in decisions)}
    due = table.due_after(shown, table.asked_at, table.deadline, seats, answered)
    return replace(step, asked_at=table.asked_at, due=due, void_answers=tuple(table.void_answers))
