"""Which other modules an import of some part of the bot loads."""

import subprocess
import sys

import pytest

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
