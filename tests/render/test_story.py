from bot.render.scene import Scene
from bot.render.story import story_lines
from bot.render.turn import lines_within
from bot.words import words
from engine import Event, Game, Move
from tests.render.games import a_table, decide


def test_a_turn_reads_as_a_chronicle() -> None:
    table = a_table("classic", 3, {})
    table.game = Game.from_position(
        {
            "ruleset": "classic",
            "turn": "Ana",
            "players": [
                {"name": "Ana", "hand": ["duke", "duke"]},
                {"name": "Ben", "hand": ["captain", "contessa"]},
                {"name": "Cleo", "hand": ["contessa", "contessa"]},
            ],
        }
    )
    table.story = [[]]
    for seat, move in (
        (0, Move("act", "tax")),
        (1, Move("challenge")),
        (0, Move("prove")),
        (1, Move("lose", card="captain")),
    ):
        decide(table, seat, move)
    assert story_lines(Scene.of(table), table.story[0]) == [
        "**Ana** claimed Duke for tax.",
        "**Ben** challenged.",
        "**Ana** showed Duke.",
        "**Ben** lost Captain.",
        "**Ana** took 3 coins.",
    ]


def test_private_events_are_not_told() -> None:
    table = a_table("classic", 2, {})
    secret = Event("drew", {"by": 0, "cards": ("duke",)}, (0,))
    assert story_lines(Scene.of(table), [secret]) == []


def test_a_name_cannot_format_or_ping() -> None:
    table = a_table("classic", 4, {})
    lines = story_lines(Scene.of(table), [Event("resigned", {"by": 3})])
    assert lines == ["**Dov\\_the\\_\\*bold\\*** resigned."]


def test_a_long_story_keeps_its_end() -> None:
    text = lines_within(words(), [f"line {number}" for number in range(50)], 60)
    assert text.startswith("… and 43 earlier lines")
    assert text.endswith("line 49")
