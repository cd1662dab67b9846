"""A message or modal as a member sees it: its texts, buttons and selects."""

from collections.abc import Iterator
from dataclasses import dataclass

from sandbox.discord.components import BUTTON, LABEL, SELECTS, TEXT, THUMBNAIL, walk
from sandbox.discord.model import COMPONENTS_V2, EPHEMERAL, LOADING
from sandbox.json_helpers import Json, children


@dataclass(frozen=True, slots=True)
class Message:
    """A message; `raw` is Discord's message object."""

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
        """Whether the bot deferred its response, so that the message says that the bot is thinking."""
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
        """The ids of the users that it mentions: it is highlighted for them, and pings them if it is new."""
        return [user["id"] for user in self.raw["mentions"]]

    @property
    def text(self) -> str:
        """Its whole text, with a line for each part."""
        return "\n".join(_texts(self.raw))

    @property
    def pictures(self) -> list[str]:
        """The alternative texts of its pictures in order; "" for one without."""
        shown = [file for file in self.raw["attachments"] if file["content_type"].startswith("image/")]
        if self.layout:
            shown = [
                one
                for part in self.parts
                for one in ([part] if part["type"] == THUMBNAIL else children(part, "items"))
            ]
        return [picture.get("description") or "" for picture in shown]

    @property
    def parts(self) -> list[Json]:
        """Every component in it, including nested ones."""
        return walk(self.raw["components"])

    @property
    def buttons(self) -> dict[str, Json]:
        """Its buttons by label, or by emoji when there is no label."""
        return {_label(part): part for part in self.parts if part["type"] == BUTTON}

    @property
    def enabled(self) -> list[str]:
        """The labels of its buttons that can be clicked."""
        return [label for label, part in self.buttons.items() if not part.get("disabled") and "custom_id" in part]

    @property
    def selects(self) -> list[Json]:
        """Its selects."""
        return [part for part in self.parts if part["type"] in SELECTS]


@dataclass(frozen=True, slots=True)
class Modal:
    """A modal that the bot opened in response to the interaction `id`; `components` are Discord's JSON."""

    id: str
    title: str
    components: list[Json]

    @property
    def fields(self) -> dict[str, Json]:
        """Its input components by label."""
        return {part["label"]: part["component"] for part in self.components if part["type"] == LABEL}


def _label(button: Json) -> str:
    emoji: Json = button.get("emoji") or {}
    return button.get("label") or emoji.get("name") or ""


def _texts(raw: Json) -> Iterator[str]:
    if raw["content"]:
        yield raw["content"]
    for part in walk(raw["components"]):
        if part["type"] == TEXT:
            yield part["content"]
