"""Skips a stalled decision for a moderator."""

from bot.render.texts.sanitize import escape
from bot.tables.table import Table
from bot.tables.transitions import game
from cogs.common.audit import record_action
from cogs.common.interaction import Interaction, member_texts, tables_of


async def skip_wait(interaction: Interaction, table: Table) -> str:
    """Decides for the members who keep a table waiting, as the end of the time does. Raises Refusal.

    Returns the sentence that names them.
    """
    names: tuple[str, ...] = (await tables_of(interaction).run(table, game.skip)).outcome
    await record_action(interaction, "skipped", f"<#{table.state.channel_id}>")
    texts = member_texts(interaction)
    return texts("done-skipped", names=texts.join([escape(name) for name in names]))
