"""Backups of a whole database as one SQLite file, also by a schedule, and their return.

A file with its final name is always whole.
"""

import asyncio
import logging
import os
import re
import sqlite3
import threading
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copyfile
from typing import Final

from bot.refusals import OperatorError
from bot.store.address import Address
from bot.store.database_copy import copy_database
from bot.store.engines.sqlite import SqliteConnection, check_pages, open_file
from bot.store.migrations import TooNew, check

log = logging.getLogger(__name__)

_STEP_PAGES: Final = 2000
"""Pages copied between two calls of `between_steps`: 8 MB, some milliseconds."""
_SIDE_FILES: Final = ("-wal", "-shm", "-journal")
"""What SQLite adds to a file's name for the files that it keeps beside it."""

INTERVALS: Final = {"hourly": timedelta(hours=1), "daily": timedelta(days=1), "weekly": timedelta(weeks=1)}
RETRY_SECONDS: Final = 600.0
"""Seconds until a backup that failed is tried again."""
_SCHEDULE: Final = re.compile(rf"({'|'.join(INTERVALS)}),([1-9]\d{{0,2}})")


def backup(source: Address, copy: Path, between_steps: Callable[[], None] = lambda: None) -> None:
    """Copies a database, as it is at one moment, into a new SQLite file, also while the bot runs.

    `between_steps` is called again and again while a SQLite file is copied; what it raises ends the copying.
    Raises OperatorError or BrokenDatabase; a file that exists already stays unchanged.
    """
    if os.path.exists(copy):  # False for a path that cannot be looked at; unlike Path.exists, it never raises
        raise OperatorError(f"{copy} exists already; name a new file.")
    with _complete(copy) as part:
        if isinstance(source, Path):
            _copy_file(source, part, between_steps)
        else:
            copy_database(source, part)


def restore(copy: Path, database: Path, amend: Callable[[Path], None] = lambda _: None) -> Path | None:
    """Puts a backup in a database's place, up to date. No bot may run on the database.

    `amend` is called with the new file before it takes that place. Returns where the replaced database is kept,
    None if there was none. Raises OperatorError, BrokenDatabase, or what `amend` raises; the database is then
    unchanged.
    """
    database = database.resolve()
    if copy.resolve() == database:
        raise OperatorError(f"{copy} is the database itself; name a backup.")
    kept = None
    with _complete(database) as part:
        _check_backup(copy)
        _copy_file(copy, part)
        open_file(part, check=True).close()  # brings it up to date
        amend(part)
        if database.exists():
            kept = _keep(database)
    return kept


def timestamp(moment: datetime) -> str:
    """Returns a moment for a file's name, so that names sort by time."""
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


@contextmanager
def _complete(file: Path) -> Generator[Path]:
    """Yields the path to write a file to; at the end it is durable and gets its name. Raises OperatorError."""
    part = file.with_name(f"{file.name}.part")
    try:
        part.parent.mkdir(parents=True, exist_ok=True)
        _remove(part)  # a killed process may have left one
        part.touch()  # so that a folder that cannot be written is named, not the database
        yield part
        _make_durable(part)
        part.replace(file)
        _make_durable(file.parent)
    except OSError as error:
        raise OperatorError(f"{file} could not be written: {error.strerror or error}.") from error
    finally:
        with suppress(OSError):
            _remove(part)


def _remove(file: Path) -> None:
    for name in (file, *_beside(file)):
        name.unlink(missing_ok=True)


def _beside(file: Path) -> list[Path]:
    return [file.with_name(file.name + ending) for ending in _SIDE_FILES]


