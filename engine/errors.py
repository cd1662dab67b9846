"""Why the engine refuses: one type for each reason, which carries the facts.

Whoever shows a refusal to people words it from type and facts. `str()` of a refusal is its sentence in English as
the referee prints it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.catalogue import Category, Choice

LONGEST_QUOTE: Final = 40  # characters
LONGEST_NUMBER: Final = 64  # bits


@dataclass(eq=False)
class Refused(Exception):
    """A request the engine does not carry out; nothing has changed.

    `code` is the error that referee.md names, `sentence` the referee's message with the facts' names in braces.
    """

    code: ClassVar[str] = "bad_request"
    sentence: ClassVar[str]

    def __str__(self) -> str:
        return self.sentence.format_map({name: quoted(fact) for name, fact in vars(self).items()})


def quoted(fact: object) -> str:
    """A fact as a sentence repeats it: a request may hold anything, and only short words of it are repeated."""
    if isinstance(fact, tuple):
        return ", ".join(map(str, fact))  # pyright: ignore[reportUnknownArgumentType] - a fact of any type
    if isinstance(fact, int):
        return str(fact) if fact.bit_length() <= LONGEST_NUMBER else "that"
    return fact if isinstance(fact, str) and len(fact) <= LONGEST_QUOTE else "that"


# While a game is played


@dataclass(eq=False)
class NoGame(Refused):
    """No game has been started."""

    code = "no_game"
    sentence = "No game has been started yet."


@dataclass(eq=False)
class GameOver(Refused):
    """The game has ended: nothing more can be decided."""

    code = "game_over"
    sentence = "The game is over."


@dataclass(eq=False)
class UnknownPlayer(Refused):
    """Nobody of that name plays here."""

    name: object

    code = "unknown_player"
    sentence = "Nobody called {name} plays here."


@dataclass(eq=False)
class OutOfGame(UnknownPlayer):
    """The player has been eliminated or has resigned."""

    sentence = "{name} is out of the game."


@dataclass(eq=False)
class NotPending(Refused):
    """The player owes no decision now."""

    name: str

    code = "not_pending"
    sentence = "{name} owes no decision now."


@dataclass(eq=False)
class Stale(Refused):
    """The decision answers a question that no longer stands."""

    question: int

    code = "stale"
    sentence = "Question {question} no longer stands."


@dataclass(eq=False)
class IllegalDecision(Refused):
    """The decision is not among the player's options; `move` is its text."""

    move: str

    code = "illegal_decision"
    sentence = "{move} is not among this player's options."


# What a game is set up from


@dataclass(eq=False)
class BadRequest(Refused):
    """The request is not of the documented form, or asks for a setup that the rules do not know."""


@dataclass(eq=False)
class BadForm(BadRequest):
    """The request is not of the form that referee.md documents; `reason` is a sentence."""

    reason: str

    def __str__(self) -> str:
        return self.reason


@dataclass(eq=False)
class ImpossiblePosition(BadForm):
    """A position that no game of the ruleset can be in; `reason` is a sentence."""


@dataclass(eq=False)
class UnknownRuleset(BadRequest):
    """No ruleset has that name."""

    ruleset: object
    known: tuple[str, ...]

    sentence = "There is no ruleset {ruleset}; there are {known}."


@dataclass(eq=False)
class PlayersOutOfRange(BadRequest):
    """The ruleset is for another number of players."""

    ruleset: str
    least: int
    most: int

    sentence = "{ruleset} is for {least} to {most} players."


@dataclass(eq=False)
class NoSuchPlayer(BadRequest):
    """A request names a player who does not sit at the table."""

    name: object

    sentence = "No player here is called {name}."


@dataclass(eq=False)
class UnknownWord(BadRequest):
    """A decision uses a word that the game does not have: a field, or a field's value."""

    field: str
    word: object

    sentence = "No {field} of this game is called {word}."


@dataclass(eq=False)
class UnknownOption(BadRequest):
    """No ruleset has an option of that name."""

    option: str

    sentence = "There is no option {option}."


@dataclass(eq=False)
class OptionNotInRuleset(BadRequest):
    """The option belongs to other rulesets."""

    option: str
    ruleset: str

    sentence = "{ruleset} has no option {option}."


@dataclass(eq=False)
class OptionOfPositions(BadRequest):
    """The option belongs to set-up positions, not to new games."""

    option: str

    sentence = "Only a set-up position has the option {option}."


@dataclass(eq=False)
class BadChoice(BadRequest):
    """The option has other choices than the one given."""

    option: str
    given: object
    choices: tuple[Choice, ...]

    sentence = "Option {option} is one of {choices}, not {given}."


@dataclass(eq=False)
class OptionNeedsOption(BadRequest):
    """The option means nothing without another one."""

    option: str
    needed: str

    sentence = "Option {option} needs the option {needed}."


@dataclass(eq=False)
class TeamsNeedPlayers(BadRequest):
    """Teams of two are played by certain numbers of players only."""

    players: tuple[int, ...]

    sentence = "Teams of two need so many players: {players}."


@dataclass(eq=False)
class NoTeams(BadRequest):
    """Teams are named for a game that is not played in teams."""

    sentence = "Teams are named only where options.teams is set."


@dataclass(eq=False)
class PartnersNotOpposite(BadRequest):
    """The teams named do not pair those who sit opposite each other."""

    sentence = "Partners sit opposite each other."


@dataclass(eq=False)
class BadDirection(BadRequest):
    """The direction is neither 1 nor -1, or the ruleset has none."""

    sentence = "A direction is 1 or -1, and only some rulesets have one."


@dataclass(eq=False)
class NoPool(BadRequest):
    """A pool is given for a ruleset whose roles are fixed."""

    ruleset: str

    sentence = "{ruleset} is not played with a pool of roles."


@dataclass(eq=False)
class PoolGivenTwice(BadRequest):
    """The pool is given beside the options and among them."""

    sentence = "The pool is given twice: once beside the options and once among them."


@dataclass(eq=False)
class RoleNotInGame(BadRequest):
    """A pool names what is no role of the ruleset."""

    role: object
    ruleset: str

    sentence = "{role} is no role of {ruleset}."


@dataclass(eq=False)
class PoolSize(BadRequest):
    """A pool has another number of different roles."""

    size: int

    sentence = "A pool has {size} different roles."


@dataclass(eq=False)
class NoSurvey(BadRequest):
    """There are no figures of pools (`engine.editions.g54.survey`), for this reason."""

    why: str

    sentence = "data/pools.json has no figures of pools: {why}; make lab makes it anew."


@dataclass(eq=False)
class PoolCategories(BadRequest):
    """A pool has not the right number of roles of each category; `draw` are those numbers."""

    draw: Mapping[Category, int]

    def __str__(self) -> str:
        rule = ", ".join(f"{number} {category.replace('_', ' ')}" for category, number in self.draw.items())
        return f"A pool has {rule}; free_pool lifts that rule."
