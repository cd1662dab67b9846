"""Custom ids of controls: what a click means, in at most 100 characters and without a secret."""

import re
from dataclasses import dataclass
from typing import Final, Protocol

VERSION: Final = 1

CUSTOM_ID_PATTERN: Final = re.compile(
    rf"coup:{VERSION}:(?P<op>[a-z]+):(?P<game>\d{{1,19}}):(?P<seq>\d{{1,9}})"
    r"(?:\.(?P<tag>\d{1,10}))?(?::(?P<arg>.{1,64}))?"
)
"""`coup:1:<op>:<game>:<seq>[.<tag>][:<arg>]`; `seq` is the engine's question number, 0 where none is answered."""

ANSWERING: Final = frozenset(("act", "pick", "answer", "allow", "sure", "keep", "gift", "choose", "more"))
"""The operations that answer a question, lead to an answer, or take more time for it."""
OPENING: Final = frozenset(("hand", "what", "rules", "join", "back", "resume", "finish"))
"""The operations of the table message that open a panel, and whose buttons panels of other kinds have too."""
_TAG_DIGITS: Final = 7


class _Table(Protocol):
    """The state of a table, or the view of one."""

    @property
    def id(self) -> int: ...

    @property
    def commitment(self) -> str: ...


@dataclass(frozen=True, slots=True)
class CustomId:
    """A control's operation and its argument, its game, and the number of the question that it answers.

    The game and the question are 0 where there is none. `tag` is a random number that distinguishes the question
    (for an operation that is not ANSWERING: the table) from another of the same number: after an older backup of
    the database is restored, numbers are used again, while messages posted since then stay in their channels.
    Controls from versions of the bot without tags have None.
    """

    op: str
    arg: str = ""
    game: int = 0
    seq: int = 0
    tag: int | None = None

    def __str__(self) -> str:
        question = self.seq if self.tag is None else f"{self.seq}.{self.tag}"
        text = f"coup:{VERSION}:{self.op}:{self.game}:{question}"
        return f"{text}:{self.arg}" if self.arg else text

    @classmethod
    def of(cls, match: re.Match[str]) -> "CustomId":
        """Returns the custom id that `CUSTOM_ID_PATTERN` has matched."""
        tag = None if match["tag"] is None else int(match["tag"])
        return cls(match["op"], match["arg"] or "", int(match["game"]), int(match["seq"]), tag)

    @classmethod
    def of_table(cls, table: _Table, op: str, arg: str = "") -> "CustomId":
        """Returns the custom id of a control that belongs to a table, whatever question is open there."""
        return cls(op, arg, table.id, tag=_tag(table))

    def may_be_on(self, table: _Table) -> bool:
        """Returns False if the control certainly belongs to an earlier table with the same id.

        The tag of an answer is that of its question, and is checked with the question.
        """
        return self.op in ANSWERING or self.tag in (None, _tag(table))


def _tag(table: _Table) -> int:
    """Returns the tag of a table: a part of its commitment, which is random and public."""
    return int(table.commitment[:_TAG_DIGITS], 16)


def answered_question(custom_id: str) -> int | None:
    """Returns the number of the question that a control answers; None if it answers none."""
    match = CUSTOM_ID_PATTERN.fullmatch(custom_id)
    return int(match["seq"]) if match is not None and match["op"] in ANSWERING else None
