"""A message or form as a member sees it: its texts, buttons and selects."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandbox.discord.checks.components import SELECTS, walk
from sandbox.discord.model import COMPONENTS_V2, EPHEMERAL, LOADING
from sandbox.wire import Json


@dataclass(frozen=True, slots=True)
class Message:
    """A message; `raw` is Discord's JSON of it."""

    raw: Json

    @property
    def id(self) -> str:
        """Its id."""
        return self.raw["id"]

    @property
    def channel_id(self) -> str:
        """The id of its channel."""
        return self.raw["channel_id"]

    @property
    def author(self) -> str:
        """Its author's name."""
        return self.raw["author"]["global_name"] or self.raw["author"]["username"]

    @property
    def ephemeral(self) -> bool:
        """Whether only one member sees it."""
        return bool(self.raw["flags"] & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether it only says that the bot is thinking."""
        return bool(self.raw["flags"] & LOADING)

    @property
    def layout(self) -> bool:
        """Whether it is made of V2 components."""
        return bool(self.raw["flags"] & COMPONENTS_V2)

    @property
    def edited(self) -> bool:
        """Whether it was edited."""
        return self.raw["edited_timestamp"] is not None

    @property
    def mentions(self) -> list[str]:
        """The ids of those whom it mentions, and so pings when it is new."""
        return [user["id"] for user in self.raw["mentions"]]

    @property
    def text(self) -> str:
        """All that can be read in it, a line for each part."""
        return "\n".join(_texts(self.raw))

    @property
    def parts(self) -> list[Json]:
        """Every component in it, nested ones too."""
        return list(walk(self.raw["components"]))

    @property
    def buttons(self) -> dict[str, Json]:
        """Its buttons by label, or by emoji when there is no label."""
        return {_label(part): part for part in self.parts if part["type"] == 2}

    @property
    def enabled(self) -> list[str]:
        """The labels of the buttons that can be pressed."""
        return [label for label, part in self.buttons.items() if not part.get("disabled") and "custom_id" in part]

    @property
    def selects(self) -> list[Json]:
        """Its selects."""
        return [part for part in self.parts if part["type"] in SELECTS]


@dataclass(frozen=True, slots=True)
class Modal:
    """A form that the bot opened; `raw` is Discord's JSON of it."""

    id: str
    raw: Json

    @property
    def title(self) -> str:
        """Its title."""
        return self.raw["title"]

    @property
    def fields(self) -> dict[str, Json]:
        """Its fields by label, or by custom id when a field has no label."""
        found: dict[str, Json] = {}
        for part in walk(self.raw["components"]):
            if part["type"] == 18:
                found[part["label"]] = part["component"]
            elif part["type"] == 4 and "label" in part:
                found[part["label"]] = part
        return found


def _label(button: Json) -> str:
    return button.get("label") or (button.get("emoji") or {}).get("name") or ""


def _texts(raw: Json) -> Iterator[str]:
    if raw["content"]:
        yield raw["content"]
    for embed in raw["embeds"]:
        yield from _strings(embed)
    for part in walk(raw["components"]):
        if part["type"] == 10:
            yield part["content"]


def _strings(embed: Json) -> Iterator[str]:
    for key in ("title", "description"):
        if embed.get(key):
            yield embed[key]
    for field in embed.get("fields") or []:
        yield f"{field['name']}: {field['value']}"
    footer: Any = embed.get("footer") or {}
    if footer.get("text"):
        yield footer["text"]
