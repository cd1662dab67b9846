"""The examples of docs/laboratory.md, which the tests run."""

import re
import shlex

from data import ROOT

PAGE = ROOT.parent / "docs" / "laboratory.md"


def section(title: str) -> str:
    """The text below a heading."""
    return PAGE.read_text(encoding="utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]


def python_examples(title: str) -> list[str]:
    """The programs of a section."""
    return re.findall(r"^```python\n(.*?)^```$", section(title), re.DOTALL | re.MULTILINE)


def shell_examples(title: str) -> list[list[str]]:
    """The words of each command of the laboratory in a section, without `python -m lab`."""
    return [
        shlex.split(line)[3:] for line in re.findall(r"^    (python -m lab .*)$", section(title), re.MULTILINE)
    ]
