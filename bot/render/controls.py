"""Buttons, selects and text fields, and the messages and forms that hold them.

discord.py keeps no control in memory: the router reads what a click means from its custom id alone. So controls
work after any restart, and on any message, however little of it Discord sends with the click.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

import discord
from discord import ui

from bot.render.custom_id import CustomId, answered_question
from bot.render.icons import without_icons
from bot.render.message_pictures import Illustrated, Picture
from bot.render.texts.catalogue import Texts
from bot.render.texts.sanitize import clean
from bot.render.view_model import TableView

GREY: Final = discord.ButtonStyle.secondary
BLUE: Final = discord.ButtonStyle.primary
GREEN: Final = discord.ButtonStyle.success
RED: Final = discord.ButtonStyle.danger

PANEL_COLOUR: Final = 0x5B6C8F
"""The accent colour of messages that only one member sees."""

# Discord's limits
MESSAGE_CHARACTERS: Final = 4000  # of all texts of a message together
BUTTON_LABEL_CHARACTERS: Final = 80
OPTION_LABEL_CHARACTERS: Final = 100
_PLACEHOLDER_CHARACTERS: Final = 150
ROW_CONTROLS: Final = 5

Component: TypeAlias = dict[str, Any]
"""A component of a message, as Discord's API describes it. It may be shared by messages, and is never changed."""
Control: TypeAlias = Component
"""A button or a select."""
Option: TypeAlias = tuple[str, str] | tuple[str, str, str] | tuple[str, str, str, discord.PartialEmoji | None]
"""An option of a select: its value, its label, and perhaps a hint and an emoji."""

_ROW: Final = discord.ComponentType.action_row.value
_BUTTON: Final = discord.ComponentType.button.value
_SELECT: Final = discord.ComponentType.select.value
_TEXT_INPUT: Final = discord.ComponentType.text_input.value
_LABEL: Final = discord.ComponentType.label.value
_SECTION: Final = discord.ComponentType.section.value
_THUMBNAIL: Final = discord.ComponentType.thumbnail.value
_TEXT: Final = discord.ComponentType.text_display.value
_CONTAINER: Final = discord.ComponentType.container.value
_SEPARATOR: Final[Component] = {"type": discord.ComponentType.separator.value, "divider": True, "spacing": 1}
_LISTS: Final = ("components", "options")
"""The keys of a component under which there are others."""


class Layout(ui.LayoutView):
    """A message: the components that are sent, in one container with an accent colour.

    It has none of discord.py's objects for components, which take ten times as long to make, and nothing of what
    discord.py's constructor would add for clicks on them. `picture` precedes the part number `picture_at`. It and
    `parts` may be replaced before a request.
    """

    def __init__(
        self, parts: Iterable[Component], colour: int, picture: Picture | None = None, picture_at: int = 0
    ) -> None:
        self.parts = list(parts)
        self.colour = colour
        self.picture = picture
        self._picture_at = picture_at

    def copy(self) -> "Layout":
        """Returns a message with the same parts, for a request that may replace some."""
        return Layout(self.parts, self.colour, self.picture, self._picture_at)

    def look(self) -> list[Component]:
        """Returns what the message shows, for comparison, without the picture, which never changes."""
        return [{"accent_color": self.colour}, *self.parts]

    def to_components(self) -> list[Component]:
        """Returns the components as Discord's API describes them."""
        parts = self.parts.copy()
        if self.picture is not None:
            parts[self._picture_at : self._picture_at] = self.picture.components()
        return [{"type": _CONTAINER, "accent_color": self.colour, "spoiler": False, "components": parts}]

    @property
    def question(self) -> int | None:
        """The number of the question that the controls answer; None if they answer none."""
        rows = (part["components"] for part in self.parts if part["type"] == _ROW)
        found = (answered_question(control["custom_id"]) for row in rows for control in row)
        return next((question for question in found if question is not None), None)

    @property
    def shows_time(self) -> bool:
        """Whether a text shows a time that clients count down."""
        return any(":R>" in part.get("content", "") for part in self.parts)

    def has_components_v2(self) -> bool:
        """Returns True: containers belong to the second version of Discord's components."""
        return True

    def is_dispatchable(self) -> bool:
        """Returns False: discord.py dispatches no click to it."""
        return False

    def is_finished(self) -> bool:
        """Returns True, or discord.py would keep every private panel, and a task with it, for fifteen minutes."""
        return True


