"""Reading: table, log, rules, role."""

from typing import Final

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.render.panels.log import log_page
from bot.render.panels.rulebook import TABLE_TOPIC, TOPICS, role_panel, roles_of, rules_panel
from bot.render.phrases import Phrases
from bot.store.rows import Status
from bot.tables.refusals import NoGame
from cogs.common.errors import NoRole, NoTopic
from cogs.common.interaction import Interaction, table_here, tables_of, words_for
from cogs.common.refusals import tell
from cogs.common.wording import described
from engine import ROLES, RULESETS

_MOST_CHOICES: Final = 25
_SPECIAL: Final = tuple(f"{role}*" for role in RULESETS["mcguire"].special)


class ReadingCommands(commands.Cog):
    """The commands that change nothing in a game."""

    @app_commands.command(name="table", description=described("command-coup-table"))
    async def table(self, interaction: Interaction) -> None:
        """Posts the card again at the bottom; a paused game goes on if the host or a moderator asks."""
        table = await table_here(interaction)
        may_resume = interaction.user.id == table.host_id or interaction.permissions.manage_guild
        if table.status is Status.PAUSED and may_resume:
            await tables_of(interaction).moderation.resume(table)
        interaction.client.renderer.board(table).repost()
        await tell(interaction, words_for(interaction)("done-table"))

    @app_commands.command(name="log", description=described("command-coup-log"))
    async def log(self, interaction: Interaction) -> None:
        """Shows the last page of the story."""
        table = await tables_of(interaction).at(interaction.channel_id or 0)
        if table is None:
            last = await interaction.client.store.games.last_over(interaction.channel_id or 0)
            table = await tables_of(interaction).get(last[0].id) if last is not None else None
        if table is None or table.game is None:
            raise NoGame
        await interaction.response.send_message(view=log_page(table, interaction.locale.value), ephemeral=True)

    @app_commands.command(name="rules", description=described("command-coup-rules"))
    @app_commands.describe(topic=described("parameter-topic"))
    async def rules(self, interaction: Interaction, topic: str | None = None) -> None:
        """Shows a topic of the rules; of this table, if one is open."""
        w = words_for(interaction)
        table = await tables_of(interaction).at(interaction.channel_id or 0)
        topics = (TABLE_TOPIC, *TOPICS) if table is not None else TOPICS
        given = (topic or topics[0]).strip().casefold()
        found = next((each for each in topics if given in (each, w(f"topic-{each}").casefold())), None)
        if found is None:
            raise NoTopic(given)
        await interaction.response.send_message(view=rules_panel(found, w, table), ephemeral=True)

    @rules.autocomplete("topic")
    async def _topics(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        w = words_for(interaction)
        table = await tables_of(interaction).at(interaction.channel_id or 0)
        topics = (TABLE_TOPIC, *TOPICS) if table is not None else TOPICS
        labels = [(topic, w(f"topic-{topic}")) for topic in topics]
        return [
            Choice(name=label, value=topic) for topic, label in labels if current.casefold() in label.casefold()
        ]

    @app_commands.command(name="role", description=described("command-coup-role"))
    @app_commands.describe(role=described("parameter-role"))
    async def role(self, interaction: Interaction, role: str) -> None:
        """Shows what a role does."""
        phrases = Phrases(words_for(interaction), ())
        given = role.strip().casefold()
        found = next(
            (card for card in (*ROLES, *_SPECIAL) if given in (card, phrases.role(card).casefold())), None
        )
        if found is None:
            raise NoRole(role)
        await interaction.response.send_message(view=role_panel(found, phrases.words), ephemeral=True)

    @role.autocomplete("role")
    async def _roles(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        phrases = Phrases(words_for(interaction), ())
        table = await tables_of(interaction).at(interaction.channel_id or 0)
        here = list(roles_of(table)) if table is not None else []
        cards = dict.fromkeys((*here, *ROLES, *_SPECIAL))
        found = [
            (card, phrases.role(card)) for card in cards if current.casefold() in phrases.role(card).casefold()
        ]
        return [Choice(name=label, value=card) for card, label in found[:_MOST_CHOICES]]
