"""The message of a lobby: how its game begins, and what differs from most tables."""

from dataclasses import replace
from typing import Any

import pytest

from bot.render.messages.lobby import lobby_message
from bot.render.panels.rulebook import TABLE_TOPIC, rules_panel
from bot.render.texts.catalogue import texts_for
from bot.render.view_model import TableView
from bot.store.rows import Seat
from bot.tables.table import Table
from tests.render.components import components, text_of
from tests.tables.transitions.tables import lobby_of

G54 = ("banker", "farmer", "spy", "speculator", "capitalist")
TEAMS = {"options": {"teams": True}}
MCGUIRE = "Each player starts with 2 cards and 1 coin. The first player starts with 0 coins."


@pytest.mark.parametrize(
    ("members", "ai", "settings", "said", "unsaid"),
    [
        (1, 0, {}, "Players: 1 of 6", ["Each player starts", "First player", "Style", "AI players"]),
        (2, 0, {}, "Each player starts with 1 card and 2 coins.", []),
        (3, 0, TEAMS, "3. **Cleo**", ["Each player starts", "♥"]),
        (4, 0, TEAMS, "1. ♥ **Ana** · host\n2. ♠ **Ben**\n3. ♥ **Cleo**\n4. ♠ **Dov**", []),
        (1, 0, {"ruleset": "mcguire"}, MCGUIRE, ["winner"]),
        (1, 0, {"ruleset": "mcguire"}, "Play direction switches every game.", []),
        (1, 1, {}, "2. **Iris**", ["AI players"]),
        (1, 0, {"talk": False}, "1. **Ana**", ["AI players"]),
        (1, 1, {"talk": False}, "AI players keep quiet.", []),
        (
            *(1, 0, {"ruleset": "g54", "pool": G54, "options": {"free_pool": True, "advanced": True}}),
            *("Roles: Banker, Capitalist", ["Any five roles", "advanced"]),
        ),
    ],
)
def test_a_lobby_says_how_its_game_begins(
    members: int, ai: int, settings: dict[str, Any], said: str, unsaid: list[str]
) -> None:
    view = TableView.of(Table(lobby_of(members, ai, **settings)))
    text = text_of(lobby_message(view)).replace("\N{NO-BREAK SPACE}", " ")
    assert said in text
    assert [each for each in unsaid if each in text] == []


@pytest.mark.parametrize(("members", "ai", "is_full"), [(6, 0, True), (5, 1, False), (5, 0, False)])
def test_nobody_can_join_a_table_full_of_members(members: int, ai: int, is_full: bool) -> None:
    lobby = lobby_of(1, ai)
    others = tuple(Seat(number, f"Guest {number}") for number in range(1, members))
    parts = components(lobby_message(TableView.of(Table(replace(lobby, seats=(*lobby.seats, *others))))))
    (join,) = (part for part in parts if part.get("label") == "Join")
    assert join["disabled"] is is_full


def test_the_rules_say_who_starts_where_that_depends_on_the_last_game() -> None:
    rules = rules_panel(TABLE_TOPIC, texts_for(), TableView.of(Table(lobby_of(ruleset="mcguire"))))
    assert "The winner of this channel's last game starts." in text_of(rules)
