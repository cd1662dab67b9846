"""Custom ids: what a component stands for, in at most 100 characters and without a secret."""

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
    """What a member pressed: the operation, the game it belongs to, the question it answers, and the rest."""

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