class Form(ui.Modal):
    """A form: fields, each below its label."""

    def __init__(self, custom_id: CustomId, title: str, fields: Iterable[tuple[str, Control]]) -> None:
        super().__init__(title=title, timeout=None, custom_id=str(custom_id))
        self.stop()  # discord.py need not keep the form: the router handles its submission
        self._fields = [{"type": _LABEL, "label": label, "component": field} for label, field in fields]

    def to_components(self) -> list[Component]:
        """Returns the components as Discord's API describes them."""
        return self._fields


def button(
    custom_id: CustomId,
    label: str,
    style: discord.ButtonStyle = GREY,
    *,
    disabled: bool = False,
    emoji: discord.PartialEmoji | None = None,
) -> Control:
    """Returns a button with a label, and perhaps an emoji before it."""
    made: Control = {
        "type": _BUTTON,
        "style": style.value,
        "disabled": disabled,
        "label": clean(label, BUTTON_LABEL_CHARACTERS),
        "custom_id": str(custom_id),
    }
    return made if emoji is None else made | {"emoji": emoji.to_dict()}


def table_button(
    view: TableView, op: str, style: discord.ButtonStyle = GREY, *, label: str = "", disabled: bool = False
) -> Control:
    """Returns a button of a table, whatever question is open; without a label it has the text `button-<op>`."""
    return button(view.control_id(op), label or view.texts(f"button-{op}"), style, disabled=disabled)


def select(
    custom_id: CustomId | str,
    placeholder: str | None,
    options: Iterable[Option],
    *,
    count: int = 1,
    least: int | None = None,
    chosen: Sequence[str] = (),
) -> Control:
    """Returns a select of at most 25 options; in a form, whose labels say what to choose, without a placeholder.

    A member chooses `count` of them, or from `least` to `count`. `chosen` are the values selected at first.
    """
    made = _select(_SELECT, custom_id, placeholder, count if least is None else least, count)
    return made | {"options": [_option(option, chosen) for option in options]}


def entity_select(
    kind: discord.ComponentType,
    custom_id: CustomId | str,
    placeholder: str | None = None,
    *,
    least: int = 0,
    most: int = 1,
    chosen: Iterable[int] = (),
    channels: Sequence[discord.ChannelType] = (),
) -> Control:
    """Returns a select of users, roles or channels of the server, of which a member chooses `least` to `most`.

    `chosen` are the ids of those selected at first; `channels` are the types of channels offered.
    """
    made = _select(kind.value, custom_id, placeholder, least, most)
    made["default_values"] = [
        {"id": str(each), "type": kind.name.removesuffix("_select")} for each in list(chosen)[:most]
    ]
    return made if not channels else made | {"channel_types": [each.value for each in channels]}


def text_input(name: str, most: int, *, required: bool = True) -> Control:
    """Returns the field of a form for one line of at most `most` characters."""
    return {"type": _TEXT_INPUT, "custom_id": name, "style": 1, "max_length": most, "required": required}


def layout(
    *texts: str | Illustrated,
    rows: Iterable[Sequence[Control]] = (),
    colour: int = PANEL_COLOUR,
    footer: str = "",
    picture: Picture | None = None,
) -> Layout:
    """Returns a message: texts with separators between them, a picture, rows of controls, and `footer` below.

    Empty texts and rows are left out. Texts that exceed Discord's limit together lose their emojis; if they still
    do, the longest is cut. A row of more than five controls becomes several rows.
    """
    caption = "" if picture is None else picture.caption
    parts: list[Component] = []
    shown = [text for text in texts if text]
    words = [text if isinstance(text, str) else text.text for text in shown]
    for text, fitting in zip(shown, _fit(words, MESSAGE_CHARACTERS - len(footer) - len(caption)), strict=True):
        if parts:
            parts.append(_SEPARATOR)
        parts.append(_text(fitting) if isinstance(text, str) else _section(fitting, text))
    picture_at = len(parts)
    for row in rows:
        for start in range(0, len(row), ROW_CONTROLS):
            parts.append({"type": _ROW, "components": list(row[start : start + ROW_CONTROLS])})
    if footer:
        parts.append(_text(footer))
    return Layout(parts, colour, picture, picture_at)


