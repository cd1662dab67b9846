"""What importing a part of the bot loads besides."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("module", "without"),
    [
        ("bot.settings", ["engine", "discord"]),
        ("bot.pictures.renderer", ["discord", "resvg_py"]),
        ("bot.pictures.rasterizer", ["engine", "discord", "pydantic"]),
    ],
)
def test_what_a_module_does_without(module: str, without: list[str]) -> None:
    code = f"import sys, {module}; print([each for each in {without} if each in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"
