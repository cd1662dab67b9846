"""What importing a part of the bot loads besides."""

import subprocess
import sys


def test_reading_settings_loads_no_engine() -> None:
    code = "import sys, bot.settings; print([each for each in ('engine', 'discord') if each in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"
