"""Shows and changes the settings of members and servers, for commands and for their panels."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import discord

from bot.delivery.error_codes import DMS_CLOSED
from bot.refusals import Refusal
from bot.render.controls import Layout
from bot.render.custom_id import CustomId
from bot.render.messages.lobby import pace_text
from bot.render.panels.moderating.moderation import CHANNEL_TYPES, MAX_CHANNELS, moderation_panel
from bot.render.panels.settings import AFK, channels_text, preferences_panel, server_panel
from bot.tables.pace import PACES
from bot.tables.pace import pace as pace_of
from bot.tables.service import MAX_LOBBIES_PER_SERVER
from bot.tables.settings.server_settings import ServerSettings
from cogs.common.audit import recent_actions, record_action
from cogs.common.checks import is_manager
from cogs.common.interaction import Interaction, channel_table, member_texts, server_of
from cogs.common.option_texts import read_style
from cogs.common.services.pools import find_pool
from engine import RULESETS
from engine.ai import LEVELS


async def preferences_of(interaction: Interaction) -> Layout:
    """Returns the panel with the member's preferences."""
    player, guild_id = await interaction.client.tables.preferences.read(interaction.user.id), interaction.guild_id
    avoided = (
        None if guild_id is None else await interaction.client.store.avoided.of(guild_id, interaction.user.id)
    )
    return preferences_panel(player, avoided, member_texts(interaction))


async def set_preference(interaction: Interaction, name: str, *, on: bool) -> None:
    """Switches one of the member's preferences on or off.

    Switching direct messages on sends one at once, which shows whether the member accepts them. The response is
    deferred for that time.
    """
    preferences = interaction.client.tables.preferences
    if name == "dm" and on:
        await interaction.response.defer(ephemeral=True)
        arrived = await _send_test(interaction)
        await preferences.change(interaction.user.id, dm=True, dms_closed=not arrived)
        if arrived:
            await _send_hand(interaction)
        return
    changed: dict[str, Any] = {name: on}
    await preferences.change(interaction.user.id, **changed)


async def _send_test(interaction: Interaction) -> bool:
    """Sends the member a direct message. Returns whether the member accepts them."""
    try:
        await interaction.user.send(member_texts(interaction)("done-dm-on"))
    except discord.HTTPException as error:
        if error.code != DMS_CLOSED:
            raise
        return False
    return True


async def _send_hand(interaction: Interaction) -> None:
    """Starts to send the member the hand in the channel's game, with the question if there is one."""
    table = await channel_table(interaction)
    seat = None if table is None or table.state.game is None else table.state.seat_of(interaction.user.id)
    if table is not None and seat is not None:
        interaction.client.dispatcher.direct_messages.send_again(table, seat)


async def server_settings_of(interaction: Interaction, page: str = "tables") -> Layout:
    """Returns one of the `PAGES` of the server's settings.

    With them it shows this channel's game and the latest actions of moderators.
    """
    texts, server, table = member_texts(interaction), server_of(interaction), await channel_table(interaction)
    here, actions = texts("config-game-none"), await recent_actions(interaction)
    if table is not None:
        ruleset, status = texts(f"ruleset-{table.state.ruleset}"), texts(f"status-{table.state.status}")
        word = "config-game" if table.state.channel_id == interaction.channel_id else "config-game-thread"
        here = texts(word, ruleset=ruleset, status=status, channel=f"<#{table.state.channel_id}>")
    settings = await server.settings()
    if page == "tables":
        return server_panel(settings, list(await server.pools()), texts, "\n".join((here, *actions)))
    bans = await interaction.client.store.bans.of_server(interaction.guild_id or 0, interaction.client.clock.now())
    game = (
        None if table is None else (CustomId.of_table(table.state, "skip"), CustomId.of_table(table.state, "end"))
    )
    return moderation_panel(_existing(interaction, settings), len(bans), here, game, texts, "\n".join(actions))


def _existing(interaction: Interaction, settings: ServerSettings) -> ServerSettings:
    """Returns the settings without channels and the role that were deleted: Discord's selects refuse them."""
    guild = interaction.guild
    if guild is None:
        return settings
    role_id = settings.moderator_role_id
    return replace(
        settings,
        channels=tuple(each for each in settings.channels if guild.get_channel(each) is not None),
        moderator_role_id=None if role_id is None or guild.get_role(role_id) is None else role_id,
    )


