"""The examples of docs/laboratory.md and docs/ai.md, which the tests run."""

import re
import shlex

from data import ROOT


def section(title: str, page: str = "laboratory.md") -> str:
    """The text below a heading."""
    text = (ROOT.parent / "docs" / page).read_text(encoding="utf-8")
    return text.split(f"\n## {title}\n")[1].split("\n## ")[0]


def python_examples(title: str, page: str = "laboratory.md") -> list[str]:
    """The programs of a section."""
    return re.findall(r"^```python\n(.*?)^```$", section(title, page), re.DOTALL | re.MULTILINE)


def shell_examples(title: str) -> list[list[str]]:
    """The words of each command of the laboratory in a section, without `python -m lab`."""
    return [
        shlex.split(line)[3:] for line in re.findall(r"^    (python -m lab .*)$", section(title), re.MULTILINE)
    ]
