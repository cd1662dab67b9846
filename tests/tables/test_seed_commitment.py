"""The seed: its commitment is shown before the game, and it can be checked after the game but not earlier."""

import hashlib
import hmac
import json

from bot.store.engines.unit_of_work import Connection
from bot.tables.seed_commitment import commitment, game_seed
from engine import Game
from tests.harness.tables import ANA, BEN, START, Harness


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    assert commitment(bytes(32)) == hashlib.sha256(bytes(32)).hexdigest()


def test_the_seed_follows_from_the_documented_formula() -> None:
    expected = hmac.new(b"k" * 32, b"7:11:0:12", hashlib.sha256).hexdigest()
    assert game_seed(b"k" * 32, 7, [11, None, 12]) == expected


async def test_a_game_can_be_replayed_from_its_published_seed(harness: Harness) -> None:
    table = await harness.play(ANA, BEN, ai=1)
    shown_before = table.state.commitment
    await harness.play_out(table)
    proof = table.state.seed_proof()
    assert proof is not None
    server_seed = bytes.fromhex(proof["server_seed"])
    assert hashlib.sha256(server_seed).hexdigest() == shown_before
    message = ":".join(str(part) for part in (proof["interaction"], *proof["seats"]))
    assert message == f"{START}:{ANA.user_id}:0:{BEN.user_id}"
    seed = hmac.new(server_seed, message.encode(), hashlib.sha256).hexdigest()
    record = json.loads(json.dumps(proof["record"]))
    assert record["new"]["seed"] == seed
    assert Game.replay(record).winners == (table.state.game and table.state.game.winners)


async def test_no_seed_is_revealed_before_the_end(harness: Harness) -> None:
    table = await harness.play(ANA, BEN)
    assert table.state.game is not None
    secret = table.state.server_seed.hex()
    said = repr(table) + "".join(json.dumps(table.state.game.view(seat)) for seat in (None, 0, 1))
    assert secret not in said
    assert repr(table.state.server_seed) not in said
    assert table.state.game.record()["new"]["seed"] not in said

    def results(connection: Connection) -> int:
        return connection.driver.execute("SELECT count(*) FROM results").fetchone()[0]

    assert await harness.store.database.read(results) == 0