def _make_durable(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _copy_file(database: Path, copy: Path, between_steps: Callable[[], None] = lambda: None) -> None:
    if not os.path.exists(database):
        raise OperatorError(f"There is no database {database}.")
    try:
        with closing(_open_to_read(database)) as source, closing(sqlite3.connect(copy)) as target:
            # One transaction, because SQLite would begin the copy again whenever the bot writes.
            source.execute("BEGIN")
            source.execute("SELECT 1 FROM sqlite_schema").fetchall()
            source.backup(target, pages=_STEP_PAGES, progress=lambda _status, _left, _total: between_steps())
            target.execute("PRAGMA journal_mode = DELETE")  # one file, which can be read where none can be written
            check_pages(target)
    except sqlite3.Error as error:
        raise OperatorError(f"The database {database} could not be copied: {error}.") from error


def _check_backup(copy: Path) -> None:
    """Raises OperatorError unless a file holds a database of the bot, of this version or an older one."""
    if not os.path.exists(copy):
        raise OperatorError(f"There is no backup {copy}.")
    try:
        with closing(_open_to_read(copy)) as driver:
            driver.execute("SELECT count(*) FROM games")
            check(SqliteConnection(driver))
    except sqlite3.Error as error:
        raise OperatorError(f"{copy} is no backup of the bot: {error}.") from error
    except TooNew as error:
        raise OperatorError(f"The backup {copy} {error}") from error


def _open_to_read(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)


def _keep(database: Path) -> Path:
    """Returns a copy of a database beside it; takes away what belongs to the old file. Raises OperatorError."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as driver:
        driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # otherwise the log would be applied to the new file
    kept = database.with_name(f"{database.name}.replaced-{timestamp(datetime.now(UTC))}")
    with _complete(kept) as part:
        copyfile(database, part)
    for file, new in zip(_beside(database), _beside(kept), strict=True):
        if file.exists():  # the database is damaged
            file.replace(new)
    return kept


@dataclass(frozen=True)
class BackupPlan:
    """How often a backup is made, and how many of them are kept."""

    interval: timedelta
    kept: int


def backup_plan(text: str) -> BackupPlan:
    """Returns the plan that a setting names. Raises ValueError."""
    found = _SCHEDULE.fullmatch(text)
    if found is None:
        raise ValueError("it should read daily,7 (hourly, daily or weekly, and how many backups are kept)")
    return BackupPlan(INTERVALS[found[1]], int(found[2]))


class ScheduledBackups:
    """The backups of a SQLite file, in the folder `backups` beside it. `now` returns the time."""

    def __init__(
        self,
        database: Path,
        plan: BackupPlan,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.folder = database.parent / "backups"
        self._database = database
        self._plan = plan
        self._now = now

    def files(self) -> list[Path]:
        """Returns the backups, the oldest first.

        Those from the future were made before the clock was set back: they count as older than all others.
        """
        made, now = self._made(), self._now()
        return sorted(made, key=lambda file: (made[file] <= now, made[file]))

    def due_in(self) -> timedelta:
        """Returns the time until the next backup, at least 0. A backup from the future is left out of account."""
        now = self._now()
        past = [moment for moment in self._made().values() if moment <= now]
        return max(timedelta(), max(past) + self._plan.interval - now) if past else timedelta()

    def make(self, between_steps: Callable[[], None] = lambda: None) -> Path:
        """Makes a backup, then removes the oldest of them, and returns its file. Raises as `backup` does.

        What cannot be removed now is removed next time.
        """
        for unfinished in self.folder.glob(f"{self._database.stem}-*.part*"):  # a killed process left them
            with suppress(OSError):
                unfinished.unlink()
        new = self.folder / f"{self._database.stem}-{timestamp(self._now())}.sqlite3"
        backup(self._database, new, between_steps)
        for old in self.files()[: -self._plan.kept]:
            with suppress(OSError):
                old.unlink()
        return new

    async def run(self) -> None:
        """Makes each backup when it is due, until this task is cancelled. A failed one is tried again."""
        while True:
            # Backups follow the operator's calendar, not the clock of the games.
            await asyncio.sleep(self.due_in().total_seconds())
            try:
                log.info("The database was backed up: %s", await self._make_in_thread())
            except OperatorError as error:
                log.error("No backup was made, and the earlier ones are kept: %s", error)  # noqa: TRY400 - the operator needs no traceback
                await asyncio.sleep(RETRY_SECONDS)  # the disk may have room again by then

    async def _make_in_thread(self) -> Path:
        """Makes a backup, and returns its file, in a thread that ends soon if this task is cancelled."""
        is_cancelled = threading.Event()

        def check() -> None:
            if is_cancelled.is_set():
                raise OperatorError("the bot ends")

        try:
            return await asyncio.to_thread(self.make, check)
        finally:
            is_cancelled.set()

    def _made(self) -> dict[Path, datetime]:
        """Returns the backups in the folder, with the time in the name of each."""
        made = dict[Path, datetime]()
        for file in self.folder.glob("*.sqlite3"):
            with suppress(ValueError):  # another file
                moment = datetime.strptime(file.name, f"{self._database.stem}-%Y%m%dT%H%M%SZ.sqlite3")
                made[file] = moment.replace(tzinfo=UTC)
        return made
