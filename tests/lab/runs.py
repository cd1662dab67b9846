"""Runs of the laboratory's commands, and AI seats for them."""

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.ai.random import RandomPlayer
from engine.moves import Move
from lab.commands import main


def figures(words: str) -> Any:
    """Runs a command in this process, and returns the figures that it writes as JSON."""
    assert main([*words.split(), "--json", "figures.json"]) == 0
    return json.loads(Path("figures.json").read_text(encoding="utf-8"))


class Interrupting(RandomPlayer):
    """Simulates Ctrl-C while it thinks, after `left` decisions over all games."""

    left = 0

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        Interrupting.left -= 1
        if not Interrupting.left:
            raise KeyboardInterrupt
        return super().choose(view, options, chance)


INTERRUPTING = f"{__name__}:{Interrupting.__name__}"
