"""The error for a request that the laboratory cannot carry out."""

from importlib import import_module
from types import ModuleType
from typing import Final

PLAYER_ERRORS: Final = BaseException
"""The exceptions that code of a player may raise. `quoted` raises KeyboardInterrupt again."""
_QUOTED_CHARACTERS: Final = 400
"""Length at which the message of an error is cut."""


class LabError(Exception):
    """A request that cannot be carried out. The message is one sentence for the person who asked."""


def quoted(error: BaseException) -> str:
    """Returns an error that a player's own code raised, in one line. Raises a KeyboardInterrupt again."""
    if isinstance(error, KeyboardInterrupt):
        raise error
    try:
        text = f"{type(error).__name__}: {error}".rstrip(": ")
    except Exception:  # the code of the player also makes the text of its error
        text = type(error).__name__
    return " ".join(text.split())[:_QUOTED_CHARACTERS]


def import_optional(module: str, extra: str) -> ModuleType:
    """Imports a module that `pip install -e '.[EXTRA]'` installs.

    Raises LabError with that command if it is missing.
    """
    try:
        return import_module(module)
    except ImportError:
        library = module.partition(".")[0]
        raise LabError(f"This needs {library}, which is not installed: pip install -e '.[{extra}]'.") from None
