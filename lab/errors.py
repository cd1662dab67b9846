"""The error for a request that the laboratory cannot carry out."""

from importlib import import_module
from types import ModuleType
from typing import Final

PLAYER_ERRORS: Final = (Exception, SystemExit)
"""The exceptions that a player's own code may raise; SystemExit is raised by `sys.exit`."""


class LabError(Exception):
    """A request that cannot be carried out. The message is one sentence for the person who asked."""


def import_optional(module: str, extra: str) -> ModuleType:
    """Imports a module that `pip install '.[EXTRA]'` installs.

    Raises LabError with that command if it is missing.
    """
    try:
        return import_module(module)
    except ImportError:
        library = module.partition(".")[0]
        raise LabError(f"This needs {library}, which is not installed: pip install '.[{extra}]'.") from None
