"""Controls of leaderboards and of the list of played games."""

from bot.render.texts.standings import Scope
from bot.tables.refusals import MomentPassed
from cogs.clicks.click import Click
from cogs.common.services.statistics import own_history, parse_ruleset, parse_season, show_leaderboard


async def board(click: Click) -> None:
    """Handles Leaderboard, Higher ranks, Lower ranks, and the select of a season."""
    season, dot, ruleset = click.custom_id.arg.partition(".")
    if not dot or len(click.values) > 1:
        raise MomentPassed
    chosen = click.values[0] if click.values else season
    scope = Scope(parse_season(click.interaction, chosen), parse_ruleset(ruleset, click.texts))
    await show_leaderboard(click.interaction, scope, click.custom_id.seq, click.show)


async def played(click: Click) -> None:
    """Handles Older and Newer in the list of the member's games."""
    await click.show(await own_history(click.interaction, click.custom_id.seq))
