"""Table talk: AI players speak now and then, by their temperament, and what they say betrays nothing."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice
from typing import Any

import pytest

from bot.render.messages.moment import talk_line
from bot.render.messages.turn import message_for_phase
from bot.render.view_model import TableView
from bot.store.rows import Status
from bot.tables.table import Table
from engine import Event
from engine.ai import TEMPERAMENTS
from tests.harness.played_tables import TABLES, a_table, random_game, redealt
from tests.harness.tables import change, change_seat, game_of
from tests.render.components import text_of

CLAIM: Event = {"type": "action", "by": 1, "action": "tax", "role": "duke"}
CHALLENGE: Event = {"type": "challenge", "by": 0, "against": 1, "role": "duke"}
EXPOSED: Event = {"type": "exposed", "by": 1, "role": "duke"}


def talking(table: Table, *, members: int = 1) -> Table:
    """Seats AI players at a table, with different temperaments, behind a number of members."""
    for seat, temperament in zip(range(members, len(table.state.seats)), cycle(TEMPERAMENTS), strict=False):
        change_seat(table, seat, user_id=None, ai="medium", temperament=temperament)
    change(table, talk=True)
    return table


def said(*events: Event, game: int = 12, members: int = 1) -> str:
    """What is said in the first turn of a game of three if these events happen in it."""
    table = talking(a_table("classic", 3, {}), members=members)
    change(table, id=game, story=(events,))
    return talk_line(TableView.of(table), 0)


def spoken(table: Table) -> list[str]:
    """The lines of the table message in which somebody speaks."""
    lines = text_of(message_for_phase(TableView.of(table))).splitlines()
    return [line for line in lines if line.startswith("> ")]


def talking_game(table: Table) -> Iterator[Table]:
    """The steps of a random game of AI players with a member."""
    for moment in random_game(table):
        yield talking(Table(moment.state, moment.posted))


def test_an_ai_player_speaks_at_about_one_moment_in_three() -> None:
    share = sum(bool(said(CLAIM, game=game)) for game in range(1000)) / 1000
    assert 0.28 < share < 0.39


def test_words_suit_the_moment_and_the_speaker() -> None:
    claims = {said(CLAIM, game=game) for game in range(100)}
    outcomes = {said(CHALLENGE, EXPOSED, game=game) for game in range(100)}
    assert "> **Ben:** “Nothing special. Just Duke.”" in claims
    assert "> **Ben:** “Well spotted, Ana.”" in outcomes
    assert {line.partition("“")[0] for line in claims | outcomes} == {"", "> **Ben:** "}


def test_words_that_a_challenge_may_have_refuted_are_silent_after_it() -> None:
    proud = [game for game in range(100) if said(CLAIM, game=game)]
    assert proud
    assert {said(CLAIM, CHALLENGE, game=game) for game in proud} == {said(CLAIM, game=game) for game in proud}
    assert {said(CLAIM, CHALLENGE, EXPOSED, game=game) for game in proud} == {""}


def test_names_in_speech_have_no_sign_of_their_team() -> None:
    table, heard = talking(a_table("classic", 4, {"teams": True})), set[str]()
    for game in range(100):
        change(table, id=game, story=((CHALLENGE, EXPOSED),))
        heard.add(talk_line(TableView.of(table), 0))
    assert "> **♠\N{NO-BREAK SPACE}Ben:** “Well spotted, Ana.”" in heard


def test_members_are_never_given_words() -> None:
    assert {said(CLAIM, CHALLENGE, EXPOSED, game=game, members=3) for game in range(100)} == {""}


def test_nobody_speaks_at_a_table_without_talk() -> None:
    for moment in talking_game(a_table("classic", 4, {})):
        change(moment, talk=False)
        assert spoken(moment) == []


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_who_has_spoken_in_a_turn_says_nothing_else_later(table: Table) -> None:
    heard = dict[tuple[str, int], str]()
    for moment in talking_game(table):
        turn = len(moment.state.story) - 1
        told = (game_of(moment).record()["new"]["seed"], turn)
        line = talk_line(TableView.of(moment), turn)
        if line:
            assert heard.setdefault(told, line) == line
    assert heard


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_at_most_one_player_speaks_whatever_the_hidden_cards_and_the_seed_are(table: Table) -> None:
    chance = random.Random(3)
    for moment in islice(talking_game(table), 0, None, 2):
        other = redealt(moment, chance) if moment.state.status is Status.PLAYING else moment
        other.state = replace(other.state, server_seed=chance.randbytes(32))
        assert spoken(other) == (lines := spoken(moment))
        assert len(lines) <= 1


def test_words_about_a_hidden_event_would_be_noticed() -> None:
    hidden: dict[str, Any] = {**CLAIM, "to": [1]}
    assert {said(hidden, game=game) for game in range(100)} == {""}
