"""Help for members: lessons, hints, the look back at a game, and the help panel.

A lesson is in a private thread if the bot may create one, otherwise in private messages.

`bot.delivery` cannot make the requests about the thread: it serves tables that exist, but the thread is created
before its table, and the response to the member depends on the outcome.
"""

import logging
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final, TypeAlias

import discord

from bot.delivery.private_panels import HAND, READING
from bot.delivery.requests import TOO_MANY_THREADS, effective, without_retries
from bot.refusals import Refusal
from bot.render.controls import layout
from bot.render.panels.hand import hand_panel
from bot.render.panels.help import help_panel
from bot.render.panels.options_and_odds import coach_panel, hint_text
from bot.render.texts.sanitize import clean
from bot.runtime.network_errors import REQUEST_ERRORS
from bot.tables.table import Table
from bot.tables.transitions.transition import asked_question, seat_of_member
from cogs.common.checks import may_resume, missing_permissions
from cogs.common.context import Context

log = logging.getLogger(__name__)

_Thread: TypeAlias = tuple[int, int]
"""The ids of a thread and of its channel."""
_ARCHIVE_MINUTES: Final = 60
"""Minutes without a message after which Discord archives the thread of a lesson."""


async def learn(context: Context) -> None:
    """Begins a lesson for the member, or shows the one in progress. Raises Refusal.

    A panel whose button was clicked then says where the lesson is, because what it offered, such as to open a
    table, is not the next step any more.
    """
    with _one_at_a_time(context.user_id):
        await _learn(context, in_panel=context.in_panel)


async def learn_again(context: Context, old: Table) -> None:
    """Begins another lesson after one that has ended, in the same place. Raises Refusal."""
    with _one_at_a_time(context.user_id):
        current = await context.tables.lessons.of(context.user_id, old.guild_id)
        if current is not None or old.state.is_private or context.interaction.channel_id != old.state.channel_id:
            await _learn(context)
            return
        await context.interaction.response.defer(ephemeral=True, thinking=True)
        await _begin(context, (old.state.channel_id, old.state.home_id or old.state.channel_id))


_BEGINNING_LEARNERS: Final[set[int]] = set()
"""The ids of the members for whom this process is beginning or searching a lesson."""


@contextmanager
def _one_at_a_time(user_id: int) -> Generator[None]:
    """Raises Refusal while this process is already beginning a lesson for the member.

    Creating a thread takes several requests; a second click meanwhile would create another thread.
    """
    if user_id in _BEGINNING_LEARNERS:
        raise Refusal("lesson-busy")
    _BEGINNING_LEARNERS.add(user_id)
    try:
        yield
    finally:
        _BEGINNING_LEARNERS.discard(user_id)


async def _learn(context: Context, *, in_panel: bool = False) -> None:
    lessons, guild_id = context.tables.lessons, context.interaction.guild_id
    if guild_id is None:
        raise Refusal("bad-channel")
    table = await lessons.of(context.user_id, guild_id)
    if table is not None and table.state.is_private:
        await _show(context, table)
        return
    channel = _threads_allowed(context)
    if table is not None or channel is not None:
        await context.interaction.response.defer(ephemeral=True, thinking=not in_panel)
    if table is not None:
        if await _add_member(context, table.state.channel_id, reopen=True):
            await _say_where(context, "lesson-goes-on", table)
            return
        await lessons.end(table)  # the thread was deleted, or the bot cannot reach it
    thread, why = (None, "") if channel is None else await _thread(context, channel)
    await _begin(context, thread, why)


async def _begin(context: Context, thread: _Thread | None, why: str = "") -> None:
    """Begins a lesson in a thread or, if it is None, in private messages; the text of id `why` says why."""
    try:
        table = await context.tables.lessons.begin(
            context.guild_id, thread, context.person, context.locale, context.interaction.id
        )
    except Refusal:  # for example, another process has just begun a lesson for the member
        if thread is not None:
            await _archive(context, thread[0])
        raise
    if thread is None:
        await _show(context, table, why)
        return
    if context.interaction.channel_id == table.state.channel_id:
        await context.interaction.delete_original_response()
    else:
        await _say_where(context, "lesson-begun", table)


