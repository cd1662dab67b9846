"""The panel "What can I do?" explains every prompt of every edition, in texts that fit."""

import random
from fractions import Fraction
from itertools import islice

import pytest

from bot.render.controls import MESSAGE_CHARACTERS
from bot.render.panels.options_and_odds import coach_panel, hint_text, odds_text, options_and_odds_panel
from bot.render.seat_view import SeatView
from bot.render.texts.catalogue import texts_for
from bot.render.texts.sanitize import escape
from bot.render.view_model import ANSWER_CHARACTERS, TableView
from bot.store.rows import Status
from bot.tables.ai.advisers import LookBack
from bot.tables.ai.opinions import CostlyDecision, Opinion, advise
from bot.tables.table import Table
from engine import RULESETS, Move
from engine.moves import CHALLENGE, PASS, PROVE
from tests.harness.played_tables import TABLES, a_table, decide, live, table_at
from tests.harness.random_games import redeal_hidden_from
from tests.harness.tables import ask_of, change, game_of, tell
from tests.render.components import text_of

AID_BLOCKED = [(0, Move("act", "foreign_aid")), (1, PASS), (2, Move("claim", role="duke"))]
CHALLENGED = [(0, Move("act", "tax")), (1, CHALLENGE)]
COUP = (0, Move("act", "coup", 1))
AVENGED = [COUP, (1, Move("lose", card="assassin*"))]
LOSS_CLAIMED = [COUP, (1, Move("claim", role="intellectual", card="banker"))]
RIOT, PRIEST = [(0, Move("act", "protestor", 1))], [(0, Move("act", "priest"))]
PRODUCER = [(0, Move("act", "producer", 1))]
SHARED = [(0, Move("act", "capitalist"))]
EMBEZZLED = [(0, Move("act", "embezzle"))]
BLUFFED = [(0, Move("act", "exchange")), (1, CHALLENGE)]
COUNTED = "These odds count your cards"
PRICE = "After a lost challenge, 5 coins can be paid instead"


def texts(moment: Table, seat: int | None = None) -> str:
    """The texts of the panel."""
    own = None if seat is None else SeatView.of(moment, seat)
    return text_of(options_and_odds_panel(TableView.of(moment), own))


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_every_prompt_and_every_answer_is_explained(table: Table) -> None:
    for moment in live(table):
        text = texts(moment, 0)
        assert len(text) < MESSAGE_CHARACTERS
        assert "…" not in text
        assert ("%" in text) is ("These odds count" in text)
        if ask_of(moment).prompt in ("lose", "keep", "give", "show"):
            assert "These odds count" not in text, "there are none"
        if ask_of(moment).window:
            view, own = TableView.of(moment), SeatView.of(moment, 0)
            moves = set(own.options) or {move for moves in view.game.options.values() for move in moves}
            answers = {escape(view.answer_label(move), ANSWER_CHARACTERS) for move in moves}
            assert all(f"**{answer}**: " in text or f"**{answer} · " in text for answer in answers)


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_the_coach_repeats_a_private_question_as_it_was_put_to_the_reader(table: Table) -> None:
    for moment in live(table):
        ask, game = ask_of(moment), game_of(moment)
        seat, options = next(iter(ask.options.items()))
        opinion = Opinion(options[0], "rest")
        costly = CostlyDecision(1, game.view(seat), game.public(), options[0], opinion, 0.1)
        change(moment, story=((),))  # the game has gone on
        text = text_of(coach_panel(TableView.of(moment), seat, LookBack(1, [costly])))
        if not ask.window:
            asked, _, _ = text.rpartition(" · ")[2].partition(" You had ")
            assert asked
            assert escape(game.names[seat]) not in asked
            assert "****" not in asked
        if ask.prompt == "examine":
            assert escape(game.view(seat)["seen"]["of"]) in text


def classic() -> Table:
    """A classic game of three in which it is Ana's turn."""
    return table_at(
        {"coins": 3, "hand": ["captain", "contessa"]},
        ["captain", "assassin"],
        {"hand": ["duke"], "lost": ["duke"]},
    )


