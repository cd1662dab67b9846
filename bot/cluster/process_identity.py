"""The machine: whether another process of it still runs, so that one that was killed is replaced at once."""

import os
import secrets
import socket
from pathlib import Path


def machine() -> str | None:
    """Names this machine, since it was started, and its space of process numbers (a container has its own).

    Returns None where that cannot be told.
    """
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot} {os.stat('/proc/self/ns/pid').st_ino}"
    except OSError:
        return None


def new_name() -> str:
    """Returns a name for this process that no other has: of its host, its number, and four random digits."""
    return f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(2)}"


def has_ended(name: str) -> bool:
    """Whether the process of a name, one of this machine's, runs no more."""
    try:
        os.kill(int(name.split("-")[-2]), 0)
    except ProcessLookupError:
        return True
    except OSError:  # somebody else's: its number may have been given to another since
        return False
    return False
