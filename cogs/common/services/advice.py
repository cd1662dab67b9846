"""The help panel of a channel and its table, and the panels of the adviser, which may be deferred."""

from bot.refusals import Refusal
from bot.render.panels.hand import hand_panel
from bot.render.panels.help import help_panel
from bot.render.panels.options_and_odds import coach_panel, hint_text
from bot.tables.table import Table
from bot.tables.transitions.transition import asked_question, seat_of_member
from cogs.common.checks import may_resume, missing_permissions
from cogs.common.context import Context


async def show_help(context: Context, note: str = "") -> None:
    """Shows the member's next step in the channel, below a note."""
    texts, table = context.texts, await context.channel_table()
    if table is None:
        last = await context.last_game()
        table = last if last is not None and last.state.seat_of(context.user_id) is not None else None
    seat = None if table is None else table.state.seat_of(context.user_id)
    place = 0 if table is None else table.state.channel_id
    panel = help_panel(
        texts,
        context.user_id,
        None if table is None else context.view(table),
        [texts(f"permission-{name}") for name in missing_permissions(context)],
        thread=f"<#{place}>" if place not in (0, context.interaction.channel_id) else "",
        may_resume=table is not None and await may_resume(context, table),
        has_answered=table is not None and seat is not None and table.state.has_answered(seat),
        note=note,
    )
    await context.show(panel)


async def show_hint(context: Context, table: Table) -> None:
    """Shows a player's hand with what an adviser would do now. Raises Refusal.

    The time for the question runs on: if it is over before the advice has come, the panel says so, with what is
    asked then.
    """
    question = table.state.question
    work = context.tables.advisers.hint(table, context.user_id)
    opinion = await context.defer_if_slow(work, in_new_message=True)
    view = context.seat_view(table, seat_of_member(table.state, context.user_id))
    try:
        asked_question(table.state, context.user_id, question)
        panel = hand_panel(view, hint_text(view.table, opinion), hinted=True)
    except Refusal:
        panel = hand_panel(view, view.texts("advice-late"), brief=not table.state.is_private)
    context.game_id = table.id  # of a command, perhaps a lesson elsewhere
    await context.show(panel)
    if table.state.is_private:
        context.dispatcher.panels.follow(table.id, context.interaction)


async def show_coach(context: Context, table: Table) -> None:
    """Shows the member's decisions that an adviser would have made differently. Raises Refusal."""
    work = context.tables.advisers.look_back(table, context.user_id)
    found = await context.defer_if_slow(work, in_new_message=True)
    await context.show(coach_panel(context.view(table), seat_of_member(table.state, context.user_id), found))
