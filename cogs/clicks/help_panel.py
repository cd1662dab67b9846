"""Controls of the help panel and of the greeting on a new server."""

from bot.refusals import Refusal
from bot.render.panels.hand import hand_panel
from bot.tables.table import Table
from cogs.clicks.click import Click
from cogs.common.services.lessons import learn, learn_again
from cogs.common.services.new_table import open_table, settings_of_new_table


async def learn_game(click: Click) -> None:
    """Handles Learn: begins a lesson, or shows the one in progress."""
    await learn(click, in_panel=click.in_panel)


async def another_lesson(click: Click) -> None:
    """Handles Another lesson, for the learner of the lesson that has ended."""
    await learn_again(click, await _own_lesson(click))


async def end_lesson(click: Click) -> None:
    """Handles End the lesson, in a lesson without a thread."""
    table = await _own_lesson(click)
    await click.tables.lessons.end(table)
    await click.show(hand_panel(click.seat_view(table, 0)))


async def _own_lesson(click: Click) -> Table:
    """Returns the lesson that a control belongs to. Raises Refusal for anybody but its learner."""
    table = await click.table()
    if not table.state.practice or table.state.host_id != click.user_id:
        raise Refusal("not-seated")
    return table


async def new_table(click: Click) -> None:
    """Handles Open a table: a lobby with the server's settings."""
    await open_table(click, await settings_of_new_table(click))
