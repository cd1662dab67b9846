"""A lock file that lets one process at a time run the bot with a SQLite file."""

import errno
import fcntl
import logging
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from bot.ops.operator_error import OperatorError

log = logging.getLogger(__name__)


@contextmanager
def only_process(database: Path) -> Generator[None]:
    """Locks a database file inside the block. Raises OperatorError if another process has locked it.

    The system releases the lock when this process ends, even if it is killed. Where files cannot be locked, the
    bot runs without a lock.
    """
    lock = _lock(database)
    try:
        yield
    finally:
        if lock is not None:
            os.close(lock)


def _lock(database: Path) -> int | None:
    """Returns the descriptor of the locked file, None where files cannot be locked. Raises OperatorError."""
    lock: int | None = None
    try:
        real = database.resolve()  # links resolved, so that every path to the file leads to the same lock
        real.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(f"{real}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        # Not flock: a worker process would inherit that lock, and keep it after this process is killed.
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if lock is not None:
            os.close(lock)
            if error.errno in (errno.EAGAIN, errno.EACCES):
                raise OperatorError(
                    f"Another process runs the bot over the database {database} already: stop it first, or name "
                    "another file in COUP_DATABASE. Several processes need a PostgreSQL database."
                ) from error
        log.warning("The database %s is not locked against a second process: %s", database, error)
        return None
    return lock
