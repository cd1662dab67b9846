"""Lessons: the explanations in a practice game, and its last message.

There is no script: each explanation is chosen by the public state of the table, and explains one idea, once.
"""

from typing import Final

from bot.render.controls import GREEN, Layout, layout, table_button
from bot.render.messages.end import END_COLOUR
from bot.render.messages.story import story_lines, turn_seat
from bot.render.texts.phrases import odds_text
from bot.render.view_model import PublicStory, TableView
from bot.store.rows import Status
from engine import Event
from engine.catalogue import START_COINS
from engine.editions import ACTIONS
from engine.moves import CHALLENGE
from engine.rules.general_actions import MUST_COUP_COINS
from engine.views.odds import claim_odds

_HAND_TURN, _BLUFF_TURN = 1, 2
"""The learner's turns that explain the hand and bluffing. Later turns explain what the coins allow."""
_IDEAS_OF_CLAIMS: Final = {
    "claim": ("lesson-claim", "lesson-challenge"),
    "attack": ("lesson-attack",),
    "aid": ("lesson-aid",),
    "block": ("lesson-block",),
    "own": ("lesson-wait",),
}
"""The ideas explained with the first claims of each kind, in this order."""
_EXPLAINED_EVENTS: Final = ("proven", "exposed", "blocked", "eliminated", "lost")
"""Types of events that are explained when they first happen."""
_EXPLAINED_TURNS: Final = 2
"""An event is explained in its turn and in the next, whose message may follow at once; but not beside a claim of
the next turn that the learner must answer."""


def lesson_text(view: TableView) -> str:
    """Returns the idea that a lesson explains now, and the odds of a claim; "" if paused, or nothing is new."""
    if view.status is not Status.PLAYING:
        return ""
    idea = _question_idea(view) or _event_idea(view)
    step = view.texts("lesson-step", idea=idea) if idea else ""
    return "\n".join(text for text in (step, _odds_of_claim(view)) if text)


def is_hand_step(view: TableView) -> bool:
    """Returns whether a lesson asks the learner to open the hand; the message then has no other button."""
    return (
        not view.is_private
        and view.status is Status.PLAYING
        and learner_of(view) in view.owing
        and view.game.prompt == "act"
        and len(_own_turns(view)) == _HAND_TURN
    )


def lesson_end_message(view: TableView) -> Layout:
    """Returns the last message of a lesson: how it ended, and what the learner may do next."""
    texts = view.texts
    buttons = [table_button(view, "again", GREEN), table_button(view, "coach")]
    return layout(*end_texts(view), rows=[buttons], colour=END_COLOUR, footer=texts("lesson-thread-goes"))


def end_texts(view: TableView) -> tuple[str, ...]:
    """Returns the texts at the end of a lesson: the outcome, the last turn, and what the learner may do next."""
    texts = view.texts
    learner = learner_of(view)
    if view.status is Status.OVER and view.public_game is not None and learner in (view.game.winners or ()):
        kind = "won"
    elif view.public_game is not None and not view.players[learner]["alive"]:
        kind = "out"
    else:
        kind = "idle"
    turns = reversed(view.story) if kind != "idle" else ()
    # The next lesson may have begun.
    last = next(filter(None, (story_lines(view, turn) for turn in turns)), list[str]())
    return (f"{texts(f'lesson-{kind}')}\n{texts(f'lesson-{kind}-text')}", "\n".join(last), texts("lesson-next"))


def learner_of(view: TableView) -> int:
    """Returns the seat of the learner, the only member in a lesson."""
    return next(number for number, seat in enumerate(view.seats) if seat.user_id is not None)


def _question_idea(view: TableView) -> str:
    """Returns the idea that the open question explains; empty if it was explained before."""
    game, learner, claim = view.game, learner_of(view), view.game.claim
    is_asked = learner in view.owing
    idea = ""
    match game.prompt:
        case "act" if is_asked:
            idea = _idea_of_turn(view)
        case "prove" if is_asked:
            challenges = [event for event in _events(view.story, "challenge") if event["against"] == learner]
            idea = "lesson-prove" if len(challenges) == 1 else ""
        case "lose" if is_asked:
            idea = "lesson-lose"  # the last card goes without a question
        case "keep" if is_asked:
            exchanges = [event for event in _events(view.story, "action") if event["action"] == "exchange"]
            idea = "lesson-keep" if sum(event["by"] == learner for event in exchanges) == 1 else ""
        case "respond" if claim is not None and claim.challenger is None:
            kinds = [_kind_of_claim(event, learner) for event in _events(view.story, "action", "claim")]
            if is_asked or kinds[-1] == "own":
                ideas = _IDEAS_OF_CLAIMS.get(kinds[-1], ())
                idea = next(iter(ideas[kinds.count(kinds[-1]) - 1 :]), "")
        case _:
            pass
    if not idea:
        return ""
    return view.texts(
        idea,
        by="" if claim is None else view.phrases.name(claim.by),
        role="" if claim is None or claim.role is None else view.phrases.role(claim.role),
        coins=view.phrases.coins(view.players[learner]["coins"]),
    )