async def set_pace(interaction: Interaction, pace: str) -> None:
    """Sets the pace of the server's new tables. Raises Refusal."""
    texts = member_texts(interaction)
    chosen = next((name for name in PACES if texts(f"pace-{name}").casefold() == pace.casefold()), pace)
    try:
        pace_of(chosen)
    except ValueError as error:
        raise Refusal("bad-pace", given=pace) from error
    await server_of(interaction).change(pace=chosen)
    await record_action(interaction, "pace", pace_text(chosen, texts))


async def set_ruleset(interaction: Interaction, ruleset: str) -> None:
    """Sets the ruleset of the server's new tables. Raises Refusal."""
    if ruleset not in RULESETS:
        raise Refusal("not-understood", given=ruleset)
    await server_of(interaction).change(ruleset=ruleset)
    await record_action(interaction, "ruleset", member_texts(interaction)(f"ruleset-{ruleset}"))


async def set_style(interaction: Interaction, style: str) -> None:
    """Sets the style of the server's new tables. Raises Refusal."""
    chosen = read_style(style)
    await server_of(interaction).change(style=chosen)
    await record_action(interaction, "style", member_texts(interaction)(f"style-{chosen}-full"))


async def set_server_switch(interaction: Interaction, name: str, *, on: bool) -> None:
    """Switches one of `SERVER_SWITCHES` on or off for the server's new tables."""
    changed: dict[str, Any] = {name: on}
    await server_of(interaction).change(**changed)
    await record_action(interaction, name, member_texts(interaction)("choice-on" if on else "choice-off"))


async def set_afk(interaction: Interaction, seat: str) -> None:
    """Sets what happens to absent members (one of `AFK`) at new tables. Raises Refusal."""
    if seat not in AFK:
        raise Refusal("not-understood", given=seat)
    await server_of(interaction).change(resigns=seat == "resign")
    await record_action(interaction, "afk", member_texts(interaction)(f"afk-{seat}"))


async def set_usual_ai(interaction: Interaction, kind: str) -> None:
    """Sets the kind of new AI seats of a server. Raises Refusal."""
    if kind not in LEVELS:
        raise Refusal("not-open")
    await server_of(interaction).change(ai=kind)
    await record_action(interaction, "ai", member_texts(interaction)(f"ai-kind-{kind}"))


async def set_channels(interaction: Interaction, channels: Sequence[int]) -> None:
    """Sets the channels where games may run on the server; () allows all. Raises Refusal."""
    found = [interaction.guild and interaction.guild.get_channel(each) for each in channels]
    if any(channel is None or channel.type not in CHANNEL_TYPES for channel in found):
        raise Refusal("bad-channel")
    if len(channels) > MAX_CHANNELS:
        raise Refusal("too-many-channels", most=MAX_CHANNELS)
    await server_of(interaction).change(channels=tuple(channels))
    texts = member_texts(interaction)
    await record_action(interaction, "channels", channels_text(channels, texts) or texts("config-everywhere"))


async def set_most_tables(interaction: Interaction, most: int | None) -> None:
    """Sets how many lobbies and games there may be at once on the server; None sets no limit. Raises Refusal."""
    if most is not None and not 1 <= most <= MAX_LOBBIES_PER_SERVER:
        raise Refusal("not-open")
    await server_of(interaction).change(most_tables=most)
    texts = member_texts(interaction)
    await record_action(interaction, "most_tables", texts("config-no-limit") if most is None else str(most))


async def set_moderator_role(interaction: Interaction, role_id: int | None) -> None:
    """Sets the role whose members are moderators; None sets none. Raises Refusal.

    Only members who may manage the server may do this: otherwise a moderator could make others moderators.
    """
    if not is_manager(interaction):
        raise Refusal("not-manager")
    guild = interaction.guild
    if role_id is not None and (guild is None or role_id == guild.id or guild.get_role(role_id) is None):
        raise Refusal("bad-role")
    await server_of(interaction).change(moderator_role_id=role_id)
    texts = member_texts(interaction)
    await record_action(
        interaction, "moderator_role_id", texts("config-no-role") if role_id is None else f"<@&{role_id}>"
    )


async def set_default_pool(interaction: Interaction, name: str | None) -> None:
    """Sets the default pool of new tables of Rebellion G54; for None roles are drawn. Raises Refusal."""
    found = None if name is None else (await find_pool(interaction, name))[0]
    await server_of(interaction).change(pool=found)
    if found is None:
        await record_action(interaction, "pool-random")
    else:
        await record_action(interaction, "pool-default", found)


SETTERS: Final[Mapping[str, Callable[[Interaction, str], Awaitable[None]]]] = {
    "ruleset": set_ruleset,
    "pace": set_pace,
    "style": set_style,
    "afk": set_afk,
    "ai": set_usual_ai,
}
"""The functions that set a setting of new tables to a value, by its name. They raise Refusal."""
