"""The compiled engine: a missing compiler is reported, and an outdated build is not used."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from data import ROOT
from lab import compiled


def test_a_missing_compiler_is_reported() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "lab.compiled"],
        env={**os.environ, "CC": "no-such-compiler"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 2
    assert "needs a C compiler, and there is no no-such-compiler here" in told.stderr


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of what the laboratory consists of."""
    for package in ("engine", "lab", "data"):
        shutil.copytree(ROOT.parent / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_an_outdated_build_is_not_used(house: Path) -> None:
    folder = house / "var" / "compiled"
    (folder / "engine").mkdir(parents=True)  # a build that fails if it is used
    for made_of in (None, "older sources"):
        if made_of is not None:
            (folder / "fingerprint").write_text(made_of)
        told = subprocess.run(
            [sys.executable, "-m", "lab", "--help"], cwd=house, capture_output=True, text=True, check=False
        )
        assert told.returncode == 0
        assert "ladder" in told.stdout
        assert ("make compiled" in told.stderr) == (made_of is not None)


def test_every_module_that_is_named_is_there() -> None:
    for name in (*compiled.INTERPRETED, *compiled.OPEN):
        assert (ROOT.parent / "engine" / name).exists(), name
    for name in compiled.PLAYING:
        assert (ROOT.parent / name).exists(), name
    for name, kind in compiled.OPEN.items():
        assert f"\nclass {kind}" in (ROOT.parent / "engine" / name).read_text()


def test_the_build_keeps_the_folders_in_which_policies_are_searched(house: Path) -> None:
    build = house / "var" / "compiled" / "lab"  # one that only says where modules are searched
    build.mkdir(parents=True)
    (build / "__init__.py").touch()
    (build / "__main__.py").write_text("import sys\nprint(*sys.path, sep='\\n')\n")
    program = "from lab import compiled; compiled._FINGERPRINT.write_text(compiled._fingerprint())"
    subprocess.run([sys.executable, "-c", program], cwd=house, check=True)
    environment = {**os.environ, "PYTHONPATH": "/policies"}
    told = subprocess.run(
        [sys.executable, "-m", "lab"], cwd=house, env=environment, capture_output=True, text=True, check=True
    )
    assert told.stdout.splitlines()[:3] == [str(build.parent), str(house), "/policies"]
