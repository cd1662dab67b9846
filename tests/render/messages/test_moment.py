"""Moments of drama: who shows, loses and falls, who caused it, and the picture of the card."""

from collections.abc import Iterator

import discord
import pytest

from bot.pictures.art import art_name
from bot.render.icons import NO_ICONS, Icons, set_icons
from bot.render.message_pictures import Illustrated
from bot.render.messages.end import end_message
from bot.render.messages.moment import moment_text
from bot.render.messages.turn import frozen_message, message_for_phase
from bot.render.panels.hand import hand_panel
from bot.render.seat_view import SeatView
from bot.render.view_model import TableView
from bot.store.rows import Status, Style
from bot.tables.table import Table
from engine import Move
from engine.catalogue import CARDS
from engine.moves import CHALLENGE, CONCEDE, PASS, PROVE
from tests.harness.played_tables import a_table, decide, table_at
from tests.harness.tables import change, game_of, tell
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


TAX, COUP_BEN = Move("act", "tax"), Move("act", "coup", target=1)


def test_a_card_that_is_shown_and_the_card_it_costs_are_moments() -> None:
    table = playing(["duke", "captain"], ["contessa", "captain"], ["duke", "duke"])
    play(table, (0, TAX), (1, CHALLENGE))
    assert moment(table) == "", "the question tells the challenge"
    play(table, (0, PROVE))
    assert moment(table) == "### **Ana** shows the Duke\n**Ben** was wrong."
    play(table, (1, Move("lose", card="contessa")))
    assert moment(table) == "### **Ben** loses Contessa\nWrong challenge: **Ana** had the Duke."


def test_a_bluff_is_a_moment_before_its_card_is_lost() -> None:
    table = playing(["assassin", "captain"], ["contessa", "captain"], ["duke", "duke"])
    play(table, (0, TAX), (1, CHALLENGE), (0, CONCEDE))
    assert moment(table) == "### **Ana** does not show the Duke\n**Ben** wins the challenge."
    play(table, (0, Move("lose", card="captain")))
    assert moment(table) == "### **Ana** loses Captain\nChallenged by **Ben**: no Duke shown."


def test_a_moment_is_shown_until_the_next_player_has_acted() -> None:
    table = playing(["duke", "captain"], ["contessa"], ["duke", "duke"], ["captain", "captain"])
    play(table, (0, COUP_BEN))
    told = "### **Ben** is out\nCoup by **Ana**."
    assert moment(table) == told
    play(table, (2, TAX))
    assert moment(table) == ""
    assert "**Ana** launched a coup against **Ben**" in text_of(message_for_phase(TableView.of(table)))


def test_one_who_loses_both_cards_in_a_turn_learns_both_causes() -> None:
    table = playing(["assassin", "captain"], ["contessa", "captain"], ["duke", "duke"])
    play(table, (0, Move("act", "assassinate", target=1)), (1, CHALLENGE), (0, PROVE))
    play(table, (1, Move("lose", card="contessa")), (1, PASS))
    assert (
        moment(table) == "### **Ben** is out\nWrong challenge: **Ana** had the Assassin.\nAssassinated by **Ana**."
    )
    assert "Assassinated by **Ana**." in text_of(hand_panel(SeatView.of(table, 1)))


def test_who_resigns_has_nobody_to_blame() -> None:
    table = playing(["duke", "captain"], ["contessa"], ["duke", "duke"])
    tell(table, game_of(table).resign(0))
    assert moment(table) == "### **Ana** is out\nResigned."


def test_a_general_may_take_cards_of_several() -> None:
    table = a_table("g54", 3, {})
    lost = [{"type": "lost", "by": seat, "card": "spy", "cause": "general"} for seat in (1, 2)]
    action = {"type": "action", "by": 0, "action": "general", "role": "general"}
    tell(table, [{"type": "turn", "by": 0}, action, *lost])
    assert moment_text(TableView.of(table), len(table.state.story) - 1) == (
        "### **Ben** and **Cleo** lose a card\nAttack by **Ana** as General."
    )


