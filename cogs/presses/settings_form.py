"""The form in which a host changes what a lobby will play."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.client import CoupBot
from bot.render.words import Words
from bot.tables import PACES, TableSession
from cogs.common.refusals import refusing, tell
from cogs.common.variants import (
    BEGINNERS,
    RANDOM,
    all_option_texts,
    breaks_categories,
    option_label,
    read_options,
    read_pool,
    written_options,
)
from engine import RULESETS

_MOST_CHOICES = 25
_AS_IT_IS = "table"


class SettingsForm(ui.Modal):
    """Ruleset, options, roles and pace of one lobby; nothing changes until it is sent."""

    def __init__(self, table: TableSession, pools: Mapping[str, Sequence[str]], words: Words) -> None:
        super().__init__(title=words("settings-title"), timeout=900)
        self._table = table
        self._pools = pools
        self._words = words
        self._ruleset = _select([(name, words(f"ruleset-{name}")) for name in RULESETS], [table.ruleset])
        self._options = _select(
            [(text, option_label(text, words)) for text in all_option_texts()],
            [text for text in written_options(table.options) if text in all_option_texts()],
            least=0,
            most=len(all_option_texts()),
        )
        own = [(_AS_IT_IS, words("choice-pool-table"))] if table.pool else []
        fixed = [(RANDOM, words("choice-pool-random")), (BEGINNERS, words("choice-pool-beginners"))]
        named = [(name, name) for name in pools]
        self._pool = _select([*own, *fixed, *named][:_MOST_CHOICES], [_AS_IT_IS if table.pool else RANDOM])
        paces = [
            (name, words("pace-named", pace=words(f"pace-{name}"), times=words(f"pace-{name}-times")))
            for name in PACES
        ]
        own_pace = [] if table.pace in PACES else [(table.pace, table.pace)]
        self._pace = _select([*paces, *own_pace], [table.pace])
        for word, field in (
            ("settings-ruleset", self._ruleset),
            ("settings-options", self._options),
            ("settings-pool", self._pool),
            ("settings-pace", self._pace),
        ):
            self.add_item(ui.Label(text=words(word), component=field))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """The form was sent: the lobby changes, or a sentence says why not."""
        async with refusing(interaction):
            await self._apply(interaction)

    async def _apply(self, interaction: discord.Interaction[CoupBot]) -> None:
        bot, table = interaction.client, self._table
        ruleset = self._ruleset.values[0]
        options = read_options(self._options.values, ruleset, self._words)
        changes: dict[str, Any] = {"ruleset": ruleset, "options": options, "pace": self._pace.values[0]}
        if self._pool.values[0] != _AS_IT_IS:
            changes["pool"], moderators = read_pool(self._pool.values[0], self._pools, self._words)
            if moderators and ruleset == "g54" and breaks_categories(changes["pool"] or ()):
                options["free_pool"] = True
        async with bot.renderer.acknowledging(table) as board:
            await bot.tables.configure(table, interaction.user.id, **changes)
            if interaction.message is not None and interaction.message.id == table.message_id:
                view = board.card()
                await interaction.response.edit_message(view=view)
                board.showing(view)
            else:
                await tell(interaction, self._words("done-settings"))


def _select(
    choices: Sequence[tuple[str, str]], chosen: Sequence[str], *, least: int = 1, most: int = 1
) -> ui.Select[Any]:
    return ui.Select(
        options=[
            discord.SelectOption(value=value, label=label[:100], default=value in chosen)
            for value, label in choices
        ],
        min_values=least,
        max_values=most,
        required=least > 0,
    )
