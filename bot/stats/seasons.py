"""Seasons and days. A season is a calendar month, and both begin at midnight UTC."""

from datetime import UTC, datetime
from typing import Final

ALL_TIME: Final = ""
"""In place of a season: all seasons together."""
ANY_RULESET: Final = ""
"""In place of a ruleset: all rulesets together."""

_FORMAT: Final = "%Y-%m"
_DAY_SECONDS: Final = 86400


def season_of(moment: float) -> str:
    """Returns the season of a moment in seconds since 1970.

    >>> season_of(0)
    '1970-01'
    """
    return datetime.fromtimestamp(moment, UTC).strftime(_FORMAT)


def season_start(season: str) -> float:
    """Returns when a season begins, in seconds since 1970. Raises ValueError if it is none.

    >>> season_start("1970-02") == 31 * 86400
    True
    """
    start = datetime.strptime(season, _FORMAT).replace(tzinfo=UTC)
    if season != start.strftime(_FORMAT):
        raise ValueError(season)
    return start.timestamp()


def season_before(season: str) -> str:
    """Returns the season before another.

    >>> season_before("2027-01")
    '2026-12'
    """
    return season_of(season_start(season) - 1)


def next_season_start(moment: float) -> float:
    """Returns when the season after that of a moment begins."""
    return season_start(season_of(season_start(season_of(moment)) + 32 * _DAY_SECONDS))


def day_start(moment: float) -> float:
    """Returns when the day of a moment began.

    >>> day_start(86400 + 5.5)
    86400.0
    """
    return moment - moment % _DAY_SECONDS
