"""What every refusal of a table is."""

from dataclasses import dataclass, fields
from typing import ClassVar


@dataclass(eq=False)
class Refusal(Exception):
    """What every refusal is; raised only as one of the types beside it or in `cogs.common.refusals`."""

    word: ClassVar[str]

    def facts(self) -> dict[str, str]:
        """The values of its fields by name, as its sentence needs them."""
        return {field.name: str(getattr(self, field.name)) for field in fields(self)}

    def __str__(self) -> str:
        return self.word
