"""`make run` installs enough for the program; and what an import of a part of the program loads."""

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.harness.processes.forked_process import ROOT

PROGRAM = ("bot", "cogs", "data", "engine", "sandbox")


def imported(module: Path) -> Iterator[str]:
    """Yields the top-level packages that a module imports, also inside its functions."""
    for found in re.finditer(
        r"^ *(?:import (\w+)|from (\w+)[\w.]* import )", module.read_text("utf-8"), re.MULTILINE
    ):
        yield found[1] or found[2]


def normalized(name: str) -> str:
    """Returns the name of a distribution as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_everything_the_program_imports_is_a_dependency_of_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    dependencies = {normalized(re.split(r"[\[<>=;~ ]", each)[0]) for each in project["dependencies"]}
    modules = {name for folder in PROGRAM for path in (ROOT / folder).rglob("*.py") for name in imported(path)}
    distributions = packages_distributions()
    missing = {
        name
        for name in modules - sys.stdlib_module_names - {*PROGRAM}
        if not dependencies & {normalized(each) for each in distributions.get(name, [name])}
    }
    assert missing == set()


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize(
    ("target", "has_tools"), [("run", False), ("setup", False), ("check", True), ("test", True)]
)
def test_only_checks_and_tests_install_the_tools_of_developers(target: str, *, has_tools: bool) -> None:
    command = ["make", "--dry-run", "--always-make", target]
    planned = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "pip install" in planned
    assert ("[dev]" in planned) is has_tools


WITHOUT = {
    "bot.pictures.rasterizer": {"engine", "discord", "pydantic"},
    "bot.settings": {"engine", "discord"},
    "bot.pictures.source": {"discord", "resvg_py"},
    "bot.client": {"aiohttp.web", "psycopg"},
}
"""By module, what its import must not load. All are imported in this order, in one process."""


@pytest.mark.slow
def test_a_module_does_not_import_what_it_does_not_need() -> None:
    code = f"""
import sys, importlib
for module, without in {WITHOUT}.items():
    importlib.import_module(module)
    print(module, *without & sys.modules.keys())
"""
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.split("\n") == [*WITHOUT, ""]
