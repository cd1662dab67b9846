"""Errors that the store raises. Nothing has become durable then, except perhaps after CommitUnknown."""

from bot.ops.operator_error import OperatorError
from bot.refusals import Refusal


class BrokenDatabase(OperatorError):
    """The database cannot be used. The text is a sentence for the operator; the database is left as it is."""


class SaveFailed(Refusal):
    """The database could not save or read what it was asked to. The text is a sentence for the operator."""

    usual_code = "database"

    def __init__(self, text: str) -> None:
        super().__init__()
        self.args = (text,)


class CommitUnknown(SaveFailed):
    """The database failed during COMMIT, so the change may be durable or not.

    The caller must read the data again before it changes it.
    """

    usual_code = "outcome-unknown"


class Conflict(Exception):
    """A row breaks a rule of the schema, e.g. a second row under a unique key."""


class FenceLost(Exception):
    """Another process owns the game now: the number in the fence is no longer the owner's current one."""
