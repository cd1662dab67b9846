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
from bot.render.panels.moderation import AFK, NO_POOL, NONE, REASON_CHARACTERS, TIMES, ban_form, pool_name_form
from bot.store.repositories.audit import KINDS, Filter
from bot.store.repositories.server_rules import MAX_LOBBIES_PER_SERVER
from bot.tables.pace import PACES
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
from cogs.common.context import Context
from cogs.common.services.moderation import (
    Banned,
    ban,
    reply_with_settings,
    set_or_show,
    set_setting,
    show_audit_log,
    show_bans,
    show_settings,
    skip_wait,
    unban,
)
from cogs.common.services.pools import ask_to_delete_pool, create_pool, edit_pool, offer_pools, show_pools

Place: TypeAlias = discord.TextChannel | discord.VoiceChannel
"""A channel in which, and in whose threads, games may run. Forums can be chosen on the moderation page."""

_KINDS = [Choice(name=described(f"audit-kind-{kind}"), value=kind) for kind in KINDS]
_SEATS = [Choice(name=described(f"afk-{value}"), value=value) for value in AFK]


@completion
async def _paces(context: Context, typed: str) -> Labelled:
    """Autocompletes a pace."""
    return matching([(name, pace_text(name, context.texts)) for name in PACES], typed)


@completion
async def _times(context: Context, typed: str) -> Labelled:
    """Autocompletes the time of a ban; what was typed is offered too."""
    offered = matching([(value, context.texts(f"ban-time-{value}")) for value in TIMES], typed)
    return offered or [(typed, typed)]


def _setting(
    name: str, parameter: str, about: str, choices: list[Choice[str]] | Completion, setting: str = ""
) -> app_commands.Command[Any, ..., None]:
    """Returns the command that sets a setting; without a value, it shows the page of settings that has it.

    `about` is the id of the text about its parameter. The `setting` is called like the command unless it is named.
    """

    async def change(_: commands.Cog, context: Context, value: str | None = None) -> None:
        await set_or_show(context, setting or name, value)

    change.__qualname__ = f"Config.{name}"  # discord.py passes the cog to what is named like a method
    made = app_commands.rename(value=parameter)(command(f"coup-config {name}", MODERATION, value=about)(change))
    offer = app_commands.autocomplete(value=choices) if callable(choices) else app_commands.choices(value=choices)
    return offer(made)


