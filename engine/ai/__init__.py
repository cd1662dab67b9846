"""AI seats: each chooses among its options by what its own view shows, and nothing else."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from engine.ai.honest import choose_honestly
from engine.moves import Move

Choose: TypeAlias = Callable[[Mapping[str, Any], Sequence[Move], random.Random], Move]
"""Given `Game.view(seat)`, that seat's options and dice, the option taken."""


def choose_at_random(view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
    """Any option, all equally likely."""
    return options[chance.randrange(len(options))]


KINDS: Final[Mapping[str, Choose]] = {"random": choose_at_random, "honest": choose_honestly}
"""The kinds of AI seat by name."""
