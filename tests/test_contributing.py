"""The changes shown in CONTRIBUTING.md can be applied to this repository, and their tests then pass."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.harness.api_description import PATH

ROOT: Final = Path(__file__).parents[1]
CHANGES: Final = dict(
    re.findall(
        r"^## (.+?)$.*?^```diff\n(.*?)^```$", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL | re.MULTILINE
    )
)
ALSO: Final = (
    "tests/engine/formats/test_conformance.py",
    "tests/engine/formats/test_golden.py",
    "tests/pictures/test_art.py",
    "tests/render/texts/test_catalogue.py",
)
"""Tests that read what the changes add, in addition to the tests that the changes add."""
SLOW: Final = "tests/render/texts/test_catalogue.py::test_each_text_is_parsed_and_formatted_as_in_its_whole_file"
"""A test in these files that takes long and is about nothing that the changes add."""
LEFT_OUT: Final = {"cluster", "chaos", "e2e", "page"}
"""Folders of tests that the changes do not need."""
SECONDS: Final = 500
"""The time limit of one run of tests, also on a busy machine."""


def git_apply(change: str, tree: Path, *arguments: str) -> None:
    """Applies a change to a copy of the repository."""
    applied = subprocess.run(
        ["git", "apply", *arguments, "-"], cwd=tree, input=change, capture_output=True, text=True
    )
    assert applied.returncode == 0, applied.stderr


def own_tests(change: str) -> list[str]:
    """The tests that a change adds, and the test modules to which it adds something else."""
    found: list[str] = []
    for part in change.split("diff --git ")[1:]:
        module = re.search(r"^\+\+\+ b/(tests/\S*test_\w+\.py)$", part, re.MULTILINE)
        if module is not None:
            added = re.findall(r"^\+(?:async )?def (test_\w+)", part, re.MULTILINE)
            found += [f"{module[1]}::{name}" for name in added] or [module[1]]
    return found


def run(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs Python in a copy of the repository, whose modules take precedence over the installed ones."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment["PYTHONPATH"] = str(tree)
    environment["DISCORD_OPENAPI"] = str(PATH.resolve())
    return subprocess.run(
        [sys.executable, *arguments], cwd=tree, env=environment, capture_output=True, text=True, timeout=SECONDS
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of this repository, with its compiled Python files."""
    copied = tmp_path / "tree"
    copied.mkdir()
    for name in (".github", "bot", "cogs", "data", "docs", "engine", "lab", "sandbox", "tests"):
        left_out = LEFT_OUT if name == "tests" else set[str]()
        shutil.copytree(ROOT / name, copied / name, ignore=shutil.ignore_patterns(*left_out))
    for name in (".env.example", "CHANGELOG.md", "pyproject.toml"):
        shutil.copy2(ROOT / name, copied / name)
    return copied


@pytest.mark.parametrize("what", list(CHANGES))
def test_the_change_applies(what: str) -> None:
    git_apply(CHANGES[what], ROOT, "--check")


@pytest.mark.slow
@pytest.mark.timeout(SECONDS + 100)
def test_the_tests_of_all_changes_pass(tree: Path) -> None:
    assert len(CHANGES) == 4
    for change in CHANGES.values():
        git_apply(change, tree)
    assert run(tree, "-m", "tests.engine.formats.golden").returncode == 0
    for old in (ROOT / "tests" / "golden").iterdir():
        assert (tree / "tests" / "golden" / old.name).read_text() == old.read_text(), "no old game changes"
    own = [test for change in CHANGES.values() for test in own_tests(change)]
    ended = run(tree, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", f"--deselect={SLOW}", *own, *ALSO)
    assert ended.returncode == 0, ended.stdout
