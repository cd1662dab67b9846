"""Games that are finished quickly, and members who hide."""

from typing import Any

from bot.store.rows import Status
from bot.tables.table import Table
from bot.tables.transitions.game import decide
from tests.harness.discord import SimGuild, SimulatedClock

DAY_SECONDS = 86400.0


async def finish(guild: SimGuild, *names: str, **settings: Any) -> Table:
    """Plays a game; its members resign in the order in which they are not to win: the first of them wins."""
    table = await guild.play(*names, **settings)
    for name in reversed(names[1:]):
        if table.state.status is Status.PLAYING:
            await guild.slash(name, "coup resign", sure=True)
            await _decide_until_out(guild, table, name)
    assert table.state.status is Status.OVER
    return table


async def _decide_until_out(guild: SimGuild, table: Table, name: str) -> None:
    """Everybody decides the default until a member who resigned is out."""
    user_id = guild[name].id
    while table.state.status is Status.PLAYING and table.state.game is not None:
        seat = table.state.seat_of(user_id)
        game = table.state.game
        if seat is None or not game.table.alive >> seat & 1 or game.ask is None:
            return
        owing = table.state.owing()[0]
        member, options = table.state.seats[owing].user_id, game.ask.options[owing]
        assert member is not None
        await guild.bot.tables.run(table, decide, member, options[game.ask.default(owing)], game.question)


def skip(guild: SimGuild, days: float) -> None:
    """Sets the clock forward; what happens every few seconds does not happen in between."""
    assert isinstance(guild.bot.clock, SimulatedClock)
    guild.bot.clock.ahead += days * DAY_SECONDS


async def hide(guild: SimGuild, name: str) -> None:
    """A member hides from the others."""
    await guild.bot.store.players.change(guild[name].id, hidden=True)
