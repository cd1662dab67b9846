"""What moderators did on a server: written down as it is done, shown to moderators."""

from typing import Final

from bot.store.audit import Entry
from cogs.common.interaction import Interaction, words_for

_SHOWN: Final = 5


async def write_down(interaction: Interaction, action: str, detail: str = "") -> None:
    """Notes what this moderator has just done; `act-<action>` says it in words."""
    entry = Entry(interaction.client.clock.now(), interaction.user.id, action, detail)
    await interaction.client.store.audit.add(interaction.guild_id or 0, entry)


async def acts_lines(interaction: Interaction) -> list[str]:
    """The last things moderators did here, newest first, a line each."""
    w = words_for(interaction)
    entries = await interaction.client.store.audit.latest(interaction.guild_id or 0, _SHOWN)
    lines = [
        w(
            "config-act",
            when=w("soon", at=str(int(entry.at))),
            who=f"<@{entry.user_id}>",
            act=w(f"act-{entry.action}", detail=entry.detail),
        )
        for entry in entries
    ]
    return [w("config-acts"), *lines] if lines else []
