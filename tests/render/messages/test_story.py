"""The story of a game in words: what happened, as everyone saw it."""

from dataclasses import replace

from bot.render.messages.story import (
    last_round,
    lines_within,
    settled_events,
    story_lines,
    titled_turn,
    turn_lines,
)
from bot.render.texts.catalogue import texts_for
from bot.render.view_model import TableView
from bot.store.rows import Seat
from bot.tables.table import Table
from engine import Move
from tests.harness.played_tables import a_table, decide, table_at
from tests.harness.tables import ask_of, change, game_of, put_seat, tell


def lines_of(table: Table) -> list[str]:
    """The lines of a table's first turn."""
    view = TableView.of(table)
    return story_lines(view, view.story[0])


def test_a_turn_reads_as_a_chronicle() -> None:
    table = table_at(["duke", "duke"], ["captain", "contessa"], ["contessa", "contessa"])
    for seat, move in (
        (0, Move("act", "tax")),
        (1, Move("challenge")),
        (0, Move("prove")),
        (1, Move("lose", card="captain")),
    ):
        decide(table, seat, move)
    assert lines_of(table) == [
        "**Ana** claimed Duke.",
        "**Ben** challenged.",
        "**Ana** showed the Duke.",
        "**Ben** lost Captain.",
        "**Ana** took 3 coins.",
    ]


def test_each_event_is_a_sentence_and_the_price_goes_without_saying() -> None:
    table = a_table("classic", 3, {})
    events = [
        {"type": "action", "by": 0, "action": "assassinate", "role": "assassin", "target": 1},
        {"type": "paid", "by": 0, "amount": 3, "why": "price"},
        {"type": "challenge", "by": 2, "against": 0, "role": "assassin"},
        {"type": "exposed", "by": 0, "role": "assassin"},
        {"type": "refunded", "by": 0, "amount": 3},
        {"type": "lost", "by": 0, "card": "duke", "cause": "challenged"},
        {"type": "eliminated", "by": 0, "returned": 3},
    ]
    assert story_lines(TableView.of(table), events) == [
        "**Ana** claimed Assassin to assassinate **Ben**.",
        "**Cleo** challenged.",
        "**Ana** did not show Assassin.",
        "**Ana** got 3 coins back.",
        "**Ana** lost Duke and is out.",
    ]


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


def test_the_open_claim_is_not_part_of_the_story_yet() -> None:
    table = a_table("classic", 3, {})
    first = game_of(table).turn
    decide(table, first, Move("act", "tax"))
    assert story_lines(TableView.of(table), settled_events(TableView.of(table))) == []
    decide(table, (first + 1) % 3, Move("pass"))
    decide(table, (first + 2) % 3, Move("pass"))
    name = table.state.seats[first].name
    assert lines_of(table) == [f"**{name}** claimed Duke.", f"**{name}** took 3 coins."]


def test_both_actions_of_a_spy_are_told_and_each_token_once() -> None:
    table = a_table("g54", 3, {})
    events = [
        {"type": "action", "by": 0, "action": "spy", "role": "spy"},
        {"type": "coins", "by": 0, "amount": 1},
        {
            "type": "action",
            "by": 0,
            "action": "customs_officer",
            "role": "customs_officer",
            "taxed_role": "priest",
        },
        {"type": "token", "name": "tax", "by": 0, "role": "priest"},
    ]
    assert story_lines(TableView.of(table), events) == [
        "**Ana** claimed Spy to act twice.",
        "**Ana** took 1 coin.",
        "**Ana** claimed Customs Officer to tax Priest.",
    ]


def test_mcguires_ambassador_reduces_a_theft_to_one_coin() -> None:
    table = a_table("mcguire", 3, {})
    claim = {"type": "claim", "by": 1, "kind": "counteraction", "action": "steal"}
    for role, told in (("ambassador", "so that only 1 coin is stolen"), ("captain", "to block the theft")):
        assert told in story_lines(TableView.of(table), [{**claim, "role": role}])[0]


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


ALLOWED = [{"by": name, "do": "pass"} for name in ("Ben", "Cleo")]
"""Ana acts, and nobody challenges or blocks."""


def test_a_quiet_turn_names_the_player_whom_it_cost() -> None:
    table = table_at(*[["duke", "captain"]] * 3, coins=0)
    for move in ({"by": "Ana", "do": "act", "action": "steal", "target": "Ben"}, *ALLOWED):
        tell(table, game_of(table).decide_json(move))
    assert last_round(TableView.of(table), 1) == "-# **Ana**: Steal (Captain) +0 from **Ben**"


def test_a_theft_that_nobody_stopped_is_told_in_a_few_words() -> None:
    table = a_table("classic", 3, {})
    theft = (
        {"type": "turn", "by": 0},
        {"type": "action", "by": 0, "action": "steal", "role": "captain", "target": 1},
        {"type": "transfer", "by": 1, "recipient": 0, "amount": 2},
    )
    change(table, story=(theft, ()))
    assert last_round(TableView.of(table), 1) == "-# **Ana**: Steal (Captain) +2 from **Ben**"
    challenged = (*theft[:2], {"type": "challenge", "by": 2, "against": 0}, theft[2])
    change(table, story=(challenged, ()))
    assert "**Cleo** challenged" in last_round(TableView.of(table), 1)


