"""The story of a game in words: what happened, as everyone saw it."""

from dataclasses import replace

from bot.render.messages.story import (
    last_round,
    lines_within,
    story_lines,
    titled_turn,
    turn_lines,
)
from bot.render.texts.catalogue import texts_for
from bot.render.view_model import TableView
from bot.store.rows import Seat
from bot.tables.table import Table
from tests.harness.played_tables import a_table
from tests.harness.tables import change, put_seat, tell


def lines_of(table: Table) -> list[str]:
    """The lines of a table's first turn."""
    view = TableView.of(table)
    return story_lines(view, view.story[0])


def test_nothing_is_said_twice() -> None:
    table = a_table("mcguire", 3, {})
    events = [
        {"type": "action", "by": 1, "action": "income", "role": None},
        {"type": "coins", "by": 1, "amount": 1},
        {"type": "mat", "event": "second_turn", "by": 0, "coins": 1},
        {"type": "coins", "by": 0, "amount": 1},
        {"type": "claim", "by": 2, "role": "duke", "kind": "counteraction", "action": "foreign_aid"},
        {"type": "blocked", "by": 2, "role": "duke", "action": "foreign_aid"},
        {"type": "action", "by": 0, "action": "examine", "role": "inquisitor", "target": 1},
        {"type": "examined", "by": 0, "target": 1},
        {"type": "swapped", "by": 0, "target": 1},
    ]
    assert story_lines(TableView.of(table), events) == [
        "**Ben** took 1 coin as income.",
        "The mat gave **Ana** 1 coin.",
        "**Cleo** claimed Duke to block the foreign aid.",
        "Nobody challenged.",
        "**Ana** claimed Inquisitor to see a card of **Ben**.",
        "**Ana** swapped it for a new one.",
    ]


def test_a_turned_up_card_needs_no_second_line_about_the_claim() -> None:
    table = a_table("g54", 3, {"advanced": True})
    events = [
        {"type": "claim", "by": 1, "role": "missionary", "kind": "loss"},
        {"type": "aside", "by": 1},
        {"type": "challenge", "by": 2, "against": 1, "role": "missionary"},
        {"type": "turned_up", "by": 1, "card": "banker"},
        {"type": "exposed", "by": 1, "role": "missionary"},
        {"type": "lost", "by": 1, "card": "priest", "cause": "challenged"},
    ]
    assert story_lines(TableView.of(table), events) == [
        "**Ben** claimed that the lost card is Missionary.",
        "**Cleo** challenged.",
        "**Ben** turned up Banker.",
        "**Ben** lost Priest.",
    ]


def test_two_cards_turned_up_in_a_row_share_a_line() -> None:
    table = a_table("g54", 3, {})
    events = [{"type": "turned_up", "by": 1, "card": "general"}] * 2 + [
        {"type": "eliminated", "by": 1, "returned": 0}
    ]
    assert story_lines(TableView.of(table), events) == ["**Ben** turned up 2 Generals and is out."]


def test_two_cards_lost_by_resigning_share_a_line() -> None:
    table = a_table("classic", 3, {})
    events = [
        {"type": "resigned", "by": 1},
        {"type": "lost", "by": 1, "card": "captain", "cause": "resign"},
        {"type": "lost", "by": 1, "card": "contessa", "cause": "resign"},
        {"type": "eliminated", "by": 1, "returned": 2},
    ]
    assert story_lines(TableView.of(table), events) == [
        "**Ben** resigned.",
        "**Ben** lost Captain and Contessa and is out.",
    ]


def test_events_of_the_mat_are_told_with_their_turn() -> None:
    table = a_table("mcguire", 3, {})
    change(table, story=((),))
    gift = {"type": "mat", "event": "second_turn", "by": 0, "coins": 1}
    death = {"type": "mat", "event": "first_death", "card": "duke"}
    tell(table, [{"type": "turn", "by": 2}, death, gift, {"type": "coins", "by": 0, "amount": 1}])
    tell(table, [{"type": "turn", "by": 0}])
    tell(table, [{"type": "turn", "by": 1}])
    told = [story_lines(TableView.of(table), turn) for turn in table.state.story]
    assert told == [["The mat turned up Duke."], ["The mat gave **Ana** 1 coin."], []]


