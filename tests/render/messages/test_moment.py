"""Moments of drama: who shows, loses and falls, who caused it; and the message of a game's end."""

import re
from collections.abc import Iterator
from typing import Any

import discord
import pytest

from bot.pictures.art import art_name
from bot.render.icons import NO_ICONS, Icons, set_icons
from bot.render.message_pictures import Illustrated
from bot.render.messages.end import MINUS, end_message
from bot.render.messages.moment import moment_text
from bot.render.messages.turn import frozen_message, message_for_phase
from bot.render.paging import pages_of
from bot.render.panels.log import log_panel
from bot.render.view_model import TableView
from bot.store.rows import Status, Style
from bot.tables.table import Table
from engine import RULESETS, Move
from engine.catalogue import CARDS
from tests.harness.discord import texts
from tests.harness.played_tables import a_table, decide, table_at
from tests.harness.tables import ANA, BEN, CLEO, DOV, Harness, change, tell
from tests.render.components import components, text_of

FACES = Icons(
    {art_name(card, "_card"): discord.PartialEmoji(name=art_name(card, "_card"), id=7) for card in CARDS}
)


@pytest.fixture
def faces() -> Iterator[None]:
    """Cards have emojis, so that their pictures are shown."""
    set_icons(FACES)
    yield
    set_icons(NO_ICONS)


def playing(*hands: list[str], ruleset: str = "classic", coins: int = 7, **options: bool) -> Table:
    """A live table where the first player has the turn; every player has a hand and some coins."""
    table = table_at(*hands, ruleset=ruleset, coins=coins, options=options)
    change(table, style=Style.LIVE)
    return table


def moment(table: Table) -> str:
    """The moment that the message of a table shows now, as text."""
    shown = [part["content"] for part in components(message_for_phase(TableView.of(table))) if "content" in part]
    return next((text for text in shown if text.startswith("### ")), "")


def play(table: Table, *moves: tuple[int, Move]) -> None:
    """Lets seats decide in turn."""
    for seat, move in moves:
        decide(table, seat, move)


COUP_BEN = Move("act", "coup", target=1)


def test_the_owner_of_a_disappear_token_is_named_turns_later() -> None:
    table = a_table("g54", 3, {})
    tell(table, [{"type": "turn", "by": 0}, {"type": "token", "name": "disappear", "by": 0, "on": 1}])
    lost = {"type": "lost", "by": 1, "card": "spy", "cause": "disappear"}
    tell(table, [{"type": "turn", "by": 1}, lost, {"type": "eliminated", "by": 1, "returned": 0}])
    shown = moment_text(TableView.of(table), len(table.state.story) - 1)
    assert shown == "### **Ben** is out\nDisappear token of **Ana**."


def test_a_frozen_turn_keeps_its_moment() -> None:
    table = playing(["duke", "captain"], ["contessa"], ["duke", "duke"])
    change(table, style=Style.CHRONICLE)
    play(table, (0, COUP_BEN))
    view = TableView.of(table)
    assert moment(table) == "", "the message above has it"
    told = text_of(frozen_message(view, 0))
    assert "### **Ben** is out\nCoup by **Ana**." in told
    assert told.count("is out") == 1, "the story does not repeat the moment"


def test_the_card_turned_up_is_beside_its_moment(faces: None) -> None:
    table = playing(["duke", "captain"], ["contessa"], ["duke", "duke"])
    play(table, (0, COUP_BEN))
    shown = moment_text(TableView.of(table), 0)
    assert isinstance(shown, Illustrated)
    assert shown.alt == "Contessa"
    change(table, pictures=False)
    assert moment_text(TableView.of(table), 0) == shown.text


