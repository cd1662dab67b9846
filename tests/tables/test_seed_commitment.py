"""The seed: its commitment is shown before the game, and it can be checked after the game but not earlier."""

import hashlib
import hmac
import json

from bot.render.panels.rulebook import FAIRNESS_TOPIC, rules_panel
from bot.render.texts.catalogue import texts_for
from bot.render.view_model import TableView
from bot.tables.record_file import seed_proof
from tests.harness.tables import ANA, BEN, START, Harness, game_of, take_commitments
from tests.render.components import text_of


async def test_no_seed_is_revealed_before_the_end(harness: Harness) -> None:
    table = await harness.play(ANA, BEN)
    secret = table.state.server_seed.hex()
    said = repr(table) + "".join(json.dumps(game_of(table).view(seat)) for seat in (None, 0, 1))
    assert secret not in said
    assert repr(table.state.server_seed) not in said
    assert game_of(table).record()["new"]["seed"] not in said
    assert table.state.seed == game_of(table).record()["new"]["seed"]
    assert not [seat.salt for seat in table.state.seats if str(seat.salt) in said]


async def test_each_seat_has_a_salt_of_its_own_from_the_moment_it_is_taken(harness: Harness) -> None:
    table = await harness.seat(ANA, BEN)
    before = table.state.seats
    await harness.tables.start(table, ANA.user_id, START)
    await harness.play_out(table)
    again = await harness.tables.rematch(table, ANA)
    assert table.state.seats == before, "the start draws no salts"
    seats = [*before, *again.state.seats]
    assert len({seat.salt for seat in seats}) == len({seat.commitment for seat in seats}) == 4


async def test_a_game_without_commitments_is_dealt_from_user_ids_as_before(harness: Harness) -> None:
    table = await harness.seat(ANA, BEN)
    take_commitments(table)
    await harness.tables.start(table, ANA.user_id, START)
    await harness.play_out(table)
    proof = seed_proof(table.state)
    assert proof is not None
    assert (proof["seats"], proof["members"]) == ([str(ANA.user_id), str(BEN.user_id)], [None, None])
    said = f"{START}:{ANA.user_id}:{BEN.user_id}".encode()
    assert proof["record"]["new"]["seed"] == hmac.new(table.state.server_seed, said, hashlib.sha256).hexdigest()


async def test_the_lobby_shows_the_commitment_of_each_seat(harness: Harness) -> None:
    table = await harness.seat(ANA, BEN)
    shown = text_of(rules_panel(FAIRNESS_TOPIC, texts_for(), TableView.of(table)))
    for seat in table.state.seats:
        assert f"**{seat.name}**: `{seat.commitment}`" in shown
        assert str(seat.salt) not in shown