def test_a_window_says_what_each_answer_does() -> None:
    table = classic()
    tell(table, game_of(table).decide_json({"by": "Ana", "do": "act", "action": "assassinate", "target": "Ben"}))
    text = texts(table, 1)
    assert "Chance that **Ana** has the Assassin" in text
    assert "Chance that **Ben** has the Contessa" in texts(table, 2)
    assert "Chance that **Ben**" not in text
    assert "**Challenge**: If **Ana** shows Assassin, you lose a card." in text
    for reader in (0, None):
        assert "If **Ana** shows Assassin, the challenger loses a card." in texts(table, reader)
    assert "**Block as Contessa**: A bluff. This stops it." in text
    assert "**Ana** claims Assassin to assassinate **Ben**. Challenge or block?" in text
    assert "Challenge?" in texts(table, 2), "only Ben may block"
    assert "Challenge or block?" in texts(table, 0)
    assert "**Allow**: If nobody stops it, **Ben** loses a card." in text
    assert "You are not asked now" in texts(table, 0)
    assert "You are not in this game, but you can watch." in texts(table, None)
    assert "What **Ben** and **Cleo** can do now:" in texts(table, None)
    table = classic()
    tell(table, game_of(table).decide_json({"by": "Ana", "do": "act", "action": "tax"}))
    assert "**Allow**: If nobody stops it: “Take 3 coins.”" in texts(table, 1)


@pytest.mark.parametrize(
    ("rules", "bens", "made", "reader", "says"),
    [
        ("classic", "duke", AID_BLOCKED[:1], 0, ["Chance that one of the players asked has the Duke: **29%**."]),
        ("classic", "duke", AID_BLOCKED[:1], 1, ["Chance that **Cleo** has the Duke: **14%**.", COUNTED]),
        (
            "classic",
            "duke",
            AID_BLOCKED,
            1,
            ["you lose a card and the block works.", "challenges, the block works."],
        ),
        ("mcguire", "duke", AID_BLOCKED, 0, ["Get the aid after all.", "A challenger takes 1 coin", PRICE]),
        ("mcguire", "duke", AID_BLOCKED, 2, ["Chance that **Ana** has the Contessa (Treaty): **14%**."]),
        (
            "mcguire",
            "duke",
            CHALLENGED,
            1,
            ["**Ana**, show the Duke or concede", "has the Duke: **27%**.", PRICE, COUNTED],
        ),
        ("mcguire", "duke", [*CHALLENGED, (0, PROVE)], 1, [f"without hidden cards is out.\n{PRICE}."]),
        ("mcguire", "assassin* duke", AVENGED, 1, ["another player has the Contessa (58%).", COUNTED]),
        ("mcguire", "duke", [], 1, [PRICE]),
        (
            "short",
            "duke",
            [],
            1,
            ["Chances: **Ana** has the Captain (", "another player has the Captain or Ambassador ("],
        ),
        ("reformation", "duke", [], 1, ["-# Chances: **Ana** has no Duke ("]),
        (
            "reformation",
            "duke",
            EMBEZZLED,
            1,
            ["Chance that **Ana** has no Duke: **", "without Duke, you lose a card."],
        ),
        (
            "reformation",
            "duke",
            [*EMBEZZLED, (1, CHALLENGE)],
            0,
            ["**Show all cards**, if none is a Duke: **Ben**"],
        ),
        (
            "reformation",
            "duke",
            [*EMBEZZLED, (1, CHALLENGE)],
            0,
            ["**Ben** says that you have a Duke. You have one"],
        ),
        ("classic", "duke", BLUFFED, 0, ["**Ben** challenges your Ambassador. You do not have it: you can only"]),
        ("protestor", "banker", RIOT, 2, ["If nobody joins, the riot fails.", "The riot starts: **Ben** loses"]),
        ("capitalist", "banker", SHARED, 1, ["**Claim Capitalist too**: A bluff. Get 1 of the coins."]),
        ("priest", "banker", PRIEST, 1, ["**Block as Priest**: A bluff. It hits only the others."]),
        ("lawyer", "banker", [COUP], 0, ["A bluff. Share the coins.", "**Claim nothing**: Get no share."]),
        ("lawyer", "banker", [COUP], 1, ["do?\nYou are out. What", "These odds count the face-up cards"]),
        ("lawyer", "banker", [COUP], 2, ["**Ben** leaves 8 coins. Claim Lawyer for a share?"]),
        ("producer", "banker", PRODUCER, 1, ["**Block as Producer**: A bluff. No card is given."]),
        ("intellectual", "banker intellectual", [COUP], 1, ["**Intellectual**: No action. Claim it for a card"]),
        (
            "intellectual",
            "banker intellectual",
            LOSS_CLAIMED,
            0,
            [
                "Chance that the lost card is Intellectual: **23%**.",
                "If the card is Intellectual, you lose a card.",
                "If nobody challenges, the claim counts.",
            ],
        ),
    ],
)
def test_each_kind_of_answer_is_explained(
    rules: str, bens: str, made: list[tuple[int, Move]], reader: int, says: list[str]
) -> None:
    """`rules` is a ruleset, or a role of G54 in its pool."""
    others = ["banker", "director", "guerrilla", "peacekeeper"]
    if rules in RULESETS:
        table = table_at(["captain", "duke"], bens.split(), ["captain"], ruleset=rules, coins=8)
    else:
        hands, pool = (others[:2], bens.split(), others[2:3]), [rules, *others]
        table = table_at(*hands, ruleset="g54", coins=8, pool=pool)
    for seat, move in made:
        decide(table, seat, move)
    text = texts(table, reader)
    assert [each for each in says if each not in text] == []


