"""Files that commands write: tested before the work begins, and replaced only by a complete new file."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from lab.errors import LabError


def check_writable(path: Path | None) -> None:
    """Raises LabError if a file could not be written there. None means that no file is written."""
    if path is not None and (path.is_dir() or not os.access(path.parent, os.W_OK)):
        raise LabError(f"{path} cannot be written: it is a folder, or lies in none that may be written in.")


def prepare(path: Path) -> None:
    """Creates the folder of a file. Raises LabError if the file could not be written there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LabError(f"{path} cannot be written: {error.strerror}.") from error
    check_writable(path)


@contextmanager
def atomic_write(path: Path) -> Generator[Path]:
    """Yields the path of a temporary file, which replaces the file at `path` when the block ends.

    If the block raises an error, the earlier file stays unchanged. Raises OSError. A device cannot be replaced, so
    its own path is yielded.
    """
    is_device = path.exists() and not path.is_file()
    part = path if is_device else path.with_name(path.name + ".part")
    yield part
    if not is_device:
        part.replace(path)


def write(path: Path, text: str) -> None:
    """Writes a whole file. Raises LabError if that fails; then the earlier file stays unchanged."""
    try:
        with atomic_write(path) as part:
            part.write_text(text, encoding="utf-8")
    except OSError as error:
        raise LabError(f"{path} cannot be written: {error.strerror}.") from error
