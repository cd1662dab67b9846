"""Why the engine refuses: one type for each reason, each with the code that referee.md names."""

LONGEST_QUOTE = 40


def quoted(value: object) -> str:
    """A value of a request as a refusal repeats it: a short word as it is, anything else not at all."""
    return value if isinstance(value, str) and len(value) <= LONGEST_QUOTE else "that"


class Refused(Exception):
    """A request the engine does not carry out; nothing has changed. The text is one sentence for a person."""

    code = "bad_request"


class BadRequest(Refused):
    """The request is not of the documented form, or asks for a setup that the rules do not know."""


class NoGame(Refused):
    """No game has been started."""

    code = "no_game"


class GameOver(Refused):
    """The game has ended: nothing more can be decided."""

    code = "game_over"


class UnknownPlayer(Refused):
    """Nobody of that name sits at the table, or the player is out of the game."""

    code = "unknown_player"


class NotPending(Refused):
    """The player owes no decision now."""

    code = "not_pending"


class Stale(Refused):
    """The decision answers a question that no longer stands."""

    code = "stale"


class IllegalDecision(Refused):
    """The decision is not among the player's options."""

    code = "illegal_decision"
