"""Lessons: the explanations in a practice game, and its last message.

Each explanation is chosen by the public state of the table: there is no script, so the explanations fit any course
of a game.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.render.controls import GREEN, Control, Layout, button, layout
from bot.render.messages.end import END_COLOUR
from bot.render.messages.story import story_lines
from bot.render.texts.odds import odds_text
from bot.render.view_model import TableView
from bot.store.rows import Status
from engine import Event
from engine.editions import ACTIONS
from engine.moves import CHALLENGE
from engine.rules.general_actions import MUST_COUP_COINS
from engine.views.odds import claim_odds

_FIRSTS: Final = ("proven", "exposed", "blocked", "eliminated", "lost")
"""Types of events that are explained when they first happen."""
_EXPLAINED_TURNS: Final = 2
"""An event is explained in its turn and in the next, whose message may follow at once."""
_MOST_EXPLAINED: Final = 2


def lesson_text(view: TableView) -> str:
    """Returns what a lesson explains now; an empty text for other tables and while the lesson is paused."""
    if not view.practice or view.status is not Status.PLAYING:
        return ""
    told = [text for _, _, text in sorted(list(_explanations(view))[:_MOST_EXPLAINED])]
    time = [f"-# {view.texts('lesson-time')}"] if len(view.story) <= 1 else []
    return "\n".join((*told, _advice(view), *time))


def lesson_end_message(view: TableView) -> Layout:
    """Returns the last message of a lesson: how it ended, and what the learner may do next."""
    texts = view.texts
    ops = [
        again_button(view),
        coach_button(view),
        button(view.control_id("unlearn"), texts("button-leave-thread")),
    ]
    return layout(*end_texts(view), rows=[ops], colour=END_COLOUR, footer=texts("lesson-thread-goes"))


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


def again_button(view: TableView) -> Control:
    """Returns the button for another lesson."""
    return button(view.control_id("again"), view.texts("button-again"), GREEN)


def coach_button(view: TableView) -> Control:
    """Returns the button for the look back at the learner's decisions."""
    return button(view.control_id("coach"), view.texts("button-coach"))


def learner_of(view: TableView) -> int:
    """Returns the seat of the learner, the only member in a lesson."""
    return next(number for number, seat in enumerate(view.seats) if seat.user_id is not None)


def _explanations(view: TableView) -> Iterator[tuple[int, int, str]]:
    """Yields explanations of things that happened for the first time in the last turns, in the order of `_FIRSTS`.

    Each has its turn and its place in the turn.
    """
    turns = view.story
    for kind in _FIRSTS:
        first = next((turn for turn, events in enumerate(turns) if any(e["type"] == kind for e in events)), None)
        if first is not None and first > len(turns) - 1 - _EXPLAINED_TURNS:
            place = next(number for number, event in enumerate(turns[first]) if event["type"] == kind)
            yield first, place, _explanation(view, turns[first][place], turns[first][:place])


def _explanation(view: TableView, event: Event, before: Sequence[Event]) -> str:
    phrases = view.phrases
    card = event.get("role") or event.get("card")
    challenges = [earlier["by"] for earlier in before if earlier["type"] == "challenge"]
    return view.texts(
        f"lesson-seen-{event['type']}",
        by=phrases.name(event["by"]),
        role=phrases.role(card) if card else "",
        challenger=phrases.name(challenges[-1]) if challenges else "",
    )


def _advice(view: TableView) -> str:
    texts, game, learner = view.texts, view.game, learner_of(view)
    if learner not in view.owing:
        return _waiting(view, learner)
    private = "-private" if view.is_private else ""
    match game.prompt:
        case "act":
            if len(view.story) == 1:
                return texts(f"lesson-first{private}")
            coins = view.players[learner]["coins"]
            kind = "must" if coins >= MUST_COUP_COINS else "many" if coins >= ACTIONS["coup"].price else "some"
            kind = kind if coins >= ACTIONS["assassinate"].price else "few"
            return texts(f"lesson-act-{kind}", coins=view.phrases.coins(coins))
        case "prove":
            return texts(f"lesson-prove{private}")
        case "respond":
            return _claim(view, learner)
        case prompt:
            return texts(texts.first(f"lesson-{prompt}", "lesson-choose"))


def _claim(view: TableView, learner: int) -> str:
    texts, game, claim, odds = view.texts, view.game, view.game.claim, claim_odds(view.game)
    if claim is None or CHALLENGE not in game.options[learner] or odds is None:
        return texts("lesson-aid" if claim is not None and claim.role is None else "lesson-choose")
    facts = {
        "by": view.phrases.name(claim.by),
        "role": view.phrases.role(claim.role or ""),
        "odds": odds_text(odds, texts),
    }
    if claim.kind == "counteraction":
        return texts("lesson-block", **facts)
    at_you = claim.action is not None and claim.action.target == learner
    if at_you:
        return texts("lesson-claim-at-you", **facts)
    claims = [e for turn in view.story for e in turn if e["type"] == "action" and e["role"] is not None]
    again = sum(claimed["by"] != learner for claimed in claims) > 1
    return texts("lesson-claim-again" if again else "lesson-claim", **facts)


def _waiting(view: TableView, learner: int) -> str:
    texts, game, claim = view.texts, view.game, view.game.claim
    if claim is not None and claim.by == learner and game.prompt == "respond":
        if claim.role is None or claim.challenger is not None:
            return texts("lesson-wait-action")
        blocked = any(move.do == "claim" for moves in game.options.values() for move in moves)
        return texts("lesson-wait-claim", role=view.phrases.role(claim.role), blocked="yes" if blocked else "no")
    # All who were asked, not only those still to answer: the explanation stays until the question is settled.
    others = [seat for seat in game.asked if seat != learner] or list(game.asked)
    return texts("lesson-wait", names=view.phrases.names(sorted(others)))
