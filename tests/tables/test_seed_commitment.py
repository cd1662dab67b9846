"""The seed: its commitment is shown before the game, and it can be checked after the game but not earlier."""

import hashlib
import hmac
import json

from bot.render.panels.rulebook import FAIRNESS_TOPIC, rules_panel
from bot.render.texts.catalogue import texts_for
from bot.render.view_model import TableView
from bot.store.engines.database import Connection
from bot.tables.record_file import seed_proof
from bot.tables.seed_commitment import commitment, game_seed, seat_commitment
from engine import Game
from tests.harness.tables import ANA, BEN, START, Harness, game_of, take_commitments
from tests.render.components import text_of


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    assert commitment(bytes(32)) == hashlib.sha256(bytes(32)).hexdigest()


def test_the_seed_follows_from_the_documented_formula() -> None:
    commitment_of_11 = hashlib.sha256(bytes.fromhex("5a" * 32) + b"11").hexdigest()
    assert seat_commitment("5a" * 32, 11) == commitment_of_11
    expected = hmac.new(b"k" * 32, f"7:{commitment_of_11}:0:12".encode(), hashlib.sha256).hexdigest()
    assert game_seed(b"k" * 32, 7, [commitment_of_11, None, 12]) == expected


async def test_a_game_can_be_replayed_from_its_published_seed(harness: Harness) -> None:
    table = await harness.play(ANA, BEN, ai=1)
    shown_before = table.state.commitment
    await harness.play_out(table)
    proof = seed_proof(table.state)
    assert proof is not None
    server_seed = bytes.fromhex(proof["server_seed"])
    assert hashlib.sha256(server_seed).hexdigest() == shown_before
    message = ":".join(str(part) for part in (proof["interaction"], *proof["seats"]))
    ana, _, ben = proof["members"]
    assert [proof["members"][1], ana["user_id"], ben["user_id"]] == [None, str(ANA.user_id), str(BEN.user_id)]
    commitments = [
        hashlib.sha256(bytes.fromhex(member["salt"]) + member["user_id"].encode()).hexdigest() if member else "0"
        for member in proof["members"]
    ]
    assert message == ":".join((str(START), *commitments))
    seed = hmac.new(server_seed, message.encode(), hashlib.sha256).hexdigest()
    record = json.loads(json.dumps(proof["record"]))
    assert record["new"]["seed"] == seed
    assert Game.replay(record).winners == (table.state.game and table.state.game.winners)


async def test_no_seed_is_revealed_before_the_end(harness: Harness) -> None:
    table = await harness.play(ANA, BEN)
    secret = table.state.server_seed.hex()
    said = repr(table) + "".join(json.dumps(game_of(table).view(seat)) for seat in (None, 0, 1))
    assert secret not in said
    assert repr(table.state.server_seed) not in said
    assert game_of(table).record()["new"]["seed"] not in said
    assert table.state.seed == game_of(table).record()["new"]["seed"]
    assert not [seat.salt for seat in table.state.seats if str(seat.salt) in said]

    def results(connection: Connection) -> int:
        return connection.driver.execute("SELECT count(*) FROM results").fetchone()[0]

    assert await harness.store.database.read(results) == 0


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
