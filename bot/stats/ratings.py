"""Ratings by openskill: how good a member is, estimated from the orders of finishing; and seasons.

The same pair of people counts three times a day at most. So each person is rated against those opponents alone
with whom the pair still counts. A season is a calendar month; months and days begin at midnight UTC.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.stats.seat_statistics import SeatStatistics

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull

ALL_TIME: Final = ""
"""In place of a season: all seasons together."""
ANY_RULESET: Final = ""
"""In place of a ruleset: all rulesets together."""

_FORMAT: Final = "%Y-%m"
_DAY_SECONDS: Final = 86400
MEETINGS_A_DAY: Final = 3
"""How often a pair of opponents counts on one day (UTC)."""
PROVISIONAL_GAMES: Final = 10
"""A rating is provisional until its member has played this number of rated games."""
_POINTS_AT_START: Final = 1000.0
_POINTS: Final = 40.0


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


class Rating(NamedTuple):
    """An estimate of a member's strength: its mean and its standard deviation, in openskill's units."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0

    @property
    def points(self) -> float:
        """The rating that members see: 1000 before the first game; three standard deviations below the mean."""
        return _POINTS_AT_START + _POINTS * (self.mu - 3.0 * self.sigma)


def rate(
    seats: Sequence[SeatStatistics],
    ratings: Mapping[int, Rating],
    spent: Collection[frozenset[int]] = (),
) -> dict[int, Rating]:
    """Returns the ratings after a game by user id, without people for whom it does not count.

    `ratings` are those before the game; a person without one is new. `spent` are the pairs of user ids that have
    met often enough today.
    """
    rated: dict[int, Rating] = {}
    known: dict[tuple[int, ...], dict[int, Rating]] = {}
    for own in seats:
        field = [
            other
            for other in seats
            if other.team == own.team or frozenset((own.user_id, other.user_id)) not in spent
        ]
        if all(other.team == own.team for other in field):
            continue
        key = tuple(each.seat for each in field)
        if key not in known:
            known[key] = _rate_all(field, ratings)
        rated[own.user_id] = known[key][own.user_id]
    return rated


def _rate_all(seats: Sequence[SeatStatistics], ratings: Mapping[int, Rating]) -> dict[int, Rating]:
    model = _model()
    teams: dict[int, list[SeatStatistics]] = {}
    for seat in seats:
        teams.setdefault(seat.team, []).append(seat)
    before = [[model.rating(*ratings.get(seat.user_id, Rating())) for seat in team] for team in teams.values()]
    after = model.rate(before, ranks=[float(team[0].place) for team in teams.values()])
    return {
        seat.user_id: Rating(new.mu, new.sigma)
        for team, news in zip(teams.values(), after, strict=True)
        for seat, new in zip(team, news, strict=True)
    }


@cache
def _model() -> "BradleyTerryFull":
    # Imported here: a bot that finishes no game needs none of it. This model compares everybody with everybody, so
    # that places in the middle count as much as the first and the last.
    from openskill.models import BradleyTerryFull  # noqa: PLC0415 - loaded with the first rated game

    return BradleyTerryFull()
