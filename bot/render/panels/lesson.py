"""Lessons: what a practice game explains as it goes, from what everybody sees, and how it ends.

There is no script that a game could leave: each line is found from the state of the table.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from discord import ui

from bot.render.controls import GREEN, Control, button, view
from bot.render.ids import CustomId
from bot.render.messages.seats import seats_text, table_text
from bot.render.messages.turn_controls import hint_button
from bot.render.panels.options_and_odds import odds_text
from bot.render.texts.story import settled_events, story_lines
from bot.render.view_model import TableView
from bot.store.rows import Status
from engine import Event
from engine.editions import ACTIONS
from engine.moves import CHALLENGE
from engine.rules.general_actions import MUST_COUP_COINS
from engine.views.odds import claim_odds

END_COLOUR: Final = 0x3F8F5B

_FIRSTS: Final = ("proven", "exposed", "blocked", "eliminated", "lost")
"""Types of events that are explained when they happen for the first time."""
_TOLD_FOR: Final = 2
"""Turns for which an explanation stands: the one it happened in, and the next, whose card may follow at once."""
_MOST_TOLD: Final = 2


def lesson_text(scene: TableView) -> str:
    """What a lesson explains now; empty for a table that is none, or while it is paused."""
    if not scene.table.practice or scene.table.status is not Status.PLAYING:
        return ""
    told = [text for _, _, text in sorted(list(_seen(scene))[:_MOST_TOLD])]
    time = [f"-# {scene.words('lesson-time')}"] if len(scene.table.story) <= 1 else []
    return "\n".join((*told, _now(scene), *time))


def around(scene: TableView) -> tuple[str, ...]:
    """What a lesson without a card shows in its learner's panel beside the hand: table, story, explanation."""
    if not scene.table.is_private:
        return ()
    if scene.table.status is not Status.PLAYING:
        return end_texts(scene)
    story = story_lines(scene, scene.table.story[-2] if len(scene.table.story) > 1 else ())
    story += story_lines(scene, settled_events(scene))
    return (f"{seats_text(scene)}\n{table_text(scene)}", "\n".join(story), lesson_text(scene))


def panel_rows(scene: TableView) -> list[list[Control]]:
    """The controls of a learner's panel beside the answers."""
    w, table = scene.words, scene.table
    if not scene.table.allows_hints:
        return []
    playing = scene.table.status is Status.PLAYING
    hint = [hint_button(scene)] if playing and _learner(scene) in scene.table.owing else []
    if not scene.table.is_private:
        return [hint] if hint else []
    if not playing:
        return [[again_button(scene), _coach_button(scene)]]
    return [
        [
            *hint,
            button(CustomId.on(table, "what"), w("button-what")),
            button(CustomId.on(table, "unlearn"), w("button-unlearn")),
        ]
    ]


def lesson_end_message(scene: TableView) -> ui.LayoutView:
    """The last card of a lesson: how it ended, and what may come next."""
    w = scene.words
    ops = [
        again_button(scene),
        _coach_button(scene),
        button(CustomId.on(scene.table, "unlearn"), w("button-leave-thread")),
    ]
    return view(*end_texts(scene), rows=[ops], colour=END_COLOUR, footer=w("lesson-thread-goes"))


def end_texts(scene: TableView) -> tuple[str, ...]:
    """How a lesson ended, in words."""
    w, table = scene.words, scene.table
    learner = _learner(scene)
    if table.status is Status.OVER and scene.public is not None and learner in (scene.game.winners or ()):
        kind = "won"
    elif scene.public is not None and not scene.view["players"][learner]["alive"]:
        kind = "out"
    else:
        kind = "idle"
    turns = reversed(table.story) if kind != "idle" else ()
    last = next(filter(None, (story_lines(scene, turn) for turn in turns)), list[str]())  # the next may have begun
    return (f"{w(f'lesson-{kind}')}\n{w(f'lesson-{kind}-text')}", "\n".join(last), w("lesson-next"))


