"""The question to one player, and the controls to answer it."""

from bot.render.controls import BLUE, Control, button, table_button
from bot.render.icons import answer_art
from bot.render.messages.lesson import learner_of
from bot.render.messages.parts.question import question_text, reminder_text
from bot.render.messages.parts.story import declared_target
from bot.render.messages.turn_controls import action_select, answer_button, sort_answers
from bot.render.seat_view import SeatView, slots_of
from bot.render.view_model import TableView
from bot.store.rows import Status
from bot.tables.state import AWAY
from engine.moves import CONCEDE


def paused_text(view: TableView) -> str:
    """Returns why a table is paused and what resumes it; an empty text if it is not paused."""
    if view.status is not Status.PAUSED:
        return ""
    return view.texts("error-all-away" if view.paused_for == AWAY else "error-paused")


def hint_buttons(view: TableView) -> list[Control]:
    """Returns the button Hint of a lesson, while its learner is asked; other games have it below their message."""
    if not view.practice or view.status is not Status.PLAYING or learner_of(view) not in view.owing:
        return []
    return [table_button(view, "hint")]


def asked_text(view: SeatView) -> str:
    """Returns the question to the player, with private facts; an empty text if the player is not asked."""
    game, texts, phrases = view.game, view.texts, view.phrases
    if not view.is_asked or game.prompt == "act":
        return ""
    if game.prompt == "respond":
        return "\n".join(
            line for line in (question_text(view.table, reader=view.seat), reminder_text(view.table)) if line
        )
    word = f"choose-{game.prompt}"
    facts: dict[str, str | int] = {"by": phrases.name(game.turn), "role": "", "card": "", "target": ""}
    if game.prompt == "lose" and len(view.cards) == 1:
        word = "choose-lose-last"
    if (game.prompt == "give" or view.given) and game.claim is not None and game.claim.action is not None:
        word = texts.first(f"{word}-{game.claim.action.id}", word)
        facts["target"] = phrases.name(declared_target(view.table))
    if game.prompt == "prove" and game.claim is not None:
        word += "" if game.claim.denied is None else "-denied"
        word += "-none" if view.options == (CONCEDE,) else ""
        facts["by"] = phrases.name(game.claim.challenger)
        facts["role"] = phrases.proof(game.claim)
    if game.prompt == "examine":
        seen = view.own_view["seen"]
        facts["card"] = phrases.role(seen["card"])
        facts["target"] = phrases.name(view.game.names.index(seen["of"]))
    return texts(word, **facts)


def choice_rows(view: SeatView) -> list[list[Control]]:
    """Returns the rows of controls with every answer that the player may give now."""
    options, prompt = view.options, view.game.prompt
    if prompt == "act":
        return [[action_select(view.table, options, view.texts("pick-action"), view.true_actions)]]
    if prompt == "keep":
        return [_keep_buttons(view)]
    held = len(view.me["hand"])
    labelled = [(move, view.labels.offer(move, view.game, held)) for move in sort_answers(options)]
    return [[answer_button(view.table, move, label, view.cards) for move, label in labelled]]


def _keep_buttons(view: SeatView) -> list[Control]:
    """Returns a button for each way to keep cards: at most 15, two cards of five roles."""
    ways = {move.cards or (): move for move in view.options}
    return [
        button(
            view.table.answer_id("keep", ".".join(map(str, slots_of(cards, view.cards)))),
            view.texts("answer-keep", cards=view.labels.cards(cards)),
            BLUE,
            emoji=view.icons.emoji(answer_art(move, view.game)),
        )
        for cards, move in ways.items()
    ]
