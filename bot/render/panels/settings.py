"""Panels that show a setting and offer its values, for commands that are called without a value."""

from collections.abc import Iterable
from typing import Any

import discord
from discord import ui

from bot.render.controls import BLUE, PANEL_COLOUR, Layout, button, layout, select
from bot.render.custom_id import CustomId
from bot.render.texts.catalogue import Texts
from bot.render.texts.sanitize import POOL_NAME_CHARACTERS


def switch_panel(text: str, op: str, name: str, texts: Texts) -> Layout:
    """Returns a setting as it is now (`text`), and buttons for on and off, whose ids have `op` and `name`."""
    switches = [
        button(CustomId(op, 0, 0, f"{name}.{value}"), texts(word), BLUE)
        for value, word in (("on", "choice-on"), ("off", "choice-off"))
    ]
    return layout(text, rows=[switches], colour=PANEL_COLOUR)


def choice_panel(text: str, name: str, title: str, choices: Iterable[tuple[str, str]]) -> Layout:
    """Returns a server's setting as it is now (`text`), and a select of its (value, label) choices."""
    options = [(value, label, "") for value, label in choices]
    return layout(text, rows=[[select(CustomId("config", 0, 0, name), title, options)]], colour=PANEL_COLOUR)


def pool_name_form(texts: Texts) -> ui.Modal:
    """Returns the form that asks for the name of a new pool."""
    form = ui.Modal(title=texts("pool-name-title"), timeout=None, custom_id=str(CustomId("poolname", 0)))
    form.stop()  # discord.py need not keep the form: the router handles its submission
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id="name", style=discord.TextStyle.short, max_length=POOL_NAME_CHARACTERS
    )
    form.add_item(ui.Label(text=texts("parameter-name"), component=field))
    return form
