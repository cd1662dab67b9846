"""Processes of this machine: their names, whether one has ended, and a lock file that lets one use a SQLite file.

A process replaces a killed process of its own machine at once, before the leases of that process expire.
"""

import fcntl
import logging
import os
import secrets
import socket
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from bot.refusals import OperatorError

log = logging.getLogger(__name__)


def machine_name() -> str | None:
    """Returns a name for the machine, its boot and its set of process ids (a container has its own), or None."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot} {os.stat('/proc/self/ns/pid').st_ino}"
    except OSError:
        return None


def new_process_name() -> str:
    """Returns a unique name for this process: its host, its process id, and four random digits."""
    return f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(2)}"


def has_ended(name: str) -> bool:
    """Returns whether the process of a name, which ran on this machine, has ended."""
    try:
        os.kill(int(name.split("-")[-2]), 0)
    except ProcessLookupError:
        return True
    except OSError:  # a process of another user: the id may have been reused
        return False
    return False


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
