"""Checks whether a question is open, who must answer it, and which answers are confirmed first."""

from typing import Final, NamedTuple

from bot.refusals import LateAnswer, MomentPassed, Refusal, UntimelyAnswer, Watching
from bot.store.rows import Status
from bot.tables.state import TableState
from engine import Ask, Game, Move, PublicView, may_eliminate
from engine.moves import CHALLENGE, PAY

UNCHECKED: Final = -1
"""The id of the question in answers that name none: those of commands and of AI seats."""


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
    raise UntimelyAnswer("did-not-play") if state.has_ended else UntimelyAnswer("not-seated")


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
        raise UntimelyAnswer("eliminated")
    if state.has_answered(seat):
        raise LateAnswer("already-answered")
    if seat not in ask.options:
        claim = game.public().claim if ask.window else None
        if claim is not None and claim.by == seat:
            raise UntimelyAnswer("own-claim")
        names = tuple(state.names[asked] for asked in ask.options)
        raise UntimelyAnswer("not-your-turn" if ask.prompt == "act" else "not-asked", names=names)
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
