"""Names of processes and machines, and whether a process of this machine has ended.

So a process replaces a killed process of its own machine at once, before the leases of that process expire.
"""

import os
import secrets
import socket
from pathlib import Path


def machine_name() -> str | None:
    """Returns a name for the machine since its last boot and its set of process ids (a container has its own).

    Returns None if the system does not provide them.
    """
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
