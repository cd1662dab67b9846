"""The progress of a run: how much is done, and how long the rest will take."""

from types import SimpleNamespace

import pytest

from lab.parallel import Progress


@pytest.mark.parametrize(
    ("total", "told"),
    [
        (2000, ["2 of 2,000 games, 0%, 2.8 h to go", "4 of 2,000 games, 0%, 2.2 h to go"]),
        (100, ["2 of 100 games, 2%, 8 min to go", "4 of 100 games, 4%, 6 min to go"]),
        (5, ["2 of 5 games, 40%, 15 s to go", "4 of 5 games, 80%, 4 s to go"]),
    ],
)
def test_progress_counts_what_is_done_and_estimates_the_rest(
    total: int, told: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    times = iter([0.0, 2.0, 10.0, 11.0, 16.0])
    monkeypatch.setattr("lab.parallel.time", SimpleNamespace(monotonic=lambda: next(times)))
    progress = Progress(total, "games")
    for _ in range(4):
        progress.advance()
    assert capsys.readouterr().err.splitlines() == told
