"""`/coup-config`: the commands about where games run, who moderates and who may play, and about running games."""

from typing import TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery.private_panels.sent_panels import MODERATION
from bot.render.panels.moderation import REASON_CHARACTERS, TIMES, ban_form
from bot.render.panels.playing.decision_steps import end_panel
from bot.render.view_model import TableView
from bot.store.repositories.servers.audit import KINDS, Filter
from bot.tables.service import MAX_LOBBIES_PER_SERVER
from cogs.common.audit import audit_log
from cogs.common.autocomplete import Labelled, completion, matching
from cogs.common.command_texts import SWITCH, described
from cogs.common.interaction import Interaction, member_texts, server_settings, table_here
from cogs.common.responses import reply, send_panel
from cogs.common.services.moderation import Banned, ban, bans_of, skip_wait, unban
from cogs.common.services.settings import (
    reply_with_settings,
    server_settings_of,
    set_channels,
    set_moderator_role,
    set_most_tables,
    set_or_show,
)

Place: TypeAlias = discord.TextChannel | discord.VoiceChannel
"""A channel in which, and in whose threads, games may run. Forums can be chosen on the moderation page."""

_KINDS = [app_commands.Choice(name=described(f"audit-kind-{kind}"), value=kind) for kind in KINDS]


@completion
async def _times(interaction: Interaction, typed: str) -> Labelled:
    """Autocompletes the time of a ban; what was typed is offered too."""
    texts = member_texts(interaction)
    offered = matching([(value, texts(f"ban-time-{value}")) for value in TIMES], typed)
    return offered or [(typed, typed)]


class ModerationCommands(commands.Cog):
    """The commands of moderators that concern the whole server, its members, and the game in a channel."""

    @app_commands.command(name="channels", description=described("command-coup-config-channels"))
    @app_commands.describe(
        allow=described("parameter-allow"), remove=described("parameter-remove"), most=described("parameter-most")
    )
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

    @app_commands.command(name="moderator-role", description=described("command-coup-config-moderator-role"))
    @app_commands.describe(role=described("parameter-moderator-role"))
    async def moderator_role(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        """Sets the role whose members are moderators; without one, shows the settings of moderators."""
        if role is None:
            await send_panel(interaction, MODERATION, await server_settings_of(interaction, "moderation"))
            return
        await set_moderator_role(interaction, role.id)
        await reply_with_settings(interaction, "moderator_role_id")

    @app_commands.command(name="call", description=described("command-coup-config-call"))
    @app_commands.describe(switch=described("parameter-switch"))
    @app_commands.choices(switch=SWITCH)
    async def call(self, interaction: Interaction, switch: str | None = None) -> None:
        """Allows or forbids calls on this server; without a choice, shows the settings of moderators."""
        await set_or_show(interaction, "calls", switch)

    @app_commands.command(name="ban", description=described("command-coup-config-ban"))
    @app_commands.describe(
        member=described("parameter-banned"),
        time=described("parameter-time"),
        reason=described("parameter-reason"),
    )
    @app_commands.autocomplete(time=_times)
    async def ban(
        self,
        interaction: Interaction,
        member: discord.User | None = None,
        time: str | None = None,
        reason: app_commands.Range[str, 1, REASON_CHARACTERS] | None = None,
    ) -> None:
        """Bans a member from games; without a time for ever. Without a member, a form asks for one."""
        if member is None:
            await interaction.response.send_modal(ban_form(member_texts(interaction)))
            return
        banned = Banned(member.id, member.display_name, member.bot)
        await reply(interaction, await ban(interaction, banned, time or TIMES[-1], reason or ""))

    @app_commands.command(name="unban", description=described("command-coup-config-unban"))
    @app_commands.describe(member=described("parameter-banned"))
    async def unban(self, interaction: Interaction, member: discord.User | None = None) -> None:
        """Lifts the ban of a member; without one, shows all bans."""
        if member is None:
            await send_panel(interaction, MODERATION, await bans_of(interaction))
        else:
            await reply(interaction, await unban(interaction, member.id))

    @app_commands.command(name="skip", description=described("command-coup-config-skip"))
    async def skip(self, interaction: Interaction) -> None:
        """Decides for the members who keep the table of this channel waiting."""
        await reply(interaction, await skip_wait(interaction, await table_here(interaction)))

    @app_commands.command(name="end", description=described("command-coup-config-end"))
    async def end(self, interaction: Interaction) -> None:
        """Asks the moderator to confirm ending the game, or closing the lobby, of this channel."""
        table = await table_here(interaction)
        view = end_panel(TableView.of(table, interaction.locale.value))
        await send_panel(interaction, MODERATION, view)

    @app_commands.command(name="audit", description=described("command-coup-config-audit"))
    @app_commands.describe(moderator=described("parameter-moderator"), kind=described("parameter-kind"))
    @app_commands.choices(kind=_KINDS)
    async def audit(
        self, interaction: Interaction, moderator: discord.User | None = None, kind: str | None = None
    ) -> None:
        """Shows what moderators did, the newest page first; all of it, or of one moderator or one kind."""
        wanted = Filter(kind or "", None if moderator is None else moderator.id)
        await send_panel(interaction, MODERATION, await audit_log(interaction, wanted))
