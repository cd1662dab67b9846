"""The compiled engine: `make compiled` translates the rules and the AI seats to C for the laboratory.

The compiled copy is in its own folder, so that other programs still run the plain sources. A copy that
is older than its sources is not used.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from importlib import import_module
from pathlib import Path
from typing import Final

from lab.errors import LabError, import_optional

_ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = _ROOT / "var" / "compiled"
_FINGERPRINT: Final = FOLDER / "fingerprint"
"""The file that holds the digest of the sources from which the copy was made."""
_PACKAGES: Final = ("engine", "lab")

INTERPRETED: Final = frozenset(
    (
        "ai/dice.py",  # inherits from a class of Python
        "ai/temperaments.py",  # its frozen dataclasses could not be unpickled if they were compiled
        "bench.py",
        "catalogue.py",  # pydantic makes the models with a metaclass
        "editions/g54/pool_survey.py",  # must refuse a file with values of a wrong type
        "errors.py",  # exceptions that are dataclasses
        "game.py",  # must refuse arguments of a wrong type, as must the next two
        "requests",
        "setup.py",
        "referee.py",
    )
)
"""Modules and folders of the engine that are not compiled."""
PLAYING: Final = frozenset(
    (
        "lab/arena.py",
        "lab/reports/statistics.py",  # its estimates cannot be unpickled then; processes return tallies
        *(f"lab/tensors/{name}.py" for name in ("batch", "decisions", "observation")),
        "lab/training/league.py",
    )
)
"""The modules of the laboratory that are compiled: they play games, in the training too, observe or rate them."""

OPEN: Final = {
    "rules/driver.py": "Driver",
    "ai/player.py": "Player",
    "ai/random.py": "RandomPlayer",
    "ai/honest.py": "HonestPlayer",
    "ai/naive.py": "NaivePlayer",
    "ai/bluffer.py": "Bluffer",
    "ai/strong.py": "Strong",
    "ai/evaluation/memory.py": "Memory",
    "ai/evaluation/duel.py": "DuelTracker",
}
"""Classes that interpreted classes inherit from, or whose objects are created without `__init__` when they are
cloned or unpickled."""
_OPEN_DECORATOR: Final = (
    "import mypy_extensions\n@mypy_extensions.mypyc_attr(allow_interpreted_subclasses=True, serializable=True)"
)


def is_running() -> bool:
    """Whether this process runs the compiled engine."""
    return not str(import_module("engine.moves").__file__).endswith(".py")


def is_current() -> bool:
    """Whether there is a compiled copy of the present sources."""
    return _FINGERPRINT.exists() and _FINGERPRINT.read_text() == _fingerprint()


def prefer(words: list[str]) -> None:
    """Restarts this process with the compiled engine, if that was built from the present sources."""
    if not _FINGERPRINT.exists():  # the copy has none; asking `is_running` would import the plain engine in vain
        return
    if not is_current():
        sys.stderr.write("The compiled engine is older than its sources (make compiled); running without it.\n")
        return
    own = os.environ.get("PYTHONPATH")  # where policies may be
    os.environ["PYTHONPATH"] = os.pathsep.join((str(FOLDER), str(_ROOT), *((own,) if own else ())))
    os.execv(sys.executable, [sys.executable, "-P", "-m", "lab", *words])  # noqa: S606 - no shell: the same command line again


def build() -> None:
    """Compiles the engine into `FOLDER`, unless that is done. Raises LabError with the reason if it fails."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        raise LabError(
            f"Compiling needs a C compiler, and there is no {compiler} here. All works without, more slowly."
        )
    if is_current():
        return
    import_optional("mypyc", "compiled")
    shutil.rmtree(FOLDER, ignore_errors=True)
    for package in _PACKAGES:
        shutil.copytree(_ROOT / package, FOLDER / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name, kind in OPEN.items():
        _open(FOLDER / "engine" / name, kind)
    files = [path for path in _sources() if _is_compiled(path)]
    environment = {**os.environ, "MYPYPATH": str(_ROOT), "MYPYC_OPT_LEVEL": "3", "MYPYC_DEBUG_LEVEL": "0"}
    done = subprocess.run(  # noqa: S603 - our own files, no shell
        [sys.executable, "-m", "mypyc", *(str(path) for path in files)],
        cwd=FOLDER, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise LabError(f"The engine could not be compiled.\n{done.stdout}{done.stderr}")
    shutil.rmtree(FOLDER / "build")
    _FINGERPRINT.write_text(_fingerprint())


def _open(path: Path, kind: str) -> None:
    """Adds the decorator that lets interpreted classes inherit from a class, in the copy of its module."""
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(rf"^class {kind}\b", rf"{_OPEN_DECORATOR}\n\g<0>", text, flags=re.M), encoding="utf-8")


def _sources() -> list[Path]:
    return sorted(path.relative_to(_ROOT) for package in _PACKAGES for path in (_ROOT / package).rglob("*.py"))


def _is_compiled(path: Path) -> bool:
    package, *within = path.parts
    if package != "engine":
        return path.as_posix() in PLAYING
    return not path.name.startswith("__") and not {within[0], "/".join(within)} & INTERPRETED


def _fingerprint() -> str:
    digest = hashlib.sha256(str(sysconfig.get_config_var("SOABI")).encode())
    for path in _sources():
        digest.update(path.as_posix().encode() + (_ROOT / path).read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    try:
        build()
    except LabError as problem:
        sys.stderr.write(f"{problem}\n")
        sys.exit(2)
    sys.stdout.write("The engine is compiled; the laboratory uses it.\n")