def test_the_winner_has_a_crown_and_a_card(faces: None) -> None:
    table = playing(["duke", "captain"], ["contessa"])
    play(table, (0, COUP_BEN))
    change(table, status=Status.OVER)
    first, *_ = end_message(TableView.of(table)).to_components()[0]["components"]
    told = "**Ana** launched a coup against **Ben**. **Ben** lost Contessa and is out."
    assert first["components"][0]["content"] == f"## ♛ Ana wins\n{told}"
    assert first["accessory"]["description"] in ("Captain", "Duke")


MOST_CHARACTERS = 700  # cards of Anarchy have long names
"""A message with this text, the chart and the buttons fits one screen of a phone."""


async def ended(harness: Harness, *people: Any, ai: int = 0, **settings: Any) -> tuple[TableView, str]:
    """The view of a game that was played to its end at random, and the text of its message."""
    table = await harness.play(*people, ai=ai, orders=False, **settings)
    await harness.play_out(table)
    view = TableView.of(table)
    return view, "\n".join(texts(end_message(view).to_components()))


@pytest.mark.parametrize("ruleset", RULESETS)
async def test_the_end_of_every_edition_tells_its_story_in_few_lines(harness: Harness, ruleset: str) -> None:
    view, text = await ended(harness, ANA, BEN, CLEO, DOV, ruleset=ruleset)
    assert view.history is not None
    assert view.history.turns == len(view.story)
    assert f"{len(view.story)} turns, " in text
    assert len(text) < MOST_CHARACTERS
    log = "\n".join(texts(log_panel(view).to_components()))
    # In Anarchy the winner may never have had more cards or coins than the others.
    assert ("**Turning point**" in log) is (view.history.ahead_since is not None)
    assert ("\n**Biggest bluff**" in log) is bool(view.history.bluffs)
    first = [seat for seat, place in enumerate(view.places) if place == 1]
    assert re.findall(r"^1 · \*\*(\w+)\*\*", text, re.MULTILINE) == [view.seats[seat].name for seat in first]


def test_no_page_of_a_log_begins_with_an_empty_line() -> None:
    assert pages_of(["a turn", "\nhighlights"]) == ["a turn\n\nhighlights"]
    assert pages_of(["a long turn " * 200, "\nhighlights"])[1] == "highlights"


async def test_partners_share_their_place_and_lead_together(harness: Harness) -> None:
    view, text = await ended(harness, ANA, BEN, CLEO, DOV, options={"teams": True})
    places = re.findall(r"^(\d) · ", text, re.MULTILINE)
    assert places == ["1", "1", "2", "2"]
    winners = [view.seats[seat].name for seat in view.game.winners or ()]
    log = "\n".join(texts(log_panel(view).to_components()))
    led = re.search(r"\*\*(\w+)\*\* and .*\*\*(\w+)\*\* (?:led|did not lead)", log)
    assert led is not None
    assert list(led.groups()) == winners


@pytest.mark.usefixtures("emojis")
async def test_each_place_fits_a_line_of_a_phone_where_the_bot_has_its_emojis(harness: Harness) -> None:
    view, text = await ended(harness, ANA, BEN, CLEO, DOV)
    places = re.findall(r"^\d · .*", text, re.MULTILINE)
    assert len(places) == len(view.seats)
    for place in places:
        assert not re.search("Ambassador|Assassin|Captain|Contessa|Duke", re.sub("<:[^>]*>", "", place))
        assert place.count("<:") == 2, "each player's two cards, held or lost"


async def test_ratings_are_shown_of_members_who_do_not_hide(harness: Harness) -> None:
    await harness.store.players.change(BEN.user_id, hidden=True)
    view, text = await ended(harness, ANA, BEN, CLEO)
    lines = {line.split("**")[1]: line for line in text.splitlines() if re.match(r"\d · ", line)}
    rating = rf"rating \d+ \([+{MINUS}]\d+\)$"
    assert re.search(rating, lines["Ana"])
    assert re.search(rating, lines["Cleo"])
    assert "rating" not in lines["Ben"]
    again = await harness.restarted(view.id)
    assert "\n".join(texts(end_message(TableView.of(again)).to_components())) == text, "the same after a restart"
