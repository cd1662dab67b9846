"""The ladder: the same deals for all kinds; and the figures of speed."""

import random
from pathlib import Path

import pytest

from engine.ai import LEVELS
from lab.ai_seats.ladder import Deal, deals, play_deal
from lab.arena import play
from lab.commands import main, parser
from lab.entrants import Entrant, rotated
from lab.reports.standings import PlayedTable, standings
from lab.variant import Variant, parse
from tests.lab.runs import figures

HONEST, RANDOM, EASY = Entrant("honest"), Entrant("random"), Entrant("easy")
FOUR = Variant("classic", 4)


@pytest.mark.parametrize("name", ["classic/4", "classic.teams/4", "mcguire/3", "g54/5"])
def test_among_equals_everybody_wins_equally_often_on_every_deal(name: str) -> None:
    """All games of a deal are then the same game, and each player has every seat once."""
    where = parse(name)
    ((table, _),) = play_deal(Deal(where, 1, 7, ((RANDOM,) * where.seats,)))
    assert table.shares == pytest.approx([1 / where.seats] * where.seats)


@pytest.mark.parametrize("name", ["classic/4", "g54/3"])
def test_games_of_a_deal_end_as_if_each_were_the_only_one(name: str) -> None:
    where = parse(name)
    (deal,) = deals([HONEST, EASY, Entrant("medium")], where, 1, seed=5)
    for lineup, (table, _) in zip(deal.lineups, play_deal(deal), strict=True):
        alone = [
            play(where.deal(5, 0), rotated(lineup, shift), "5 0").shares[shift] for shift in range(where.seats)
        ]
        assert table.shares[0] == pytest.approx(sum(alone) / where.seats)


def test_every_kind_meets_every_other_kind_on_the_same_deals() -> None:
    plan = deals([HONEST, RANDOM, EASY], FOUR, 5, seed=3)
    assert [deal.number for deal in plan] == [0, 1, 2, 3, 4]
    for deal in plan:
        assert len({lineup for lineup in deal.lineups if len(set(lineup[1:])) == 1}) >= 6
        assert sum(len(set(lineup)) == 3 for lineup in deal.lineups) == 1, "there is a mixed table too"


def test_temperaments_meet_each_other_and_repeated_tables_count_once(capsys: pytest.CaptureFixture[str]) -> None:
    words = "--kinds easy easy:bold easy:wary --at classic/2 classic/2 --deals 2 --jobs 1"
    assert main(["ladder", *words.split()]) == 0
    told = capsys.readouterr().out
    assert told.count("classic/2: 12 games") == told.count("classic/2: ") == 1, "three pairs, two deals, two seats"


def test_by_default_it_ranks_every_level() -> None:
    assert set(LEVELS) < set(parser().parse_args(["ladder"]).kinds)


def test_a_random_player_is_measured_correctly() -> None:
    dice = random.Random(2)
    tables: list[PlayedTable] = []
    for deal in range(400):
        won = sum(dice.random() < 0.4 for _ in range(4)) / 4
        tables.append(PlayedTable(deal, ("easy", *["honest"] * 3), (won, *[(1 - won) / 3] * 3)))
    found = standings(FOUR, tables, stalls=0, games=4 * len(tables))
    assert found.cells["easy", "honest"].low <= 0.4 <= found.cells["easy", "honest"].high
    assert found.cells["easy", "honest"].high - found.cells["easy", "honest"].low < 0.06
    assert found.ratings["easy"].low > found.ratings["honest"].high


def test_a_plot_is_drawn() -> None:
    pytest.importorskip("matplotlib", reason="plots are not tested: matplotlib, of the extra `lab`, is missing")
    words = "ladder --kinds honest random --at classic/2 --deals 1 --jobs 1 --plot ladder.svg"
    assert main(words.split()) == 0
    assert Path("ladder.svg").read_text().count("<svg") == 1


def test_each_kind_plays_the_requested_number_of_games_at_each_table(capsys: pytest.CaptureFixture[str]) -> None:
    tables = figures("speed easy random --at classic/2 g54/3 --games 25 --jobs 1")["tables"]
    assert [(each["variant"], each["kind"], each["games"]) for each in tables] == [
        ("classic/2", "easy", 25), ("classic/2", "random", 25), ("g54/3", "easy", 25), ("g54/3", "random", 25),
    ]  # fmt: skip
    assert all(each["decisions"] >= 25 * 4 and each["processor_seconds"] > 0 for each in tables)
    *_, row = capsys.readouterr().out.strip().splitlines()
    shown = row.replace("random at g54/3", "").split()
    busy = tables[-1]["processor_seconds"]
    assert float(shown[3]) == pytest.approx(25 / busy, rel=0.05)
    assert float(shown[5]) == pytest.approx(1e6 * tables[-1]["seconds"] / 25 / 60, rel=0.05, abs=1)
