"""The statistics of a finished game, compared with its history, which counts in another way."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from bot.stats.game_history import GameHistory
from bot.stats.game_statistics import game_statistics
from bot.stats.seat_statistics import GameStatistics
from engine import RULESETS, Game, Move
from tests.harness.random_games import random_setup

PEOPLE = (11, 12, 13, 14, 15, 16, 17, 18, 19, 20)


def games(ruleset: str, count: int) -> Iterator[dict[str, Any]]:
    """Random settings of new games."""
    chance = random.Random(ruleset)
    while count:
        setup = random_setup(chance, ruleset)
        if "new" in setup:
            count -= 1
            yield setup["new"]


def play(setup: dict[str, Any], chance: random.Random) -> Game:
    """A game that is played at random to its end."""
    game = Game.new(**setup)
    while game.ask is not None:
        seat = chance.choice(list(game.ask.options))
        game.decide(seat, chance.choice(game.ask.options[seat]))
    return game


def challenges(record: dict[str, Any]) -> dict[str, Counter[int]]:
    """How often each seat has challenged rightly and wrongly, by the events."""
    game, challenger = Game.begin(record), -1
    found = {"exposed": Counter[int](), "proven": Counter[int]()}
    for decision in record["decisions"]:
        for event in game.decide_json(decision):
            if event["type"] == "challenge":
                challenger = event["by"]
            elif event["type"] in found:
                found[event["type"]][challenger] += 1
    return found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_lies_challenges_and_winners_are_those_that_the_history_tells(ruleset: str) -> None:
    chance, total = random.Random(ruleset), Counter[str]()
    for setup in games(ruleset, 25):
        game = play(setup, chance)
        history, made = GameHistory.of(game.record()), challenges(game.record())
        counted = game_statistics(ruleset, Game.new(**setup), game.decisions, (), PEOPLE[: len(game.names)])
        for seat in counted.seats:
            claimed = Counter(
                claim.event["role"] for claim in history.claims if claim.seat == seat.seat and claim.event["role"]
            )
            told, caught = (
                sum(claim.seat == seat.seat for claim in claims) for claims in (history.bluffs, history.caught)
            )
            right, wrong = made["exposed"][seat.seat], made["proven"][seat.seat]
            assert (seat.lies_told, seat.lies_caught, seat.roles) == (told, caught, claimed)
            assert (seat.challenges_right, seat.challenges_wrong) == (right, wrong)
            total.update(told=told, caught=caught, right=right, wrong=wrong)
        # The winners are first, and nobody shares a place with a winner of another team.
        first = {seat.seat for seat in counted.seats if seat.place == 1}
        assert first == {*(game.winners or ())} == {seat.seat for seat in counted.seats if seat.has_won}
    assert min(total.values()) > 10


def test_what_a_member_does_after_coming_back_counts() -> None:
    (setup,) = games("classic", 1)
    game = play(setup, random.Random(1))
    people = PEOPLE[: len(game.names)]
    absences = [(0, seat, is_away) for seat in range(len(people)) for is_away in (True, False)]
    whole, back = (
        game_statistics("classic", Game.new(**setup), game.decisions, given, people) for given in ((), absences)
    )
    assert [seat.roles for seat in back.seats] == [seat.roles for seat in whole.seats]
    assert any(seat.roles for seat in whole.seats)


def resigning(players: int, *order: int, people: tuple[int | None, ...], **facts: Any) -> GameStatistics:
    """A game in which seats resign in this order, each in a turn of its own; the first player is seat 0."""
    names = ["Ada", "Ben", "Cleo", "Dov", "Eve", "Fay"][:players]
    options = facts.pop("options", {})
    game = Game.new("classic", names, seed="00" * 32, first="Ada", options=options)
    for seat in order:
        game.resign(seat)
        while game.ask is not None and game.table.alive >> seat & 1:
            by = next(iter(game.ask.options))
            game.decide(by, Move("act", "income") if game.ask.prompt == "act" else game.ask.options[by][0])
    assert game.ask is None
    fresh = Game.new("classic", names, seed="00" * 32, first="Ada", options=options)
    return game_statistics("classic", fresh, game.decisions, facts.get("absences", ()), people)


def places(counted: GameStatistics) -> dict[int, int]:
    return {seat.user_id: seat.place for seat in counted.seats}


def test_ai_seats_are_left_out_of_the_order() -> None:
    counted = resigning(5, 1, 0, 3, 2, people=(11, None, 13, 14, None))
    assert places(counted) == {11: 3, 14: 2, 13: 1}
    assert not any(seat.has_won for seat in counted.seats), "an AI has won"
    assert counted.is_rated


@pytest.mark.parametrize(
    ("people", "is_rated"),
    [
        ((11, 12), True),
        ((11, None), False),
        ((11, 12, None), False),
        ((11, 12, 13), True),
        ((11, None, 13, None), False),
        ((11, 12, None, 14), True),
    ],
)
def test_a_rated_game_has_three_people_or_is_a_game_of_two(people: tuple[int | None, ...], is_rated: bool) -> None:
    counted = resigning(len(people), *range(1, len(people)), people=people)
    assert counted.is_rated is is_rated


@pytest.mark.parametrize("comes_back", [False, True])
def test_a_seat_that_an_ai_took_over_is_lost_at_that_moment(comes_back: bool) -> None:
    """Seat 3 wins the game, but was taken over after seat 1 had fallen and before seat 2 fell."""
    whole = resigning(4, 1, 2, 0, people=(11, 12, 13, 14))
    assert places(whole) == {12: 4, 13: 3, 11: 2, 14: 1}
    absences = [(3, 3, True), *([(4, 3, False)] if comes_back else [])]
    counted = resigning(4, 1, 2, 0, people=(11, 12, 13, 14), absences=absences)
    assert places(counted) == {12: 4, 14: 3, 13: 2, 11: 1}
    assert [seat.user_id for seat in counted.seats if seat.has_won] == []


def test_partners_are_one_team_except_one_whom_an_ai_replaced() -> None:
    teams = {"teams": True}
    counted = resigning(4, 1, 3, people=(11, 12, 13, 14), options=teams)
    assert places(counted) == {11: 1, 13: 1, 12: 2, 14: 2}
    assert len({seat.team for seat in counted.seats}) == 2
    left = resigning(4, 1, 3, people=(11, 12, 13, 14), options=teams, absences=[(0, 2, True)])
    assert places(left) == {11: 1, 13: 3, 12: 2, 14: 2}
    assert len({seat.team for seat in left.seats}) == 3


def test_what_an_ai_decides_for_a_member_is_not_counted() -> None:
    setup = {"ruleset": "classic", "players": ["Ada", "Ben", "Cleo"], "seed": "00" * 32, "first": "Ada"}
    for seed in range(30):
        game = play(setup, random.Random(seed))
        alone = game_statistics("classic", Game.new(**setup), game.decisions, [(0, 1, True)], PEOPLE[:3])
        ben = alone.seats[1]
        assert (ben.lies_told, ben.lies_caught, ben.challenges_right, ben.challenges_wrong) == (0, 0, 0, 0)
        assert ben.roles == {}
        whole = game_statistics("classic", Game.new(**setup), game.decisions, (), PEOPLE[:3])
        assert alone.seats[0].lies_told == whole.seats[0].lies_told
