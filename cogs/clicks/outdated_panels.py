"""Renewing: a press in a private panel that came too late is answered by the panel as it is to be now."""

from collections.abc import Awaitable, Callable, Container
from functools import wraps
from typing import TypeAlias

from bot.tables.refusals import Refusal
from bot.tables.table import Table
from cogs.clicks.click import Click
from cogs.common.refusal_texts import sentence

Handler: TypeAlias = Callable[[Click], Awaitable[None]]


def renewing(
    stale: Container[str], show: Callable[[Click, Table, str], Awaitable[bool]]
) -> Callable[[Handler], Handler]:
    """Makes a decorator for the handlers of a panel's controls.

    `stale` are the codes with which a control is refused that was offered once, and is not any more. `show` shows
    the panel of a table with the reason, or returns False where there is none. On a card that all see, which is
    renewed by itself, a refusal is said as anywhere else.
    """

    def decorate(handler: Handler) -> Handler:
        @wraps(handler)
        async def handle(click: Click) -> None:
            try:
                await handler(click)
            except Refusal as refusal:
                if refusal.code not in stale or not click.in_panel:
                    raise
                table = await click.table()
                await click.tables.shell.confirm_owned(table.guild_id)
                if not await show(click, table, sentence(refusal, click.words) or ""):
                    raise

        return handle

    return decorate
