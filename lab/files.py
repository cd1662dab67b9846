"""Files that commands read and write: tested before the work begins, and replaced only by a complete new file."""

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile

from lab.errors import LabError


@contextmanager
def file_errors(path: Path, what: str = "written", advice: str = "") -> Generator[None]:
    """Turns an error of the system into LabError: the file cannot be read, or not be written; then the advice."""
    try:
        yield
    except OSError as error:
        raise LabError(f"{path} cannot be {what}: {error.strerror or error}.{advice}") from error


@contextmanager
def reading(path: Path) -> Generator[None]:
    """Turns an error of the system into LabError. Refuses pipes and devices, which may have no end."""
    with file_errors(path, "read"):
        if path.exists() and not path.is_file():
            raise OSError("it is no file")
        yield


def check_writable(path: Path | None) -> None:
    """Raises LabError if a file could not be written there. None means that no file is written."""
    if path is None:
        return
    with file_errors(path):
        if path.is_dir():
            raise IsADirectoryError("it is a folder")
        if path.is_file() or not path.exists():  # a device needs no other file beside it
            TemporaryFile(dir=path.parent).close()


def prepare(path: Path) -> None:
    """Creates the folder of a file. Raises LabError if the file could not be written there."""
    with file_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    check_writable(path)


@contextmanager
def claimed(path: Path) -> Generator[None]:
    """Prepares a file, and keeps other runs from writing it. Raises LabError if another one is writing it."""
    prepare(path)
    with file_errors(path):
        file = path.open("ab")
    with file:
        with suppress(ImportError):  # Windows has no such lock
            fcntl = import_module("fcntl")
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise LabError(f"{path} is being written by another run.") from None
        yield


@contextmanager
def atomic_write(path: Path) -> Generator[Path]:
    """Yields the path of a temporary file, which replaces the file at `path` when the block ends.

    Raises LabError if it cannot be written; then the earlier file stays unchanged. A device cannot be replaced, so
    its own path is yielded.
    """
    is_device = path.exists() and not path.is_file()
    part = path if is_device else path.with_name(f"{path.name}.{os.getpid()}.part")
    with file_errors(path):
        try:
            yield part
            if not is_device:
                part.replace(path)
        finally:
            if not is_device:
                part.unlink(missing_ok=True)


def write(path: Path, text: str) -> None:
    """Writes a whole file. Raises LabError if that fails; then the earlier file stays unchanged."""
    with atomic_write(path) as part:
        part.write_text(text, encoding="utf-8")
