"""Acting: a request about a table is begun only while this process acts for its server.

Between the decision to send a request and its beginning time may pass: it waits for its turn, is tried again after
an error, or the process stands still. Another process may have the table by then, and have sent the same.
"""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from bot.tables.shell.shell import Shell
from bot.tables.table import Table

_ACTS: Final[ContextVar[tuple[Shell, int] | None]] = ContextVar("acts", default=None)


@contextmanager
def acting_for(shell: Shell, table: Table) -> Generator[None]:
    """Requests begun inside raise NotHeldHere where the table is another process's."""
    token = _ACTS.set((shell, table.guild_id))
    try:
        yield
    finally:
        _ACTS.reset(token)


def check_acting() -> None:
    """Raises NotHeldHere inside of `acting_for` a table that is another process's.

    To be called for every request, when it is about to be sent.
    """
    acts = _ACTS.get()
    if acts is not None:
        shell, guild_id = acts
        shell.check_owned(guild_id)