@on_servers_only
@app_commands.default_permissions(manage_guild=True)
class Config(commands.GroupCog, group_name="coup-config", group_description=described("command-coup-config")):
    """The command group `/coup-config`."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Returns whether the member may use these commands; discord.py raises CheckFailure if not."""
        return await is_moderator(Context(interaction))

    @command("coup-config channels", MODERATION)
    async def channels(
        self,
        context: Context,
        allow: Place | None = None,
        remove: Place | None = None,
        most: app_commands.Range[int, 0, MAX_LOBBIES_PER_SERVER] | None = None,
    ) -> None:
        """Sets where games may run, and how many at once; without a choice, shows the settings of moderators."""
        if allow is None and remove is None and most is None:
            await show_settings(context, "moderation")
            return
        if most is not None:
            await set_setting(context, "most_tables", str(most or NONE))
        if allow is not None or remove is not None:
            before = (await context.settings()).channels
            gone = None if remove is None else remove.id
            kept = [each for each in before if each != gone]
            added = [] if allow is None or allow.id in kept else [allow.id]
            await set_setting(context, "channels", *map(str, (*kept, *added)))
        await reply_with_settings(context, "channels", "most_tables")

    @command("coup-config moderator-role", MODERATION, role="parameter-moderator-role")
    async def moderator_role(self, context: Context, role: discord.Role | None = None) -> None:
        """Sets the role whose members are moderators; without one, shows the settings of moderators."""
        if role is None:
            await show_settings(context, "moderation")
            return
        await set_setting(context, "moderator_role_id", str(role.id))
        await reply_with_settings(context, "moderator_role_id")

    @command("coup-config ban", MODERATION, member="parameter-banned")
    @app_commands.autocomplete(time=_times)
    async def ban(
        self,
        context: Context,
        member: discord.User | None = None,
        time: str | None = None,
        reason: app_commands.Range[str, 1, REASON_CHARACTERS] | None = None,
    ) -> None:
        """Bans a member, for ever without a time, and shows all bans. Without a member, a form asks for one."""
        if member is None:
            await context.interaction.response.send_modal(ban_form(context.texts))
            return
        banned = Banned(member.id, member.display_name, member.bot)
        await ban(context, banned, time or TIMES[-1], reason or "")

    @command("coup-config unban", MODERATION, member="parameter-banned")
    async def unban(self, context: Context, member: discord.User | None = None) -> None:
        """Lifts the ban of a member, if one is named, and shows all bans."""
        if member is None:
            await show_bans(context)
        else:
            await unban(context, member.id)

    @command("coup-config skip", MODERATION)
    async def skip(self, context: Context) -> None:
        """Decides for the members who keep the table of this channel waiting."""
        await skip_wait(context)

    @command("coup-config end", MODERATION)
    async def end(self, context: Context) -> None:
        """Asks the moderator to confirm ending the game, or closing the lobby, of this channel."""
        await context.show(end_panel(context.view(await context.table())))

    @command("coup-config audit", MODERATION)
    @app_commands.choices(kind=_KINDS)
    async def audit(
        self, context: Context, moderator: discord.User | None = None, kind: str | None = None
    ) -> None:
        """Shows what moderators did, the newest page first; all of it, or of one moderator or one kind."""
        wanted = Filter(kind or "", None if moderator is None else moderator.id)
        await show_audit_log(context, wanted)

    pools = app_commands.Group(name="pool", description=described("command-coup-config-pool"))
    pace = _setting("pace", "pace", "parameter-pace-own", _paces)
    ruleset = _setting("ruleset", "ruleset", "parameter-ruleset", RULESET_CHOICES)
    style = _setting("style", "style", "parameter-style", STYLES)
    pictures = _setting("pictures", "switch", "parameter-switch", SWITCH)
    talk = _setting("talk", "switch", "parameter-switch", SWITCH)
    ai = _setting("ai", "kind", "parameter-ai", AI_KINDS)
    afk = _setting("afk", "seat", "parameter-afk", _SEATS)
    call = _setting("call", "switch", "parameter-switch", SWITCH, "calls")

    @command("coup-config show", MODERATION)
    async def show(self, context: Context) -> None:
        """Shows the server's settings with their controls."""
        await show_settings(context)

    @command("coup-config pool create", DRAFT, pools)
    async def pool_create(self, context: Context, name: str | None = None) -> None:
        """Opens the panel in which the roles of a new pool are chosen; without a name, a form asks for one."""
        if name is None:
            await context.interaction.response.send_modal(pool_name_form(context.texts))
        else:
            await create_pool(context, name)

    @command("coup-config pool edit", DRAFT, pools)
    @app_commands.autocomplete(name=pool_names)
    async def pool_edit(self, context: Context, name: str | None = None) -> None:
        """Opens the panel in which an existing pool is changed; without a name, a select offers all pools."""
        if name is None:
            context.panel_kind = MODERATION
            await offer_pools(context, "edit")
        else:
            await edit_pool(context, name)

    @command("coup-config pool show", MODERATION, pools)
    async def pool_show(self, context: Context) -> None:
        """Shows every pool, in pages."""
        await show_pools(context)

    @command("coup-config pool delete", MODERATION, pools)
    @app_commands.autocomplete(name=pool_names)
    async def pool_delete(self, context: Context, name: str | None = None) -> None:
        """Asks whether to delete a pool; without a name, a select offers all. Games that use it keep its roles."""
        if name is None:
            await offer_pools(context, "delete")
        else:
            await ask_to_delete_pool(context, name)

    @command("coup-config pool default", MODERATION, pools, name="parameter-name-default")
    @app_commands.autocomplete(name=pool_names)
    async def pool_default(self, context: Context, name: str | None = None) -> None:
        """Sets the default pool of new tables of Rebellion G54; without a name, roles are drawn."""
        await set_setting(context, "pool", NO_POOL if name is None else name)
        await reply_with_settings(context, "pool")


async def setup(bot: CoupBot) -> None:
    """Extension entry point: adds the commands."""
    await bot.add_cog(Config())