async def _say_where(context: Context, word: str, table: Table) -> None:
    """Names the thread of a lesson in the deferred response: a new message, or the panel that was clicked."""
    text = context.texts(word, thread=f"<#{table.state.channel_id}>")
    await context.interaction.edit_original_response(view=layout(text))


async def _show(context: Context, table: Table, why: str = "") -> None:
    """Shows the current state of a lesson in private messages, with the reason why it has no thread."""
    texts = context.texts
    note = "\n".join(texts(word) for word in (why, "lesson-private") if word)
    panels, interaction = context.dispatcher.panels, context.interaction
    panel = hand_panel(context.seat_view(table, 0), note)
    if interaction.response.is_done():  # deferred, perhaps in the help panel, which then becomes the lesson
        panels.release(0, interaction, READING)
        edit = interaction.edit_original_response
        await panels.send(interaction, panel, lambda shown, attached: edit(view=shown, attachments=attached))
        panels.note(table.id, interaction, HAND, panel)
    else:
        await context.send_panel(HAND, panel, table.id)
    panels.follow(table.id, interaction)


def _threads_allowed(context: Context) -> discord.TextChannel | None:
    """Returns the channel of an interaction if the bot may start private threads in it, or None."""
    channel, permissions = context.interaction.channel, effective(context.interaction.app_permissions)
    permitted = permissions.create_private_threads and permissions.send_messages_in_threads
    return channel if isinstance(channel, discord.TextChannel) and permitted and permissions.view_channel else None


async def _thread(context: Context, channel: discord.TextChannel) -> tuple[_Thread | None, str]:
    """Returns the thread of the member's last lesson on the server, so that each has only one, or a new one.

    If there can be none, returns None and the id of the text that says why, "" if no text does.
    """
    used = await context.tables.lessons.last_thread(context.user_id, channel.guild.id)
    if used is not None:
        if await _add_member(context, used[0], reopen=True):
            return used, ""
        await _archive(context, used[0])
    name = context.texts("lesson-thread", name=clean(context.interaction.user.display_name))
    try:
        with without_retries():
            thread = await _unused_thread(context, channel, name) or await channel.create_thread(
                name=name,
                type=discord.ChannelType.private_thread,
                invitable=False,
                auto_archive_duration=_ARCHIVE_MINUTES,
            )
            if not await _add_member(context, thread.id):
                try:
                    await thread.delete()
                except discord.Forbidden:  # deleting requires the permission Manage Threads
                    await _archive(context, thread.id)
                return None, ""
    except discord.HTTPException as error:
        log.info("A lesson gets no thread: %s", error.code, extra={"guild": context.guild_id})
        return None, "lesson-threads-full" if error.code == TOO_MANY_THREADS else ""
    return (thread.id, channel.id), ""


async def _archive(context: Context, thread_id: int) -> None:
    """Archives a thread, unless a game is played in it; a failure is only logged."""
    try:
        if await context.tables.at(thread_id) is None:
            await context.client.http.edit_channel(thread_id, archived=True)
    except (Refusal, *REQUEST_ERRORS) as error:
        log.info("A thread was not archived: %s", type(error).__name__, extra={"guild": context.guild_id})


async def _unused_thread(context: Context, channel: discord.TextChannel, name: str) -> discord.Thread | None:
    """Returns a private thread of the bot in which no game was ever played, None if there is none.

    A process that is killed after starting a thread and before storing its lesson leaves such a thread behind.
    """
    bot = context.client
    for thread in channel.threads:
        ours = bot.user is not None and thread.owner_id == bot.user.id and thread.is_private()
        if ours and thread.name == name and not thread.archived:
            played = await bot.tables.at(thread.id) or await bot.store.games.last_played(thread.id)
            if not played:
                return thread
    return None


async def _add_member(context: Context, thread_id: int, *, reopen: bool = False) -> bool:
    """Adds the member to a lesson's thread, after reopening it if asked. Returns whether that succeeded."""
    try:
        if reopen:
            await context.client.http.edit_channel(thread_id, archived=False)
        await context.client.http.add_user_to_thread(thread_id, context.user_id)
    except discord.HTTPException as error:
        log.info("A learner was not added to a thread: %s", error.code, extra={"guild": context.guild_id})
        return False
    return True


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
