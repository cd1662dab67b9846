"""Errors that the store raises. Nothing has become durable then, except perhaps where it is CommitUnknown."""


class BrokenDatabase(Exception):
    """The database cannot be used. The text is a sentence for the operator; the database is left as it is."""


class SaveFailed(Exception):
    """The database could not save or read what it was asked to. The text is a sentence for the operator."""


class CommitUnknown(SaveFailed):
    """What was being saved is durable, or it is not: the database failed while it committed.

    What was read before must be read again before it is built on.
    """


class Conflict(Exception):
    """A row breaks a rule of the schema, e.g. a second row under a unique key."""


class StaleWrite(Exception):
    """The game went on without this process: another one has written a decision meanwhile."""


class ChannelTaken(Exception):
    """The channel has a live table already."""


class FenceLost(Exception):
    """Another process owns the game now: the number in the fence is no longer the owner's current one."""


class TooManyPools(Exception):
    """The server has as many pools as it may have."""

    def __init__(self, most: int) -> None:
        super().__init__(f"a server may have {most} pools")
        self.most = most
