"""Buttons and selects, and the messages that hold them.

discord.py keeps no control in memory: the router finds what a press means from its custom id alone. So controls
work after any restart, and on any message, however little of it Discord sends with the press. A view never times
out, and is built anew for each render.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

import discord
from discord import ui

from bot.render.icons import without_icons
from bot.render.ids import CustomId
from bot.render.pictures import Picture
from bot.render.texts.sanitize import clean

GREY: Final = discord.ButtonStyle.secondary
BLUE: Final = discord.ButtonStyle.primary
GREEN: Final = discord.ButtonStyle.success
RED: Final = discord.ButtonStyle.danger

PANEL_COLOUR: Final = 0x5B6C8F
"""The accent of what one member sees alone."""

TEXT_LIMIT: Final = 4000
"""Characters that all texts of one message may hold together."""

LABEL_LIMIT: Final = 80
OPTION_LIMIT: Final = 100
_ROW: Final = 5


class Button(ui.Button[Any]):
    """A button whose presses only the router handles."""

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
"""A button or a select of ours."""


def button(
    press: CustomId,
    label: str,
    style: discord.ButtonStyle = GREY,
    *,
    disabled: bool = False,
    emoji: discord.PartialEmoji | None = None,
) -> Control:
    """A button with a label in words, and an emoji before it."""
    return Button(
        label=clean(label, LABEL_LIMIT), style=style, custom_id=str(press), disabled=disabled, emoji=emoji
    )


def select(
    press: CustomId,
    placeholder: str,
    options: Iterable[tuple[str, str, str] | tuple[str, str, str, discord.PartialEmoji | None]],
    *,
    count: int = 1,
    least: int | None = None,
    chosen: Sequence[str] = (),
) -> Control:
    """A select of (value, label, hint) options, at most 25. A member takes `count` of them, or `least` to `count`.

    A fourth part of an option is the emoji before its label. `chosen` are the values selected to begin with.
    """
    return Select(
        custom_id=str(press),
        placeholder=clean(placeholder, 150),
        min_values=count if least is None else least,
        max_values=count,
        options=[
            discord.SelectOption(
                value=value,
                label=clean(label, OPTION_LIMIT),
                description=clean(hint, OPTION_LIMIT) if hint else None,
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
    """A message: its texts with separators between them, its picture, the rows of controls, and `footer` below.

    Empty texts are left out. Where all together are over Discord's limit they lose their emojis, and then the
    longest is cut. A row of more than five controls becomes several.
    """
    caption = "" if picture is None else picture.caption
    layout = Layout()
    box: ui.Container[Layout] = ui.Container(accent_colour=colour)
    kept = _fit([text for text in texts if text], TEXT_LIMIT - len(footer) - len(caption))
    for number, text in enumerate(kept):
        if number:
            box.add_item(ui.Separator())
        box.add_item(ui.TextDisplay(text))
    if picture is not None:
        for item in picture.parts:
            box.add_item(item)
    for row in rows:
        for start in range(0, len(row), _ROW):
            strip: ui.ActionRow[Any] = ui.ActionRow()
            for control in row[start : start + _ROW]:
                strip.add_item(control)
            box.add_item(strip)
    if footer:
        box.add_item(ui.TextDisplay(footer))
    layout.add_item(box)
    return layout


def without_emojis(message: ui.LayoutView) -> ui.LayoutView:
    """Takes the emojis out of a message, which then says the same in words alone. Returns it."""
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
    """The text, cut with an ellipsis where it is longer than `limit` characters."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _fit(texts: list[str], limit: int) -> list[str]:
    # An emoji takes some forty characters, and no text is to be lost for it.
    if sum(map(len, texts)) > limit:
        texts = [without_icons(text) for text in texts]
    # Only the longest text is cut: the others are short and say what matters now.
    excess = sum(map(len, texts)) - limit
    if excess > 0:
        longest = max(range(len(texts)), key=lambda number: len(texts[number]))
        texts[longest] = clip(texts[longest], max(1, len(texts[longest]) - excess))
    return texts
