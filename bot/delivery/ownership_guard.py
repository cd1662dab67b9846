"""A guard for requests: they are only sent while this process owns the table they are about.

Time may pass between the decision to send a request and the moment it is sent: it waits for the rate limit, it is
tried again after an error, or the process is suspended. Another process may own the table by then.
"""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from bot.tables.shell.shell import Shell
from bot.tables.table import Table

_OWNED: Final[ContextVar[tuple[Shell, int] | None]] = ContextVar("owned", default=None)


@contextmanager
def while_owned(shell: Shell, table: Table) -> Generator[None]:
    """Makes requests inside raise NotOwnedHere once another process owns the table."""
    token = _OWNED.set((shell, table.guild_id))
    try:
        yield
    finally:
        _OWNED.reset(token)


def check_owned() -> None:
    """Raises NotOwnedHere inside of `while_owned` if another process owns the table. Called for every request."""
    owned = _OWNED.get()
    if owned is not None:
        shell, guild_id = owned
        shell.check_owned(guild_id)
