"""The documented random stream: anyone with SHA-256 and the seed can compute the same game."""

from hashlib import sha256

import pytest

from engine import Game
from engine.editions.g54.pools import draw_pool
from engine.setup import draw_first
from engine.table.chance import Chance

ZEROS = bytes(32)
COUNTING = bytes(range(32))


def stream(seed: bytes, length: int) -> bytes:
    """The bytes that docs/rules.md describes."""
    blocks = (sha256(seed + number.to_bytes(8, "big")).digest() for number in range(length // 32 + 1))
    return b"".join(blocks)[:length]


def test_the_stream_is_sha256_in_counter_mode() -> None:
    assert stream(ZEROS, 4).hex() == "2c34ce1d"
    chance = Chance(ZEROS)
    assert bytes(chance.pick(256) for _ in range(100)) == stream(ZEROS, 100)
    assert chance.taken == 100


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 15, 100, 129, 255])
def test_a_pick_takes_the_next_byte_that_keeps_all_outcomes_equally_likely(n: int) -> None:
    usable = [byte % n for byte in stream(COUNTING, 4000) if byte < 256 - 256 % n]
    chance = Chance(COUNTING)
    assert [chance.pick(n) for _ in range(500)] == usable[:500]


@pytest.mark.parametrize("taken", [0, 1, 31, 32, 33, 64])
def test_a_stream_can_be_continued_from_any_position(taken: int) -> None:
    chance = Chance(COUNTING, taken)
    assert bytes(chance.pick(256) for _ in range(40)) == stream(COUNTING, taken + 40)[taken:]


def test_pool_and_first_player_have_separate_streams() -> None:
    assert draw_pool(ZEROS, advanced=False) == draw_pool(ZEROS, advanced=False)
    first = sha256(ZEROS + b"first").digest()
    usable = [byte for byte in stream(first, 32) if byte < 256 - 256 % 6]
    assert draw_first(ZEROS, 6) == usable[0] % 6
    assert Game.new("g54", list("ABCDEF"), seed=ZEROS.hex()).turn == usable[0] % 6


def test_every_seat_is_sometimes_the_first_player() -> None:
    seeds = (sha256(number.to_bytes(2, "big")).digest() for number in range(200))
    assert {draw_first(seed, 6) for seed in seeds} == set(range(6))
