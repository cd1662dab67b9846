"""The changes that CONTRIBUTING.md shows can be made to this tree."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CHANGES = dict(
    re.findall(
        r"^## (.+?)$.*?^```diff\n(.*?)^```$", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL | re.MULTILINE
    )
)


def test_all_five_are_shown() -> None:
    assert list(CHANGES) == ["A role", "A command", "A language", "A setting", "An edition"]


@pytest.mark.parametrize("what", list(CHANGES))
def test_the_change_applies(what: str) -> None:
    tried = subprocess.run(
        ["git", "apply", "--check", "-"], cwd=ROOT, input=CHANGES[what], capture_output=True, text=True
    )
    assert tried.returncode == 0, tried.stderr
