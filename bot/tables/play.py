"""Play: every decision of a running game comes in here, is made durable, and only then shows."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.store.rows import Decision, Result, Seat, Status, Step
from bot.tables.changes import Change, ChangeKind
from bot.tables.refusals import (
    AlreadyAnswered,
    Eliminated,
    GameIsOver,
    IllegalMove,
    IsPaused,
    LateAnswer,
    MomentPassed,
    NotAsked,
    NotAway,
    NotRunning,
    NotSeated,
    NotYourTurn,
)
from bot.tables.registry import Registry, store_refusals
from bot.tables.restoring import Restoring
from bot.tables.session import AI, PLAYER, TIMEOUT, WINDOWS, PendingState, TableSession, silence
from engine import Event, Game, IllegalDecision, Move, UnknownPlayer, digest
from engine.ai import KINDS
from engine.moves import RESIGN

PATIENCE: Final = 3  # timeouts in a row before an AI plays for a seat
STAND_IN: Final = "honest"  # the kind of AI that does


class Play:
    """What can be done at a table while its game runs. `late` counts the answers that came late, or twice."""

    def __init__(self, registry: Registry, restoring: Restoring) -> None:
        self._registry = registry
        self._restoring = restoring
        self.late = 0

    async def decide(self, table: TableSession, user_id: int, move: Move, question: int) -> None:
        """A member answers the question of that number. Raises Refusal."""
        self._registry.check_open()
        async with self._registry.holding(table):
            seat = self._seat(table, user_id)
            self._running(table)
            if table.seats[seat].away:
                await self._come_back(table, seat)
            try:
                await self._answer(table, seat, move, question, PLAYER)
            except LateAnswer:
                self.late += 1
                raise

    async def resign(self, table: TableSession, user_id: int) -> None:
        """A member gives up. Raises Refusal."""
        self._registry.check_open()
        async with self._registry.holding(table):
            seat = self._seat(table, user_id)
            self._running(table)
            self.show_held(table)
            clone = self._running(table).clone()
            try:
                events = clone.resign(seat)
            except UnknownPlayer as error:
                raise Eliminated from error
            await self._commit(table, clone, [(seat, RESIGN, digest(clone))], events, PLAYER)

    async def come_back(self, table: TableSession, user_id: int) -> None:
        """A member plays again after an AI played for it. Raises Refusal."""
        self._registry.check_open()
        async with self._registry.holding(table):
            seat = self._seat(table, user_id)
            self._running(table)
            if not table.seats[seat].away:
                raise NotAway
            await self._come_back(table, seat)

    async def play_due(self, table: TableSession) -> None:
        """Does what is due in a running game by itself; the table's lock is held."""
        now = self._registry.clock.now()
        game = table.game
        if table.held is not None:
            if table.held.at <= now:
                self.show_held(table)
            return
        if game is None or table.status is not Status.PLAYING:
            return
        for seat, moment in sorted(table.ai_due.items(), key=lambda due: due[1]):
            if moment <= now:
                move = self._ai_move(table, game, seat)
                await self._answer(table, seat, move, game.question, AI)
                return
        if table.deadline is not None and table.deadline <= now:
            await self._defaults(table)
            return
        half = table.half_time()
        if half is not None and half <= now:
            table.reminded = True
            self._registry.publish(table, Change(ChangeKind.HALF_TIME))

    def show_held(self, table: TableSession) -> None:
        """Shows at once what was held back for the window's floor; the table's lock is held."""
        if table.held is not None:
            shown, table.held = table.held, None
            self._show(table, replace(shown, at=self._registry.clock.now()))

    # One decision

    def _seat(self, table: TableSession, user_id: int) -> int:
        seat = table.seat_of(user_id)
        if seat is None:
            raise NotSeated
        return seat

    def _running(self, table: TableSession) -> Game:
        if table.status is Status.PAUSED:
            raise IsPaused
        if table.status is Status.OVER:
            raise GameIsOver
        if table.status is not Status.PLAYING or table.game is None:
            raise NotRunning
        return table.game

    def _ai_move(self, table: TableSession, game: Game, seat: int) -> Move:
        if game.ask is None:
            raise NotAsked
        player = KINDS[table.seats[seat].ai or STAND_IN](game.names, seat)
        return player.choose(game.view(seat), game.ask.options[seat], self._registry.chance)

    async def _answer(self, table: TableSession, seat: int, move: Move, question: int, cause: str) -> None:
        game = self._running(table)
        _check_asked(table, game, seat, question)
        clone = game.clone()
        try:
            events = clone.decide(seat, move, question)
        except IllegalDecision as error:
            raise IllegalMove from error
        await self._commit(table, clone, [(seat, move, digest(clone))], events, cause)

    async def _defaults(self, table: TableSession) -> None:
        clone = self._running(table).clone()
        ask, events = clone.ask, list[Event]()
        taken: list[tuple[int, Move, str]] = []
        for seat in sorted(ask.options) if ask is not None else ():
            if ask is not None and clone.ask is ask and seat in ask.options:
                move = ask.options[seat][ask.default(seat)]
                events += [silence(seat), *clone.decide(seat, move)]
                taken.append((seat, move, digest(clone)))
        await self._commit(table, clone, taken, events, TIMEOUT)

    async def _commit(
        self,
        table: TableSession,
        clone: Game,
        taken: list[tuple[int, Move, str]],
        events: list[Event],
        cause: str,
    ) -> None:
        """Makes decisions taken on a clone durable, then lets the clone take the game's place."""
        now = self._registry.clock.now()
        shown = _shown(table, clone, events, [seat for seat, _, _ in taken], cause, now, self._registry.floor)
        seats = _patience(table, [seat for seat, _, _ in taken], cause)
        step = Step(
            game_id=table.id,
            channel_id=table.channel_id,
            before=table.decisions,
            decisions=tuple(Decision(seat, str(move), cause, now, digest) for seat, move, digest in taken),
            at=now,
            asked_at=table.asked_at if shown.deadline == table.deadline else shown.at,
            deadline=shown.deadline,
            seats=seats,
            result=None if clone.winners is None else Result(clone.winners, clone.record()),
        )
        try:
            with store_refusals(table.id):
                await self._registry.store.games.take(step)
        except MomentPassed:
            with store_refusals(table.id):
                await self._restoring.reload(table)
            raise
        gone = [seat for seat, now_is in seats.items() if now_is.away and not table.seats[seat].away]
        table.decisions += len(taken)
        for number, seat in seats.items():
            table.seats[number] = seat
        if shown.at > now:
            table.held = shown
            table.ai_due = {}
            table.answered.update(shown.seats)
            self._registry.publish(table, Change(ChangeKind.DECIDED, (), shown.seats[0], cause))
        else:
            self._show(table, shown)
        for seat in gone:
            self._registry.publish(table, Change(ChangeKind.AWAY, seat=seat))

    def _show(self, table: TableSession, shown: PendingState) -> None:
        game, before = shown.game, table.game
        fresh = before is None or before.question != game.question
        table.game = game
        table.add_story(shown.events)
        if fresh:
            table.answered = set()
            table.reminded = False
            table.asked_at, table.deadline = shown.at, shown.deadline
            self._registry.schedule_ai(table)
        else:
            table.answered.update(shown.seats)
            table.ai_due = {seat: moment for seat, moment in table.ai_due.items() if seat in table.owing()}
        if game.winners is not None:
            table.status, table.over_at, table.ai_due = Status.OVER, self._registry.clock.now(), {}
        what = ChangeKind.DECIDED if game.winners is None else ChangeKind.OVER
        seat = shown.seats[0] if shown.seats else None
        self._registry.publish(table, Change(what, tuple(shown.events), seat, shown.cause))

    async def _come_back(self, table: TableSession, number: int) -> None:
        self.show_held(table)
        seats = [
            replace(seat, away=False, missed=0) if at == number else seat for at, seat in enumerate(table.seats)
        ]
        await self._registry.save(table, replace(table.row(), seats=seats))
        table.ai_due.pop(number, None)
        self._registry.publish(table, Change(ChangeKind.BACK, seat=number))


