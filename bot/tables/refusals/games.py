"""Refusals of a running game: why an answer, or what else is asked of a game, is not taken."""

from bot.tables.refusals.refusal import Refusal


class LateAnswer(Refusal):
    """An answer that comes late, or twice."""


class MomentPassed(LateAnswer):
    """Another question stands now."""

    word = "error-moment-passed"


class AlreadyAnswered(LateAnswer):
    """The seat has answered this question."""

    word = "error-already-answered"


class NotAsked(Refusal):
    """The seat owes no answer."""

    word = "error-not-asked"


class NotYourTurn(Refusal):
    """Another player is to act."""

    word = "error-not-your-turn"


class NotOpen(Refusal):
    """The answer is not among those that a control may send now."""

    word = "error-not-open"


class IllegalMove(Refusal):
    """The rules do not allow this move now."""

    word = "error-illegal"


class NotRunning(Refusal):
    """No game runs at the table."""

    word = "error-not-running"


class GameIsOver(Refusal):
    """The game has ended."""

    word = "error-game-over"


class Eliminated(Refusal):
    """The player is out of the game."""

    word = "error-eliminated"


class StillPlayed(Refusal):
    """Members still play in the game."""

    word = "error-still-played"


class NoHints(Refusal):
    """Other members play too, and there are hints only in lessons and against AI seats alone."""

    word = "error-no-hints"


class NoAdvice(Refusal):
    """The adviser failed."""

    word = "error-no-advice"


class NotAway(Refusal):
    """No AI plays for the member's seat."""

    word = "error-not-away"


class IsPaused(Refusal):
    """The table is paused."""

    word = "error-paused"


class AllAway(Refusal):
    """The table is paused because everybody still in the game is away."""

    word = "error-all-away"


class NotPaused(Refusal):
    """The table is not paused."""

    word = "error-not-paused"
