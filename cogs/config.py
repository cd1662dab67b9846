"""`/coup-config`: commands by which moderators configure their server.

A server may grant the commands to anybody, so each use checks whether the member is a moderator.
"""

from typing import Any, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.client import CoupBot
from bot.delivery.private_panels import DRAFT, MODERATION
from bot.render.messages.lobby import pace_text
from bot.render.panels.decision_steps import end_panel
from bot.render.panels.moderation import REASON_CHARACTERS, TIMES, ban_form
from bot.render.panels.pools import PoolRule, delete_panel, pool_choice, pool_list, pool_panel
from bot.render.panels.settings import AFK, pool_name_form
from bot.render.view_model import TableView
from bot.store.repositories.audit import KINDS, Filter
from bot.tables.pace import PACES
from bot.tables.service import MAX_LOBBIES_PER_SERVER
from cogs.common.checks import is_moderator, on_servers_only
from cogs.common.command_texts import (
    AI_KINDS,
    RULESET_CHOICES,
    STYLES,
    SWITCH,
    Completion,
    Labelled,
    command,
    completion,
    described,
    matching,
    pool_names,
)
from cogs.common.interaction import (
    Interaction,
    icons_for,
    member_texts,
    reply,
    send_panel,
    server_pools,
    server_settings,
    table_here,
)
from cogs.common.services.moderation import Banned, audit_log, ban, bans_of, skip_wait, unban
from cogs.common.services.pools import find_pool, new_pool_name
from cogs.common.services.settings import (
    reply_with_settings,
    server_settings_of,
    set_channels,
    set_default_pool,
    set_moderator_role,
    set_most_tables,
    set_or_show,
)

Place: TypeAlias = discord.TextChannel | discord.VoiceChannel
"""A channel in which, and in whose threads, games may run. Forums can be chosen on the moderation page."""

_KINDS = [Choice(name=described(f"audit-kind-{kind}"), value=kind) for kind in KINDS]
_SEATS = [Choice(name=described(f"afk-{value}"), value=value) for value in AFK]


@completion
async def _paces(interaction: Interaction, typed: str) -> Labelled:
    """Autocompletes a pace."""
    texts = member_texts(interaction)
    return matching([(name, pace_text(name, texts)) for name in PACES], typed)


@completion
async def _times(interaction: Interaction, typed: str) -> Labelled:
    """Autocompletes the time of a ban; what was typed is offered too."""
    texts = member_texts(interaction)
    offered = matching([(value, texts(f"ban-time-{value}")) for value in TIMES], typed)
    return offered or [(typed, typed)]


def _setting(
    name: str, parameter: str, about: str, choices: list[Choice[str]] | Completion, setting: str = ""
) -> app_commands.Command[Any, ..., None]:
    """Returns the command that sets a setting; without a value, it shows the page of settings that has it.

    `about` is the id of the text about its parameter. The `setting` is called like the command unless it is named.
    """

    async def change(_: commands.Cog, interaction: Interaction, value: str | None = None) -> None:
        await set_or_show(interaction, setting or name, value)

    change.__qualname__ = f"Config.{name}"  # discord.py passes the cog to what is named like a method
    made = app_commands.rename(value=parameter)(command(f"coup-config {name}", value=about)(change))
    offer = app_commands.autocomplete(value=choices) if callable(choices) else app_commands.choices(value=choices)
    return offer(made)