def grouped_layout(title: str, groups: Iterable[tuple[str, Sequence[Control]]], *, footer: str = "") -> Layout:
    """Returns a panel: a title, texts (or none) each above a row of controls, and `footer`."""
    parts: list[Component] = [_text(title)]
    for text, row in groups:
        parts += ([_text(text)] if text else []) + [{"type": _ROW, "components": list(row)}]
    if footer:
        parts += (_SEPARATOR, _text(footer))
    return Layout(parts, PANEL_COLOUR)


def confirmation(
    text: str, confirm: Control, texts: Texts, back: CustomId | None = None, *, footer: str = ""
) -> Layout:
    """Returns a question before a costly step, with the button that confirms it, and Back."""
    stop = button(back or CustomId("unchanged"), texts("button-back"))
    return layout(text, rows=[[confirm, stop]], footer=footer)


def without_emojis(message: Layout) -> Layout:
    """Removes the emojis from a message, whose words say the same, and returns it."""
    message.parts = [_without_emojis(part) for part in message.parts]
    if message.picture is not None:
        message.picture = replace(message.picture, caption=without_icons(message.picture.caption))
    return message


def has_thumbnails(message: Layout) -> bool:
    """Returns whether a text of a message has a picture beside it."""
    return any(part["type"] == _SECTION for part in message.parts)


def without_thumbnails(message: Layout) -> Layout:
    """Removes the pictures beside the texts of a message, and returns it."""
    for number, part in enumerate(message.parts):
        if part["type"] == _SECTION:
            (message.parts[number],) = part["components"]
    return message


def without_controls(message: Layout) -> Layout:
    """Removes the rows of controls from a message, and returns it."""
    message.parts = [part for part in message.parts if part["type"] != _ROW]
    return message


def _fit(texts: list[str], limit: int) -> list[str]:
    # An emoji takes about forty characters: emojis are removed before any words are.
    if sum(map(len, texts)) > limit:
        texts = [without_icons(text) for text in texts]
    # Only the longest text is cut: the others are short and more important.
    excess = sum(map(len, texts)) - limit
    if excess > 0:
        longest = max(range(len(texts)), key=lambda number: len(texts[number]))
        texts[longest] = f"{texts[longest][: max(0, len(texts[longest]) - excess - 1)]}…"
    return texts


def _text(content: str) -> Component:
    return {"type": _TEXT, "content": content}


def _section(content: str, beside: Illustrated) -> Component:
    thumbnail = {"type": _THUMBNAIL, "media": {"url": beside.address}, "description": beside.alt, "spoiler": False}
    return {"type": _SECTION, "components": [_text(content)], "accessory": thumbnail}


def _select(kind: int, custom_id: CustomId | str, placeholder: str | None, least: int, most: int) -> Control:
    made: Control = {
        "type": kind,
        "custom_id": str(custom_id),
        "min_values": least,
        "max_values": most,
        "disabled": False,
        "required": least > 0,
    }
    return made if placeholder is None else made | {"placeholder": clean(placeholder, _PLACEHOLDER_CHARACTERS)}


def _option(option: Option, chosen: Sequence[str]) -> Component:
    value, label = option[:2]
    made: Component = {"label": clean(label, OPTION_LABEL_CHARACTERS), "value": value, "default": value in chosen}
    if len(option) > 2 and option[2]:
        made["description"] = clean(option[2], OPTION_LABEL_CHARACTERS)
    if len(option) > 3 and option[3] is not None:
        made["emoji"] = option[3].to_dict()
    return made


def _without_emojis(part: Component) -> Component:
    """Returns a component, with all inside it, without emojis."""
    plain = {key: value for key, value in part.items() if key != "emoji"}
    if "content" in part:
        plain["content"] = without_icons(part["content"])
    return plain | {key: [_without_emojis(inner) for inner in part[key]] for key in _LISTS if key in part}
