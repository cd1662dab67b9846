"""The page's JavaScript modules: which folder may import which, and no import circles."""

import os
import re
from graphlib import TopologicalSorter
from pathlib import Path

PAGE = Path(__file__).parents[2] / "sandbox" / "page"
FOLDERS = ["base", "state", "message", "composer", "views", ""]
"""Each folder may import itself and those before it; the last one holds `app.js`."""


def imports(module: Path) -> set[Path]:
    """The modules that a module imports; type imports do not count, since they are comments."""
    found = re.findall(r'^import .*? from "([^"]+)";', module.read_text(), re.MULTILINE | re.DOTALL)
    return {Path(os.path.normpath(module.parent / path)) for path in found}


def level(module: Path) -> int:
    folder = module.relative_to(PAGE).parent.as_posix()
    return FOLDERS.index("" if folder == "." else folder)


def test_modules_import_only_lower_folders_and_never_in_a_circle() -> None:
    graph = {module: imports(module) for module in PAGE.rglob("*.js")}
    assert all(len(found) for module, found in graph.items() if module.name in ("app.js", "store.js"))
    TopologicalSorter(graph).prepare()  # raises CycleError for a circle
    upward = [
        (module.name, imported.name)
        for module, found in graph.items()
        for imported in found
        if level(imported) > level(module)
    ]
    assert upward == []
