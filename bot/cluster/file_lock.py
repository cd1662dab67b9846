"""A lock file that lets one process at a time run the bot with a SQLite file."""

import fcntl
import logging
import os
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from bot.ops.operator_error import OperatorError

log = logging.getLogger(__name__)


@contextmanager
def only_process(database: Path) -> Generator[None]:
    """Locks a database file inside the block. Raises OperatorError if another process has locked it.

    The system releases the lock when this process ends, even if it is killed. Where files cannot be locked, the
    bot runs without a lock.
    """
    real = database.resolve()  # links resolved, so that every path to the file leads to the same lock
    with ExitStack() as stack:
        try:
            real.parent.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context(open(f"{real}.lock", "a", opener=partial(os.open, mode=0o600)))
            # Not flock: a worker process would inherit that lock, and keep it after this process is killed.
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise OperatorError(
                f"Another process runs the bot over the database {database} already: stop it first, or name "
                "another file in COUP_DATABASE. Several processes need a PostgreSQL database."
            ) from error
        except OSError as error:
            log.warning("The database %s is not locked against a second process: %s", database, error)
        yield
