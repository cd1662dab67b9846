"""Advising: the adviser's panels, for which Discord is asked to wait where they take long."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from discord import ui

from bot.render.panels.advice import coach_panel, hint_text
from bot.render.panels.hand import hand_panel
from bot.render.scene import PrivateScene, Scene
from bot.tables.games.questions import seated
from bot.tables.session import TableSession
from cogs.common.interaction import Interaction, tables_of

T = TypeVar("T")

_LONGEST_HOLD: Final = 1.5
"""Seconds for which an answer is delayed at most before Discord is told that it comes later."""


async def hint_for(interaction: Interaction, table: TableSession) -> ui.LayoutView:
    """A learner's hand with what an adviser would do now. Raises Refusal."""
    user_id, locale = interaction.user.id, interaction.locale.value
    opinion = await _in_time(interaction, tables_of(interaction).advisers.hint(table, user_id))
    return hand_panel(
        PrivateScene.of(table, seated(table, user_id), locale), hint_text(Scene.of(table, locale), opinion)
    )


async def coach_for(interaction: Interaction, table: TableSession, page: int = 0) -> ui.LayoutView:
    """A page of where an adviser would have decided otherwise in the member's place. Raises Refusal."""
    lapses = await _in_time(interaction, tables_of(interaction).advisers.look_back(table, interaction.user.id))
    return coach_panel(Scene.of(table, interaction.locale.value), lapses, page)


async def _in_time(interaction: Interaction, work: Coroutine[Any, Any, T]) -> T:
    task = asyncio.ensure_future(work)
    await asyncio.wait((task,), timeout=_LONGEST_HOLD)
    if not task.done():
        await interaction.response.defer(ephemeral=True, thinking=True)
    return await task
