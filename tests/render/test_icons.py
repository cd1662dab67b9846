"""Emojis: they appear only where Discord shows them, and never replace a word."""

import random
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import discord
import pytest
from discord import ui

from bot.render.controls import layout, without_emojis
from bot.render.icons import Icons, without_icons
from bot.render.messages.turn import message_for_phase
from bot.render.panels.pools import pool_panel
from bot.render.panels.rulebook import TABLE_TOPIC, role_panel, rules_panel
from bot.render.texts.catalogue import texts_for
from bot.render.view_model import TableView
from bot.store.rows import Seat, Status
from bot.tables.table import Table
from tests.harness.played_tables import TABLES, a_table, decide, random_game
from tests.harness.tables import change, change_seat, put_seat
from tests.render.components import components, fits, text_of
from tests.render.emojis import ALL
from tests.render.table_messages import table_messages

pytestmark = pytest.mark.usefixtures("emojis")


def messages(table: Table) -> Iterator[ui.LayoutView]:
    """Messages and panels of a table now."""
    yield from table_messages(table)
    yield rules_panel(TABLE_TOPIC, texts_for(), TableView.of(table))


def test_the_rules_show_each_token_beside_its_name() -> None:
    shown = text_of(rules_panel("tokens", texts_for())) + text_of(rules_panel("anarchy", texts_for()))
    for token, words in (
        *(("peacekeeping", "Peacekeeping:"), ("treaty", "Treaty:"), ("tax", "Tax:"), ("disappear", "Disappear:")),
        ("bomb", "The Bomb"),
    ):
        assert ALL.text(f"token_{token}") + words in shown


def texts_without_icons(shown: Iterable[ui.LayoutView]) -> Iterator[str]:
    """The texts of some messages, without their emojis."""
    for message in shown:
        yield from (without_icons(part["content"]) for part in components(message) if "content" in part)


def without_substitutes(text: str) -> str:
    """A text without the small print that explains or replaces the symbols of tokens, and without the crown."""
    tokens = r" Loyalist · Reformist|\n?-# \*\*.+?\*\*: [^\n]*(?:oken|treaty|Bomb|oyalist|eformist)[^\n]*\."
    return re.sub(tokens, "", text).replace("♛ ", "")


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_emojis_appear_only_in_bodies_within_limits_and_replace_no_word(table: Table) -> None:
    for moment in islice(random_game(table), 0, None, 9):
        for message in messages(moment):
            fits(message)
            for part in components(message):
                assert not any(
                    "<:" in str(text) for key, text in part.items() if key not in ("content", "components")
                )
        with_icons = [without_substitutes(text) for text in texts_without_icons(messages(moment))]
        change(moment, pictures=False)
        assert with_icons == [without_substitutes(text) for text in texts_without_icons(messages(moment))]
        assert "lamela" not in str([message.to_components() for message in messages(moment)])
        change(moment, pictures=True)


def test_the_teams_have_signs_where_emojis_are_taken_out() -> None:
    message = without_emojis(message_for_phase(TableView.of(a_table("classic", 4, {"teams": True}))))
    seats = next(part["content"] for part in components(message) if "2 coins" in part.get("content", ""))
    assert [line.removeprefix("➤ ")[0] for line in seats.splitlines()[:4]] == ["♥", "♠", "♥", "♠"]
    assert without_icons(f"{ALL.text('team_3')}**Ana** claims {ALL.text('duke')}Duke") == "♣ **Ana** claims Duke"


def test_no_line_breaks_between_an_emoji_and_its_word() -> None:
    assert ALL.text("duke").endswith(">\N{NO-BREAK SPACE}")


TOKENS = ("customs_officer", "foreign_consular", "mercenary", "peacekeeper")
CROWDED: dict[str, tuple[int, dict[str, Any], tuple[str, ...] | None]] = {
    "g54": (6, {"free_pool": True}, (*TOKENS, "capitalist")),
    "anarchy": (6, {"free_pool": True}, (*TOKENS, "anarchist", "social_media")),
    "reformation": (10, {}, None),
}
"""The fullest table of each ruleset that has many tokens or players: number of players, options, pool."""


def crowded(ruleset: str) -> Iterator[Table]:
    """A game of as many players as possible with the longest names, who collect tokens."""
    players, options, pool = CROWDED[ruleset]
    table = a_table(ruleset, players, options, pool)
    for number, sign in zip(range(players), "*_~|`<>#[(", strict=False):
        change_seat(table, number, name=sign * 32, away=number % 2 == 1)
    chance = random.Random(1)
    while table.state.game is not None and table.state.game.ask is not None:
        asked = table.state.game.ask.options
        seat = chance.choice(list(asked))
        calm = [move for move in asked[seat] if move.do in ("act", "pass") and move.action != "coup"]
        decide(table, seat, chance.choice(calm or asked[seat]))
        yield table
    change(table, status=Status.OVER)
    yield table


@pytest.mark.parametrize("ruleset", list(CROWDED))
def test_the_fullest_table_fits_with_its_emojis(ruleset: str) -> None:
    for moment in islice(crowded(ruleset), 0, None, 20):
        for message in messages(moment):
            fits(message)


def test_emojis_are_left_out_before_words_are() -> None:
    long = f"{ALL.text('duke')}Duke, " * 150
    (text,) = texts_without_icons([shown := layout(long)])
    assert text == "Duke, " * 150
    assert "lamela" not in str(shown.to_components())
    assert "lamela" in str(layout(long[: len(long) // 2]).to_components())


def test_claims_answers_and_seats_have_emojis() -> None:
    table = a_table("classic", 3, {})
    game = table.state.game
    assert game is not None
    tax = next(move for move in game.public().options[game.turn] if move.action == "tax")

    def message() -> str:
        parts = components(message_for_phase(TableView.of(table)))
        return "".join(f"{part.get('content')}{part.get('emoji')}" for part in parts)

    assert "'name': 'captain_lamela'" in message()  # the emoji of the option Steal
    decide(table, game.turn, tax)
    assert "claims Duke to take 3 coins" in message()
    assert f"{ALL.emoji('coin')}\N{NO-BREAK SPACE}2 {ALL.emoji('card')}{ALL.emoji('card')}" in message()


def test_special_copies_and_single_roles_have_emojis() -> None:
    texts = [part.get("content", "") for part in components(role_panel("assassin*", texts_for()))]
    assert texts[1].startswith(f"### {ALL.text('assassin*')}Assassin (Vengeance)")
    usual = discord.PartialEmoji(name="assassin", id=1)
    assert Icons({"assassin": usual}).emoji("assassin*") == usual, "until the copy has one of its own"
    assert "lamela" not in str(role_panel("assassin", texts_for(), pictures=False).to_components())


def test_options_of_a_pool_have_emojis() -> None:
    panel = pool_panel("Mine", ("banker",), texts_for(), ALL)
    fits(panel)
    assert f"{ALL.text('banker')}Banker" in "".join(str(part.get("content")) for part in components(panel))
    assert {part["emoji"]["name"] for part in components(panel) if "value" in part} >= {
        "spy_lamela",
        "judge_lamela",
    }
    assert not any("<:" in str(part.get("label")) for part in components(panel))


def test_an_emoji_code_in_a_name_stays_text() -> None:
    table = a_table("classic", 2, {})
    put_seat(table, 0, Seat(1, "<:duke:1> x"))
    assert r"\<\:duke\:1\> x" in "".join(texts_without_icons(messages(table)))