def again_button(scene: TableView) -> Control:
    """Another lesson."""
    return button(CustomId.on(scene.table, "again"), scene.words("button-again"), GREEN)


def _coach_button(scene: TableView) -> Control:
    return button(CustomId.on(scene.table, "coach"), scene.words("button-coach"))


def _learner(scene: TableView) -> int:
    return next(number for number, seat in enumerate(scene.table.seats) if seat.user_id is not None)


def _seen(scene: TableView) -> Iterator[tuple[int, int, str]]:
    """Explanations of what has happened lately for the first time, each with its turn and its place there.

    They come in the order of `_FIRSTS`.
    """
    turns = scene.table.story
    for kind in _FIRSTS:
        first = next((turn for turn, events in enumerate(turns) if any(e["type"] == kind for e in events)), None)
        if first is not None and first > len(turns) - 1 - _TOLD_FOR:
            place = next(number for number, event in enumerate(turns[first]) if event["type"] == kind)
            yield first, place, _explained(scene, turns[first][place], turns[first][:place])


def _explained(scene: TableView, event: Event, before: Sequence[Event]) -> str:
    phrases = scene.phrases
    card = event.get("role") or event.get("card")
    challenges = [earlier["by"] for earlier in before if earlier["type"] == "challenge"]
    return scene.words(
        f"lesson-seen-{event['type']}",
        by=phrases.name(event["by"]),
        role=phrases.role(card) if card else "",
        challenger=phrases.name(challenges[-1]) if challenges else "",
    )


def _now(scene: TableView) -> str:
    w, game, learner = scene.words, scene.game, _learner(scene)
    if learner not in scene.table.owing:
        return _waiting(scene, learner)
    private = "-private" if scene.table.is_private else ""
    match game.prompt:
        case "act":
            if len(scene.table.story) == 1:
                return w(f"lesson-first{private}")
            coins = scene.view["players"][learner]["coins"]
            kind = "must" if coins >= MUST_COUP_COINS else "many" if coins >= ACTIONS["coup"].price else "some"
            kind = kind if coins >= ACTIONS["assassinate"].price else "few"
            return w(f"lesson-act-{kind}", coins=scene.phrases.coins(coins))
        case "prove":
            return w(f"lesson-prove{private}")
        case "respond":
            return _claim(scene, learner)
        case prompt:
            return w(w.first(f"lesson-{prompt}", "lesson-choose"))


def _claim(scene: TableView, learner: int) -> str:
    w, game, claim, odds = scene.words, scene.game, scene.game.claim, claim_odds(scene.game)
    if claim is None or CHALLENGE not in game.options[learner] or odds is None:
        return w("lesson-aid" if claim is not None and claim.role is None else "lesson-choose")
    facts = {
        "by": scene.phrases.name(claim.by),
        "role": scene.phrases.role(claim.role or ""),
        "odds": odds_text(odds, w),
    }
    if claim.kind == "counteraction":
        return w("lesson-block", **facts)
    at_you = claim.action is not None and claim.action.target == learner
    if at_you:
        return w("lesson-claim-at-you", **facts)
    claims = [e for turn in scene.table.story for e in turn if e["type"] == "action" and e["role"] is not None]
    again = sum(claimed["by"] != learner for claimed in claims) > 1
    return w("lesson-claim-again" if again else "lesson-claim", **facts)


def _waiting(scene: TableView, learner: int) -> str:
    w, game, claim = scene.words, scene.game, scene.game.claim
    if claim is not None and claim.by == learner and game.prompt == "respond":
        if claim.role is None or claim.challenger is not None:
            return w("lesson-wait-action")
        blocked = any(move.do == "claim" for moves in game.options.values() for move in moves)
        return w("lesson-wait-claim", role=scene.phrases.role(claim.role), blocked="yes" if blocked else "no")
    # Who was asked, not who still owes an answer: what is explained stays as it is until the question is settled.
    others = [seat for seat in game.asked if seat != learner] or list(game.asked)
    return w("lesson-wait", names=scene.phrases.names(sorted(others)))