def test_two_cards_of_a_role_are_counted() -> None:
    phrases = TableView.of(a_table("classic", 3, {})).phrases
    assert phrases.cards(["duke", "captain", "duke"]) == "2 Dukes and Captain"
    assert phrases.cards(["spy"] * 3) == "3 Spies"


def test_a_players_name_cannot_format_text_or_ping() -> None:
    table = a_table("classic", 4, {})
    lines = story_lines(TableView.of(table), [{"type": "resigned", "by": 3}])
    assert lines == ["**Dov\\_the\\_\\*bold\\*** resigned."]


def test_different_coins_from_each_player_are_told_one_by_one() -> None:
    taken = [{"type": "transfer", "by": giver, "recipient": 0, "amount": giver} for giver in (1, 2)]
    assert len(story_lines(TableView.of(a_table("g54", 3, {})), taken)) == 2


def test_a_member_alone_reads_what_happened_since_the_last_own_decision() -> None:
    table = a_table("classic", 3, {})
    for seat in (1, 2):
        put_seat(table, seat, Seat(None, ("Iris", "Jonas")[seat - 1], "medium"))
    tax, income = (
        [
            ({"type": "turn", "by": seat}, {"type": "action", "by": seat, "action": action, "role": role}, *coins)
            for seat in range(3)
        ]
        for action, role, coins in (("tax", "duke", ()), ("income", None, ()))
    )
    change(table, story=(tax[1], tax[2], ()))
    assert last_round(TableView.of(table), 2) == "-# **Jonas**: Tax (Duke)"
    change(table, orders=True)
    assert last_round(TableView.of(table), 2) == "-# **Iris**: Tax (Duke) · **Jonas**: Tax (Duke)"
    change(table, orders=None, story=(tax[2], income[0], income[1], income[2], ()))
    assert last_round(TableView.of(table), 4) == "-# **Ana**: Income · **Iris**: Income · **Jonas**: Income"
    assert last_round(TableView.of(table), 3) == "-# **Ana**: Income · **Iris**: Income"
    change(table, story=(tax[1], (*tax[2], {"type": "silence", "by": 0}), ()))
    late = "-# **Iris**: Tax (Duke) · **Jonas**: Tax (Duke) (out of time: **Ana**)"
    assert last_round(TableView.of(table), 2) == late, "the last answer was a turn before"
    challenged = (*tax[2], {"type": "challenge", "by": 1, "against": 2, "role": "duke"})
    change(table, story=(tax[1], challenged, ()))
    assert last_round(TableView.of(table), 2).startswith("-# **Iris**: Tax (Duke)\n"), "an AI seat was faster"
    put_seat(table, 2, Seat(9, "Cleo"))
    change(table, story=(tax[1], tax[2], ()))
    assert last_round(TableView.of(table), 2) == "-# **Iris**: Tax (Duke) · **Cleo**: Tax (Duke)"


def test_a_turn_without_a_decision_in_time_is_told_in_a_few_words() -> None:
    table = a_table("classic", 3, {})
    late, income = {"type": "silence", "by": 0}, {"type": "action", "by": 0, "action": "income", "role": None}
    change(table, story=(({"type": "turn", "by": 0}, late, income, {"type": "coins", "by": 0, "amount": 1}), ()))
    assert last_round(TableView.of(table), 1) == "-# **Ana**: Income +1 (out of time)"
    tax = {"type": "action", "by": 0, "action": "tax", "role": "duke"}
    change(table, story=(({"type": "turn", "by": 0}, tax, *({"type": "silence", "by": by} for by in (1, 2))), ()))
    assert last_round(TableView.of(table), 1) == "-# **Ana**: Tax (Duke) (out of time: **Ben** and **Cleo**)"
    change(
        table, story=(({"type": "turn", "by": 0}, tax, *({"type": "silence", "by": by} for by in range(3))), ())
    )
    assert last_round(TableView.of(table), 1) == "-# **Ana**: Tax (Duke) (out of time: 3 players)"
    late, away, back = ({"type": kind, "by": 1} for kind in ("silence", "away", "back"))
    change(table, story=(({"type": "turn", "by": 0}, tax, late, away, back), ()))
    assert last_round(TableView.of(table), 1) == "-# **Ana**: Tax (Duke) (out of time: **Ben**)", "he is back"
    change(table, story=(({"type": "turn", "by": 0}, tax, late, away), ()))
    assert "**Ben** is away: a medium AI plays." in last_round(TableView.of(table), 1)