def _check_asked(table: TableSession, game: Game, seat: int, question: int) -> None:
    """Raises Refusal, saying why, unless a seat owes an answer to the question of that number."""
    if question != game.question or game.ask is None:
        raise MomentPassed
    if seat in table.answered:
        raise AlreadyAnswered
    if table.held is not None:
        raise MomentPassed
    if seat not in game.ask.options:
        raise NotYourTurn if game.ask.prompt == "act" else NotAsked


def _shown(
    table: TableSession, clone: Game, events: list[Event], seats: list[int], cause: str, now: float, floor: float
) -> PendingState:
    """What is to be shown of a state, and when: a window that closes before the floor is held until then."""
    game = table.game
    at, deadline = now, table.deadline
    if game is None or game.ask is None or clone.question != game.question:
        if game is not None and game.ask is not None and game.ask.prompt in WINDOWS and cause in (PLAYER, AI):
            at = max(now, table.asked_at + floor)
        deadline = None if clone.ask is None else at + table.seconds(clone)
    return PendingState(clone, events, tuple(seats), cause, at, deadline)


def _patience(table: TableSession, decided: Iterable[int], cause: str) -> dict[int, Seat]:
    """The seats that change because their owners decided, or let the time pass once more."""
    changed: dict[int, Seat] = {}
    for number in decided:
        seat = table.seats[number]
        if seat.user_id is None or seat.away:
            continue
        if cause == PLAYER and seat.missed:
            changed[number] = replace(seat, missed=0)
        elif cause == TIMEOUT:
            changed[number] = replace(seat, missed=seat.missed + 1, away=seat.missed + 1 >= PATIENCE)
    return changed
