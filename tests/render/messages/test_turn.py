"""The message of a turn: the question first, a line for each seat, and the roles of a drawn pool."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from bot.render.controls import without_emojis
from bot.render.icons import Icons, set_icons, without_icons
from bot.render.messages.seats import seats_text
from bot.render.messages.turn import message_for_phase
from bot.render.panels.hand import hand_panel
from bot.render.panels.options_and_odds import options_and_odds_panel
from bot.render.seat_view import SeatView
from bot.render.view_model import TableView
from bot.store.rows import Seat, Status, Style
from bot.tables.table import Table
from engine import ROLES, Game, Move
from engine.moves import PASS
from tests.harness.played_tables import HARD_POOLS, MEMBERS, TABLES, a_table, decide, played, random_game, table_at
from tests.harness.tables import change, change_seat, game_of, put_seat, tell
from tests.render.components import components, fits, text_of
from tests.render.emojis import ALL

LETTER, SYMBOL, SPACE = 9.5, 21.0, 4.8
"""The widths of a bold letter, an emoji and a space on a phone, in pixels."""
LINE_PIXELS = 337
"""The width of a line of a table message on the sandbox's page, 390 pixels wide."""


def texts(table: Table) -> list[str]:
    """The texts of a table's message, from the top."""
    return [part["content"] for part in components(message_for_phase(TableView.of(table))) if "content" in part]


def labels(table: Table) -> list[str]:
    """The labels of the buttons of a table's message."""
    return [part["label"] for part in components(message_for_phase(TableView.of(table))) if "label" in part]


@pytest.mark.parametrize("table", TABLES)
def test_a_message_that_keeps_parts_of_the_one_before_is_as_if_rendered_anew(table: Table) -> None:
    state = table.state
    table = a_table(state.ruleset, len(state.seats), state.options, state.pool)
    for seat in range(1, len(state.seats), 2):
        change_seat(table, seat, user_id=None, ai="honest")
    for moment in played(table, seed=1):
        view = TableView.of(moment)
        anew = message_for_phase(replace(view))
        assert message_for_phase(view).to_components() == anew.to_components()


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("table", TABLES[2:9:2])
def test_the_question_is_above_everything_and_the_seats_follow(table: Table, style: Style) -> None:
    for moment in islice(random_game(table), 0, None, 11):
        if moment.state.status is Status.PLAYING:
            change(moment, style=style)
            question, seats, *_ = texts(moment)
            assert question.startswith("## ")
            assert seats.startswith(seats_text(TableView.of(moment)))


def width(line: str) -> float:
    """The width of a line on a phone, roughly, in pixels."""
    text = re.sub(r"<:\w+:\d+>|\*\*|\\", "", line)
    spaces = len(re.findall(r"[ \N{NO-BREAK SPACE}]", text))
    return len(re.findall(r"<:\w+:\d+>", line)) * SYMBOL + spaces * SPACE + (len(text) - spaces) * LETTER


def at(ruleset: str, names: Sequence[str], players: Sequence[Mapping[str, Any]], **rest: Any) -> Table:
    """A table at a position: the players with these names and facts, the first of whom has the turn."""
    table = a_table(ruleset, len(names), rest.get("options", {}), tuple(rest["pool"]) if "pool" in rest else None)
    for seat, name in enumerate(names):
        change_seat(table, seat, name=name)
    named = [{"name": name, **facts} for name, facts in zip(names, players, strict=True)]
    change(table, game=Game.from_position({"ruleset": ruleset, "turn": names[0], "players": named, **rest}))
    return table


NAMES = ("Bartholomew King", "Christopher_Long", "Alexandra-Brown!", "Wilhelmina Smith", "Konstantin_Blake", "Eve")


def test_a_seat_is_one_line_on_a_phone(emojis: None) -> None:
    hands = (["duke"], ["duke", "captain"], ["captain"], [], ["ambassador"], ["captain", "duke"])
    lost = (["contessa"], [], ["contessa"], ["assassin", "contessa"], ["assassin"], [])
    players = [
        {"coins": 10 if hand else 0, "hand": hand, "lost": up} for hand, up in zip(hands, lost, strict=True)
    ]
    table = at("classic", NAMES, players, options={"teams": True})
    change_seat(table, 4, away=True)
    lines = seats_text(TableView.of(table)).split("\n")
    assert len(lines) == len(NAMES)
    assert max(map(width, lines)) < LINE_PIXELS
    coin, card, contessa = ALL.emoji("coin"), ALL.emoji("card"), ALL.emoji("contessa")
    assert lines[0] == f"➤ {ALL.text('team_1')}**Bartholomew King** {coin}\N{NO-BREAK SPACE}10 {card}✕{contessa}"
    assert lines[3].endswith(f"out ✕{ALL.emoji('assassin')}✕{contessa}")
    assert lines[4].endswith("away")


