"""Alt texts say what a picture shows, within Discord's limit."""

from bot.render.message_pictures import ALT_TEXT_CHARACTERS, chart_alt, chart_legend, role_alt
from bot.render.texts.catalogue import texts_for
from bot.render.texts.phrases import Phrases
from bot.stats.game_history import Claim, GameHistory

W = texts_for()


def lie(turn: int, seat: int, *, caught: bool) -> Claim:
    """A false claim."""
    event = {"type": "action", "by": seat}
    return Claim(turn, event, is_true=False, outcome="exposed" if caught else "unchallenged")


def test_the_card_of_a_role_is_named_with_its_category() -> None:
    phrases = Phrases(W, ["Ana", "Ben"])
    assert role_alt(phrases, "ambassador*") == "The card Ambassador (Inheritance) (Court)."


def test_a_chart_names_winners_eliminations_and_lies() -> None:
    lies = (lie(1, 0, caught=False), lie(2, 0, caught=True), lie(2, 1, caught=True))
    course = GameHistory(((2, 5, 3), (2, 1, 0)), ((2, 2, 1), (2, 1, 0)), lies, (0,))
    assert chart_alt(Phrases(W, ["Ana", "Ben"]), course) == (
        "The game in 2 turns. "
        "Ana: won, at most 5 coins, 2 bluffs, 1 caught. "
        "Ben: out on turn 2, at most 2 coins, 1 bluff, caught."
    )


def test_the_longest_names_fit() -> None:
    names = [f"{seat} {'W' * 30}" for seat in range(6)]
    lies = tuple(lie(turn, seat, caught=bool(turn % 2)) for turn in range(1, 200) for seat in range(6))
    course = GameHistory(((2, *[12] * 200),) * 6, ((2, *[1] * 200),) * 6, lies, (5,))
    alt = chart_alt(Phrases(W, names), course)
    assert len(alt) <= ALT_TEXT_CHARACTERS
    assert alt.endswith("caught."), "nothing of it is cut off"


def test_the_legend_names_the_lanes() -> None:
    seats, signs = chart_legend(Phrases(W, ["Ana", "B_en"]), 2).splitlines()
    assert seats == "-# ● Ana · ■ B\\_en"
    assert signs == "-# Steps: coins · bars: cards · ○ a bluff nobody caught · ✖ a bluff that was caught"
    honest = chart_legend(Phrases(W, ["Ana", "Ben"]), 2, lies=False, caught=False)
    assert honest.splitlines()[1] == "-# Steps: coins · bars: cards"
