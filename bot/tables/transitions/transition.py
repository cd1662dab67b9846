"""Transition: the next state of a table, what to store, and the change of which listeners are notified.

Also the checks with which most transitions begin: whether a question is open, and who must answer it.
"""

import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Concatenate, Final, Literal, NamedTuple, ParamSpec, TypeAlias

from bot.refusals import LateAnswer, MomentPassed, Refusal, Watching
from bot.store.rows import DecisionChanges, Status
from bot.tables.state import TableState
from engine import Ask, Game, Move, PublicView, may_eliminate
from engine.moves import CHALLENGE, PAY

P = ParamSpec("P")

QUESTION_ID_BITS: Final = 31
UNCHECKED: Final = -1
"""The id of the question in answers that name none: those of commands and of AI seats."""


class ChangeKind(Enum):
    """The kinds of changes that are announced in different ways."""

    CHANGED = auto()  # any other: seats, settings, answers, a pause
    STARTED = auto()
    ENDED = auto()  # over or closed
    HALF_TIME = auto()  # half the time of a lobby or a question is over
    # Loaded after a restart or a change by another process, or set aside: its message may be outdated.
    RESTORED = auto()


@dataclass(frozen=True)
class Change:
    """A change at a table, and the number of decisions that became durable with it."""

    kind: ChangeKind
    decisions: int = 0


@dataclass(frozen=True)
class TransitionContext:
    """The circumstances of a transition: the time in seconds since 1970, and the operator's settings in seconds.

    `chance` draws the temperaments of AI seats. `question_id` becomes the id of a question that is opened.
    """

    now: float
    min_window_seconds: float = 0.0
    ai_pause_seconds: float = 0.0
    chance: random.Random = field(default_factory=random.Random)
    question_id: int = field(default_factory=lambda: secrets.randbits(QUESTION_ID_BITS))


Save: TypeAlias = DecisionChanges | Literal["row", "thread"]
"""The data to store before a transition takes effect: decisions of a game, the whole row, or some columns."""


class Transition(NamedTuple):
    """The next state of a table, what must be durable first, and the kind of the change; None announces nothing.

    `decisions` is the number of those that are stored. `answers` are the seats that have answered `question`, each
    with the cause of its answer, for the log. `asked` are the AI seats that must be asked now. `outcome` is a
    result for the caller of the command.
    """

    state: TableState
    save: Save | None = None
    change: ChangeKind | None = None
    decisions: int = 0
    answers: tuple[tuple[int, str], ...] = ()
    question: int = 0
    asked: tuple[int, ...] = ()
    outcome: Any = None


Command: TypeAlias = Callable[Concatenate[TableState, TransitionContext, P], Transition]
"""A transition as a function of the table, the circumstances and the arguments of the command."""


def save_row(state: TableState, context: TransitionContext, change: ChangeKind = ChangeKind.CHANGED) -> Transition:
    """Returns the transition that stores the whole row, with its next due time, and announces a change."""
    state = state.replace(due=state.wakes_at(), changed_at=context.now)
    return Transition(state, "row", change)


class AskedQuestion(NamedTuple):
    """A question that a member may answer now, with the member's seat and options."""

    game: Game
    ask: Ask
    seat: int
    options: tuple[Move, ...]

    def needs_confirmation(self, move: Move) -> bool:
        """Returns whether a decision is confirmed first.

        Confirmed are a coup if there are several targets, a challenge of the player's partner, and an answer that
        may cost the player's last card, if there is another one. Of the actions only a coup is: otherwise only
        bluffers would be asked to confirm, and others could notice the delay. Losing the last card is, if another
        choice may save it.
        """
        game, seat, edition = self.game, self.seat, self.game.table.edition
        if move.action is not None:
            return move.action == "coup" and sum(each.action == "coup" for each in self.options) > 1
        if edition.teams is not None and challenges_partner(game.public(), seat, move):
            return True
        if self.ask.prompt == "lose" and len(game.table.hands[seat]) == 1:
            claims = edition.loss_claims  # roles by which a card may be kept or replaced
            return move.do == "lose" and any(
                other is PAY or (other.role is not None and claims[other.role].replaces) for other in self.options
            )
        return len(self.options) > 1 and may_eliminate(game, seat, move)


def seat_of_member(state: TableState, user_id: int) -> int:
    """Returns the seat of a member. Raises Refusal."""
    seat = state.seat_of(user_id)
    if seat is not None:
        return seat
    if state.is_running:
        raise Watching
    raise Refusal("did-not-play") if state.has_ended else Refusal("not-seated")


def no_game(state: TableState) -> Refusal:
    """Returns the refusal of what needs a game: it has not begun, or it was ended."""
    return Refusal("not-started" if state.status is Status.LOBBY else "not-running")


def running_game(state: TableState) -> Game:
    """Returns the game in progress at a table. Raises Refusal where there is none."""
    _check_not_paused(state)
    if state.status is Status.OVER:
        raise Refusal("game-over")
    if state.status is not Status.PLAYING or state.game is None:
        raise no_game(state)
    return state.game


def asked_question(
    state: TableState, user_id: int, question: int | None = None, question_id: int | None = UNCHECKED
) -> AskedQuestion:
    """Returns the question that a member may answer now (see `question_to`). Raises Refusal."""
    return question_to(state, seat_of_member(state, user_id), question, question_id)


def question_to(
    state: TableState, seat: int, question: int | None = None, question_id: int | None = UNCHECKED
) -> AskedQuestion:
    """Returns the question on show, which a seat must still answer; it must have the number and id, if given.

    The id is None in controls of questions that an earlier version opened, because it had no such ids. Raises
    Refusal.
    """
    game = state.game
    _check_not_paused(state)
    if game is None or state.status not in (Status.PLAYING, Status.OVER):
        raise no_game(state)
    ask = game.ask
    if ask is None:
        raise Refusal("game-over")
    if question not in (None, game.question) or question_id not in (UNCHECKED, state.question_id):
        raise MomentPassed
    # A player who is eliminated may still be asked for vengeance.
    if not game.is_playing(seat) and seat not in state.owing():
        raise Refusal("eliminated")
    if state.has_answered(seat):
        raise LateAnswer("already-answered")
    if seat not in ask.options:
        claim = game.public().claim if ask.window else None
        if claim is not None and claim.by == seat:
            raise Refusal("own-claim")
        names = tuple(state.names[asked] for asked in ask.options)
        raise Refusal("not-your-turn" if ask.prompt == "act" else "not-asked", names=names)
    return AskedQuestion(game, ask, seat, ask.options[seat])


def challenges_partner(game: PublicView, seat: int, move: Move) -> bool:
    """Returns whether a player challenges a claim of a player of the same team."""
    if move is not CHALLENGE or game.claim is None:
        return False
    players = game.view["players"]
    return "team" in players[seat] and players[seat]["team"] == players[game.claim.by]["team"]


def _check_not_paused(state: TableState) -> None:
    if state.status is Status.PAUSED:
        raise Refusal("all-away") if state.awaits_members else Refusal("paused")
