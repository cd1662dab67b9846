"""Refusals: why a table does not do what was asked. Nothing has changed when one is raised.

Each reason is a type of its own. Its fields are facts, never sentences; `word` is the id of its sentence in the
catalogue of words, which is filled in with the facts.
"""

from dataclasses import dataclass, fields
from typing import ClassVar

from engine import Refused


@dataclass(eq=False)
class Refusal(Exception):
    """What every refusal is; raised only as one of the types below or in `cogs.common.errors`."""

    word: ClassVar[str]

    def facts(self) -> dict[str, str]:
        """The values of its fields by name, as its sentence needs them."""
        return {field.name: str(getattr(self, field.name)) for field in fields(self)}

    def __str__(self) -> str:
        return self.word


# Which table


class NoTable(Refusal):
    """There is no table in the channel, or none of that id."""

    word = "error-no-table"


class NoGame(Refusal):
    """No game was ever finished in the channel."""

    word = "error-no-game"


class NothingPlayed(Refusal):
    """The member neither played in the channel's last game nor has ended a lesson."""

    word = "error-nothing-played"


@dataclass(eq=False)
class PlayedInThread(Refusal):
    """The channel has no table, but one whose game goes on in a `thread`, named by its mention."""

    word = "error-in-thread"
    thread: str


class TableExists(Refusal):
    """The channel has a live table already."""

    word = "error-table-exists"


@dataclass(eq=False)
class TooManyLobbies(Refusal):
    """The member hosts as many open lobbies, `most`, as one may."""

    word = "error-lobbies-of-member"
    most: int


@dataclass(eq=False)
class ServerFull(Refusal):
    """The server has as many open lobbies, `most`, as one may have."""

    word = "error-lobbies-of-server"
    most: int


# Lobbies


class NotHost(Refusal):
    """Only the host may do that."""

    word = "error-not-host"


class LobbyFull(Refusal):
    """Every seat is taken."""

    word = "error-lobby-full"


class LobbyStarted(Refusal):
    """The lobby's game has begun."""

    word = "error-lobby-started"


class LobbyClosed(Refusal):
    """The lobby was closed, or its game is over."""

    word = "error-lobby-closed"


class NoAiSeat(Refusal):
    """No such AI seat can be added or removed."""

    word = "error-no-ai"


class NotOver(Refusal):
    """The game is not over."""

    word = "error-not-over"


class AlreadySeated(Refusal):
    """The member sits at the table."""

    word = "error-already-seated"


class NotSeated(Refusal):
    """The member does not sit at the table."""

    word = "error-not-seated"


@dataclass(eq=False)
class TooFewPlayers(Refusal):
    """The game needs more players, at least so many."""

    word = "error-too-few"
    least: int


@dataclass(eq=False)
class Unconfirmed(Refusal):
    """The members of these names have not confirmed the rematch."""

    word = "error-unconfirmed"
    names: tuple[str, ...]


@dataclass(eq=False)
class BadPace(Refusal):
    """There is no such pace."""

    word = "error-bad-pace"
    given: str


@dataclass(eq=False)
class BadSetup(Refusal):
    """The rules do not allow this ruleset, these options, this pool or this number of players together."""

    word = "error-bad-setup"
    reason: Refused


class OpenHandsInTeams(Refusal):
    """In a team game nobody may see all hands: a partner who is out would tell."""

    word = "error-open-hands-teams"


# Lessons


class InLesson(Refusal):
    """The member is in a lesson already."""

    word = "error-in-lesson"


class LessonElsewhere(Refusal):
    """The member is in a lesson on another server."""

    word = "error-lesson-elsewhere"


# Games


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


# The process


class NotSaved(Refusal):
    """The database could not save, or read, what was needed."""

    word = "error-database"


class ShuttingDown(Refusal):
    """The process is about to end."""

    word = "error-closing"


@dataclass(eq=False)
class NotHeldHere(Refusal):
    """Another process acts for the tables of the server, or none does at the moment."""

    word = "error-not-held"
    guild_id: int
