"""One process at a time runs the bot over a SQLite file; see also tests/bot/test_process.py."""

import errno
import fcntl
import logging
from pathlib import Path

import pytest

from bot.cluster import only_process


def test_a_file_system_without_locks_does_not_stop_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refused(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "lockf", refused)
    with caplog.at_level(logging.WARNING), only_process(tmp_path / "coup.sqlite3"):
        assert "not locked against a second process" in caplog.text


def test_a_folder_that_cannot_be_written_does_not_stop_the_bot(tmp_path: Path) -> None:
    (tmp_path / "coup.sqlite3.lock").mkdir()
    with only_process(tmp_path / "coup.sqlite3"):
        pass
