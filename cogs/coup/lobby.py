"""Opening a table and sitting down: new, join, leave, start, rematch."""

import re
from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.render.phrases import Phrases
from bot.tables.pace import PACES
from bot.tables.refusals import NoGame
from bot.tables.setup import LobbySettings
from cogs.common.errors import BadChannel, MissingPermissions, PoolElsewhere
from cogs.common.interaction import Interaction, person, table_here, tables_of, words_for
from cogs.common.opening import answer_with_card, answer_with_rematch
from cogs.common.refusals import tell
from cogs.common.variants import (
    BEGINNERS,
    RANDOM,
    breaks_categories,
    option_label,
    option_texts,
    read_options,
    read_pool,
)
from cogs.common.wording import described
from engine import ROLES, RULESETS

_MOST_CHOICES: Final = 25
_WORD: Final = re.compile(r"[\W_]+")
_RULESETS: Final = [Choice(name=described(f"ruleset-{name}"), value=name) for name in RULESETS]
_PACES: Final = [Choice(name=described(f"pace-{name}"), value=name) for name in PACES]


class LobbyCommands(commands.Cog):
    """The commands of a table that has not begun."""

    @app_commands.command(name="new", description=described("command-coup-new"))
    @app_commands.describe(
        ruleset=described("parameter-ruleset"),
        options=described("parameter-options"),
        seats=described("parameter-seats"),
        pace=described("parameter-pace"),
        pool=described("parameter-pool"),
    )
    @app_commands.choices(ruleset=_RULESETS, pace=_PACES)
    async def new(
        self,
        interaction: Interaction,
        ruleset: str | None = None,
        options: str | None = None,
        seats: app_commands.Range[int, 1, 6] = 1,
        pace: str | None = None,
        pool: str | None = None,
    ) -> None:
        """Opens a lobby; its card is the answer."""
        w = words_for(interaction)
        guild_id, channel_id = interaction.guild_id, interaction.channel_id
        if guild_id is None or channel_id is None:
            raise BadChannel
        _check_permissions(interaction)
        there = await tables_of(interaction).at(channel_id)
        if there is not None and there.message_id is None:
            # The process that opened it ended before it could show it.
            interaction.client.renderer.board(there).repost()
        guilds = interaction.client.store.guilds
        settings, pools = await guilds.settings(guild_id), await guilds.pools(guild_id)
        chosen = ruleset or ("g54" if pool else "classic")
        wanted = read_options((options or "").split(), chosen, w)
        roles: list[str] | None = None
        if chosen == "g54":
            roles, moderators = read_pool(pool if pool is not None else settings.pool or RANDOM, pools, w)
            if moderators and breaks_categories(roles or ()):
                wanted["free_pool"] = True
        elif pool is not None:
            raise PoolElsewhere
        table = await tables_of(interaction).lobbies.open(
            guild_id,
            channel_id,
            person(interaction),
            LobbySettings(
                chosen,
                wanted,
                None if roles is None else tuple(roles),
                pace or settings.pace or tables_of(interaction).default_pace,
            ),
            ai_seats=seats - 1,
            locale=(interaction.guild_locale or interaction.locale).value,
        )
        await answer_with_card(interaction, table)

    @new.autocomplete("options")
    async def _options(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        w = words_for(interaction)
        ruleset = interaction.namespace.ruleset or ("g54" if interaction.namespace.pool else "classic")
        *given, typed = current.split(" ")
        if ruleset not in RULESETS:
            return []
        found = []
        for text in option_texts(ruleset):
            label = option_label(text, w)
            if text not in given and _begins(typed, text, label):
                value = " ".join((*given, text))
                found.append(Choice(name=label[:100], value=value[:100]))
        return found[:_MOST_CHOICES]

    @new.autocomplete("pool")
    async def _pool(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        w = words_for(interaction)
        pools = await interaction.client.store.guilds.pools(interaction.guild_id or 0)
        whole = [(RANDOM, w("choice-pool-random")), (BEGINNERS, w("choice-pool-beginners"))]
        whole += [(name, name) for name in pools]
        found = [(value, label) for value, label in whole if current.casefold() in label.casefold()]
        return [
            Choice(name=label[:100], value=value[:100])
            for value, label in [*found, *_one_role_more(current, Phrases(w, ()))][:_MOST_CHOICES]
        ]

    @app_commands.command(name="join", description=described("command-coup-join"))
    async def join(self, interaction: Interaction) -> None:
        """Takes a seat, or confirms a rematch."""
        await tables_of(interaction).lobbies.join(await table_here(interaction), person(interaction))
        await tell(interaction, words_for(interaction)("done-joined"))

    @app_commands.command(name="leave", description=described("command-coup-leave"))
    async def leave(self, interaction: Interaction) -> None:
        """Gives up a seat before the game."""
        await tables_of(interaction).lobbies.leave(await table_here(interaction), person(interaction))
        await tell(interaction, words_for(interaction)("done-left"))

    @app_commands.command(name="start", description=described("command-coup-start"))
    async def start(self, interaction: Interaction) -> None:
        """Deals the cards."""
        await tables_of(interaction).lobbies.start(
            await table_here(interaction), interaction.user.id, interaction.id
        )
        await tell(interaction, words_for(interaction)("done-started"))

    @app_commands.command(name="rematch", description=described("command-coup-rematch"))
    async def rematch(self, interaction: Interaction) -> None:
        """Opens a lobby like the last game of the channel, or takes a seat in it."""
        last = await interaction.client.store.games.last_over(interaction.channel_id or 0)
        old = await tables_of(interaction).get(last[0].id) if last is not None else None
        if old is None:
            raise NoGame
        await answer_with_rematch(interaction, old)


def _begins(typed: str, *texts: str) -> bool:
    """Whether any word of the texts begins with what was typed."""
    return any(word.startswith(typed.casefold()) for text in texts for word in _WORD.split(text.casefold()))


def _check_permissions(interaction: Interaction) -> None:
    """Raises Refusal, naming what is missing, where the bot could not keep a card in the channel."""
    thread = isinstance(interaction.channel, discord.Thread)
    needed = ("view_channel", "send_messages_in_threads" if thread else "send_messages")
    w = words_for(interaction)
    missing = [w(f"permission-{name}") for name in needed if not getattr(interaction.app_permissions, name)]
    if missing:
        raise MissingPermissions(w.join(missing))


def _one_role_more(current: str, phrases: Phrases) -> Sequence[tuple[str, str]]:
    """The roles typed so far, with each one that could follow."""
    *given, typed = (part.strip() for part in current.split(","))
    roles = [role for role, card in ROLES.items() if card.category != "classic" and role not in given]
    return [
        (", ".join((*given, role)), ", ".join((*given, phrases.role(role))))
        for role in roles
        if typed.casefold() in phrases.role(role).casefold() and len(given) < 5
    ]
