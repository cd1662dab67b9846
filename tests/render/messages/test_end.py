"""The message of a game's end: places, ratings, and the highlights of the game in words."""

import re
from typing import Any

import pytest

from bot.render.messages.end import MINUS, end_message
from bot.render.paging import pages_of
from bot.render.panels.log import log_panel
from bot.render.view_model import TableView
from engine import RULESETS
from tests.harness.discord import texts
from tests.harness.tables import ANA, BEN, CLEO, DOV, Harness

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