def test_a_seat_with_every_token_is_one_line_on_a_phone(emojis: None) -> None:
    first, other, *_ = NAMES
    threats = [{"by": other, "on": first}]
    tokens = {
        "peacekeeping": first,
        "tax": {"holder": first, "role": "mercenary"},
        "treaty": [first, other],
        "disappear": threats,
    }
    pool = ("peacekeeper", "lawyer", "customs_officer", "foreign_consular", "mercenary")
    players = [{"coins": 12, "hand": ["lawyer", "peacekeeper"]}, *([{"coins": 2, "hand": ["lawyer"]}] * 5)]
    players[2:] = [{"coins": 2, "hand": ["mercenary"]}] * 3 + [{"coins": 2, "hand": ["customs_officer"]}]
    table = at("g54", NAMES, players, tokens=tokens, pool=list(pool), options={"free_pool": True})
    for is_away in (False, True):
        change_seat(table, 0, away=is_away)
        assert width(seats_text(TableView.of(table)).split("\n")[0]) < LINE_PIXELS


def test_cards_put_aside_are_told_in_words(emojis: None) -> None:
    pool = ["banker", "director", "guerrilla", "lawyer", "missionary"]
    for aside in ([], ["director", "director"]):
        players = [{"coins": 2, "hand": ["missionary"], "aside": aside}, {"coins": 2, "hand": ["lawyer"]}]
        told = texts(at("g54", ("Ana", "Ben"), players, pool=pool))[-1]
        assert ("**Ana**: 2 cards put aside." in without_icons(told)) is bool(aside)


def test_the_reserve_and_the_signs_of_allegiances_share_a_line(emojis: None) -> None:
    players = [{"coins": 2, "hand": ["captain"], "allegiance": side} for side in ("loyalist", "reformist")]
    table = at("reformation", ("Ana", "Ben"), players, reserve=12)
    *_, line = texts(table)[-1].split("\n")
    assert without_icons(line) == "-# Reserve: 12 coins. Loyalist · Reformist"
    uploaded = {name: emoji for name in ("coin", "card") if (emoji := ALL.emoji(name)) is not None}
    set_icons(Icons(uploaded))
    *_, line = texts(table)[-1].split("\n")
    assert without_icons(line) == "-# Reserve: 12 coins."


def test_the_allegiance_of_a_player_who_is_out_is_not_shown(emojis: None) -> None:
    players = [{"coins": 2, "hand": ["captain"], "allegiance": "loyalist"} for _ in range(2)]
    out = {"coins": 0, "hand": [], "lost": ["duke", "duke"], "allegiance": "reformist"}
    table = at("reformation", ("Ana", "Ben", "Cleo"), [*players, out])
    lines = seats_text(TableView.of(table)).split("\n")
    assert [f"{ALL.emoji('token_loyalist')}" in line for line in lines] == [True, True, False]
    assert "token_reformist" not in lines[2]


def test_the_bank_is_shown_only_with_its_role(emojis: None) -> None:
    pools = {
        "Bank": ("financier", "director", "guerrilla", "peacekeeper", "politician"),
        "": ("banker", "director", "guerrilla", "peacekeeper", "politician"),
    }
    for shown, pool in pools.items():
        players = [{"coins": 2, "hand": ["director", "guerrilla"]}, {"coins": 2, "hand": ["peacekeeper"]}]
        table = at("anarchy", ("Ana", "Ben"), players, pool=list(pool))
        assert ("Bank: " in text_of(message_for_phase(TableView.of(table)))) is bool(shown)


def test_tokens_are_symbols_or_words(emojis: None) -> None:
    tokens = {"peacekeeping": "Ana", "tax": {"holder": "Ana", "role": "priest"}, "treaty": ["Ana", "Ben"]}
    players = [{"coins": 2, "hand": [role]} for role in ("priest", "peacekeeper", "lawyer")]
    pool = ("peacekeeper", "priest", "lawyer", "customs_officer", "foreign_consular")
    table = at("g54", ("Ana", "Ben", "Cleo"), players, tokens=tokens, pool=list(pool), options={"free_pool": True})
    first, second, _ = seats_text(TableView.of(table)).split("\n")
    assert first.endswith(str(ALL.emoji("card"))), "four symbols do not fit"
    assert second.endswith(str(ALL.emoji("token_treaty")))
    told = without_icons(text_of(message_for_phase(TableView.of(table))))
    assert "-# Ana: Peacekeeping token, treaty with Ben and Tax token for Priest." in told.replace("**", "")
    change(table, pictures=False)
    told = "➤ **Ana** · 2 coins · 1 card · Peacekeeping token · treaty with **Ben** · Tax token for Priest"
    assert seats_text(TableView.of(table)).split("\n")[0] == told


