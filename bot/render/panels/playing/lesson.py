"""What a lesson adds to the learner's panel: texts above the hand, and controls below it."""

from bot.render.controls import Control, button
from bot.render.messages.lesson import (
    again_button,
    coach_button,
    end_texts,
    first_action_text,
    learner_of,
    lesson_text,
)
from bot.render.messages.parts.seats import seats_text
from bot.render.messages.parts.story import settled_events, story_lines
from bot.render.messages.turn_controls import hint_button
from bot.render.view_model import TableView
from bot.store.rows import Status


def lesson_panel_texts(view: TableView) -> tuple[str, ...]:
    """Returns what a lesson shows above the hand: the step of the first turn, or all that a private lesson shows.

    Empty for other tables.
    """
    if not view.is_private:
        return tuple(filter(None, (first_action_text(view),)))
    if view.status is not Status.PLAYING:
        return end_texts(view)
    story = story_lines(view, view.story[-2] if len(view.story) > 1 else ())
    story += story_lines(view, settled_events(view))
    return (seats_text(view), "\n".join(story), lesson_text(view))


def lesson_panel_rows(view: TableView, *, hinted: bool) -> list[list[Control]]:
    """Returns the controls of the learner's panel below the answers; `hinted` says whether it shows a hint."""
    texts = view.texts
    if not view.allows_hints:
        return []
    playing = view.status is Status.PLAYING
    hint = [hint_button(view)] if playing and not hinted and learner_of(view) in view.owing else []
    if not view.is_private:
        return [hint] if hint else []
    if not playing:
        return [[again_button(view), coach_button(view)]]
    return [
        [
            *hint,
            button(view.control_id("what"), texts("button-what")),
            button(view.control_id("unlearn"), texts("button-unlearn")),
        ]
    ]
