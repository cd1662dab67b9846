"""The choices of a command's argument: the values, and the texts that members type or an autocomplete fills in."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.render.texts.sanitize import clean

_COMPARED_CHARACTERS: Final = 200
"""The number of typed characters that are compared; labels and keys are shorter."""


@dataclass(frozen=True)
class Choices:
    """The values that an argument may have, each with the label that members read.

    Members choose some labels themselves, so the label of one value may equal the id of another.
    """

    labels: Mapping[str, str]

    def key(self, value: str) -> str:
        """Returns the text that an autocomplete fills in for a value.

        It never equals the label of another value.
        """
        return self._prefix + value

    def matches(self, text: str) -> set[str]:
        """Returns the values whose key or label equals a text; if there are none, those equal except for case."""
        typed = clean(text, _COMPARED_CHARACTERS)
        exact = {value for value, label in self.labels.items() if typed in (self.key(value), label)}
        folded = typed.casefold()
        return exact or {
            value
            for value, label in self.labels.items()
            if folded in (self.key(value).casefold(), label.casefold())
        }

    @cached_property
    def _prefix(self) -> str:
        """The `#` characters before each key, enough of them that no key equals the label of another value."""
        names = {label.casefold(): value for value, label in self.labels.items()}
        prefix = ""
        while any(names.get((prefix + value).casefold(), value) != value for value in self.labels):
            prefix += "#"
        return prefix
