"""The help panel of a channel and its table, and the panels of the adviser, which may be deferred."""

from collections.abc import Awaitable, Callable

from bot.refusals import Refusal
from bot.render.controls import Layout
from bot.render.panels.hand import hand_panel
from bot.render.panels.help import help_panel
from bot.render.panels.options_and_odds import coach_panel, hint_text
from bot.render.seat_view import SeatView
from bot.render.view_model import TableView
from bot.tables.question_checks import asked_question, seat_of_member
from bot.tables.table import Table
from cogs.common.checks import may_resume, missing_permissions
from cogs.common.interaction import Interaction, channel_table, defer_if_slow, member_texts


async def help_of(interaction: Interaction) -> Layout:
    """Returns the help panel for a member in the channel of an interaction."""
    texts, table = member_texts(interaction), await channel_table(interaction)
    seat = None if table is None else table.state.seat_of(interaction.user.id)
    place = 0 if table is None else table.state.channel_id
    return help_panel(
        texts,
        interaction.user.id,
        None if table is None else TableView.of(table, texts.locale),
        [texts(f"permission-{name}") for name in missing_permissions(interaction)],
        thread=f"<#{place}>" if place not in (0, interaction.channel_id) else "",
        may_resume=table is not None and await may_resume(interaction, table),
        has_answered=table is not None and seat is not None and table.state.has_answered(seat),
    )


async def show_hint(interaction: Interaction, table: Table, show: Callable[[Layout], Awaitable[object]]) -> None:
    """Shows a learner's hand with what an adviser would do now, until the question is over. Raises Refusal.

    The time for the question runs on: if it is over before the advice has come, the panel says so, with what is
    asked then.
    """
    user_id, locale, question = interaction.user.id, interaction.locale.value, table.state.question
    opinion = await defer_if_slow(
        interaction, interaction.client.tables.advisers.hint(table, user_id), in_new_message=True
    )
    view = SeatView.of(table, seat_of_member(table.state, user_id), locale)
    try:
        asked_question(table.state, user_id, question)
        panel = hand_panel(view, hint_text(view.table, opinion), hinted=True)
    except Refusal:
        panel = hand_panel(view, view.texts("advice-late"), brief=not table.state.is_private)
    await show(panel)
    if table.state.is_private:
        interaction.client.dispatcher.panels.follow(table.id, interaction)


async def coach_for(interaction: Interaction, table: Table) -> Layout:
    """Returns the member's decisions that an adviser would have made differently. Raises Refusal."""
    work = interaction.client.tables.advisers.look_back(table, interaction.user.id)
    found = await defer_if_slow(interaction, work, in_new_message=True)
    seat = seat_of_member(table.state, interaction.user.id)
    return coach_panel(TableView.of(table, interaction.locale.value), seat, found)
