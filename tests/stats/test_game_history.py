"""The highlights of finished games: counted otherwise for random games, and known for games set up by hand."""

from typing import Any

import pytest

from bot.stats.game_history import GameHistory, Title
from engine import RULESETS, Game, proof_of
from tests.harness.record_files import random_game


def highlights(*moves: str, coins: int = 2, teams: bool = False, **hands: str) -> GameHistory:
    """The highlights of a game of Ana and others, set up with these hands and played with these decisions.

    A move names its player, and what the player does, such as `Ana act tax`.
    """
    players = [{"name": name, "coins": coins, "hand": cards.split()} for name, cards in hands.items()]
    options = {"teams": teams}
    game = Game.from_position({"ruleset": "classic", "options": options, "turn": "Ana", "players": players})
    for move in moves:
        name, *words = move.split()
        keys = {"act": ("action", "target"), "claim": ("role",), "lose": ("card",)}.get(words[0], ())
        game.decide_json({"by": name, "do": words[0], **dict(zip(keys, words[1:], strict=False))})
    return GameHistory.of(game.record())


def test_a_bluff_that_took_a_card_is_bigger_than_one_that_took_coins() -> None:
    found = highlights(
        "Ana act tax", "Ben pass",
        "Ben act income",
        "Ana act assassinate Ben", "Ben pass",
        coins=3, Ana="captain ambassador", Ben="duke",
    )  # fmt: skip
    assert (found.turns, len(found.bluffs), len(found.caught)) == (3, 2, 0)
    assert found.biggest_bluff is not None
    assert (found.biggest_bluff.turn, found.biggest_bluff.event["action"]) == (3, "assassinate")


def test_a_bluff_that_was_blocked_is_smaller_than_the_block_that_was_one() -> None:
    found = highlights(
        "Ana act assassinate Ben", "Ben claim contessa", "Ana pass",
        "Ben act coup Ana",
        coins=7, Ana="captain", Ben="duke",
    )  # fmt: skip
    assert found.biggest_bluff is not None
    assert found.biggest_bluff.event["role"] == "contessa"


def test_a_caught_bluff_is_the_biggest_if_no_other_was_told() -> None:
    found = highlights("Ana act tax", "Ben challenge", "Ana concede", Ana="captain", Ben="duke")
    assert (len(found.bluffs), len(found.caught)) == (1, 1)
    assert found.biggest_bluff is not None
    assert found.biggest_bluff.outcome == "exposed"


def test_a_conceded_truth_is_no_bluff() -> None:
    found = highlights("Ana act tax", "Ben challenge", "Ana concede", Ana="duke", Ben="duke")
    assert (found.bluffs, found.caught, found.biggest_bluff) == ([], [], None)


def test_the_turning_point_is_when_the_winner_takes_the_lead_for_good() -> None:
    taken = highlights(
        "Ana act income",
        "Ben act coup Ana", "Ana lose captain",
        "Ana act coup Ben", "Ben lose duke",
        "Ben act income",
        "Ana act income",
        "Ben resign",
        coins=7, Ana="captain ambassador", Ben="duke contessa",
    )  # fmt: skip
    # After turn 3 both have a card, Ben 0 coins and Ana 1.
    assert (taken.turns, taken.ahead_since) == (6, 5)


def test_a_winner_who_always_led_has_no_turning_point() -> None:
    found = highlights("Ana act coup Ben", coins=7, Ana="captain duke", Ben="duke")
    assert found.ahead_since == 0


def test_partners_lead_together() -> None:
    found = highlights(
        "Ana act coup Ben", "Cleo act coup Dov",
        coins=7, teams=True, Ana="captain", Ben="duke", Cleo="captain", Dov="duke",
    )  # fmt: skip
    assert found.ahead_since == 1


def test_who_bluffed_the_same_role_unchallenged_has_a_title() -> None:
    turn = ("Ana act tax", "Ben pass", "Ben act income")
    found = highlights(*turn * 3, "Ana act coup Ben", coins=0, Ana="captain", Ben="contessa")
    assert found.titles[0] == Title("uncalled", 0, 3, "duke")


def test_titles_of_a_winner_without_a_bluff_and_of_a_challenger() -> None:
    honest = highlights(
        "Ana act tax", "Ben pass", "Ben act income",
        "Ana act tax", "Ben pass", "Ben act tax", "Ana challenge", "Ben concede", "Ben lose contessa",
        "Ana act tax", "Ben pass", "Ben act tax", "Ana challenge", "Ben concede",
        coins=0, Ana="duke duke", Ben="contessa captain",
    )  # fmt: skip
    assert [title.kind for title in honest.titles] == ["detector", "caught"]
    assert honest.titles[0] == Title("detector", 0, 2)


@pytest.mark.parametrize(("hand", "kinds"), [("captain", []), ("captain duke", ["last-card"])])
def test_only_who_had_another_card_has_a_title_for_the_last_one(hand: str, kinds: list[str]) -> None:
    turns = ("Ana act income", "Ben act income") * 5
    loss = (
        ("Ana act tax", "Ben challenge", "Ana concede", "Ana lose duke", "Ben act income")
        if "duke" in hand
        else ()
    )
    found = highlights(*loss, *turns, "Ana act coup Ben", coins=3, Ana=hand, Ben="duke")
    assert [title.kind for title in found.titles] == kinds


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_claim_is_counted_as_the_cards_were(ruleset: str) -> None:
    for seed in range(10):
        game = random_game(seed, ruleset)
        found, record = GameHistory.of(game.record()), game.record()
        again = Game.begin(record)
        told: list[tuple[int, bool]] = []
        exposed = 0
        for decision in record["decisions"]:
            hands = [*again.table.hands]
            for event in again.decide_json(decision):
                exposed += event["type"] == "exposed"
                if "denied" in event and event["type"] == "action":
                    told.append((event["by"], proof_of(event["denied"], hands[event["by"]]) is None))
                elif event["type"] in ("action", "claim") and event["role"]:
                    cards = (decision["card"],) if event.get("kind") == "loss" else hands[event["by"]]
                    kind = event.get("kind", "action")
                    told.append((event["by"], proof_of(event["role"], cards, kind=kind) is not None))
        assert [(claim.seat, claim.is_true) for claim in found.claims] == told
        assert sum(claim.outcome == "exposed" for claim in found.claims) == exposed
        assert all(claim.is_true for claim in found.claims if claim.outcome == "proven")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_titles_are_true(ruleset: str) -> None:
    for seed in range(10):
        game = random_game(seed, ruleset)
        found = GameHistory.of(game.record())
        seats = [title.seat for title in found.titles]
        assert len(seats) == len(set(seats)) <= 3
        for title in found.titles:
            own = [claim for claim in found.claims if claim.seat == title.seat]
            facts: dict[str, Any] = {
                "uncalled": sum(
                    not c.is_true and c.outcome == "unchallenged" and c.event["role"] == title.role for c in own
                ),
                "honest": len(own) if all(claim.is_true for claim in own) else 0,
                "caught": sum(not claim.is_true and claim.outcome == "exposed" for claim in own),
            }
            assert facts.get(title.kind, title.times) == title.times


def test_there_are_no_highlights_during_a_game() -> None:
    game = Game.new("classic", ["Ana", "Ben"])
    with pytest.raises(ValueError, match="not over"):
        GameHistory.of(game.record())
