"""Errors that the store raises. Nothing has become durable then, except perhaps after CommitUnknown."""


class BrokenDatabase(Exception):
    """The database cannot be used. The text is a sentence for the operator; the database is left as it is."""


class SaveFailed(Exception):
    """The database could not save or read what it was asked to. The text is a sentence for the operator."""


class CommitUnknown(SaveFailed):
    """The database failed during COMMIT, so the change may be durable or not.

    The caller must read the data again before it changes it.
    """


class Conflict(Exception):
    """A row breaks a rule of the schema, e.g. a second row under a unique key."""


class StaleWrite(Exception):
    """The game has changed since it was read: another process has written a decision meanwhile."""


class ChannelTaken(Exception):
    """The channel has a live table already."""


class FenceLost(Exception):
    """Another process owns the game now: the number in the fence is no longer the owner's current one."""


class NotAllowed(Exception):
    """The moderators of the server do not allow it; `code` and `facts` are those of the refusal."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class TooManyPools(Exception):
    """The server has as many pools as it may have."""

    def __init__(self, most: int) -> None:
        super().__init__(f"a server may have {most} pools")
        self.most = most
