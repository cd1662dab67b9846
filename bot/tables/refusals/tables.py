"""Refusals of tables, lobbies and lessons, and of the process that serves them."""

from dataclasses import dataclass

from bot.tables.refusals.refusal import Refusal
from engine import Refused

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


# The process


class NotSaved(Refusal):
    """The database could not save, or read, what was needed."""

    word = "error-database"


class OutcomeUnknown(NotSaved):
    """The database failed while it saved: the change took effect, or it did not."""

    word = "error-outcome-unknown"


class ShuttingDown(Refusal):
    """The process is about to end."""

    word = "error-closing"


@dataclass(eq=False)
class OverRateLimit(Refusal):
    """The member has sent more interactions at once than are handled; `explain`: it has not been told lately."""

    word = "error-rate-limit"
    explain: bool


@dataclass(eq=False)
class NotHeldHere(Refusal):
    """Another process acts for the tables of the server, or none does at the moment."""

    word = "error-not-held"
    guild_id: int