def test_the_owner_of_a_disappear_token_is_named_turns_later() -> None:
    table = a_table("g54", 3, {})
    tell(table, [{"type": "turn", "by": 0}, {"type": "token", "name": "disappear", "by": 0, "on": 1}])
    lost = {"type": "lost", "by": 1, "card": "spy", "cause": "disappear"}
    tell(table, [{"type": "turn", "by": 1}, lost, {"type": "eliminated", "by": 1, "returned": 0}])
    shown = moment_text(TableView.of(table), len(table.state.story) - 1)
    assert shown == "### **Ben** is out\nDisappear token of **Ana**."


def test_a_false_claim_for_the_last_card_is_the_cause_of_a_fall() -> None:
    table = a_table("g54", 3, {})
    claim = {"role": "missionary", "by": 1}
    events = [
        {"type": "turn", "by": 0},
        {"type": "action", "by": 0, "action": "guerrilla", "role": "guerrilla", "target": 1},
        {"type": "claim", "kind": "loss", **claim},
        {"type": "aside", "by": 1},
        {"type": "challenge", "by": 2, "against": 1, "role": "missionary"},
        {"type": "turned_up", "by": 1, "card": "banker"},
        {"type": "exposed", **claim},
        {"type": "eliminated", "by": 1, "returned": 0},
    ]
    tell(table, events)
    shown = moment_text(TableView.of(table), len(table.state.story) - 1)
    assert shown == "### **Ben** is out\nChallenged by **Cleo**: no Missionary shown."


def test_a_frozen_turn_keeps_its_moment() -> None:
    table = playing(["duke", "captain"], ["contessa"], ["duke", "duke"])
    change(table, style=Style.CHRONICLE)
    play(table, (0, COUP_BEN))
    view = TableView.of(table)
    assert moment(table) == "", "the message above has it"
    told = text_of(frozen_message(view, 0))
    assert "### **Ben** is out\nCoup by **Ana**." in told
    assert told.count("is out") == 1, "the story does not repeat the moment"


def test_a_frozen_turn_does_not_deny_the_challenge_that_its_moment_tells() -> None:
    table = playing(["assassin", "captain"], ["contessa", "duke"], ["duke", "duke"])
    change(table, style=Style.CHRONICLE)
    block = Move("claim", role="contessa")
    play(table, (0, Move("act", "assassinate", target=1)), (2, PASS), (1, block), (0, PASS), (2, CHALLENGE))
    play(table, (1, PROVE), (2, Move("lose", card="duke")))
    told = text_of(frozen_message(TableView.of(table), 0))
    assert "Wrong challenge: **Ben** had the Contessa." in told
    assert told.endswith("**Ben** claimed Contessa to block the assassination.")


def test_the_last_frozen_turn_leaves_its_moment_to_the_message_of_the_end() -> None:
    table = playing(["duke", "captain"], ["contessa"])
    change(table, style=Style.CHRONICLE, status=Status.OVER)
    play(table, (0, COUP_BEN))
    told = text_of(frozen_message(TableView.of(table), 0))
    assert "**Ben** lost Contessa and is out." in told
    assert "###" not in told


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


def test_the_end_tells_who_challenged_where_challenges_bring_coins() -> None:
    table = playing(["captain"], ["contessa"], ruleset="mcguire", coins=2)
    play(table, (0, TAX), (1, CHALLENGE), (0, CONCEDE))
    text = text_of(end_message(TableView.of(table)))
    assert "**Ben** challenged. **Ana** did not show Duke. **Ana** lost Captain and is out." in text


def test_the_end_tells_who_resigned() -> None:
    table = playing(["duke", "captain"], ["contessa"], ["assassin"])
    for seat in (1, 2):
        tell(table, game_of(table).resign(seat))
    play(table, (0, Move("act", "income")))
    text = text_of(end_message(TableView.of(table)))
    assert "**Ben** resigned. **Cleo** resigned. **Ana** took 1 coin as income. **Ben** lost Contessa" in text


def test_a_team_wins_together() -> None:
    table = playing(["duke"], ["contessa"], ["duke", "duke"], ["captain"], coins=10, teams=True)
    play(table, (0, COUP_BEN), (2, Move("act", "coup", target=3)))
    change(table, status=Status.OVER)
    shown = text_of(end_message(TableView.of(table))).replace("\N{NO-BREAK SPACE}", " ")
    assert "## ♛ ♥ Team 1 wins\n♥ Ana and ♥ Cleo\n" in shown