def _idea_of_turn(view: TableView) -> str:
    """Returns what the learner's turn explains: the hand, a bluff, or what the coins allow for the first time."""
    learner, turns = learner_of(view), _own_turns(view)
    coins = view.players[learner]["coins"]
    if len(turns) == _HAND_TURN:
        return "lesson-hand-private" if view.is_private else "lesson-hand"
    claims = _events(view.story[: turns[_HAND_TURN]], "action", "claim")
    has_claimed = any(
        _kind_of_claim(event, learner) == "own" for event in claims
    )  # that explained the bluff already
    planned = _HAND_TURN if has_claimed else _BLUFF_TURN
    if len(turns) == planned:
        return "lesson-bluff"
    most_before = max((_coins_before(view, turn) for turn in turns[planned:-1]), default=0)
    limits = (
        ("lesson-must-coup", MUST_COUP_COINS),
        ("lesson-coup", ACTIONS["coup"].price),
        ("lesson-assassinate", ACTIONS["assassinate"].price),
    )
    return next((idea for idea, limit in limits if coins >= limit > most_before), "")


def _kind_of_claim(event: Event, learner: int) -> str:
    if event["by"] == learner:
        return "own" if event["role"] is not None else ""
    if event["type"] == "claim":
        return "block"
    if event["role"] is None:
        return event["action"].removeprefix("foreign_")
    return "attack" if event.get("target") == learner else "claim"


def _event_idea(view: TableView) -> str:
    """Returns the explanation of the latest event that has happened for the first time in the last turns."""
    firsts: dict[str, tuple[int, int]] = {}
    for turn, events in enumerate(view.story):
        for place, event in enumerate(events):
            if event["type"] in _EXPLAINED_EVENTS:
                firsts.setdefault(event["type"], (turn, place))
    turn, place = max(firsts.values(), default=(-1, 0))
    explained = 1 if view.game.prompt == "respond" and learner_of(view) in view.owing else _EXPLAINED_TURNS
    if turn < max(0, len(view.story) - explained):
        return ""
    event, before = view.story[turn][place], view.story[turn][:place]
    phrases, learner, card = view.phrases, learner_of(view), event.get("role") or event.get("card")
    challenger = next((e["by"] for e in reversed(before) if e["type"] == "challenge"), None)
    return view.texts(
        f"lesson-seen-{event['type']}",
        you={challenger: "challenger", event["by"]: "player"}.get(learner, "neither"),
        by=phrases.name(event["by"]),
        role=phrases.role(card) if card else "",
        challenger=phrases.name(challenger),
    )


def _odds_of_claim(view: TableView) -> str:
    """Returns how likely it is that the claim is true which the learner may challenge."""
    game, learner = view.game, learner_of(view)
    claim, odds = game.claim, claim_odds(game)
    may_challenge = learner in view.owing and CHALLENGE in game.options.get(learner, ())
    if claim is None or odds is None or not may_challenge:
        return ""
    facts = {"by": view.phrases.name(claim.by), "role": view.phrases.role(claim.role or "")}
    return view.texts("lesson-odds", odds=odds_text(odds, view.texts), **facts)


def _own_turns(view: TableView) -> list[int]:
    """Returns the numbers of the learner's turns so far, counted from 0."""
    learner, running = learner_of(view), len(view.story) - 1
    seats = [*map(turn_seat, view.story[:running]), view.game.turn]
    return [turn for turn, seat in enumerate(seats) if seat == learner]


def _coins_before(view: TableView, turn: int) -> int:
    """Returns the learner's coins at the start of a turn."""
    learner, coins = learner_of(view), START_COINS
    for event in _events(view.story[:turn], "coins", "refunded", "paid", "transfer"):
        is_gain = event["type"] in ("coins", "refunded")
        if event["by"] == learner:
            coins += event["amount"] if is_gain else -event["amount"]
        elif event.get("recipient") == learner and event["type"] == "transfer":
            coins += event["amount"]
    return coins


def _events(story: PublicStory, *types: str) -> list[Event]:
    """Returns the events of these types in a story."""
    return [event for events in story for event in events if event["type"] in types]
