"""AI seats: they play every edition to its end from what they may see; honest never lies."""

import copy
import pickle
import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from engine import RULESETS, Game
from engine.ai import KINDS, Bluffer, HonestPlayer, Strong, dice
from engine.ai.dice import Dice
from engine.catalogue import plain
from engine.moves import CHALLENGE, PROVE, Move
from engine.table.questions import Ask
from engine.table.table import Act
from lab.arena import play_decisions
from lab.entrants import Entrant
from lab.variant import parse
from tests.engine.positions import position
from tests.harness.random_games import NAMES, random_new_game, tell_players

pytestmark = pytest.mark.slow

LONGEST = 4000


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("number", range(2))
def test_every_edition_is_played_to_its_end(kind: str, number: int) -> None:
    for ruleset in RULESETS:
        game, _ = random_new_game(ruleset, number)
        for _ in play_decisions(game, [Entrant(kind)] * len(game.names), f"{number}"):
            pass
        assert game.winners


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_player_sent_to_another_process_makes_the_same_choices(kind: str) -> None:
    game, _ = random_new_game("classic", 1)
    players = [KINDS[kind](game.names, seat) for seat in range(len(game.names))]
    while game.ask is not None and game.seq < LONGEST:
        seat = min(game.ask.options)
        asked = game.view(seat), game.ask.options[seat], dice("", seat, game.question)
        player, view, options, chance = pickle.loads(pickle.dumps((players[seat], *asked)))
        assert options == game.ask.options[seat], "a decision is the same object again"
        move = players[seat].choose(*asked)
        assert player.choose(view, options, chance) is move
        tell_players(players, game.decide(seat, move))


class OwnBluffer(Bluffer):
    """A subclass that changes nothing."""


class OwnStrong(Strong):
    """A subclass that changes nothing."""


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(
    ("kind", "own"),
    [
        (partial(Bluffer, temperature=0.1), partial(OwnBluffer, temperature=0.1)),
        (Strong, OwnStrong),
    ],
)
def test_a_subclass_that_changes_nothing_chooses_as_its_class(
    kind: Callable[..., Bluffer], own: Callable[..., Bluffer], seats: int
) -> None:
    """Subclasses are not compiled, so the compiled engine calls their methods in another way."""
    game = Game.new("classic", NAMES[:seats], seed="07" * 32)
    pairs = [[each(game.names, seat, temperament="bold") for each in (kind, own)] for seat in range(seats)]
    events = game.table.events
    while game.ask is not None and game.seq < LONGEST:
        for pair in pairs:
            tell_players(pair, events)
        seat, options = next(iter(game.ask.options.items()))
        asked = game.view(seat), options
        one, other = (each.probabilities(*asked) for each in pairs[seat])
        assert one == other
        events = game.decide(seat, pairs[seat][0].choose(*asked, dice("", seat, game.question)))
    assert game.winners


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_the_honest_seat_never_lies_and_never_challenges_the_possible(ruleset: str) -> None:
    for number in range(5):
        game, chance = random_new_game(ruleset, 100 + number)
        while game.ask is not None and game.seq < LONGEST:
            seat = min(game.ask.options)
            options = game.ask.options[seat]
            kind = "honest" if seat % 2 == 0 else "random"
            move = KINDS[kind](game.names, seat).choose(game.view(seat), options, chance)
            if kind == "honest":
                check_honesty(game, game.ask, seat, move)
            game.decide(seat, move)


@pytest.mark.parametrize("deal", [11, 20, 40])
def test_honest_seats_that_hold_the_same_card_do_not_block_each_other_for_ever(deal: int) -> None:
    game = parse("g54/4").deal(1, deal)
    for _ in play_decisions(game, [Entrant("honest")] * 4, f"1 {deal}"):
        pass
    assert game.winners


def check_honesty(game: Game, ask: Ask, seat: int, move: Any) -> None:
    table = game.table
    held = [plain(card) for card in table.hands[seat]]
    if move.do == "claim":
        assert move.role in held
        assert move.card in (None, move.role)
    if ask.prompt == "act" and any(way.action in ("income", "coup") for way in ask.options[seat]):
        role = table.edition.actions[move.action].role
        assert role is None or role in held
    if move is CHALLENGE:
        claim = ask.claim
        assert claim is not None
        if claim.kind != "rebuttal":
            assert claim.role not in [plain(card) for card in table.hands[claim.by]], "it could have been true"
        known = Counter(
            plain(card) for cards in (table.hands[seat], table.aside[seat], table.house.out) for card in cards
        )
        for lost in table.lost:
            known.update(plain(card) for card in lost)
        assert claim.kind == "rebuttal" or known[claim.role or ""] >= 3
        assert isinstance(claim, Act) or claim.kind != "action"


