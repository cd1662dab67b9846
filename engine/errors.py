"""The errors of the engine: a class for each error that referee.md names, and a sentence for each reason.

To add a reason, add a line to `SENTENCES` and raise `BadRequest` with its key and facts. `str()` of an error is
the English sentence that the referee prints. A program with texts of its own can build them from the attributes
`reason` and `facts`.
"""

from collections.abc import Mapping
from typing import ClassVar, Final

MAX_QUOTE_CHARACTERS: Final = 40
MAX_NUMBER_BITS: Final = 64

SENTENCES: Final[Mapping[str, str]] = {
    # Decisions in a game
    "no_game": "No game has been started yet.",
    "game_over": "The game is over.",
    "unknown_player": "Nobody called {name} plays here.",
    "out_of_game": "{name} is out of the game.",
    "not_pending": "{name} owes no decision now.",
    "stale": "Question {question} no longer stands.",
    "illegal_decision": "{move} is not among this player's options.",
    "no_such_action": "This game has no action {given}; it has {known}.",
    "must_coup": "With {coins} coins or more, only a coup is allowed (rules.md 2.1).",
    "too_poor": "{action} needs coins: {price} here, and {name} has {coins} (rules.md 2.2).",
    "wrong_fields": "{action} names {fields}.",
    "target_self": "{action} cannot be aimed at oneself (rules.md 2.3).",
    "target_peacekeeping": "{name} has Peacekeeping and cannot be a target (rules.md 3.1).",
    "target_treaty": "{name} has a treaty with this player and cannot be a target (rules.md 3.2).",
    "target_team": "{name} is this player's partner and cannot be a target (rules.md 5.3).",
    "target_bound": "{name} has this player's allegiance and cannot be a target (rules.md 9.2).",
    "denied_proof": "Only a hand without {role} proves this claim (rules.md 9.4).",
    "block_bound": "{name} has the allegiance of the player who acts and cannot block (rules.md 9.2).",
    "not_its_target": "{name} is not the target of {action} and cannot block it (rules.md 1, blockers).",
    "no_block": "Nobody can block {action}.",
    "no_challenge": "{action} claims no role, so nobody can challenge it.",
    "held_bomb": "{name} has held the Bomb already (rules.md 10.6).",
    # Unknown names in a request
    "unknown_ruleset": "There is no ruleset {given}; there are {known}.",
    "players_out_of_range": "{ruleset} is for {least} to {most} players.",
    "no_such_player": "No player here is called {name}.",
    "unknown_word": "No {field} of this game is called {word}.",
    "bad_direction": "A direction is 1 or -1, and only some rulesets have one.",
    # Options and teams
    "unknown_option": "There is no option {given}.",
    "option_not_in_ruleset": "{ruleset} has no option {option}.",
    "always_advanced": "{ruleset} has no option advanced: its pools may always have such roles (rules.md 10.1).",
    "option_of_positions": "Only a set-up position has the option {option}.",
    "bad_choice": "Option {option} is one of {choices}, not {given}.",
    "option_needs_option": "Option {option} needs the option {needed}.",
    "teams_need_players": "Teams of two need a number of players among {players}.",
    "no_teams": "Teams are named only where options.teams is set.",
    "partners_not_opposite": "Partners sit opposite each other.",
    # Pools of roles
    "no_pool": "{ruleset} is not played with a pool of roles.",
    "pool_given_twice": "The pool is given twice: once beside the options and once among them.",
    "role_not_in_game": "{role} is no role of {ruleset}.",
    "pool_size": "A pool has {size} different roles.",
    "pool_categories": "A pool has {rule}; free_pool lifts that rule.",
    "no_survey": "data/pools.json has no figures of pools: {why}; make lab makes it anew.",
}
"""The referee's sentence for each reason, with the names of its facts in braces."""


class Refused(Exception):
    """The engine refused a request. The game has not changed.

    `code` is the name of the error in referee.md. `reason` is a key of `SENTENCES`, or a whole sentence. `facts`
    are the values for the braces in the sentence.
    """

    code: ClassVar[str]

    def __init__(self, reason: str = "", **facts: object) -> None:
        self.reason = reason or self.code
        self.facts = facts
        super().__init__(self.reason)

    def __str__(self) -> str:
        sentence = SENTENCES.get(self.reason)
        if sentence is None:
            return self.reason
        return sentence.format_map({name: quote(fact) for name, fact in self.facts.items()})


class NoGame(Refused):
    """No game has been started."""

    code = "no_game"


class GameOver(Refused):
    """The game has ended: nothing more can be decided."""

    code = "game_over"


class UnknownPlayer(Refused):
    """No player has this name, or the player has left the game."""

    code = "unknown_player"


class NotPending(Refused):
    """The player owes no decision now."""

    code = "not_pending"


class Stale(Refused):
    """The decision answers an earlier question."""

    code = "stale"


class IllegalDecision(Refused):
    """The decision is not among the player's options."""

    code = "illegal_decision"


class BadRequest(Refused):
    """The request is not of the documented form, or asks for a setup that the rules do not know."""

    code = "bad_request"


class NoSurvey(BadRequest):
    """The survey of pools (`engine.editions.g54.pool_survey`) cannot be read; the fact `why` is the cause."""

    def __init__(self, why: str) -> None:
        super().__init__("no_survey", why=why)


def quote(fact: object) -> str:
    """Returns a fact as text for a sentence. Text from a request is included only if it is short and complete."""
    if isinstance(fact, tuple):
        return ", ".join(map(quote, fact))  # pyright: ignore[reportUnknownArgumentType] - a fact of any type
    if isinstance(fact, bool):
        return "true" if fact else "false"  # as in JSON
    if isinstance(fact, int):
        return str(fact) if fact.bit_length() <= MAX_NUMBER_BITS else "that"
    return fact if isinstance(fact, str) and len(fact) <= MAX_QUOTE_CHARACTERS and is_text(fact) else "that"


def is_text(value: str) -> bool:
    """Whether a string of a request has no half of a surrogate pair, which could not be written as UTF-8."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