def test_a_long_story_keeps_its_end() -> None:
    text = lines_within(texts_for(), [f"line {number}" for number in range(50)], 60)
    assert text.startswith("… and 43 earlier lines")
    assert text.endswith("line 49")
    assert lines_within(texts_for(), ["a line", "another"], 10).startswith("… and 1 earlier line in the log")


def test_private_events_are_no_part_of_the_story() -> None:
    table = a_table("classic", 2, {})
    tell(table, [{"type": "drew", "by": 0, "cards": ("duke",), "to": (0,)}])
    assert lines_of(table) == []


def test_a_turn_names_its_player_once() -> None:
    view = TableView.of(a_table("classic", 3, {}))
    turn = {"type": "turn", "by": 0, "number": 1}
    over = replace(view, phase=replace(view.phase, turn=1))
    income = {"type": "action", "by": 0, "action": "income", "role": None}
    late = {"type": "silence", "by": 1}
    assert titled_turn(view, 0, [turn, income]) == "-# Turn 1: **Ana** took 1 coin as income."
    assert titled_turn(view, 0, [turn]) == "-# Turn 1"
    assert titled_turn(view, 0, [turn, late]) == "-# Turn 1: **Ben** ran out of time.", "the lines above mark Ana"
    assert titled_turn(over, 0, [turn, late]) == "-# Turn 1: Ana. **Ben** ran out of time."
    view = replace(view, story=((turn,),))
    assert turn_lines(view, 0, [turn, income]) == ["**Turn 1:** **Ana** took 1 coin as income."]
    assert turn_lines(view, 0, [turn, late]) == ["**Turn 1: Ana**", "**Ben** ran out of time."]
    own = {"type": "silence", "by": 0}
    assert titled_turn(view, 0, [turn, own]) == "-# Turn 1: **Ana** ran out of time."
    assert turn_lines(view, 0, [turn, own, income])[0] == "**Turn 1:** **Ana** ran out of time."
    assert turn_lines(view, 0, [turn]) == []


def test_a_long_turn_is_shortened_in_small_print() -> None:
    table = a_table("classic", 3, {})
    tell(
        table,
        [{"type": "turn", "by": 0, "number": 1}, *({"type": "resigned", "by": seat % 3} for seat in range(9))],
    )
    view = TableView.of(table)
    turn = len(view.story) - 1
    resigned = "**Ana** resigned. … **Cleo** resigned. **Ana** resigned. **Ben** resigned. **Cleo** resigned."
    told = titled_turn(view, turn, view.story[turn])
    assert told == f"-# Turn {turn + 1}: {resigned}"
    assert last_round(view, turn + 1).endswith(f"\n-# {resigned}")


def test_players_who_run_out_of_time_together_share_a_sentence() -> None:
    view = TableView.of(a_table("classic", 3, {}))
    claim = {"type": "action", "by": 0, "action": "tax", "role": "duke"}
    late = [{"type": "silence", "by": seat} for seat in (1, 2)]
    assert story_lines(view, [*late, late[0]]) == ["**Ben** and **Cleo** ran out of time."]
    assert story_lines(view, [claim, *late, {"type": "coins", "by": 0, "amount": 3}, late[0]]) == [
        "**Ana** claimed Duke.",
        "**Ben** and **Cleo** ran out of time.",
        "**Ana** took 3 coins.",
        "**Ben** ran out of time.",
    ]
