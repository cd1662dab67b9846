"""Messages and panels in games of every edition: they fit, and offer exactly the legal answers."""

from dataclasses import replace

import pytest
from discord import ui

from bot.render.controls import GREEN, GREY
from bot.render.custom_id import CustomId, PartialMove
from bot.render.messages.question import answer_style
from bot.render.messages.turn import frozen_message, message_for_phase
from bot.render.panels.decision_steps import pick_panel
from bot.render.panels.hand import hand_panel
from bot.render.panels.host import host_panel
from bot.render.panels.log import log_panel
from bot.render.panels.moderation import MAX_CHANNELS, bans_panel, moderation_panel, server_panel
from bot.render.panels.pools import PoolRule, pool_panel
from bot.render.panels.preferences import MAX_AVOIDED, avoided_warning, call_message, call_panel, preferences_panel
from bot.render.panels.rulebook import FAIRNESS_TOPIC, TABLE_TOPIC, TOPICS, role_choice, rules_panel
from bot.render.seat_view import SeatView
from bot.render.texts.catalogue import texts_for
from bot.render.view_model import TableView
from bot.store.repositories.call_list import MAX_CALLED, Listed
from bot.store.repositories.players import Player
from bot.store.repositories.server_rules import Ban
from bot.store.rows import Status, Style
from bot.tables.preferences import ServerSettings
from bot.tables.table import Table
from engine.moves import PASS
from tests.harness.played_tables import HARD_POOLS, TABLES, a_table, random_game, tables
from tests.harness.tables import change, change_seat, game_of
from tests.render.components import fits, sent, text_of

pytestmark = pytest.mark.slow


def message(table: Table) -> ui.LayoutView:
    """The message of a table now."""
    view = TableView.of(table)
    return message_for_phase(view)


@pytest.mark.parametrize("table", TABLES)
def test_every_message_and_panel_fits_and_offers_exactly_the_legal_answers(table: Table) -> None:
    moment = table
    for moment in random_game(table):
        ask = game_of(moment).ask
        ops = {part["custom_id"].split(":")[2] for part in fits(message(moment))}
        if ask is not None:
            assert ("act" in ops) is (ask.prompt == "act")
            assert ("choose" in ops) is moment.state.asks_privately
            assert ("answer" in ops) is not (ops & {"act", "choose"})
        for seat in range(len(moment.state.seats)):
            controls = fits(hand_panel(SeatView.of(moment, seat)))
            assert ask is None or bool(controls) is (seat in moment.state.owing())
    fits(log_panel(TableView.of(moment)))
    fits(rules_panel(TABLE_TOPIC, texts_for(), TableView.of(moment)))
    for turn in range(len(moment.state.story) - 1):
        assert not fits(frozen_message(TableView.of(moment), turn))


def test_every_panel_of_settings_and_roles_fits() -> None:
    texts, view = texts_for(), TableView.of(a_table("g54", 4, {}, HARD_POOLS[0]))
    lobby = replace(view, status=Status.LOBBY, public_game=None)
    usual = ServerSettings(
        pace="correspondence", style=Style.CHRONICLE, ai="strong", pool="Hard times", resigns=True
    )
    full = replace(usual, channels=tuple(range(2**62, 2**62 + MAX_CHANNELS)), moderator_role_id=2**62)
    panels = [
        preferences_panel(Player(dm=True, dms_closed=True), range(2**62, 2**62 + MAX_AVOIDED), texts),
        server_panel(usual, [f"Pool {number}" for number in range(50)], texts),
        moderation_panel(full, 99, "No table in this channel.", None, texts),
        bans_panel(
            [Ban(2**62 + number, "N" * 32, 0, 9, "*" * 200, 2**62) for number in range(50)], 0, texts, "Done."
        ),
        call_panel(Listed(1, 330, 22, 8), 0.0, texts, next_call=0.0, hosted=CustomId("call")),
        call_message(lobby, range(2**62, 2**62 + MAX_CALLED)),
        avoided_warning(CustomId("joinsure"), ["N" * 32] * 5, texts),
        role_choice(texts),
        role_choice(texts, view),
        pool_panel("Hard times", HARD_POOLS[0], texts, rule=PoolRule(free=True)),
        host_panel(lobby, view.host_id),
        *(rules_panel(topic, texts, view) for topic in (*TOPICS, TABLE_TOPIC)),
    ]
    assert all(map(fits, panels))


def test_messages_that_wait_for_an_ai_have_no_answer_buttons() -> None:
    (_, table) = next(tables())
    for number in range(len(table.state.seats)):
        change_seat(table, number, user_id=None, ai="honest")
    assert [part["label"] for part in fits(message(table))] == ["My hand", "What can I do?", "Log", "Finish now"]


def test_a_roles_hint_is_the_first_line_of_its_help() -> None:
    hints = str(pool_panel("Mine", (), texts_for()).to_components())
    assert "Pay 4 coins: a player loses a card." in hints
    assert "That player may block as Guerrilla" not in hints


def test_allow_is_green_only_where_it_costs_nothing() -> None:
    assert answer_style(PASS, "respond") is GREEN
    assert answer_style(PASS, "defuse") is GREY


def test_fair_shuffle_ends_with_the_fingerprint_and_keeps_the_seed_until_the_end() -> None:
    table = a_table("classic", 2, {})
    seed, fingerprint = table.state.server_seed.hex(), f"`{table.state.commitment}`"
    game = table.state.game
    for status, is_over in ((Status.LOBBY, False), (Status.PLAYING, False), (Status.CLOSED, True)):
        change(table, status=status, game=None if status is Status.LOBBY else game)
        view = TableView.of(table)
        explained = text_of(rules_panel(FAIRNESS_TOPIC, texts_for(), view))
        assert explained.endswith(fingerprint)
        assert (seed in explained) is is_over
        assert fingerprint not in sent(message(table)) + sent(rules_panel(TABLE_TOPIC, texts_for(), view))


@pytest.mark.parametrize(
    ("action", "asked"), [("foreign_consular", "a treaty with whom?"), ("farmer", "who gets")]
)
def test_gifts_and_treaties_have_their_own_questions(action: str, asked: str) -> None:
    table = a_table("g54", 3, {}, next(pool for pool in HARD_POOLS if action in pool))
    view = SeatView.of(table, game_of(table).turn)
    panel = pick_panel(view, PartialMove.of(view.options, (action,)))
    assert asked in str(panel.to_components())
