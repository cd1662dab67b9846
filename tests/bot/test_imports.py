"""Which other modules an import of some part of the bot loads."""

import subprocess
import sys

import pytest


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "without"),
    [
        ("bot.client", ["aiohttp.web", "psycopg"]),
        ("bot.settings", ["engine", "discord"]),
        ("bot.pictures.source", ["discord", "resvg_py"]),
        ("bot.pictures.rasterizer", ["engine", "discord", "pydantic"]),
    ],
)
def test_a_module_does_not_import_what_it_does_not_need(module: str, without: list[str]) -> None:
    code = f"import sys, {module}; print([each for each in {without} if each in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"
