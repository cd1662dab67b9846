"""Seasons, ratings and ranks in words."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.render.texts.catalogue import Texts
from bot.stats.ratings import PROVISIONAL_GAMES
from bot.stats.seasons import ALL_TIME, ANY_RULESET
from bot.store.repositories.results.standings import LAST_RANK, Standing

WHOLE: Final = "all"
"""In custom ids and values of selects: all time."""


class Scope(NamedTuple):
    """Whose games a leaderboard counts: the season, and the ruleset; ALL_TIME and ANY_RULESET for all."""

    season: str
    ruleset: str = ANY_RULESET

    def __str__(self) -> str:
        return f"{self.season or WHOLE}.{self.ruleset}"


def season_text(season: str, texts: Texts) -> str:
    """Returns the name of a season, such as "November 2026"."""
    if season == ALL_TIME:
        return texts("season-all")
    year, _, month = season.partition("-")
    return texts("season-name", month=texts(f"month-{int(month)}"), year=year)


def standing_facts(standing: Standing, texts: Texts) -> dict[str, str]:
    """Returns the rating, the rank and the rated games of a member in words; a provisional rating has a mark."""
    points = {"points": str(round(standing.points)), "provisional": "yes" if standing.is_provisional else "no"}
    rank = {"rank": "none" if standing.rank is None else str(standing.rank), "last": str(LAST_RANK)}
    return {
        "points": texts("stats-points", **points),
        "rank": texts("stats-rank", **rank),
        "record": texts("stats-record", games=games_text(standing.games, texts), wins=standing.wins),
    }


def games_text(games: int, texts: Texts) -> str:
    """Returns a number of games in words."""
    return texts("stats-games", games=games)


def provisional_note(standings: Sequence[Standing | None], texts: Texts) -> list[str]:
    """Returns what the mark of provisional ratings means, if one of these ratings has it."""
    marked = any(standing is not None and standing.is_provisional for standing in standings)
    return [texts("stats-provisional", games=PROVISIONAL_GAMES)] if marked else []
