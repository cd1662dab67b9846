"""A member's private list of members to avoid: its control among the member's settings, and the warning."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.render.controls import PANEL_COLOUR, RED, Control, Layout, button, entity_select, layout
from bot.render.custom_id import CustomId
from bot.render.texts.catalogue import Texts

MAX_AVOIDED: Final = 25
"""How many members a member may list on a server: as many as a select takes."""


def avoided_group(avoided: Sequence[int], texts: Texts) -> tuple[str, list[Control]]:
    """Returns the text about a member's list on a server, and the select that changes it."""
    named = texts.join([f"<@{user_id}>" for user_id in avoided])
    text = texts("preference-avoid", count=len(avoided), names=named)
    return text, [
        entity_select(
            discord.ComponentType.user_select,
            CustomId("avoid", 0),
            texts("preference-avoid-choose"),
            most=MAX_AVOIDED,
            chosen=avoided,
        )
    ]


def avoided_warning(confirm_id: CustomId, names: Sequence[str], texts: Texts) -> Layout:
    """Returns the question whether to join a table where such members sit; `names` are theirs, escaped."""
    join = button(confirm_id, texts("avoid-join"), RED)
    back = button(CustomId("unchanged", 0), texts("button-back"))
    return layout(texts("avoid-warning", names=texts.join(names)), rows=[[join, back]], colour=PANEL_COLOUR)
