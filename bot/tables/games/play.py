"""Play: every decision of a running game comes in here, is made durable, and only then shows."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from bot.ops.decisions import log_decisions
from bot.store.rows import Decision, Status, Step
from bot.tables.changes import Change, ChangeKind
from bot.tables.events import back
from bot.tables.games.opponents import Opponents, Turn
from bot.tables.games.pausing import pause, resume
from bot.tables.games.questions import UNCHECKED, check_question, running_game, seated
from bot.tables.games.steps import (
    asked_options,
    bare_step,
    changed_seats,
    decision_step,
    default_answers,
    pending_state,
)
from bot.tables.owned_store import store_refusals
from bot.tables.pace import GRACE
from bot.tables.refusals.games import Eliminated, IllegalMove, LateAnswer, MomentPassed, NotAway
from bot.tables.refusals.refusal import Refusal
from bot.tables.refusals.tables import NotHeldHere, NotSaved
from bot.tables.registry import Registry
from bot.tables.session import AI, AWAY, FAILED, PLAYER, TIMEOUT, PendingState, TableSession
from engine import Event, Game, Move, UnknownPlayer, digest
from engine.moves import RESIGN

RETRY: Final = 5.0  # seconds before an AI tries again what could not be saved


class Play:
    """What can be done at a table while its game runs. `late` counts the answers that came late, or twice.

    Answers in a window are sealed: until it closes, everything about the table but who has answered stays as it
    was when it opened (see `TableSession`).
    """

    def __init__(self, registry: Registry, opponents: Opponents) -> None:
        self._registry = registry
        self._opponents = opponents
        self.late = 0

    async def decide(
        self, table: TableSession, user_id: int, move: Move, question: int, question_id: int | None = UNCHECKED
    ) -> None:
        """A member answers a question (see `check_question`), and so is back if it was away. Raises Refusal."""
        self._registry.check_open()
        async with self._registry.holding(table):
            seat = seated(table, user_id)
            running_game(table)
            try:
                check_question(table, question, question_id)
                await self._answer(table, seat, move, question, PLAYER)
            except LateAnswer:
                self.late += 1
                raise

    async def resign(self, table: TableSession, user_id: int) -> None:
        """A member gives up. Raises Refusal."""
        self._registry.check_open()
        async with self._registry.holding(table):
            seat = seated(table, user_id)
            running_game(table)
            self.show_held(table)
            game = running_game(table)
            clone, shown = (table.latest or game).clone(), game.clone()
            try:
                events = clone.resign(seat)
            except UnknownPlayer as error:
                raise Eliminated from error
            shown.resign(seat)
            await self.commit(table, clone, [(seat, RESIGN, digest(clone))], events, PLAYER, unsealed=shown)

    async def come_back(self, table: TableSession, user_id: int) -> None:
        """A member plays again after an AI played for it; a game that waited for that goes on. Raises Refusal."""
        self._registry.check_open()
        async with self._registry.holding(table):
            seat = seated(table, user_id)
            if not (waits := table.awaits_members):
                running_game(table)
            if seat not in table.members_in():
                raise Eliminated
            if not table.seats[seat].away:
                raise NotAway
            if waits:
                await resume(self._registry, table, seat)
            else:
                seats = {seat: replace(table.seats[seat], away=False, missed=0)}
                await self._take(table, bare_step(table, self._now(), seats=seats))

    async def play_due(self, table: TableSession) -> list[Turn]:
        """Does what is due in a running game by itself; the table's lock is held. Raises Refusal.

        Returns the AI seats whose answers are due: `play_ai` asks them, when the lock is free again.
        """
        now, game = self._now(), table.game
        if table.finishing is not None:
            return []
        if table.status is Status.PAUSED:
            if table.due is not None and table.due <= now:
                await self._registry.close(table, AWAY)
            return []
        if table.held is not None and table.held.at <= now:
            self.show_held(table)
            return []
        if game is None or table.status is not Status.PLAYING:
            return []
        if table.deserted and table.held is None:
            await pause(self._registry, table, AWAY)
            return []
        due = sorted((moment, seat) for seat, moment in table.ai_due.items() if moment <= now)
        for _, seat in due:
            del table.ai_due[seat]
        turns = [Turn(seat, game) for _, seat in due if seat in table.owing()]
        if turns:
            return turns
        if table.deadline is not None and table.deadline <= now and table.held is None:
            if table.practice:
                await self._registry.close(table, "idle")
            elif now - table.deadline > GRACE:
                # Nobody could answer: the process stood still (a suspended machine), or could save nothing.
                table.deadline = now + min(GRACE, table.whole_time())
                self._registry.publish(table, Change(ChangeKind.RESTORED))
            else:
                await self._defaults(table)
            return []
        half = table.half_time()
        if half is not None and half <= now:
            table.reminded = True
            self._registry.publish(table, Change(ChangeKind.HALF_TIME))
        return []

    async def play_ai(self, table: TableSession, turn: Turn) -> None:
        """Lets an AI answer for its seat, unless the question is settled when it has made up its mind."""
        seat = turn.seat
        try:
            move, failed = await self._opponents.choose_or_default(table, turn)
            async with self._registry.holding(table):
                if self._registry.closing or table.finishing is not None or not table.played_by_ai(seat):
                    return
                await self._answer(table, seat, move, turn.game.question, AI, failed=failed)
        except (NotSaved, NotHeldHere):  # the lease may only have run out while the database was away
            asked_still = table.game is not None and table.game.question == turn.game.question
            if asked_still and seat in table.owing() and table.played_by_ai(seat):
                table.ai_due[seat] = self._now() + RETRY
                self._registry.memory.remember(table)
        except Refusal:
            return  # the question was settled meanwhile, the game is paused or over

    def show_held(self, table: TableSession) -> None:
        """Shows at once what was held back for the window's floor; the table's lock is held."""
        if table.held is not None:
            held, table.held = table.held, None
            self._show(table, replace(held, at=self._now()))

    # One decision

    def _now(self) -> float:
        return self._registry.clock.now()

    async def _answer(
        self, table: TableSession, seat: int, move: Move, question: int, cause: str, *, failed: bool = False
    ) -> None:
        """Takes a seat's answer to the question that is shown; whether it still counts shows nowhere."""
        game = running_game(table)
        if move not in asked_options(table, game, seat, question):
            raise IllegalMove
        if failed:
            table.failed.add(seat)
        latest = table.latest or game
        if table.held is not None or latest.ask is None or seat not in latest.ask.options:
            await self._answer_in_vain(table, seat, cause)
            return
        clone = latest.clone()
        events = clone.decide(seat, move, question)
        await self.commit(table, clone, [(seat, move, digest(clone))], events, cause, failed={0} if failed else ())

    async def _answer_in_vain(self, table: TableSession, seat: int, cause: str) -> None:
        """Acknowledges the answer of a seat that a sealed answer has let go, like any; it has no effect."""
        seats = changed_seats(table, [seat], cause)
        void = [] if table.held is not None else [*table.void_answers, seat]
        step = bare_step(table, self._now(), seats=seats, void_answers=void, answered=[seat])
        await self._take(table, step)
        log_decisions(table.guild_id, table.id, [seat], running_game(table).question, cause)
        table.void_answers = void
        self._seal(table, [seat], cause)

    async def _defaults(self, table: TableSession) -> None:
        clone = (table.latest or running_game(table)).clone()
        taken, events = default_answers(table, clone)
        await self.commit(table, clone, taken, events, TIMEOUT)

    async def commit(
        self,
        table: TableSession,
        clone: Game,
        taken: list[tuple[int, Move, str]],
        events: list[Event],
        cause: str,
        *,
        failed: Collection[int] = (),
        unsealed: Game | None = None,
        at_once: bool = False,
    ) -> None:
        """Makes decisions taken on a clone durable; then shows the clone, or, in an open window, keeps it sealed.

        `failed` are the places in `taken` of what was decided for AI seats that failed.
        `unsealed` takes the place of the shown game if the question still stands. `at_once`: without the floor.
        """
        now, decided = self._now(), [seat for seat, _, _ in taken]
        game = running_game(table)
        settled = clone.question != game.question
        state = pending_state(table, clone, events, decided, cause, now, 0.0 if at_once else self._registry.floor)
        seats = changed_seats(table, decided, cause)
        decisions = tuple(
            Decision(seat, str(move), FAILED if place in failed else cause, now, checksum)
            for place, (seat, move, checksum) in enumerate(taken)
        )
        step = decision_step(table, state, decisions, seats=seats, shown=None if settled else unsealed or game)
        gone = any(becomes.away and not table.seats[seat].away for seat, becomes in seats.items())
        await self._take(table, step)
        log_decisions(table.guild_id, table.id, decided, game.question, cause)
        table.decisions += len(taken)
        table.latest, table.result = clone, step.result
        if settled:
            table.void_answers = []
        if settled and state.at > now:
            table.held = state
            self._seal(table, decided, cause, len(taken))
        elif settled or unsealed is not None:
            self._show(table, state if settled else replace(state, game=unsealed or clone), len(taken))
        else:
            self._seal(table, decided, cause, len(taken))
        if gone:
            self._registry.publish(table, Change(ChangeKind.AWAY))

    async def _take(self, table: TableSession, step: Step) -> None:
        """Makes a step durable, then its seats the table's. Raises NotSaved, or MomentPassed if others decided."""
        games = self._registry.store.games
        if table.held is not None and table.held.game.winners is not None:
            # The game is over, though nobody sees it yet, and its rows take no more answers. Something is written
            # all the same: an answer that is acknowledged sooner than others would tell that it is.
            with self._registry.writing(table) as fence:
                await games.set_due(table.id, None, fence=fence)
        else:
            try:
                with self._registry.changing(table) as fence:
                    await games.take(step, fence=fence)
            except MomentPassed:
                with store_refusals(table.id):
                    await self._registry.reload(table)
                raise
            table.due = step.due
        self._change_seats(table, step)

    def _change_seats(self, table: TableSession, step: Step) -> None:
        """Makes the seats of a durable step the table's, and tells which members are back."""
        returned = [number for number, seat in step.seats.items() if table.seats[number].away and not seat.away]
        for number, seat in step.seats.items():
            table.seats[number] = seat
        table.absences = [*step.absences]
        for number in returned:
            table.ai_due.pop(number, None)
            table.add_story([back(number)])
            self._registry.publish(table, Change(ChangeKind.BACK))

    def _seal(self, table: TableSession, seats: Sequence[int], cause: str, decisions: int = 0) -> None:
        """Notes that seats have answered, and nothing else."""
        table.answered.update(seats)
        for seat in seats:
            table.ai_due.pop(seat, None)
        self._registry.publish(table, Change(ChangeKind.DECIDED, cause, decisions))

    def _show(self, table: TableSession, state: PendingState, decisions: int = 0) -> None:
        """Shows a state: of another question, or of the same after a resignation."""
        game, before = state.game, table.game
        table.game = game
        if before is None or before.question != game.question:
            table.add_story(table.told_failures())
        table.add_story(state.events)
        if before is None or before.question != game.question:
            table.answered = set()
            table.reminded = False
            table.asked_at, table.deadline, table.question_id = state.at, state.deadline, state.question_id
            self._registry.schedule_ai(table)
        else:
            table.answered.update(state.seats)
            table.ai_due = {seat: moment for seat, moment in table.ai_due.items() if seat in table.owing()}
        if game.winners is not None:
            table.status, table.over_at, table.ai_due = Status.OVER, self._now(), {}
        kind = ChangeKind.DECIDED if game.winners is None else ChangeKind.OVER
        self._registry.publish(table, Change(kind, state.cause, decisions))