def test_a_void_treaty_is_not_shown(emojis: None) -> None:
    players = [{"coins": 7, "hand": [role]} for role in ("foreign_consular", "banker", "priest", "judge")]
    pool = ["foreign_consular", "banker", "priest", "judge", "director"]
    names, options = ("Ana", "Ben", "Cleo", "Dov"), {"free_pool": True}
    for fallen in (("Cleo", "Dov"), ("Ben",)):
        table = at("g54", names, players, tokens={"treaty": ["Ana", "Ben"]}, pool=pool, options=options)
        treaty = str(ALL.emoji("token_treaty"))
        assert treaty in seats_text(TableView.of(table))
        for name in fallen:
            game_of(table).resign(names.index(name))
        tell(table, game_of(table).decide_json({"by": "Ana", "do": "act", "action": "income"}))
        assert treaty not in seats_text(TableView.of(table))


def test_a_message_without_emojis_has_words_for_every_symbol(emojis: None) -> None:
    table = a_table("classic", 3, {})
    without = without_emojis(message_for_phase(TableView.of(table)).copy())
    change(table, pictures=False)
    assert text_of(without) == text_of(message_for_phase(TableView.of(table)))


def test_a_game_with_a_pool_begins_with_its_court(emojis: None) -> None:
    table = a_table("g54", 6, {}, HARD_POOLS[0])
    message = message_for_phase(TableView.of(table))
    fits(message)
    shown = text_of(message)
    assert shown.index("choose an action") < shown.index("Tonight's court")
    for role in ("capitalist", "general", "lawyer", "missionary", "producer"):
        assert f"\n-# **{ALL.text(role)}{role.title()}**: " in shown
    assert "General**: Pay 5 coins" in shown
    game = table.state.game
    assert game is not None
    decide(table, game.turn, Move("act", "capitalist"))
    assert "General**: Pay 5 coins" in text_of(message_for_phase(TableView.of(table))), "others must answer now"
    for seat in table.state.owing():
        decide(table, seat, PASS)
    assert "-# Tonight's court: " in text_of(message_for_phase(TableView.of(table)))


def test_a_game_without_a_pool_does_not_list_its_roles() -> None:
    table = a_table("classic", 6, {})
    assert not any(
        role in text_of(message_for_phase(TableView.of(table))) for role in ("court", "Ambassador", "Duke")
    )


def test_a_court_of_all_roles_fits(emojis: None) -> None:
    table = a_table("g54", 6, {}, HARD_POOLS[0])
    for seat in range(6):
        change_seat(table, seat, name="*" * 32)
    view = TableView.of(table)
    drawn = [role for role, facts in ROLES.items() if facts.category != "classic"]
    crowded = replace(view, public_game=replace(view.game, view={**view.game.view, "roles": drawn}))
    message = message_for_phase(crowded)
    fits(message)
    assert all(crowded.labels.role(role) in text_of(message) for role in drawn)


def test_the_kind_of_an_ai_is_not_in_the_message_but_one_click_away() -> None:
    table = a_table("classic", 3, {})
    put_seat(table, 1, Seat(None, "Iris", "strong", temperament="bold"))
    view = TableView.of(table)
    assert "strong" not in text_of(message_for_phase(view))
    assert "AI players: **Iris** (bold, strong AI)." in text_of(options_and_odds_panel(view, None))


def test_the_mat_brings_nothing_for_turns_of_a_player_who_is_out() -> None:
    table = a_table("mcguire", 3, {})
    mat = [{"event": "second_turn", "coins": 1}, {"event": "second_death", "card": "duke"}]
    for hand, is_told in ((["captain"], True), ([], False)):
        players = [
            {"name": "Ana", "hand": hand, "lost": ["duke", "ambassador"][: 2 - len(hand)]},
            {"name": "Ben", "hand": ["captain", "contessa"]},
            {"name": "Cleo", "hand": ["assassin", "captain"]},
        ]
        position = {"ruleset": "mcguire", "turn": "Ben", "players": players, "first": "Ana", "first_turns": 1}
        change(table, game=Game.from_position({**position, "mat": mat}), story=((),))
        shown = text_of(message_for_phase(TableView.of(table)))
        assert ("1 coin for **Ana** (2nd turn)" in shown) is is_told
        assert "a card face up (2nd lost card)" in shown


