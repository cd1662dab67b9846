"""Refusals: errors that say why the bot does not do what was asked. When one is raised, nothing has changed.

A refusal is data: a code and facts. To add one, raise `Refusal` with a new code, and add the sentence
`error-<code>` to `data/locales/en/errors.ftl`. Only refusals that some code catches have classes of their own.
"""

from typing import ClassVar


class Refusal(Exception):
    """A request that is refused. `error-<code>` is its sentence in the catalogue, which the facts fill in."""

    usual_code: ClassVar[str] = ""
    """The code of a class of refusals, where `raise` names no other."""

    def __init__(self, code: str = "", **facts: object) -> None:
        self.code = code or self.usual_code
        self.facts = facts
        super().__init__(self.code)


class LateAnswer(Refusal):
    """An answer to a question that is settled, or that the seat has answered."""


class MomentPassed(LateAnswer):
    """An answer to an earlier question, or a change of a table that another process has changed meanwhile."""

    usual_code = "moment-passed"


class Watching(Refusal):
    """A click or command of a member who has no seat in the running game."""

    usual_code = "watching"


class TableExists(Refusal):
    """The channel has a live table already."""

    usual_code = "table-exists"


class ShuttingDown(Refusal):
    """The process is about to end."""

    usual_code = "closing"


class OverRateLimit(Refusal):
    """A member has sent too many interactions at once. With `explain` the bot tells the member so."""

    usual_code = "rate-limit"

    def __init__(self, *, explain: bool) -> None:
        super().__init__()
        self.explain = explain


class NotOwnedHere(Refusal):
    """Another process owns the tables of the server, or none does at the moment."""

    usual_code = "not-held"

    def __init__(self, guild_id: int) -> None:
        super().__init__()
        self.guild_id = guild_id


class OperatorError(Exception):
    """Something that only the operator can correct. The text is a sentence that says why, and how."""
