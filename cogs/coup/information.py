"""Commands that show something: help, table, log, rules, role, hint, coach, settings, call."""

from discord import app_commands
from discord.ext import commands

from bot.delivery.private_panels import HAND
from bot.refusals import Refusal
from bot.render.panels.log import log_panel
from bot.render.panels.rulebook import ROLE_PAGES, role_choice, role_panel, roles_of, rules_panel, topics_for
from bot.render.texts.phrases import Phrases
from bot.render.view_model import TableView
from bot.store.rows import Status
from bot.tables.transitions import moderation
from bot.tables.transitions.transition import no_game
from cogs.common.checks import check_place, may_resume
from cogs.common.command_texts import Labelled, command, completion, matching, named
from cogs.common.context import Context, Interaction, refuse
from cogs.common.services.learning import show_coach, show_help, show_hint
from cogs.common.services.preferences import show_call_list, show_preferences


@completion
async def _topics(context: Context, typed: str) -> Labelled:
    has_table = await context.channel_table() is not None
    return matching(topics_for(context.texts, has_table=has_table).items(), typed)


@completion
async def _roles(context: Context, typed: str) -> Labelled:
    phrases, table = Phrases(context.texts), await context.channel_table()
    here = list(roles_of(TableView.of(table))) if table is not None else []
    return matching([(card, phrases.role(card)) for card in dict.fromkeys((*here, *ROLE_PAGES))], typed)


class InformationCommands(commands.Cog):
    """The commands that show something and change nothing in a game."""

    @command("coup help")
    async def help(self, context: Context) -> None:
        """Shows the member's next step in the channel, and buttons for it."""
        await show_help(context)

    @commands.Cog.listener()
    async def on_entry_point(self, interaction: Interaction) -> None:
        """Responds to a member who opens the application's Activity: there is none, Coup is played in channels."""
        try:
            context = Context(interaction)
            await context.reply(context.texts("help-no-activity"))
        except Exception as error:
            await refuse(interaction, error)

    @command("coup table")
    async def table(self, context: Context) -> None:
        """Posts the table message again, as the newest; resumes a paused game for its host or a moderator."""
        table = await context.table()
        check_place(context)
        if (
            table.state.status is Status.PAUSED
            and not table.state.awaits_members
            and await may_resume(context, table)
        ):
            await context.tables.run(table, moderation.resume)
        context.dispatcher.message_of(table).repost()
        await context.reply(context.texts("done-table"))

    @command("coup log")
    async def log(self, context: Context) -> None:
        """Shows the last page of the log of this channel's game, or of its last game if none is in progress."""
        table = await context.channel_table()
        if table is None or table.state.status is Status.LOBBY:
            table = await context.last_played() or table
        if table is None:
            raise Refusal("no-game")
        if not table.state.has_log:
            raise no_game(table.state)
        await context.show(log_panel(context.view(table)))

    @command("coup hint", HAND)
    async def hint(self, context: Context) -> None:
        """Shows what an adviser would do now: in this channel's game, otherwise in the member's lesson."""
        table = await context.channel_table()
        if table is None or not table.state.is_alone or table.state.seat_of(context.user_id) is None:
            table = await context.tables.lessons.of(context.user_id, context.guild_id)
        if table is None:
            table, _ = await context.table_and_seat()
        await show_hint(context, table)

    @command("coup coach")
    async def coach(self, context: Context) -> None:
        """Shows decisions of the last game or lesson that an adviser would have made differently."""
        table = await context.last_own_game()
        if table is None:
            raise Refusal("nothing-played")
        await show_coach(context, table)

    @command("coup rules")
    @app_commands.autocomplete(topic=_topics)
    async def rules(self, context: Context, topic: str | None = None) -> None:
        """Shows a topic of the rules; by default the rules of this channel's table, if there is one."""
        texts, table = context.texts, await context.channel_table()
        topics = topics_for(texts, has_table=table is not None)
        found = named(topic or next(iter(topics)), topics.items())
        if found is None:
            raise Refusal("no-topic", given=topic)
        await context.show(rules_panel(found, texts, None if table is None else context.view(table)))

    @command("coup role")
    @app_commands.autocomplete(role=_roles)
    async def role(self, context: Context, role: str | None = None) -> None:
        """Shows what a role does; without a role, a panel that lists those in play, or all."""
        if role is None:
            table = await context.channel_table()
            await context.show(role_choice(context.texts, None if table is None else context.view(table)))
            return
        phrases = Phrases(context.texts)
        found = named(role, ((card, phrases.role(card)) for card in ROLE_PAGES))
        if found is None:
            raise Refusal("no-role", given=role)
        await context.show(role_panel(found, context.texts, pictures=(await context.settings()).pictures))

    @command("coup settings")
    async def settings(self, context: Context) -> None:
        """Shows the member's preferences, each with a button that switches it."""
        await show_preferences(context)

    @command("coup call")
    async def call(self, context: Context) -> None:
        """Shows the member's entry on the call list and, to the host of a lobby, the button that calls."""
        await show_call_list(context)
