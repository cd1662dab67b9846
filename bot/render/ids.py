"""Custom ids: what a press of a component means, in at most 100 characters, without a secret."""

import re
from dataclasses import dataclass
from typing import Final

VERSION: Final = 1

TEMPLATE: Final = re.compile(
    rf"coup:{VERSION}:(?P<op>[a-z]+):(?P<game>\d{{1,19}}):(?P<seq>\d{{1,9}})(?::(?P<arg>.{{1,64}}))?"
)
"""`coup:1:<op>:<game>:<seq>[:<arg>]`; `seq` is the engine's question number, 0 where none stands."""


@dataclass(frozen=True, slots=True)
class Press:
    """What pressing a component means: the operation, its game, the question it answers, and an argument."""

    op: str
    game: int
    seq: int = 0
    arg: str = ""

    def __str__(self) -> str:
        text = f"coup:{VERSION}:{self.op}:{self.game}:{self.seq}"
        return f"{text}:{self.arg}" if self.arg else text

    @classmethod
    def of(cls, match: re.Match[str]) -> "Press":
        """The press that a custom id matching `TEMPLATE` stands for."""
        return cls(match["op"], int(match["game"]), int(match["seq"]), match["arg"] or "")
