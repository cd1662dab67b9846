"""Buttons and selects, and the messages that hold them.

discord.py keeps no control in memory: the router reads what a click means from its custom id alone. So controls
work after any restart, and on any message, however little of it Discord sends with the click.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

import discord
from discord import ui

from bot.render.custom_id import CustomId
from bot.render.icons import without_icons
from bot.render.pictures import Picture
from bot.render.texts.sanitize import clean

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
_ROW_CONTROLS: Final = 5


class Button(ui.Button[Any]):
    """A button whose clicks only the router handles."""

    def is_dispatchable(self) -> bool:
        """Returns False, so that discord.py keeps no reference to it."""
        return False


class Select(ui.Select[Any]):
    """A select whose choices only the router handles."""

    def is_dispatchable(self) -> bool:
        """Returns False, so that discord.py keeps no reference to it."""
        return False


class Layout(ui.LayoutView):
    """A message made of controls and texts, which never times out."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    def is_finished(self) -> bool:
        """Returns True, or discord.py would keep every private panel, and a task with it, for fifteen minutes."""
        return True


Control: TypeAlias = Button | Select
"""A button or a select."""


def button(
    custom_id: CustomId,
    label: str,
    style: discord.ButtonStyle = GREY,
    *,
    disabled: bool = False,
    emoji: discord.PartialEmoji | None = None,
) -> Control:
    """Returns a button with a label, and perhaps an emoji before it."""
    return Button(
        label=clean(label, BUTTON_LABEL_CHARACTERS),
        style=style,
        custom_id=str(custom_id),
        disabled=disabled,
        emoji=emoji,
    )


def select(
    custom_id: CustomId,
    placeholder: str,
    options: Iterable[tuple[str, str, str] | tuple[str, str, str, discord.PartialEmoji | None]],
    *,
    count: int = 1,
    least: int | None = None,
    chosen: Sequence[str] = (),
) -> Control:
    """Returns a select of at most 25 options, each with a value, a label, a hint, and perhaps an emoji.

    A member chooses `count` of them, or from `least` to `count`. `chosen` are the values selected at first.
    """
    return Select(
        custom_id=str(custom_id),
        placeholder=clean(placeholder, _PLACEHOLDER_CHARACTERS),
        min_values=count if least is None else least,
        max_values=count,
        options=[
            discord.SelectOption(
                value=value,
                label=clean(label, OPTION_LABEL_CHARACTERS),
                description=clean(hint, OPTION_LABEL_CHARACTERS) if hint else None,
                default=value in chosen,
                emoji=emoji[0] if emoji else None,
            )
            for value, label, hint, *emoji in options
        ],
    )


def layout(
    *texts: str,
    rows: Iterable[Sequence[Control]] = (),
    colour: int | None = None,
    footer: str = "",
    picture: Picture | None = None,
) -> ui.LayoutView:
    """Returns a message: texts with separators between them, a picture, rows of controls, and `footer` below.

    Empty texts are left out. Texts that exceed Discord's limit together lose their emojis; if they still do, the
    longest is cut. A row of more than five controls becomes several rows.
    """
    caption = "" if picture is None else picture.caption
    layout = Layout()
    box: ui.Container[Layout] = ui.Container(accent_colour=colour)
    kept = _fit([text for text in texts if text], MESSAGE_CHARACTERS - len(footer) - len(caption))
    for number, text in enumerate(kept):
        if number:
            box.add_item(ui.Separator())
        box.add_item(ui.TextDisplay(text))
    if picture is not None:
        for item in picture.parts:
            box.add_item(item)
    for row in rows:
        for start in range(0, len(row), _ROW_CONTROLS):
            action_row: ui.ActionRow[Any] = ui.ActionRow()
            for control in row[start : start + _ROW_CONTROLS]:
                action_row.add_item(control)
            box.add_item(action_row)
    if footer:
        box.add_item(ui.TextDisplay(footer))
    layout.add_item(box)
    return layout


def without_emojis(message: ui.LayoutView) -> ui.LayoutView:
    """Removes the emojis from a message, whose words say the same, and returns it."""
    for item in message.walk_children():
        match item:
            case ui.TextDisplay():
                item.content = without_icons(item.content)
            case ui.Button():
                item.emoji = None
            case ui.Select():
                for option in item.options:
                    option.emoji = None
            case _:
                pass
    return message


def clip(text: str, limit: int) -> str:
    """Returns the text, cut to `limit` characters with an ellipsis if it is longer."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _fit(texts: list[str], limit: int) -> list[str]:
    # An emoji takes about forty characters: emojis are removed before any words are.
    if sum(map(len, texts)) > limit:
        texts = [without_icons(text) for text in texts]
    # Only the longest text is cut: the others are short and more important.
    excess = sum(map(len, texts)) - limit
    if excess > 0:
        longest = max(range(len(texts)), key=lambda number: len(texts[number]))
        texts[longest] = clip(texts[longest], max(1, len(texts[longest]) - excess))
    return texts