@on_servers_only
@app_commands.default_permissions(manage_guild=True)
class Config(commands.GroupCog, group_name="coup-config", group_description=described("command-coup-config")):
    """The command group `/coup-config`."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Returns whether the member may use these commands; discord.py raises CheckFailure if not."""
        return await is_moderator(interaction)

    @command("coup-config channels")
    async def channels(
        self,
        interaction: Interaction,
        allow: Place | None = None,
        remove: Place | None = None,
        most: app_commands.Range[int, 0, MAX_LOBBIES_PER_SERVER] | None = None,
    ) -> None:
        """Sets where games may run, and how many at once; without a choice, shows the settings of moderators."""
        if allow is None and remove is None and most is None:
            await send_panel(interaction, MODERATION, await server_settings_of(interaction, "moderation"))
            return
        if most is not None:
            await set_most_tables(interaction, most or None)
        if allow is not None or remove is not None:
            before = (await server_settings(interaction)).channels
            gone = None if remove is None else remove.id
            kept = [each for each in before if each != gone]
            added = [] if allow is None or allow.id in kept else [allow.id]
            await set_channels(interaction, [*kept, *added])
        await reply_with_settings(interaction, "channels", "most_tables")

    @command("coup-config moderator-role", role="parameter-moderator-role")
    async def moderator_role(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        """Sets the role whose members are moderators; without one, shows the settings of moderators."""
        if role is None:
            await send_panel(interaction, MODERATION, await server_settings_of(interaction, "moderation"))
            return
        await set_moderator_role(interaction, role.id)
        await reply_with_settings(interaction, "moderator_role_id")

    @command("coup-config ban", member="parameter-banned")
    @app_commands.autocomplete(time=_times)
    async def ban(
        self,
        interaction: Interaction,
        member: discord.User | None = None,
        time: str | None = None,
        reason: app_commands.Range[str, 1, REASON_CHARACTERS] | None = None,
    ) -> None:
        """Bans a member, for ever without a time, and shows all bans. Without a member, a form asks for one."""
        if member is None:
            await interaction.response.send_modal(ban_form(member_texts(interaction)))
            return
        banned = Banned(member.id, member.display_name, member.bot)
        done = await ban(interaction, banned, time or TIMES[-1], reason or "")
        await send_panel(interaction, MODERATION, await bans_of(interaction, note=done))

    @command("coup-config unban", member="parameter-banned")
    async def unban(self, interaction: Interaction, member: discord.User | None = None) -> None:
        """Lifts the ban of a member, if one is named, and shows all bans."""
        done = "" if member is None else await unban(interaction, member.id)
        await send_panel(interaction, MODERATION, await bans_of(interaction, note=done))

    @command("coup-config skip")
    async def skip(self, interaction: Interaction) -> None:
        """Decides for the members who keep the table of this channel waiting."""
        await reply(interaction, await skip_wait(interaction, await table_here(interaction)))

    @command("coup-config end")
    async def end(self, interaction: Interaction) -> None:
        """Asks the moderator to confirm ending the game, or closing the lobby, of this channel."""
        table = await table_here(interaction)
        view = end_panel(TableView.of(table, interaction.locale.value))
        await send_panel(interaction, MODERATION, view)

    @command("coup-config audit")
    @app_commands.choices(kind=_KINDS)
    async def audit(
        self, interaction: Interaction, moderator: discord.User | None = None, kind: str | None = None
    ) -> None:
        """Shows what moderators did, the newest page first; all of it, or of one moderator or one kind."""
        wanted = Filter(kind or "", None if moderator is None else moderator.id)
        await send_panel(interaction, MODERATION, await audit_log(interaction, wanted))

    pools = app_commands.Group(name="pool", description=described("command-coup-config-pool"))
    pace = _setting("pace", "pace", "parameter-pace-own", _paces)
    ruleset = _setting("ruleset", "ruleset", "parameter-ruleset", RULESET_CHOICES)
    style = _setting("style", "style", "parameter-style", STYLES)
    pictures = _setting("pictures", "switch", "parameter-switch", SWITCH)
    talk = _setting("talk", "switch", "parameter-switch", SWITCH)
    ai = _setting("ai", "kind", "parameter-ai", AI_KINDS)
    afk = _setting("afk", "seat", "parameter-afk", _SEATS)
    call = _setting("call", "switch", "parameter-switch", SWITCH, "calls")

    @command("coup-config show")
    async def show(self, interaction: Interaction) -> None:
        """Shows the server's settings with their controls, and the latest actions of moderators."""
        await send_panel(interaction, MODERATION, await server_settings_of(interaction))

    @command("coup-config pool create", pools)
    async def pool_create(self, interaction: Interaction, name: str | None = None) -> None:
        """Opens the panel in which the roles of a new pool are chosen; without a name, a form asks for one."""
        if name is None:
            await interaction.response.send_modal(pool_name_form(member_texts(interaction)))
            return
        wanted = await new_pool_name(interaction, name)
        view = pool_panel(wanted, (), member_texts(interaction), await icons_for(interaction))
        await send_panel(interaction, DRAFT, view)

    @command("coup-config pool edit", pools)
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

    @command("coup-config pool show", pools)
    async def pool_show(self, interaction: Interaction) -> None:
        """Shows every pool, in pages."""
        texts = member_texts(interaction)
        pools = await server_pools(interaction)
        await send_panel(interaction, MODERATION, pool_list(pools, 0, texts, await icons_for(interaction)))

    @command("coup-config pool delete", pools)
    @app_commands.autocomplete(name=pool_names)
    async def pool_delete(self, interaction: Interaction, name: str | None = None) -> None:
        """Asks whether to delete a pool; without a name, a select offers all. Games that use it keep its roles."""
        if name is None:
            await self._offer_pools(interaction, "delete")
            return
        found, roles = await find_pool(interaction, name)
        await send_panel(interaction, MODERATION, delete_panel(found, roles, member_texts(interaction)))

    async def _offer_pools(self, interaction: Interaction, purpose: str) -> None:
        pools = await server_pools(interaction)
        view = pool_choice(purpose, list(pools), 0, member_texts(interaction))
        await send_panel(interaction, MODERATION, view)

    @command("coup-config pool default", pools, name="parameter-name-default")
    @app_commands.autocomplete(name=pool_names)
    async def pool_default(self, interaction: Interaction, name: str | None = None) -> None:
        """Sets the default pool of new tables of Rebellion G54; without a name, roles are drawn."""
        await set_default_pool(interaction, name)
        await reply_with_settings(interaction, "pool")


async def setup(bot: CoupBot) -> None:
    """Extension entry point: adds the commands."""
    await bot.add_cog(Config())
