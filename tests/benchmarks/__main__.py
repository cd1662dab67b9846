"""`python -m tests.benchmarks [names]`: runs the named benchmarks, or by default those that take less than half an
hour in all.

Each benchmark can be run alone, e.g. `python -m tests.benchmarks.clicks`; its docstring says what it measures.
"""

import subprocess
import sys

ALWAYS = ("start_time", "clicks", "games")
"""The benchmarks of `make bench`; the others take longer."""

for name in sys.argv[1:] or ALWAYS:
    subprocess.run([sys.executable, "-m", f"tests.benchmarks.{name}"], check=True)
