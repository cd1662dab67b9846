"""`/coup-config`: commands by which moderators configure their server.

A server may grant the commands to anybody, so each use checks whether the member is a moderator.
"""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.delivery.private_panels.sent_panels import DRAFT, MODERATION
from bot.render.messages.lobby import pace_text
from bot.render.panels.pools import PoolRule, delete_panel, pool_choice, pool_list, pool_panel
from bot.render.panels.settings import AFK, pool_name_form
from bot.tables.pace import PACES
from cogs.common.autocomplete import Labelled, completion, matching, pool_names
from cogs.common.checks import is_moderator, on_servers_only
from cogs.common.command_texts import AI_KINDS, RULESET_CHOICES, STYLES, SWITCH, described
from cogs.common.interaction import Interaction, icons_for, member_texts, server_pools
from cogs.common.responses import send_panel
from cogs.common.services.pools import find_pool, new_pool_name
from cogs.common.services.settings import reply_with_settings, server_settings_of, set_default_pool, set_or_show
from cogs.config.moderation import ModerationCommands


@completion
async def _paces(interaction: Interaction, typed: str) -> Labelled:
    """Autocompletes a pace."""
    texts = member_texts(interaction)
    return matching([(name, pace_text(name, texts)) for name in PACES], typed)


@on_servers_only
@app_commands.default_permissions(manage_guild=True)
class Config(
    ModerationCommands,
    commands.GroupCog,
    group_name="coup-config",
    group_description=described("command-coup-config"),
):
    """The command group `/coup-config`."""

    pools = app_commands.Group(name="pool", description=described("command-coup-config-pool"))

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Returns whether the member may use these commands; discord.py raises CheckFailure if not."""
        return await is_moderator(interaction)

    @app_commands.command(name="show", description=described("command-coup-config-show"))
    async def show(self, interaction: Interaction) -> None:
        """Shows the server's settings with their controls, and the latest actions of moderators."""
        await send_panel(interaction, MODERATION, await server_settings_of(interaction))

    @app_commands.command(name="pace", description=described("command-coup-config-pace"))
    @app_commands.describe(pace=described("parameter-pace-own"))
    @app_commands.autocomplete(pace=_paces)
    async def pace(self, interaction: Interaction, pace: str | None = None) -> None:
        """Sets the pace of new tables; without one, shows all settings."""
        await set_or_show(interaction, "pace", pace)

    @app_commands.command(name="ruleset", description=described("command-coup-config-ruleset"))
    @app_commands.describe(ruleset=described("parameter-ruleset"))
    @app_commands.choices(ruleset=RULESET_CHOICES)
    async def ruleset(self, interaction: Interaction, ruleset: str | None = None) -> None:
        """Sets the ruleset of new tables; without one, shows all settings."""
        await set_or_show(interaction, "ruleset", ruleset)

    @app_commands.command(name="style", description=described("command-coup-config-style"))
    @app_commands.describe(style=described("parameter-style"))
    @app_commands.choices(style=STYLES)
    async def style(self, interaction: Interaction, style: str | None = None) -> None:
        """Sets the style of new tables; without one, shows all settings."""
        await set_or_show(interaction, "style", style)

    @app_commands.command(name="pictures", description=described("command-coup-config-pictures"))
    @app_commands.describe(switch=described("parameter-switch"))
    @app_commands.choices(switch=SWITCH)
    async def pictures(self, interaction: Interaction, switch: str | None = None) -> None:
        """Switches pictures and emojis of new tables on or off; without a choice, shows all settings."""
        await set_or_show(interaction, "pictures", switch)

    @app_commands.command(name="talk", description=described("command-coup-config-talk"))
    @app_commands.describe(switch=described("parameter-switch"))
    @app_commands.choices(switch=SWITCH)
    async def talk(self, interaction: Interaction, switch: str | None = None) -> None:
        """Switches table talk of AI players at new tables on or off; without a choice, shows all settings."""
        await set_or_show(interaction, "talk", switch)

    @app_commands.command(name="ai", description=described("command-coup-config-ai"))
    @app_commands.describe(kind=described("parameter-ai"))
    @app_commands.choices(kind=AI_KINDS)
    async def ai(self, interaction: Interaction, kind: str | None = None) -> None:
        """Sets the kind of new AI seats; without one, shows all settings."""
        await set_or_show(interaction, "ai", kind)

    @app_commands.command(name="afk", description=described("command-coup-config-afk"))
    @app_commands.describe(seat=described("parameter-afk"))
    @app_commands.choices(seat=[Choice(name=described(f"afk-{value}"), value=value) for value in AFK])
    async def afk(self, interaction: Interaction, seat: str | None = None) -> None:
        """Sets what happens at new tables to the seat of a member whose time runs out too often.

        Without a choice, shows all settings.
        """
        await set_or_show(interaction, "afk", seat)

    @pools.command(name="create", description=described("command-coup-config-pool-create"))
    @app_commands.describe(name=described("parameter-name"))
    async def pool_create(self, interaction: Interaction, name: str | None = None) -> None:
        """Opens the panel in which the roles of a new pool are chosen; without a name, a form asks for one."""
        if name is None:
            await interaction.response.send_modal(pool_name_form(member_texts(interaction)))
            return
        wanted = await new_pool_name(interaction, name)
        view = pool_panel(wanted, (), member_texts(interaction), await icons_for(interaction))
        await send_panel(interaction, DRAFT, view)

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
        view = pool_panel(found, roles, member_texts(interaction), shown, PoolRule.of(roles))
        await send_panel(interaction, DRAFT, view)

    @pools.command(name="show", description=described("command-coup-config-pool-show"))
    async def pool_show(self, interaction: Interaction) -> None:
        """Shows every pool, in pages."""
        texts = member_texts(interaction)
        pools = await server_pools(interaction)
        await send_panel(interaction, MODERATION, pool_list(pools, 0, texts, await icons_for(interaction)))

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
        await send_panel(interaction, MODERATION, delete_panel(found, roles, member_texts(interaction)))

    async def _offer_pools(self, interaction: Interaction, purpose: str) -> None:
        pools = await server_pools(interaction)
        view = pool_choice(purpose, list(pools), 0, member_texts(interaction))
        await send_panel(interaction, MODERATION, view)

    @pools.command(name="default", description=described("command-coup-config-pool-default"))
    @app_commands.describe(name=described("parameter-name-default"))
    @app_commands.autocomplete(name=pool_names)
    async def pool_default(self, interaction: Interaction, name: str | None = None) -> None:
        """Sets the default pool of new tables of Rebellion G54.

        Without a name, there is no default, and roles are drawn.
        """
        await set_default_pool(interaction, name)
        await reply_with_settings(interaction, "pool")
