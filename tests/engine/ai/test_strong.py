"""AI seats play sensibly: coups, blocks and last chances at every level, and what the strong seat knows."""

from typing import Any

import pytest

from engine import Game, Move
from engine.ai import KINDS, LEVELS, Player, dice
from engine.ai.evaluation.network import network_for
from engine.moves import CHALLENGE, PASS, PROVE
from lab.ai_seats.rules_of_thumb import RULES_OF_THUMB
from lab.arena import play_decisions
from lab.entrants import Entrant
from lab.variant import parse
from tests.harness.random_games import tell_players

NAMES = ["Ana", "Ben", "Cleo", "Dan"]


def seated(game: Game) -> list[Player]:
    """A strong player in every seat, which has observed all events."""
    players = [KINDS["strong"](game.names, seat) for seat in range(len(game.names))]
    tell_players(players, game.table.events)
    return players


def test_with_a_duke_it_mostly_opens_with_tax() -> None:
    opened: list[str | None] = []
    for number in range(120):
        game = Game.new("classic", NAMES, seed=f"{number:064x}")
        assert game.ask is not None
        ((seat, options),) = game.ask.options.items()
        if "duke" in game.table.hands[seat]:
            player = seated(game)[seat]
            opened.append(player.choose(game.view(seat), options, dice(str(number), seat, game.question)).action)
    assert len(opened) > 30
    assert opened.count("tax") > len(opened) / 2, opened


@pytest.mark.parametrize(
    ("ruleset", "seats", "options", "network"),
    [
        ("classic", 2, {"two_player": "standard"}, "two_cards"),
        ("classic", 2, {}, "duel"),
        ("classic", 2, {"two_player": "standard", "inquisitor": True}, "duel"),
        ("mcguire", 2, {}, "duel"),
        ("classic", 3, {}, "several"),
    ],
)
def test_the_two_card_duel_has_a_network(ruleset: str, seats: int, options: dict[str, Any], network: str) -> None:
    game = Game.new(ruleset, NAMES[:seats], options=options, seed="0" * 64)
    assert network_for(game.table.edition) == network


def test_strong_challenges_a_claim_that_cannot_be_true() -> None:
    position = {
        "ruleset": "classic",
        "turn": "Ana",
        "players": [
            {"name": "Ana", "coins": 3, "hand": ["captain", "contessa"]},
            {"name": "Ben", "coins": 4, "hand": ["duke", "duke"]},
            {"name": "Cleo", "coins": 3, "hand": ["ambassador"], "lost": ["duke"]},
            {"name": "Dan", "coins": 2, "hand": ["assassin", "contessa"]},
        ],
    }
    game = Game.from_position(position)
    assert game.ask is not None
    ben = KINDS["strong"](game.names, 1)
    tell_players([ben], game.decide(0, Move("act", "tax")))
    options = game.ask.options[1]
    chosen = [ben.choose(game.view(1), options, dice(str(number), 1, game.question)) for number in range(50)]
    assert chosen.count(CHALLENGE) > 40


def test_in_the_one_card_duel_it_has_no_estimates_of_proving_a_card() -> None:
    players = [{"name": "A", "hand": ["duke"]}, {"name": "B", "hand": ["captain"]}]
    game = Game.from_position({"ruleset": "classic", "turn": "A", "players": players})
    for seat, move in ((0, Move("act", "tax")), (1, CHALLENGE)):
        game.carry_out(seat, move)
    assert game.ask is not None
    options = game.ask.options[0]
    assert PROVE in options
    strong = KINDS["strong"](game.names, 0)
    assert strong.win_chances(game.view(0), options, dice("a game", 0, game.question)) is None


TIMES = 40


def position(ruleset: str, *players: dict[str, Any]) -> Game:
    """A game in which the first of these players has the turn."""
    named = [{"name": name, **player} for name, player in zip("ABCDEF", players, strict=False)]
    return Game.from_position({"ruleset": ruleset, "turn": "A", "players": named})


def choices(game: Game, kind: str, seat: int, player: Player | None = None) -> list[Move]:
    """The choices of a seat of this kind at one question, with different dice."""
    player = player or KINDS[kind](game.names, seat)
    assert game.ask is not None
    options, view = game.ask.options[seat], game.view(seat)
    return [player.choose(view, options, dice(str(number), seat, game.question)) for number in range(TIMES)]