def test_a_careful_honest_seat_blocks_and_proves_with_what_it_has() -> None:
    game = Game.from_position(position("classic", "assassin duke/contessa captain", "3/2"))
    game.decide(0, Move("act", "assassinate", 1))
    for expected, answered in ((Move("claim", role="contessa"), CHALLENGE), (PROVE, None)):
        assert game.ask is not None
        move = HonestPlayer(game.names, 1).choose(game.view(1), game.ask.options[1], random.Random(1))
        assert move == expected
        game.decide(1, move)
        if answered is not None:
            game.decide(0, answered)


@pytest.mark.parametrize(("kind", "at_least"), [("easy", 8), ("medium", 8), ("strong", 4)])
def test_bluffing_kinds_lie_and_challenge(kind: str, at_least: int) -> None:
    lies = truths = doubts = 0
    for number in range(2):
        game = Game.new("classic", NAMES[:4], seed=f"{number:064x}")
        for decision in play_decisions(game, [Entrant(kind)] * 4, f"{number}"):
            lies += decision.truthful is False and decision.move.do != "keep"
            truths += decision.truthful is True
            doubts += decision.move is CHALLENGE
    assert at_least <= lies <= truths
    assert doubts >= at_least // 4


def test_a_claim_is_not_safe_because_it_is_made_every_turn() -> None:
    claims_heard = doubts = 0
    for number in range(12):
        game = Game.new("classic", NAMES[:2], options={"two_player": "standard"}, seed=f"{number:064x}")
        player, chance = KINDS["medium"](game.names, 0), random.Random(number)
        while game.ask is not None:
            seat = min(game.ask.options)
            options = game.ask.options[seat]
            if seat == 0:
                move = player.choose(game.view(0), options, chance)
                claims_heard += (
                    CHALLENGE in options and game.ask.claim is not None and game.ask.claim.role == "duke"
                )
                doubts += move is CHALLENGE and game.ask.claim is not None and game.ask.claim.role == "duke"
            else:  # claims tax in every turn, whatever it holds
                move = next((move for move in options if move.action in ("coup", "tax")), options[0])
            tell_players([player], game.decide(seat, move))
    assert doubts >= claims_heard / 20


def test_dice_depend_on_the_game_the_seat_and_the_question_only() -> None:
    rolls = {
        (seat, question): dice("a game", seat, question).random() for seat in range(6) for question in range(50)
    }
    assert len(set(rolls.values())) == len(rolls)
    assert dice("a game", 3, 7).random() == rolls[3, 7]
    assert dice("another game", 3, 7).random() != rolls[3, 7]


THROWS: dict[str, Callable[[random.Random], object]] = {
    "random": lambda dice: [dice.random() for _ in range(3)],
    "choice": lambda dice: [dice.choice("abcde") for _ in range(9)],
    "gauss": lambda dice: dice.gauss(),  # gauss() computes two numbers at once and keeps one for later
    "shuffle": lambda dice: dice.sample(range(9), 9),
    "copy": lambda dice: (dice.random(), copy.deepcopy(dice).random(), dice.random()),
}


@pytest.mark.parametrize("throw", THROWS)
def test_reused_dice_give_the_same_numbers_as_new_dice(throw: str) -> None:
    many = Dice()
    for question in range(5):
        many.prepare("a game", 3, question)
        if question != 2:
            assert THROWS[throw](many) == THROWS[throw](dice("a game", 3, question))


def lies_and_doubts(temperament: str) -> tuple[int, int]:
    """How often four seats of a temperament lie and challenge in some games."""
    lies = doubts = 0
    for number in range(12):
        game = Game.new("classic", NAMES[:4], seed=f"{number:064x}")
        for decision in play_decisions(game, [Entrant("medium", temperament)] * 4, f"{number}"):
            lies += decision.truthful is False
            doubts += decision.move is CHALLENGE
    return lies, doubts


def test_temperaments_are_visible_in_play() -> None:
    """The rates differ as the names say, for every kind."""
    wary, bold, suspicious = (lies_and_doubts(name) for name in ("wary", "bold", "suspicious"))
    assert wary[0] < bold[0]
    assert wary[1] < suspicious[1]
