"""The progress of a run: how much is done, and how long the rest will take."""

from types import SimpleNamespace

import pytest

from lab.parallel import Progress


def test_progress_estimates_the_rest(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    times = iter([0.0, 2.0, 10.0, 11.0, 16.0])
    monkeypatch.setattr("lab.parallel.time", SimpleNamespace(monotonic=lambda: next(times)))
    progress = Progress(2000, "games")
    for also_done in (0, 98, 0, 0):
        progress.advance(also_done)
    assert capsys.readouterr().err.splitlines() == [
        "100 of 2,000 games, 5%, 3 min to go",
        "4 of 2,000 games, 0%, 2.2 h to go",
    ]
