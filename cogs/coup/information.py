"""Commands that show something: help, table, log, rules, role, hint, coach, settings, call."""

from functools import partial

from discord import app_commands
from discord.ext import commands

from bot.delivery.private_panels import HAND, READING
from bot.refusals import Refusal
from bot.render.panels.log import log_panel
from bot.render.panels.rulebook import ROLE_PAGES, role_choice, role_panel, roles_of, rules_panel, topics_for
from bot.render.texts.phrases import Phrases
from bot.render.view_model import TableView
from bot.store.rows import Status
from bot.tables.transitions import moderation
from cogs.common.checks import check_place, may_resume
from cogs.common.command_texts import Labelled, command, completion, matching, named
from cogs.common.interaction import (
    Interaction,
    channel_table,
    has_pictures,
    last_own_game,
    last_played,
    member_texts,
    refuse,
    reply,
    seat_here,
    send_panel,
    table_here,
)
from cogs.common.services.advice import coach_for, help_of, show_hint
from cogs.common.services.calls import call_list_of
from cogs.common.services.settings import preferences_of


@completion
async def _topics(interaction: Interaction, typed: str) -> Labelled:
    has_table = await channel_table(interaction) is not None
    return matching(topics_for(member_texts(interaction), has_table=has_table).items(), typed)


@completion
async def _roles(interaction: Interaction, typed: str) -> Labelled:
    phrases = Phrases(member_texts(interaction))
    table = await channel_table(interaction)
    here = list(roles_of(TableView.of(table))) if table is not None else []
    return matching([(card, phrases.role(card)) for card in dict.fromkeys((*here, *ROLE_PAGES))], typed)


class InformationCommands(commands.Cog):
    """The commands that show something and change nothing in a game."""

    @command("coup help")
    async def help(self, interaction: Interaction) -> None:
        """Shows the member's next step in the channel, and buttons for it."""
        await send_panel(interaction, READING, await help_of(interaction))

    @commands.Cog.listener()
    async def on_entry_point(self, interaction: Interaction) -> None:
        """Responds to a member who opens the application's Activity: there is none, Coup is played in channels."""
        try:
            await reply(interaction, member_texts(interaction)("help-no-activity"))
        except Exception as error:
            await refuse(interaction, error)

    @command("coup table")
    async def table(self, interaction: Interaction) -> None:
        """Posts the table message again, as the newest; resumes a paused game for its host or a moderator."""
        table = await table_here(interaction)
        check_place(interaction)
        if (
            table.state.status is Status.PAUSED
            and not table.state.awaits_members
            and await may_resume(interaction, table)
        ):
            await interaction.client.tables.run(table, moderation.resume)
        interaction.client.dispatcher.message_of(table).repost()
        await reply(interaction, member_texts(interaction)("done-table"))

    @command("coup log")
    async def log(self, interaction: Interaction) -> None:
        """Shows the last page of the log of this channel's game, or of its last game if none is in progress."""
        table = await channel_table(interaction)
        if table is None or table.state.status is Status.LOBBY:
            table = await last_played(interaction) or table
        if table is None:
            raise Refusal("no-game")
        if not table.state.has_log:
            raise Refusal("not-running")
        panel = log_panel(TableView.of(table, interaction.locale.value))
        await send_panel(interaction, READING, panel)

    @command("coup hint")
    async def hint(self, interaction: Interaction) -> None:
        """Shows what an adviser would do now: in this channel's game, otherwise in the member's lesson."""
        user_id, table = interaction.user.id, await channel_table(interaction)
        if table is None or not table.state.is_alone or table.state.seat_of(user_id) is None:
            table = await interaction.client.tables.lessons.of(user_id, interaction.guild_id or 0)
        if table is None:
            table, _ = await seat_here(interaction)
        await show_hint(interaction, table, partial(send_panel, interaction, HAND, game_id=table.id))

    @command("coup coach")
    async def coach(self, interaction: Interaction) -> None:
        """Shows decisions of the last game or lesson that an adviser would have made differently."""
        table = await last_own_game(interaction)
        if table is None:
            raise Refusal("nothing-played")
        await send_panel(interaction, READING, await coach_for(interaction, table))

    @command("coup rules")
    @app_commands.autocomplete(topic=_topics)
    async def rules(self, interaction: Interaction, topic: str | None = None) -> None:
        """Shows a topic of the rules; by default the rules of this channel's table, if there is one."""
        texts = member_texts(interaction)
        table = await channel_table(interaction)
        topics = topics_for(texts, has_table=table is not None)
        found = named(topic or next(iter(topics)), topics.items())
        if found is None:
            raise Refusal("no-topic", given=topic)
        view = None if table is None else TableView.of(table, texts.locale)
        await send_panel(interaction, READING, rules_panel(found, texts, view))

    @command("coup role")
    @app_commands.autocomplete(role=_roles)
    async def role(self, interaction: Interaction, role: str | None = None) -> None:
        """Shows what a role does; without a role, a panel that lists those in play, or all."""
        if role is None:
            table = await channel_table(interaction)
            view = None if table is None else TableView.of(table, interaction.locale.value)
            await send_panel(interaction, READING, role_choice(member_texts(interaction), view))
            return
        phrases = Phrases(member_texts(interaction))
        found = named(role, ((card, phrases.role(card)) for card in ROLE_PAGES))
        if found is None:
            raise Refusal("no-role", given=role)
        pictures = await has_pictures(interaction)
        await send_panel(interaction, READING, role_panel(found, phrases.texts, pictures=pictures))

    @command("coup settings")
    async def settings(self, interaction: Interaction) -> None:
        """Shows the member's preferences, each with a button that switches it."""
        await send_panel(interaction, READING, await preferences_of(interaction))

    @command("coup call")
    async def call(self, interaction: Interaction) -> None:
        """Shows the member's entry on the call list and, to the host of a lobby, the button that calls."""
        await send_panel(interaction, READING, await call_list_of(interaction))
