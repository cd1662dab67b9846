"""`/coup-config`: commands by which moderators configure their server.

A server may grant the commands to anybody, so each use checks whether the member is a moderator.
"""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.render.messages.lobby import pace_text
from bot.render.panels.decision_steps import end_panel, text_panel
from bot.render.panels.host import usual_ai_panel, usual_ai_text
from bot.render.panels.pool_editor import pool_panel
from bot.render.panels.pool_list import delete_panel, pool_choice, pool_list
from bot.render.panels.settings import choice_panel, pool_name_form, switch_panel
from bot.render.texts.catalogue import Texts
from bot.render.texts.sanitize import pool_title
from bot.render.view_model import TableView
from bot.store.rows import Style
from bot.tables.pace import PACES
from bot.tables.refusals import Refusal
from bot.tables.server_settings import ServerSettings
from cogs.common.audit import recent_actions, record_action
from cogs.common.autocomplete import Labelled, completion, matching, pool_names
from cogs.common.checks import is_moderator, on_servers_only
from cogs.common.command_texts import AI_KINDS, STYLES, SWITCH, described
from cogs.common.interaction import Interaction, channel_table, icons_for, member_texts, server_of, table_here
from cogs.common.responses import reply, reply_with_panel
from cogs.common.services.pools import breaks_categories, find_pool, new_pool_name
from cogs.common.services.settings import (
    AFK,
    SERVER_SWITCHES,
    set_afk,
    set_pace,
    set_server_switch,
    set_style,
    set_usual_ai,
)
from engine.ai import LEVELS

_LISTED_POOLS: Final = 20
"""The number of pools that `/coup-config show` lists; `/coup-config pool show` lists all."""


@completion
async def _paces(interaction: Interaction, typed: str) -> Labelled:
    """Autocompletes a pace."""
    texts = member_texts(interaction)
    return matching([(name, pace_text(name, texts)) for name in PACES], typed)


