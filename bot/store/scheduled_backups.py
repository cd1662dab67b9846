"""Backups that the bot makes by itself: `daily,7` makes one a day and keeps the newest seven."""

import asyncio
import logging
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from bot.ops.operator_error import OperatorError
from bot.store.backup import backup, timestamp

log = logging.getLogger(__name__)

INTERVALS: Final = {"hourly": timedelta(hours=1), "daily": timedelta(days=1), "weekly": timedelta(weeks=1)}
RETRY_SECONDS: Final = 600.0
"""Seconds until a backup that failed is tried again."""
_SCHEDULE: Final = re.compile(rf"({'|'.join(INTERVALS)}),([1-9]\d{{0,2}})")


@dataclass(frozen=True)
class Schedule:
    """How often a backup is made, and how many of them are kept."""

    interval: timedelta
    kept: int


def schedule(text: str) -> Schedule:
    """Returns the schedule that a setting names. Raises ValueError."""
    found = _SCHEDULE.fullmatch(text)
    if found is None:
        raise ValueError("it should read daily,7 (hourly, daily or weekly, and how many backups are kept)")
    return Schedule(INTERVALS[found[1]], int(found[2]))


class ScheduledBackups:
    """The backups of a SQLite file, in the folder `backups` beside it. `now` returns the time."""

    def __init__(
        self,
        database: Path,
        schedule: Schedule,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.folder = database.parent / "backups"
        self._database = database
        self._schedule = schedule
        self._now = now

    def files(self) -> list[Path]:
        """Returns the backups, the oldest first.

        Those from the future were made before the clock was set back: they count as older than all others.
        """
        files, now = self.folder.glob("*.sqlite3"), self._now()
        made = [(moment <= now, moment, file) for file in files if (moment := self._made_at(file))]
        return [file for *_, file in sorted(made)]

    def due_in(self) -> timedelta:
        """Returns the time until the next backup, at least 0. A backup from the future is left out of account."""
        made = [moment for file in self.files() if (moment := self._made_at(file)) and moment <= self._now()]
        if not made:
            return timedelta()
        return max(timedelta(), max(made) + self._schedule.interval - self._now())

    def make(self, between_steps: Callable[[], None] = lambda: None) -> Path:
        """Makes a backup, then removes the oldest of them, and returns its file. Raises as `backup` does."""
        for unfinished in self.folder.glob(f"{self._database.stem}-*.part*"):  # a killed process left them
            unfinished.unlink(missing_ok=True)
        new = self.folder / f"{self._database.stem}-{timestamp(self._now())}.sqlite3"
        backup(self._database, new, between_steps)
        for old in self.files()[: -self._schedule.kept]:
            with suppress(OSError):  # it is removed next time
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

    def _made_at(self, file: Path) -> datetime | None:
        """Returns the time in the name of a backup, None for another file."""
        try:
            return datetime.strptime(file.name, f"{self._database.stem}-%Y%m%dT%H%M%SZ.sqlite3").replace(
                tzinfo=UTC
            )
        except ValueError:
            return None
