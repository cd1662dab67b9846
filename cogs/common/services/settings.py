"""Shows and changes the settings of members and servers, for commands and for their panels."""

from dataclasses import replace
from typing import Any, cast

import discord

from bot.delivery.requests import DMS_CLOSED
from bot.refusals import Refusal
from bot.render.messages.lobby import pace_text
from bot.render.panels.moderation import CHANNEL_TYPES, MAX_CHANNELS, moderation_panel
from bot.render.panels.settings import AFK, NO_POOL, channels_text, preferences_panel, server_panel, setting_text
from bot.store.repositories.guilds import Setting
from bot.store.repositories.server_rules import MAX_LOBBIES_PER_SERVER
from bot.tables.pace import PACES
from bot.tables.pace import pace as pace_of
from bot.tables.settings import SWITCHES, ServerSettings
from cogs.common.checks import is_manager
from cogs.common.context import Context
from cogs.common.option_texts import read_style
from cogs.common.services.moderation import recent_actions, record_action
from cogs.common.services.pools import find_pool
from engine import RULESETS
from engine.ai import LEVELS


async def show_preferences(context: Context) -> None:
    """Shows the member's preferences, and on a server the members whom the member would rather not sit with."""
    player = await context.tables.preferences.read(context.user_id)
    avoided = await context.store.avoided.of(context.guild_id, context.user_id) if context.guild_id else None
    await context.show(preferences_panel(player, avoided, context.texts))


async def set_preference(context: Context, name: str, *, on: bool) -> None:
    """Switches one of the member's preferences on or off.

    Switching direct messages on defers the response, and sends one, to find out whether the member accepts them;
    then the hand too, if the member plays in the channel. A refusal by Discord is stored with the preferences.
    """
    preferences, user_id = context.tables.preferences, context.user_id
    if name == "dm" and on:
        await context.interaction.response.defer(ephemeral=True)
        await preferences.change(user_id, dm=True, dms_closed=False)  # before the message says so
        if await _send_test(context):
            await _send_hand(context)
        else:
            await preferences.change(user_id, dms_closed=True)
        return
    changed: dict[str, Any] = {name: on}
    await preferences.change(user_id, **changed)


async def _send_test(context: Context) -> bool:
    """Sends the member a direct message. Returns whether the member accepts them."""
    try:
        await context.interaction.user.send(context.texts("done-dm-on"))
    except discord.HTTPException as error:
        if error.code != DMS_CLOSED:
            raise
        return False
    return True


async def _send_hand(context: Context) -> None:
    """Starts to send the member the hand in the channel's game, with the question if there is one."""
    table = await context.channel_table()
    seat = None if table is None or table.state.game is None else table.state.seat_of(context.user_id)
    if table is not None and seat is not None:
        context.dispatcher.direct_messages.send_again(table, seat)


async def show_settings(context: Context, page: str = "tables") -> None:
    """Shows one of the `PAGES` of the server's settings, with the latest actions of moderators.

    The page of moderation also shows this channel's table.
    """
    texts, settings = context.texts, await context.settings()
    actions = "\n".join(await recent_actions(context))
    if page == "tables":
        await context.show(server_panel(settings, list(await context.pools()), texts, actions))
        return
    here, table = texts("config-game-none"), await context.channel_table()
    if table is not None:
        ruleset, status = texts(f"ruleset-{table.state.ruleset}"), texts(f"status-{table.state.status}")
        word = "config-game" if table.state.channel_id == context.interaction.channel_id else "config-game-thread"
        here = texts(word, ruleset=ruleset, status=status, channel=f"<#{table.state.channel_id}>")
    bans = await context.store.bans.of_server(context.guild_id, context.now)
    state = None if table is None else table.state
    existing = _existing(context.interaction.guild, settings)
    await context.show(moderation_panel(existing, len(bans), here, state, texts, actions))


def _existing(guild: discord.Guild | None, settings: ServerSettings) -> ServerSettings:
    """Returns the settings without channels and the role that were deleted: Discord's selects refuse them."""
    if guild is None:
        return settings
    role_id = settings.moderator_role_id
    return replace(
        settings,
        channels=tuple(each for each in settings.channels if guild.get_channel(each) is not None),
        moderator_role_id=None if role_id is None or guild.get_role(role_id) is None else role_id,
    )


async def set_setting(context: Context, name: str, *values: str) -> None:
    """Sets a setting of the server, and adds that to the audit log. Raises Refusal.

    The name and the values are those of commands and controls. Only members who may manage the server set the role
    of moderators: otherwise a moderator could make others moderators.
    """
    texts, guild = context.texts, context.interaction.guild
    value = values[0] if len(values) == 1 else ""
    numbers = tuple(int(each) for each in values if each.isdecimal())
    number = next(iter(numbers), None)
    field, action, stored, shown = name, name, cast(Setting, value), ""
    match name:
        case "pace":
            stored = next((pace for pace in PACES if texts(f"pace-{pace}").casefold() == value.casefold()), value)
            try:
                pace_of(stored)
            except ValueError as error:
                raise Refusal("bad-pace", given=value) from error
            shown = pace_text(stored, texts)
        case "ruleset" if value in RULESETS:
            shown = texts(f"ruleset-{value}")
        case "style":
            stored = read_style(value)
            shown = texts(f"style-{value}-full")
        case "afk" if value in AFK:
            field, stored, shown = "resigns", value == "resign", texts(f"afk-{value}")
        case "ai" if value in LEVELS:
            shown = texts(f"ai-kind-{value}")
        case "pool" if value == NO_POOL:
            stored, action = None, "pool-random"
        case "pool":
            stored, _ = await find_pool(context, value)
            action, shown = "pool-default", stored
        case "channels":
            found = [guild and guild.get_channel(each) for each in numbers]
            if any(channel is None or channel.type not in CHANNEL_TYPES for channel in found):
                raise Refusal("bad-channel")
            if len(numbers) > MAX_CHANNELS:
                raise Refusal("too-many-channels", most=MAX_CHANNELS)
            stored, shown = numbers, channels_text(numbers, texts) or texts("config-everywhere")
        case "most_tables" if number is None or 1 <= number <= MAX_LOBBIES_PER_SERVER:
            stored, shown = number, texts("config-no-limit") if number is None else str(number)
        case "moderator_role_id":
            if not is_manager(context):
                raise Refusal("not-manager")
            if number is not None and (guild is None or number == guild.id or guild.get_role(number) is None):
                raise Refusal("bad-role")
            stored, shown = number, texts("config-no-role") if number is None else f"<@&{number}>"
        case _ if name in SWITCHES and value in ("on", "off"):
            stored, shown = value == "on", texts(f"choice-{value}")
        case _:
            raise Refusal("not-open")
    await context.store.guilds.change(context.guild_id, **{field: stored})
    await record_action(context, action, shown)


async def set_or_show(context: Context, name: str, value: str | None) -> None:
    """Sets a setting and says how it is now; without a value, shows the page that has it. Raises Refusal."""
    if value is None:
        await show_settings(context, SWITCHES.get(name, "tables"))
    else:
        await set_setting(context, name, value)
        await reply_with_settings(context, name)


async def reply_with_settings(context: Context, *names: str) -> None:
    """Says how some settings are now."""
    settings = await context.settings()
    await context.reply("\n".join(setting_text(name, settings, context.texts) for name in names))
