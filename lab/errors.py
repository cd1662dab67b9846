"""What the laboratory cannot do."""

from importlib import import_module
from types import ModuleType


class LabError(Exception):
    """Something that was asked for is not possible; the text is one sentence for the person who asked."""


def extra(module: str, name: str) -> ModuleType:
    """A module that an optional extra of this project brings. Raises LabError, with the way to it, if it lacks."""
    try:
        return import_module(module)
    except ImportError:
        library = module.partition(".")[0]
        raise LabError(f"This needs {library}, which is not installed: pip install '.[{name}]'.") from None
