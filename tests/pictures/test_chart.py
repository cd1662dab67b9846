"""The chart of a finished game, from its history: coins, lives, and which claims were lies."""

from xml.etree import ElementTree

import pytest

from bot.pictures.chart import chart
from bot.stats.game_history import GameHistory
from bot.stats.replay import Claim
from tests.harness.played_tables import EDITIONS, HARD_POOLS, a_table, played

GAMES = [*[(*edition, None) for edition in EDITIONS], *[("g54", 6, {}, pool) for pool in HARD_POOLS]]


@pytest.mark.parametrize(("ruleset", "players", "options", "pool"), GAMES)
def test_every_edition_has_a_history_and_a_chart(
    ruleset: str, players: int, options: dict[str, object], pool: tuple[str, ...] | None
) -> None:
    for seed in range(2):
        table = a_table(ruleset, players, options, pool, seed)
        game = table.state.game
        assert game is not None
        for _ in played(table, seed, most=1000):
            pass
        history = GameHistory.of(game.record())
        assert [coins[-1] for coins in history.coins] == game.table.coins
        assert [lives[-1] for lives in history.lives] == [len(hand) for hand in game.table.hands]
        assert "text" not in {element.tag for element in ElementTree.fromstring(chart(history)).iter()}


def test_a_game_of_thousands_of_turns_has_a_chart_of_normal_size() -> None:
    def history(turns: int) -> GameHistory:
        lies = tuple(
            Claim(
                turn,
                {"type": "action", "by": seat},
                is_true=False,
                outcome="unchallenged" if turn % 5 else "exposed",
            )
            for turn in range(1, turns + 1)
            for seat in range(2)
        )
        coins, lives = tuple(turn % 13 for turn in range(turns + 1)), (2,) * (turns + 1)
        return GameHistory((coins,) * 6, (lives,) * 6, lies, (0,))

    assert len(chart(history(4000))) < 2 * len(chart(history(50)))