@pytest.mark.parametrize("kind", LEVELS)
@pytest.mark.parametrize("ruleset", ["classic", "reformation"])
def test_a_seat_that_can_launch_a_coup_does(ruleset: str, kind: str) -> None:
    sides = [
        {"allegiance": side} if ruleset == "reformation" else {} for side in ("loyalist", "reformist", "loyalist")
    ]
    game = position(
        ruleset,
        {"coins": 8, "hand": ["duke", "assassin"], **sides[0]},
        {"coins": 3, "hand": ["captain", "contessa"], **sides[1]},
        {"coins": 3, "hand": ["ambassador", "contessa"], **sides[2]},
    )
    made = choices(game, kind, 0)
    assert sum(move.action == "coup" for move in made) > 0.9 * TIMES


@pytest.mark.parametrize("kind", LEVELS)
def test_before_the_last_opponent_can_win_with_a_coup_a_seat_steals_or_assassinates(kind: str) -> None:
    game = position(
        "classic",
        {"coins": 4, "hand": ["contessa"], "lost": ["duke"]},
        {"coins": 7, "hand": ["ambassador"], "lost": ["duke"]},
        {"coins": 0, "hand": [], "lost": ["captain", "assassin"]},
    )
    assert {move.action for move in choices(game, kind, 0)} <= {"steal", "assassinate"}


def test_nobody_claims_a_role_whose_last_copy_another_player_surely_has() -> None:
    game = position(
        "classic",
        {"coins": 2, "hand": ["captain", "contessa"]},
        {"coins": 2, "hand": ["duke"], "lost": ["duke"]},
        {"coins": 2, "hand": ["ambassador"], "lost": ["duke"]},
    )
    medium = KINDS["medium"](game.names, 0)
    medium.observe({"type": "action", "by": 1, "action": "tax", "role": "duke"})
    assert all(move.action != "tax" for move in choices(game, "medium", 0, medium))


@pytest.mark.parametrize(("lost", "challenges"), [([], False), (["contessa", "duke"], True)])
def test_strong_challenges_a_block_between_others_only_if_it_is_probably_a_lie(
    lost: list[str], challenges: bool
) -> None:
    game = position(
        "classic",
        {"coins": 3, "hand": ["assassin", "duke"]},
        {"coins": 4, "hand": ["captain", "assassin"]},
        {"coins": 3, "hand": ["duke", "contessa"]},
        {"coins": 0, "hand": [] if lost else ["ambassador", "assassin"], "lost": lost},
    )
    strong = KINDS["strong"](game.names, 2)
    tell_players([strong], game.decide(0, Move("act", "assassinate", 1)))
    for seat, move in ((2, PASS), *([] if lost else [(3, PASS)]), (1, Move("claim", role="contessa"))):
        tell_players([strong], game.decide(seat, move))
    made = choices(game, "strong", 2, strong)
    assert (made.count(CHALLENGE) > TIMES / 2) if challenges else CHALLENGE not in made


@pytest.mark.slow
def test_strong_challenges_most_blocks_of_its_assassinations_by_players_who_always_block() -> None:
    where, lineup = parse("classic/4"), [Entrant("strong"), *[Entrant(RULES_OF_THUMB[0])] * 3]
    blocked = challenged = 0
    for deal in range(40):
        game = where.deal(1, deal)
        for decision in play_decisions(game, lineup, f"{deal}"):
            claim = decision.view["claim"]
            if (
                decision.seat == 0
                and claim is not None
                and claim["role"] == "contessa"
                and CHALLENGE in decision.options
            ) and claim["action"]["by"] == game.names[0]:
                blocked += 1
                challenged += decision.move is CHALLENGE
    assert blocked > 20
    assert challenged > 0.45 * blocked, (challenged, blocked)


def test_strong_claims_a_contessa_rather_than_challenge_an_assassin_that_is_probably_true() -> None:
    game = position(
        "classic",
        {"coins": 3, "hand": ["assassin", "contessa"]},
        {"coins": 7, "hand": ["duke"], "lost": ["duke"]},
        {"coins": 0, "hand": [], "lost": ["captain", "captain"]},
        {"coins": 0, "hand": [], "lost": ["ambassador", "contessa"]},
    )
    strong = KINDS["strong"](game.names, 1)
    strong.observe({"type": "action", "by": 0, "action": "assassinate", "role": "assassin", "target": 2})
    tell_players([strong], game.decide(0, Move("act", "assassinate", 1)))
    assert choices(game, "strong", 1, strong).count(CHALLENGE) == 0


def test_strong_does_not_let_its_last_card_be_assassinated() -> None:
    game = position(
        "classic",
        {"coins": 3, "hand": ["assassin"], "lost": ["contessa"]},
        {"coins": 6, "hand": ["duke"], "lost": ["duke"]},
        {"coins": 0, "hand": [], "lost": ["captain", "captain"]},
    )
    strong = KINDS["strong"](game.names, 1)
    tell_players([strong], game.decide(0, Move("act", "assassinate", 1)))
    assert choices(game, "strong", 1, strong).count(PASS) == 0