def test_coins_from_each_player_are_told_in_one_sentence() -> None:
    pool = ["banker", "director", "guerrilla", "intellectual", "priest"]
    table = table_at(["priest"], ["banker"], ["banker"], ruleset="g54", pool=pool)
    decide(table, 0, Move("act", "priest"))
    while table.state.game is not None and len(table.state.story) == 1:
        decide(table, next(iter(ask_of(table).options)), Move("pass"))
    assert lines_of(table)[1:] == ["1 coin each went from **Ben** and **Cleo** to **Ana**."]
    taken = [{"type": "transfer", "by": giver, "recipient": 0, "amount": giver} for giver in (1, 2)]
    assert len(story_lines(TableView.of(table), taken)) == 2, "not the same"


def test_a_gift_is_told_in_a_few_words() -> None:
    table = a_table("g54", 3, {})
    gift = (
        {"type": "turn", "by": 0},
        {"type": "action", "by": 0, "action": "farmer", "role": "farmer", "recipient": 1},
        {"type": "coins", "by": 0, "amount": 3},
        {"type": "transfer", "by": 0, "recipient": 1, "amount": 1},
    )
    change(table, story=(gift, ()))
    assert last_round(TableView.of(table), 1) == "-# **Ana**: Farmer +3 (1 coin to **Ben**)"
    taxed = (*gift[:2], {"type": "transfer", "by": 0, "recipient": 2, "amount": 1}, *gift[2:])
    change(table, story=(taxed, ()))
    assert "**Cleo**" in last_round(TableView.of(table), 1)


def test_a_block_that_nobody_challenged_is_told_in_a_few_words() -> None:
    def told(blocker: str, action: str, **target: str) -> str:
        table = table_at(*[["duke", "captain"]] * 3, coins=3)
        block = {"by": "Ben", "do": "claim", "role": blocker}
        for move in ({"by": "Ana", "do": "act", "action": action, **target}, block):
            tell(table, game_of(table).decide_json(move))
        while ask_of(table).prompt == "respond":
            decide(table, next(iter(ask_of(table).options)), Move("pass"))
        return last_round(TableView.of(table), 1)

    assert told("duke", "foreign_aid") == "-# **Ana**: Foreign aid, blocked by **Ben** as Duke"
    blocked = "-# **Ana**: Assassinate (Assassin), blocked by **Ben** as Contessa"
    assert told("contessa", "assassinate", target="Ben") == blocked


def test_coins_from_the_reserve_are_told_in_a_few_words() -> None:
    for reserve in (4, 0):
        table = table_at(*[["captain"]] * 3, ruleset="reformation", reserve=reserve)
        for move in ({"by": "Ana", "do": "act", "action": "embezzle"}, *ALLOWED):
            tell(table, game_of(table).decide_json(move))
        assert last_round(TableView.of(table), 1) == f"-# **Ana**: Embezzle (no Duke) +{reserve}"


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


def test_a_quiet_turn_may_take_a_token_or_pay_a_price() -> None:
    table = a_table("g54", 3, {})
    peacekeeper = (
        {"type": "turn", "by": 0},
        {"type": "action", "by": 0, "action": "peacekeeper", "role": "peacekeeper"},
        {"type": "coins", "by": 0, "amount": 1},
        {"type": "token", "name": "peacekeeping", "by": 0},
    )
    change(table, story=(peacekeeper, ()))
    assert last_round(TableView.of(table), 1) == "-# **Ana**: Peacekeeper +1"
    newscaster = (
        {"type": "turn", "by": 0},
        {"type": "action", "by": 0, "action": "newscaster", "role": "newscaster"},
        {"type": "paid", "by": 0, "amount": 1, "why": "price"},
        {"type": "exchanged", "by": 0, "returned": 3},
    )
    change(table, story=(newscaster, ()))
    assert last_round(TableView.of(table), 1) == "-# **Ana**: Newscaster"


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
    tell(table, [{"type": "turn", "by": 0, "number": 1}, *({"type": "back", "by": seat % 3} for seat in range(9))])
    view = TableView.of(table)
    turn = len(view.story) - 1
    back = "**Ana** is back. … **Cleo** is back. **Ana** is back. **Ben** is back. **Cleo** is back."
    told = titled_turn(view, turn, view.story[turn])
    assert told == f"-# Turn {turn + 1}: {back}"
    assert last_round(view, turn + 1).endswith(f"\n-# {back}")


def test_players_who_run_out_of_time_together_share_a_sentence() -> None:
    view = TableView.of(a_table("classic", 3, {}))
    claim = {"type": "action", "by": 0, "action": "tax", "role": "duke"}
    late = [{"type": "silence", "by": seat} for seat in (1, 2)]
    assert story_lines(view, [claim, *late, {"type": "coins", "by": 0, "amount": 3}, late[0]]) == [
        "**Ana** claimed Duke.",
        "**Ben** and **Cleo** ran out of time.",
        "**Ana** took 3 coins.",
        "**Ben** ran out of time.",
    ]


def test_all_that_a_writer_pays_is_one_sentence() -> None:
    view = TableView.of(a_table("classic", 3, {}))
    paid = {"type": "paid", "by": 0, "amount": 1, "why": "draw"}
    told = ["**Ana** paid 2 coins to draw more.", "**Ben** paid 1 coin to draw more."]
    assert story_lines(view, [paid, paid, {**paid, "by": 1}]) == told


def test_a_conversion_is_one_sentence() -> None:
    table = a_table("reformation", 3, {})
    decide(table, 0, Move("act", "convert", target=0))
    decide(table, 1, Move("act", "convert", target=2))
    view = TableView.of(table)
    told = [story_lines(view, [event for event in turn if event["type"] != "turn"]) for turn in view.story[:2]]
    assert told == [["**Ana** changed to Reformist."], ["**Ben** converted **Cleo** to Reformist."]]
