"""Commands of a lobby: new, join, leave, start, rematch; and learn."""

import re
from collections.abc import Sequence
from typing import Final

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.delivery.private_panels import LOBBY
from bot.refusals import Refusal
from bot.render.texts.phrases import Phrases
from bot.tables.pace import PACES
from bot.tables.transitions import game, lobby
from cogs.common.command_texts import RULESET_CHOICES, STYLES, Labelled, command, completion, described, matching
from cogs.common.context import Context
from cogs.common.option_texts import option_label, option_texts
from cogs.common.services.learning import learn
from cogs.common.services.new_table import (
    answer_with_rematch,
    join_table,
    open_table,
    start_table,
)
from cogs.common.services.pools import built_in_pools, pools_for
from engine import ROLES, RULESETS
from engine.catalogue import POOL_RULESET, has_pool, pool_cards
from engine.editions.g54.pools import POOL_SIZE
from engine.moves import MAX_SEATS

_WORD: Final = re.compile(r"[\W_]+")
_PACES: Final = [Choice(name=described(f"pace-{name}-full"), value=name) for name in PACES]


@completion
async def _options(context: Context, typed: str) -> Labelled:
    """Autocompletes options: each choice has the options typed so far and one more."""
    texts, chosen, server = context.texts, context.interaction.namespace, await context.settings()
    ruleset = chosen.ruleset or (POOL_RULESET if chosen.pool else server.ruleset)
    *given, begun = typed.split(" ")
    if ruleset not in RULESETS:
        return []
    offered = [*option_texts(ruleset, server.new_table()), "orders=false"]
    labelled = [(text, option_label(text, texts)) for text in offered if text not in given]
    return [(" ".join((*given, text)), label) for text, label in labelled if _begins(begun, text, label)]


@completion
async def _pools(context: Context, typed: str) -> Labelled:
    """Autocompletes a pool: built-in ones, the server's, and lists of roles that continue the typed list."""
    texts, pools, ruleset = context.texts, await context.pools(), context.interaction.namespace.ruleset
    named = pools_for(ruleset, pools) if has_pool(ruleset) else pools
    fixed = built_in_pools(texts, pools, ruleset if has_pool(ruleset) else POOL_RULESET)
    return [
        *matching([*fixed, *((name, name) for name in named)], typed),
        *_one_role_more(typed, ruleset, Phrases(texts)),
    ]


def _begins(typed: str, *texts: str) -> bool:
    """Returns whether any word of the texts begins with what was typed."""
    return any(word.startswith(typed.casefold()) for text in texts for word in _WORD.split(text.casefold()))


def _one_role_more(current: str, ruleset: str | None, phrases: Phrases) -> Sequence[tuple[str, str]]:
    """Returns the typed list of cards continued by each further card, as (value, label).

    The cards are those that pools of the ruleset may have; without one, those of any ruleset.
    """
    *given, typed = (part.strip() for part in current.split(","))
    rulesets = [ruleset] if ruleset in RULESETS else list(RULESETS)
    cards = {card for each in rulesets for card in pool_cards(each)} - {*given}
    is_full = sum(card in ROLES for card in given) >= POOL_SIZE
    return [
        (", ".join((*given, card)), ", ".join((*given, phrases.role(card))))
        for card in sorted(cards)
        if typed.casefold() in phrases.role(card).casefold() and not (is_full and card in ROLES)
    ]


class LobbyCommands(commands.Cog):
    """The commands of a table whose game has not begun."""

    @command("coup new")
    @app_commands.choices(ruleset=RULESET_CHOICES, pace=_PACES, style=STYLES)
    @app_commands.autocomplete(options=_options, pool=_pools)
    async def new(
        self,
        context: Context,
        ruleset: str | None = None,
        options: str | None = None,
        seats: app_commands.Range[int, 1, MAX_SEATS] = 1,
        pace: str | None = None,
        pool: str | None = None,
        style: str | None = None,
    ) -> None:
        """Opens a lobby; the response is its table message."""
        named = {"ruleset": ruleset, "options": options, "pace": pace, "pool": pool, "style": style}
        await open_table(context, ai_seats=seats - 1, **named)

    @command("coup join", LOBBY)
    async def join(self, context: Context) -> None:
        """Seats the member at a lobby, confirms a rematch, or gives an absent member the seat back from the AI."""
        table = await context.table()
        if table.state.seat_of(context.user_id) is None or table.state.game is None:
            await join_table(context, table)
            return
        await context.tables.run(table, game.come_back, context.user_id)
        await context.reply(context.texts("done-came-back"))

    @command("coup leave")
    async def leave(self, context: Context) -> None:
        """Frees the member's seat before the game."""
        await context.tables.run(await context.table(), lobby.leave, context.person)
        await context.reply(context.texts("done-left"))

    @command("coup start")
    async def start(self, context: Context) -> None:
        """Starts the game; the response is the host's own hand."""
        await start_table(context, await context.table())

    @command("coup rematch", LOBBY)
    async def rematch(self, context: Context) -> None:
        """Opens a lobby like the channel's last game; if it is open already, seats the member."""
        old = await context.last_game()
        if old is None:
            raise Refusal("no-rematch")
        await answer_with_rematch(context, old)

    @command("coup learn")
    async def learn(self, context: Context) -> None:
        """Begins a practice game with explanations, or shows the one in progress."""
        await learn(context)
