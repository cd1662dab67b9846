"""AI seats' random choices: nobody can predict them from public facts or from their pauses."""

import hmac
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any, ClassVar

import pytest

from bot.tables.ai_seats import AISeats
from bot.tables.open_question import OpenQuestion
from bot.tables.pace import ai_pause
from bot.tables.seed_commitment import ai_dice_key, ai_pause_key, draw_server_seed, game_seed
from bot.tables.table import Table
from bot.tables.transitions.decisions import schedule_ai
from bot.tables.transitions.lobby import add_ai
from engine import Game, Move
from engine.ai import KINDS, Player, dice
from tests.harness.tables import ANA, BEN, START, Harness

SEEDS = [bytes([number]) * 32 for number in range(40)]


class Gambler(Player):
    """Chooses at random, and records its random numbers."""

    thrown: ClassVar[list[int]] = []

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        self.thrown.append(chance.getrandbits(64))
        return chance.choice(options)


@pytest.fixture(autouse=True)
def gamblers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "gambler", Gambler)  # pyright: ignore[reportArgumentType] - a Mapping to all but tests
    Gambler.thrown.clear()


async def asked(harness: Harness, kind: str) -> tuple[Table, Game, int]:
    """A game of Ana, Ben and an AI of a kind that is asked for its action; and the AI's seat."""
    table = await harness.seat(ANA, BEN)
    await harness.tables.run(table, add_ai, ANA.user_id, kind)
    await harness.tables.start(table, ANA.user_id, START)
    game = table.state.game
    assert game is not None
    while game.ask is None or list(game.ask.options) != [2]:
        assert game.ask is not None
        seat = next(iter(game.ask.options))
        income = Move("act", action="income")
        game.decide(seat, income if income in game.ask.options[seat] else game.ask.options[seat][0])
    return table, game, 2


async def thrown(table: Table, game: Game, seat: int, **public: Any) -> int:
    """The random numbers of a gambler for a game's question, at a table with these columns changed."""
    await AISeats().choose(Table(replace(table.state, **public)), game, seat)
    return Gambler.thrown[-1]


async def test_dice_come_from_the_secret_seed_and_no_visible_id(harness: Harness) -> None:
    table, game, seat = await asked(harness, "gambler")
    known = await thrown(table, game, seat)
    for public in ({"id": 9}, {"interaction_id": 9}, {"channel_id": 9}, {"guild_id": 9}, {"host_id": 9}):
        assert await thrown(table, game, seat, **public) == known
    others = {await thrown(table, game, seat, server_seed=seed) for seed in SEEDS}
    assert len(others | {known}) == len(SEEDS) + 1


async def test_an_ais_hand_and_public_ids_do_not_predict_its_choice(harness: Harness) -> None:
    """The attack that once predicted 118 of 118 choices: ask the AI with dice from public ids."""
    table, game, seat = await asked(harness, "random")
    assert game.ask is not None
    chosen = [await AISeats().choose(Table(replace(table.state, server_seed=seed)), game, seat) for seed in SEEDS]
    assert len(set(chosen)) > 1
    for public in (table.id, START, f"{table.id}:{START}", table.state.commitment, f"{table.guild_id}:{table.id}"):
        luck = dice(str(public), seat, game.question)
        foretold = KINDS["random"](game.names, seat).choose(game.view(seat), game.ask.options[seat], luck)
        assert sum(move == foretold for move in chosen) < len(chosen) * 0.8


async def test_every_table_has_its_own_seed(harness: Harness) -> None:
    first = await harness.play(ANA, BEN)
    await harness.play_out(first)
    again = await harness.tables.rematch(first, ANA)
    lesson = await harness.tables.lessons.begin(77, None, BEN, "en", START)
    assert len({ai_dice_key(table.state.server_seed) for table in (first, again, lesson)}) == 3


def test_game_dice_and_pauses_use_different_keys() -> None:
    for seed in SEEDS:
        made = {
            ai_dice_key(seed),
            ai_pause_key(seed).hex(),
            game_seed(seed, 0, []),
            game_seed(seed, START, [1, None]),
        }
        assert len(made) == 4
        # The dice's key cannot be computed from the pauses' key, which pauses could in theory reveal.
        assert hmac.new(ai_pause_key(seed), b"dice of AI seats", sha256).hexdigest() != ai_dice_key(seed)


def test_pauses_have_their_distribution_and_differ_between_games() -> None:
    keys = [ai_pause_key(draw_server_seed()) for _ in range(30)]
    pauses = [ai_pause(key, seat, question, "act") for key in keys for seat in range(6) for question in range(50)]
    assert (min(pauses) >= 0.6, max(pauses) < 1.4) == (True, True)
    tenths = [sum(low <= (pause - 0.6) / 0.08 < low + 1 for pause in pauses) for low in range(10)]
    assert min(tenths) > 700  # 900 are expected
    assert max(tenths) < 1100
    assert len(set(pauses)) > 0.99 * len(pauses)
    assert ai_pause(keys[0], 1, 7, "respond") == pytest.approx(0.6 * ai_pause(keys[0], 1, 7, "act"))  # pyright: ignore[reportUnknownMemberType] - pytest's own


async def test_pauses_cannot_be_computed_from_ids(harness: Harness) -> None:
    table, game, seat = await asked(harness, "random")
    table.state = table.state.replace(game=game, open_question=OpenQuestion())

    def due(**public: Any) -> float:
        shown = Table(replace(table.state, **public))
        shown.state = schedule_ai(shown.state, harness.tables.context())
        return shown.state.open_question.ai_due[seat] - shown.state.asked_at

    assert {due(id=9), due(interaction_id=9), due(channel_id=9)} == {due()}
    assert len({due(server_seed=seed) for seed in SEEDS}) == len(SEEDS)