def test_no_button_is_for_ai_seats_alone() -> None:
    table = a_table("classic", 3, {})
    decide(table, 0, Move("act", "steal", target=1))
    assert "Challenge or block?" in text_of(message_for_phase(TableView.of(table)))
    assert "Block as Captain" in " ".join(labels(table))
    put_seat(table, 1, Seat(None, "Iris", "medium"))
    assert "Challenge or block?" not in text_of(message_for_phase(TableView.of(table)))
    assert labels(table)[:2] == ["Challenge", "Allow"]
    assert "Block" not in " ".join(labels(table))


def test_a_whole_table_that_is_asked_is_everyone() -> None:
    table = a_table("classic", 4, {})
    game = table.state.game
    assert game is not None
    decide(table, game.turn, Move("act", "tax"))
    assert "Still to answer: all. Closes" in texts(table)[1]
    first = game.public().asked[0]
    decide(table, first, PASS)
    table.state = table.state.with_question(answered=frozenset((first,)))
    assert MEMBERS[first].split("_")[0] not in texts(table)[1].split("Still to answer")[1]


def test_only_a_member_who_must_answer_sees_when_the_time_is_up() -> None:
    table = a_table("classic", 2, {})
    game = table.state.game
    assert game is not None
    change(table, deadline=1_800_000_000.0)
    assert "Time is up" in texts(table)[1], "of a turn, nothing closes"
    change_seat(table, game.turn, away=True)
    assert "Time is up" not in texts(table)[1], "an AI plays for a member who is away"
    decide(table, game.turn, Move("act", "tax"))
    assert "Closes" in texts(table)[1]
    put_seat(table, 1 - game.turn, Seat(None, "Iris", "medium"))
    assert "Still to answer: **Iris**." in texts(table)[1]
    assert "Closes" not in texts(table)[1]


def test_a_member_alone_against_ai_players_has_five_buttons_besides_the_answers() -> None:
    table = a_table("classic", 3, {})
    for seat in (1, 2):
        put_seat(table, seat, Seat(None, f"Iris {seat}", "medium"))
    change(table, deadline=1_800_000_000.0)
    buttons = [
        part["label"] for part in components(message_for_phase(TableView.of(table))) if part.get("type") == 2
    ]
    assert buttons == ["My hand", "What can I do?", "Log", "More time", "Hint"]


@pytest.mark.parametrize(
    ("ruleset", "facts", "is_own", "label", "description"),
    [
        ("classic", {}, False, "Steal from Ben (Captain)", "1 coin, 1 card · Take up to 2 coins."),
        ("classic", {}, False, "Tax (Duke)", "Take 3 coins."),
        ("classic", {}, True, "Tax (Duke)", "You have it. Take 3 coins."),
        ("classic", {}, False, "Exchange (Ambassador)", "Draw 2 cards, return any 2."),
        ("classic", {}, True, "Exchange (Ambassador)", "A bluff. Draw 2 cards, return any 2."),
        ("classic", {}, True, "Income", "Take 1 coin. Nobody can stop it."),
        ("reformation", {}, False, "Convert Ana", "Pay 1 coin to change your own allegiance."),
        ("reformation", {}, False, "Convert Ben", "1 coin, 1 card · Pay 2 coins to change their allegiance."),
        ("reformation", {"reserve": 4}, False, "Embezzle (no Duke)", "4 coins · Take all coins"),
        ("reformation", {"reserve": 4}, True, "Embezzle (no Duke)", "A bluff. 4 coins"),
        (
            *("anarchy", {"bank": 4, "pool": ["financier", "director", "judge", "priest", "lawyer"]}, False),
            *("Financier", "4 coins · Take all coins"),
        ),
        (
            *("g54", {"pool": ["communist", "banker", "director", "guerrilla", "judge"]}, False),
            *("Communist from Ana to Ben", "4 coins, 1 card · Move up to 3 coins from the richest"),
        ),
    ],
)
def test_an_action_says_what_it_costs_and_its_player_alone_whether_it_is_a_bluff(
    ruleset: str, facts: dict[str, Any], is_own: bool, label: str, description: str
) -> None:
    hand = ["judge" if "pool" in facts else "duke"]
    table = table_at({"hand": hand, "coins": 4}, {"hand": hand, "coins": 1}, ruleset=ruleset, **facts)
    message = hand_panel(SeatView.of(table, 0)) if is_own else message_for_phase(TableView.of(table))
    (select,) = (part for part in components(message) if part.get("type") == 3)
    assert select["placeholder"] == "Choose an action" + " · Ana" * (not is_own)
    (offered,) = (option["description"] for option in select["options"] if option["label"] == label)
    assert offered.startswith(description)