def test_a_ransom_is_for_who_acts_although_another_player_challenged_in_vain() -> None:
    pool = ["crime_boss", "banker", "director", "guerrilla", "peacekeeper"]
    hands = (["crime_boss"], ["banker", "director"], ["guerrilla"], ["banker"])
    table = table_at(*hands, ruleset="g54", coins=5, pool=pool)
    for seat, move in ((0, Move("act", "crime_boss", 1)), (2, CHALLENGE), (0, PROVE)):
        decide(table, seat, move)
    text = texts(table, 1)
    assert "**Ana** wants 2 coins. If you refuse, **Ana** pays 5 coins" in text
    assert "**Pay**: **Ana** gets 2 coins" in text


def test_a_private_question_shows_the_cards_that_it_is_about() -> None:
    table = classic()
    tell(table, game_of(table).decide_json({"by": "Ana", "do": "act", "action": "exchange"}))
    for name in ("Ben", "Cleo"):
        tell(table, game_of(table).decide_json({"by": name, "do": "pass"}))
    own = SeatView.of(table, 0)
    drawn = f"You drew {own.phrases.cards(own.cards[2:])}."
    assert f"You have Captain and Contessa, and 3 coins.\n{drawn}\nChoose what you keep." in texts(table, 0)
    assert "You drew" not in texts(table, 1)


def test_a_house_rule_about_challenges_is_explained_where_it_applies() -> None:
    for ruleset, told in (("mcguire", True), ("short", False)):
        table = a_table(ruleset, 3, {})
        tell(
            table,
            game_of(table).decide_json(
                {"by": game_of(table).names[game_of(table).table.turn], "do": "act", "action": "tax"}
            ),
        )
        assert ("A challenger takes 1 coin" in texts(table)) is told


def test_a_paused_table_says_who_can_resume_it() -> None:
    table = classic()
    change(table, status=Status.PAUSED, paused_for="moderator")
    assert "The host or a moderator can resume it." in texts(table, 1)


def test_a_chance_is_one_number() -> None:
    w = texts_for()
    said = {
        Fraction(0): "0%",
        Fraction(1): "100%",
        Fraction(1, 3): "33%",
        Fraction(36, 91): "40%",
        Fraction(1, 500): "1%",
        Fraction(499, 500): "99%",
    }
    assert {odds: odds_text(odds, w) for odds in said} == said


def test_ones_own_actions_are_known_to_be_true_or_a_bluff() -> None:
    own, other = texts(classic(), 0), texts(classic(), 1)
    assert "**Steal (Captain)**: You have it. " in own
    assert "**Tax (Duke)**: A bluff. Take 3 coins." in own
    assert "**Ana** has the " not in own
    assert "another player has the Duke (" in own
    assert "Contessa with **Ben** (" in own
    assert "**Tax (Duke)**: Take 3 coins." in other
    assert "**Ana** has the Duke (" in other
    assert "You have it" not in other
    assert "You may bluff: unchallenged, it works" in own
    assert "You may bluff" not in other


@pytest.mark.parametrize(("seat", "chance"), [(None, 27), (1, 32), (2, 15)])
def test_the_odds_count_the_readers_own_cards(seat: int | None, chance: int) -> None:
    table = classic()
    tell(table, game_of(table).decide_json({"by": "Ana", "do": "act", "action": "tax"}))
    text = texts(table, seat).replace("\u00a0", " ")
    assert f"Chance that **Ana** has the Duke: **{chance}%**." in text
    assert ("These odds count your cards and the face-up ones" in text) is (seat is not None)


