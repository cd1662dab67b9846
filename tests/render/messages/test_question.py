"""The open question in the message of a turn: who is asked what, and who must still answer."""

from typing import Any

from bot.render.messages.question import deadline_text, question_text
from bot.render.messages.turn import message_for_phase
from bot.render.panels.hand import asked_text, hand_panel
from bot.render.seat_view import SeatView
from bot.render.view_model import TableView
from bot.store.rows import Seat
from bot.tables.table import Table
from engine import Move
from engine.moves import CHALLENGE, PASS
from tests.harness.played_tables import decide, table_at
from tests.harness.tables import game_of, put_seat, tell
from tests.render.components import components


def _table(ruleset: str, options: dict[str, Any], pool: tuple[str, ...] | None, *hand: str) -> Table:
    """A game of two in which Ana has the first turn and holds `hand`."""
    given: dict[str, Any] = {"pool": [*pool]} if pool else {}
    return table_at(hand, hand, ruleset=ruleset, options=options, **given)


def _asked(table: Table) -> tuple[str, str]:
    view = TableView.of(table)
    return question_text(view), deadline_text(view)


def test_nobody_is_asked_to_choose_what_an_ai_chooses() -> None:
    table = _table("classic", {}, None, "duke", "captain")
    put_seat(table, 0, Seat(None, "Iris", "medium"))
    assert _asked(table)[0].endswith("**Iris** chooses an action.")


def test_a_player_who_resigned_does_not_count_among_those_who_may_answer() -> None:
    table = table_at(*[("duke", "captain")] * 3)
    tell(table, game_of(table).resign(2))
    decide(table, 0, Move("act", "tax"))
    labels = [part.get("label") for part in components(message_for_phase(TableView.of(table)))]
    assert "Challenge" in labels
    assert "Allow" in labels


def test_those_who_may_answer_are_named_in_the_order_of_their_seats() -> None:
    sides = (("captain", "loyalist"), ("duke", "reformist")) * 2
    players = [{"hand": [card], "allegiance": side} for card, side in sides]
    table = table_at(*players, ruleset="reformation", turn="Ben")
    decide(table, 1, Move("act", "foreign_aid"))
    labels = [part.get("label") for part in components(message_for_phase(TableView.of(table)))]
    assert "Block as Duke · Ana and Cleo" in labels
    assert "Still to answer: **Ana** and **Cleo**." in _asked(table)[1]
    assert table.state.awaited() == [0, 2], "reminders mention them"


def test_the_owner_of_an_examined_card_is_named() -> None:
    table = _table("classic", {"inquisitor": True}, None, "inquisitor", "duke")
    decide(table, 0, Move("act", action="examine", target=1))
    decide(table, 1, PASS)
    while table.state.game is not None and table.state.game.public().prompt != "examine":
        ask = table.state.game.ask
        assert ask is not None
        (seat, options), *_ = ask.options.items()
        decide(table, seat, options[0])
    assert "swap the card of **Ben**" in _asked(table)[0]
    assert asked_text(SeatView.of(table, 0)) == "**Ben** has Duke. Leave it, or swap it for a new card?"


def test_a_rebuttal_is_named_after_the_only_card_that_proves_it() -> None:
    table = _table("mcguire", {}, None, "contessa", "captain")
    rebuttal = Move("claim", role="contessa")
    decide(table, 0, Move("act", "foreign_aid"))
    decide(table, 1, Move("claim", role="duke"))
    assert TableView.of(table).answer_label(rebuttal) == "Claim Contessa (Treaty)"
    decide(table, 0, rebuttal)
    decide(table, 1, CHALLENGE)
    assert "show the Contessa (Treaty) or concede" in _asked(table)[0]


def test_vengeance_is_named_without_a_role() -> None:
    table = table_at(("captain",), ("assassin*", "duke"), ("duke",), ruleset="mcguire", coins=8)
    decide(table, 0, Move("act", "coup", 1))
    decide(table, 1, Move("lose", card="assassin*"))
    labels = [part.get("label") for part in components(hand_panel(SeatView.of(table, 1)))]
    assert "Assassinate Cleo" in labels
