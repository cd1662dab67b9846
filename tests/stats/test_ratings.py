"""Ratings: who gains and who loses, teams, shared places, pairs that have met too often, days and seasons."""

import pytest

from bot.stats.ratings import Rating, day_start, next_season_start, rate, season_before, season_of, season_start
from bot.stats.seat_statistics import SeatStatistics


def seat(user_id: int, place: int, team: int | None = None) -> SeatStatistics:
    return SeatStatistics(user_id, user_id, user_id if team is None else team, place, place == 1)


def test_the_better_place_gives_the_better_rating() -> None:
    after = rate([seat(1, 2), seat(2, 1), seat(3, 3)], {})
    assert after[2].mu > after[1].mu > after[3].mu
    assert after[2].points > Rating().points == 1000 > after[3].points
    assert all(rating.sigma < Rating().sigma for rating in after.values())


def test_a_shared_place_changes_both_alike() -> None:
    after = rate([seat(1, 2), seat(2, 1), seat(3, 2)], {})
    assert after[1] == pytest.approx(after[3])


def test_partners_gain_and_lose_together() -> None:
    before = {1: Rating(30, 3), 2: Rating(25, 5)}
    after = rate([seat(1, 2, 0), seat(2, 1, 1), seat(3, 2, 0), seat(4, 1, 1)], before)
    assert after[1].mu < 30
    assert after[3].mu < Rating().mu < after[4].mu
    assert after[2].mu > 25


def test_a_favourite_gains_less_than_an_outsider() -> None:
    strong, weak = Rating(32, 4), Rating(18, 4)
    expected = rate([seat(1, 1), seat(2, 2)], {1: strong, 2: weak})
    upset = rate([seat(1, 2), seat(2, 1)], {1: strong, 2: weak})
    assert expected[1].mu - strong.mu < upset[2].mu - weak.mu


def test_a_spent_pair_does_not_count_but_their_other_pairs_do() -> None:
    seats = [seat(1, 1), seat(2, 2), seat(3, 3)]
    after = rate(seats, {}, {frozenset((1, 2))})
    assert after[1] == rate([seat(1, 1), seat(3, 3)], {})[1]
    assert after[2] == rate([seat(2, 2), seat(3, 3)], {})[2]
    assert after[3] == rate(seats, {})[3]
    assert rate([seat(1, 1), seat(2, 2)], {}, {frozenset((1, 2))}) == {}


def test_seasons_are_months_and_days_begin_at_midnight_utc() -> None:
    end = season_start("2026-12")
    assert season_of(end) == "2026-12"
    assert season_of(end - 0.001) == "2026-11" == season_before("2026-12")
    assert next_season_start(end - 0.001) == end
    assert next_season_start(season_start("2026-12") + 1) == season_start("2027-01")
    assert day_start(end + 86_399.5) == end
    assert day_start(end - 0.5) == end - 86_400