@on_servers_only
@app_commands.default_permissions(manage_guild=True)
class Config(commands.GroupCog, group_name="coup-config", group_description=described("command-coup-config")):
    """The command group `/coup-config`."""

    pools = app_commands.Group(name="pool", description=described("command-coup-config-pool"))

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Returns whether the member may use these commands; discord.py raises CheckFailure if not."""
        return is_moderator(interaction)

    @app_commands.command(name="show", description=described("command-coup-config-show"))
    async def show(self, interaction: Interaction) -> None:
        """Shows the server's settings, this channel's game and the latest actions of moderators."""
        texts = member_texts(interaction)
        settings = await server_of(interaction).settings()
        pools = await server_of(interaction).pools()
        table = await channel_table(interaction)
        lines = [texts("config-title"), texts("config-pace", pace=pace_text(settings.pace, texts))]
        lines.append(texts("config-style", style=texts(f"style-{settings.style}-full")))
        lines += [_switch_line(settings, name, texts) for name in SERVER_SWITCHES]
        lines.append(texts(f"config-afk-{AFK[settings.resigns]}"))
        lines.append(usual_ai_text(texts, settings.ai))
        lines.append(_pools_line(list(pools), texts))
        if settings.pool is None:
            lines.append(texts("config-pool-default-none"))
        else:
            lines.append(texts("config-pool-default", name=pool_title(settings.pool)))
        if table is None:
            lines.append(texts("config-game-none"))
        else:
            ruleset, status = texts(f"ruleset-{table.state.ruleset}"), texts(f"status-{table.state.status}")
            in_thread = table.state.channel_id != interaction.channel_id
            word = "config-game-thread" if in_thread else "config-game"
            lines.append(texts(word, ruleset=ruleset, status=status, channel=f"<#{table.state.channel_id}>"))
        lines += await recent_actions(interaction)
        await reply_with_panel(interaction, text_panel("\n".join(lines)))

    @app_commands.command(name="pace", description=described("command-coup-config-pace"))
    @app_commands.describe(pace=described("parameter-pace-own"))
    @app_commands.autocomplete(pace=_paces)
    async def pace(self, interaction: Interaction, pace: str | None = None) -> None:
        """Sets the pace of new tables; without one, shows a panel with the current pace and all paces."""
        if pace is not None:
            await reply(interaction, await set_pace(interaction, pace))
            return
        texts, settings = member_texts(interaction), await server_of(interaction).settings()
        now = texts("config-pace", pace=pace_text(settings.pace, texts))
        choices = [(name, pace_text(name, texts)) for name in PACES]
        await reply_with_panel(interaction, choice_panel(now, "pace", texts("settings-pace"), choices))

    @app_commands.command(name="style", description=described("command-coup-config-style"))
    @app_commands.describe(style=described("parameter-style"))
    @app_commands.choices(style=STYLES)
    async def style(self, interaction: Interaction, style: str | None = None) -> None:
        """Sets the style of new tables; without one, shows a panel with the current style and all styles."""
        if style is not None:
            await reply(interaction, await set_style(interaction, style))
            return
        texts, settings = member_texts(interaction), await server_of(interaction).settings()
        now = texts("config-style", style=texts(f"style-{settings.style}-full"))
        choices = [(each.value, texts(f"style-{each}-full")) for each in Style]
        await reply_with_panel(interaction, choice_panel(now, "style", texts("settings-style"), choices))

    @app_commands.command(name="pictures", description=described("command-coup-config-pictures"))
    @app_commands.describe(switch=described("parameter-switch"))
    @app_commands.choices(switch=SWITCH)
    async def pictures(self, interaction: Interaction, switch: str | None = None) -> None:
        """Switches pictures and emojis of new tables on or off; without a switch a panel offers both."""
        await _switch(interaction, "pictures", switch)

    @app_commands.command(name="talk", description=described("command-coup-config-talk"))
    @app_commands.describe(switch=described("parameter-switch"))
    @app_commands.choices(switch=SWITCH)
    async def talk(self, interaction: Interaction, switch: str | None = None) -> None:
        """Switches table talk of AI players at new tables on or off; without a switch a panel offers both."""
        await _switch(interaction, "talk", switch)

    @app_commands.command(name="ai", description=described("command-coup-config-ai"))
    @app_commands.describe(kind=described("parameter-ai"))
    @app_commands.choices(kind=AI_KINDS)
    async def ai(self, interaction: Interaction, kind: str | None = None) -> None:
        """Sets the kind of new AI seats; without one, shows a panel with the current kind and all kinds."""
        if kind is None:
            settings = await server_of(interaction).settings()
            await reply_with_panel(interaction, usual_ai_panel(member_texts(interaction), settings.ai))
        elif kind not in LEVELS:
            raise Refusal("not-open")
        else:
            await reply(interaction, await set_usual_ai(interaction, kind))

    @app_commands.command(name="afk", description=described("command-coup-config-afk"))
    @app_commands.describe(seat=described("parameter-afk"))
    @app_commands.choices(seat=[Choice(name=described(f"afk-{value}"), value=value) for value in AFK])
    async def afk(self, interaction: Interaction, seat: str | None = None) -> None:
        """Sets what happens at new tables to the seat of a member whose time runs out too often.

        Without a choice, shows a panel with the current setting and both choices.
        """
        if seat is not None:
            await reply(interaction, await set_afk(interaction, seat))
            return
        texts, settings = member_texts(interaction), await server_of(interaction).settings()
        now, choices = (
            texts(f"config-afk-{AFK[settings.resigns]}"),
            [(value, texts(f"afk-{value}")) for value in AFK],
        )
        await reply_with_panel(interaction, choice_panel(now, "afk", texts("parameter-afk"), choices))

    @app_commands.command(name="end", description=described("command-coup-config-end"))
    async def end(self, interaction: Interaction) -> None:
        """Asks the moderator to confirm ending the game, or closing the lobby, of this channel."""
        table = await table_here(interaction)
        view = end_panel(TableView.of(table, interaction.locale.value))
        await reply_with_panel(interaction, view)

    @pools.command(name="create", description=described("command-coup-config-pool-create"))
    @app_commands.describe(name=described("parameter-name"))
    async def pool_create(self, interaction: Interaction, name: str | None = None) -> None:
        """Opens the panel in which the roles of a new pool are chosen; without a name, a form asks for one."""
        if name is None:
            await interaction.response.send_modal(pool_name_form(member_texts(interaction)))
            return
        wanted = await new_pool_name(interaction, name)
        view = pool_panel(wanted, (), member_texts(interaction), await icons_for(interaction))
        await reply_with_panel(interaction, view)

    @pools.command(name="edit", description=described("command-coup-config-pool-edit"))
    @app_commands.describe(name=described("parameter-name"))
    @app_commands.autocomplete(name=pool_names)
    async def pool_edit(self, interaction: Interaction, name: str | None = None) -> None:
        """Opens the panel in which an existing pool is changed; without a name, a select offers all pools."""
        if name is None:
            await self._offer_pools(interaction, "edit")
            return
        found, roles = await find_pool(interaction, name)
        shown = await icons_for(interaction)
        view = pool_panel(found, roles, member_texts(interaction), shown, free=breaks_categories(roles))
        await reply_with_panel(interaction, view)

    @pools.command(name="show", description=described("command-coup-config-pool-show"))
    async def pool_show(self, interaction: Interaction) -> None:
        """Shows every pool, in pages."""
        texts = member_texts(interaction)
        pools = await server_of(interaction).pools()
        await reply_with_panel(interaction, pool_list(pools, 0, texts, await icons_for(interaction)))

    @pools.command(name="delete", description=described("command-coup-config-pool-delete"))
    @app_commands.describe(name=described("parameter-name"))
    @app_commands.autocomplete(name=pool_names)
    async def pool_delete(self, interaction: Interaction, name: str | None = None) -> None:
        """Asks whether to delete a pool; games that use it keep its roles.

        Without a name, a select offers all pools.
        """
        if name is None:
            await self._offer_pools(interaction, "delete")
            return
        found, roles = await find_pool(interaction, name)
        await reply_with_panel(interaction, delete_panel(found, roles, member_texts(interaction)))

    async def _offer_pools(self, interaction: Interaction, purpose: str) -> None:
        pools = await server_of(interaction).pools()
        view = pool_choice(purpose, list(pools), 0, member_texts(interaction))
        await reply_with_panel(interaction, view)

    @pools.command(name="default", description=described("command-coup-config-pool-default"))
    @app_commands.describe(name=described("parameter-name-default"))
    @app_commands.autocomplete(name=pool_names)
    async def pool_default(self, interaction: Interaction, name: str | None = None) -> None:
        """Sets the default pool of new tables of Rebellion G54.

        Without a name, there is no default, and roles are drawn.
        """
        texts, server = member_texts(interaction), server_of(interaction)
        if name is None:
            await server.change(pool=None)
            await record_action(interaction, "pool-random")
            await reply(interaction, texts("pool-default-cleared"))
            return
        found, _ = await find_pool(interaction, name)
        await server.change(pool=found)
        await record_action(interaction, "pool-default", found)
        await reply(interaction, texts("pool-default-set", name=pool_title(found)))


async def _switch(interaction: Interaction, name: str, switch: str | None) -> None:
    """Switches one of SERVER_SWITCHES on or off; without a switch a panel offers both."""
    if switch is not None:
        await reply(interaction, await set_server_switch(interaction, name, on=switch == "on"))
        return
    texts, settings = member_texts(interaction), await server_of(interaction).settings()
    await reply_with_panel(
        interaction, switch_panel(_switch_line(settings, name, texts), "configswitch", name, texts)
    )


def _switch_line(settings: ServerSettings, name: str, texts: Texts) -> str:
    """Returns the line that says whether one of SERVER_SWITCHES is on."""
    is_on = {"pictures": settings.pictures, "talk": settings.talk}[name]
    return texts(f"config-{name}", switch=texts("choice-on" if is_on else "choice-off"))


def _pools_line(names: Sequence[str], texts: Texts) -> str:
    """Returns the line that lists the pools: the first _LISTED_POOLS by name, and the number of the others."""
    if not names:
        return texts("config-pools-none")
    shown = texts.join([pool_title(name) for name in names[:_LISTED_POOLS]])
    more = len(names) - _LISTED_POOLS
    return texts("config-pools-more", pools=shown, more=more) if more > 0 else texts("config-pools", pools=shown)