def test_ones_own_block_is_known_to_be_true_or_a_bluff() -> None:
    table = classic()
    tell(table, game_of(table).decide_json({"by": "Ana", "do": "act", "action": "steal", "target": "Ben"}))
    text = texts(table, 1)
    assert "**Block as Captain**: You have it. " in text
    assert "**Block as Ambassador**: A bluff. " in text
    assert "You have it" not in texts(table, 2)
    assert "Block as" not in texts(table, 2), "only the target may block"
    assert "**Block as Captain · Ben**" in texts(table, 0)


def test_only_a_bluffer_reads_what_a_bluff_costs() -> None:
    table = classic()
    tell(table, game_of(table).decide_json({"by": "Ana", "do": "act", "action": "foreign_aid"}))
    assert "Caught, you lose a card" in texts(table, 1)
    assert "Caught, you lose a card" not in texts(table, 2), "Cleo has the Duke"
    for reader in (0, None):
        assert "Caught, you lose a card" not in texts(table, reader), "Ana and spectators are not asked"


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_what_a_reader_sees_depends_on_no_card_of_others(table: Table) -> None:
    chance = random.Random(5)
    for moment in islice(live(table), 0, None, 9):
        game = moment.state.game
        assert game is not None
        for seat in range(len(moment.state.seats)):
            other = game.clone()
            redeal_hidden_from(other, seat, chance)
            same = Table(moment.state.replace(game=other))
            assert texts(moment, seat) == texts(same, seat)


def test_the_holder_of_the_bomb_reads_what_a_lie_costs() -> None:
    pool = ["anarchist", "arms_dealer", "banker", "director", "peacekeeper"]
    table = table_at(*[["director", "banker"]] * 3, ruleset="anarchy", coins=3, pool=pool)
    decide(table, 0, Move("act", "anarchist", 1))
    assert "**Hand it to Cleo as Anarchist**: A bluff. This gets rid of the Bomb." in texts(table, 1)
    assert ": The Bomb takes it.\nYou may bluff. Caught, you lose a card, and another to the Bomb." in texts(
        table, 1
    )
    decide(table, 1, Move("claim", role="anarchist"))
    decide(table, 2, Move("challenge"))
    assert "**Concede**: lose a card, and another to the Bomb." in texts(table, 1)


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        (["captain", "contessa"], "You have no Duke, so the challenger loses a card."),
        (["contessa", "duke"], "You have a Duke, so your hand proves that you lied."),
    ],
)
def test_a_hint_about_a_challenged_embezzlement_speaks_of_the_role_denied(hand: list[str], reason: str) -> None:
    table = table_at(hand, hand, hand, ruleset="reformation", reserve=4)
    game = game_of(table)
    decide(table, 0, Move("act", "embezzle"))
    decide(table, 1, Move("challenge"))
    assert game.ask is not None
    opinion = advise("strong", game.public(), 0, (), game.view(0), game.ask.options[0])
    hint = hint_text(TableView.of(table), opinion)
    assert reason in hint
    assert "the card" not in hint.splitlines()[1]


def test_a_hint_to_allow_what_cannot_be_true_does_not_call_a_challenge_risky() -> None:
    hands = ((), ("duke", "duke"), ("captain",), ("assassin",), ())
    lost = (("ambassador", "ambassador"), (), ("ambassador",), ("contessa",), ("assassin", "contessa"))
    table = table_at(
        *(
            {"coins": 2 * bool(hand), "hand": list(hand), "lost": list(cards)}
            for hand, cards in zip(hands, lost, strict=True)
        ),
        turn="Cleo",
    )
    game = game_of(table)
    decide(table, 2, Move("act", "exchange"))
    assert game.ask is not None
    opinion = advise("strong", game.public(), 3, (), game.view(3), game.ask.options[3])
    hint = hint_text(TableView.of(table), opinion)
    assert hint.startswith("**Hint:** Allow\n**Cleo** cannot have the Ambassador: you see every copy. But ")
    assert opinion.chance is not None
    assert opinion.lead is not None
    assert f"\nYou then win about {opinion.chance:.0%} of games.\n" in hint
    assert f"\nNext best: Challenge (\u2212{opinion.lead:.0%} wins).\n" in hint
