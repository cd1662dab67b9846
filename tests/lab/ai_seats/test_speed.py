"""Speed: the figures of a run add up."""

import pytest

from tests.lab.runs import figures


def test_each_kind_plays_the_requested_number_of_games_at_each_table(capsys: pytest.CaptureFixture[str]) -> None:
    tables = figures("speed easy random --at classic/2 g54/3 --games 25 --jobs 1")["tables"]
    assert [(each["variant"], each["kind"], each["games"]) for each in tables] == [
        ("classic/2", "easy", 25), ("classic/2", "random", 25), ("g54/3", "easy", 25), ("g54/3", "random", 25),
    ]  # fmt: skip
    assert all(each["decisions"] >= 25 * 4 and each["processor_seconds"] > 0 for each in tables)
    *_, row = capsys.readouterr().out.strip().splitlines()
    shown = row.replace("random at g54/3", "").split()
    busy = tables[-1]["processor_seconds"]
    assert float(shown[3]) == pytest.approx(25 / busy, rel=0.05)
    assert float(shown[5]) == pytest.approx(1e6 * tables[-1]["seconds"] / 25 / 60, rel=0.05, abs=1)
