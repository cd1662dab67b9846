"""Statistics on known distributions: intervals hold what they promise, ratings find true strengths."""

import math
import random
from collections.abc import Callable, Sequence

import pytest

from lab.reports.statistics import Estimate, TableResult, mean, rate, ratings, share

RUNS = 400


def held(truth: float, estimate: Callable[[random.Random], Estimate]) -> float:
    """The share of runs in which the interval contains the true value."""
    found = (estimate(random.Random(run)) for run in range(RUNS))
    return sum(each.low <= truth <= each.high for each in found) / RUNS


@pytest.mark.parametrize("truth", [0.5, 0.25, 0.04])
def test_intervals_contain_a_coins_bias_in_95_of_100_runs(truth: float) -> None:
    def thrown(dice: random.Random) -> Estimate:
        return rate(sum(dice.random() < truth for _ in range(120)), 120)

    assert 0.925 <= held(truth, thrown) <= 0.98


def test_equal_games_of_one_deal_do_not_narrow_the_interval() -> None:
    def deals(dice: random.Random) -> Estimate:
        return share([float(dice.random() < 0.3) for _ in range(100)])

    def alike(dice: random.Random) -> Estimate:
        # Four games of a deal that always end in the same way count as one.
        return share([sum([float(dice.random() < 0.3)] * 4) / 4 for _ in range(100)])

    for each in (deals, alike):
        assert 0.925 <= held(0.3, each) <= 0.98


def test_few_deals_are_enough_for_an_interval() -> None:
    def deals(dice: random.Random) -> Estimate:
        return share(dice.choices([0.0, 0.25, 0.5, 0.75, 1.0], [5, 18, 35, 28, 14], k=10))

    assert held(0.57, deals) >= 0.925


def test_seats_that_balance_each_other_narrow_the_interval() -> None:
    balanced, single = share([0.25] * 30 + [0.5, 0.0]), share([1.0, 0.0, 0.0, 0.0] * 8)
    assert balanced.value == single.value
    assert balanced.high - balanced.low < (single.high - single.low) / 2


def test_a_kind_that_never_won_may_still_win_sometimes() -> None:
    assert share([0.0] * 20).high > 0.05
    assert rate(20, 20).low < 0.95


def test_the_interval_of_a_dies_mean_is_right() -> None:
    assert 0.92 <= held(3.5, lambda dice: mean([dice.randint(1, 6) for _ in range(60)])) <= 0.98


def tables(
    strengths: dict[str, float], seats: int, dice: random.Random, number: int
) -> list[Sequence[TableResult]]:
    """Deals whose winners are drawn in proportion to the strengths."""
    deals: list[Sequence[TableResult]] = []
    for _ in range(number):
        sat = dice.choices(list(strengths), k=seats)
        winner = dice.choices(range(seats), [strengths[name] for name in sat])[0]
        deals.append([tuple((name, float(seat == winner)) for seat, name in enumerate(sat))])
    return deals


@pytest.mark.parametrize("seats", [2, 4])
def test_ratings_find_a_kind_that_wins_three_times_as_often(seats: int) -> None:
    found = ratings(tables({"weak": 1.0, "strong": 3.0}, seats, random.Random(5), 1500))
    apart = 400 * math.log10(3)
    assert list(found) == ["strong", "weak"]
    assert found["strong"].value - found["weak"].value == pytest.approx(apart, abs=35)
    assert found["strong"].low <= 1000 + apart / 2 <= found["strong"].high


def test_a_kind_that_always_wins_still_has_a_rating() -> None:
    found = ratings([[(("best", 1.0), ("worst", 0.0))]] * 20)
    assert 1100 < found["best"].value < 2000


def test_a_rating_from_a_single_deal_has_no_interval() -> None:
    found = ratings([[(("best", 1.0), ("worst", 0.0))] * 20])
    assert found["best"].plain() == f"{found['best'].value:.0f}"
    assert found["best"].to_json()["low"] is None


def test_a_value_never_measured_is_not_a_number() -> None:
    assert rate(0, 0).percent() == "-"
    assert (mean([7.0]).plain(1), mean([7.0]).to_json()) == (
        "7.0",
        {"value": 7.0, "low": None, "high": None, "n": 1},
    )
    assert share([]).to_json() == {"value": None, "low": None, "high": None, "n": 0}
