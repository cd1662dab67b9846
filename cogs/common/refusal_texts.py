"""The sentence of every refusal: the one place where errors that members can cause are put into words.

The sentence of the code `no-table` is the text `error-no-table`. Numbers and texts among the facts are inserted as
they are; roles, options and permissions get the names that members know. The refusal of a move names the rule that
forbids it, or the players who alone may make it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from discord import app_commands

from bot.gateway.command_tree import OptionsMismatch
from bot.refusals import Refusal
from bot.render.messages.question import only_answerers, public_moves
from bot.render.panels.pools import missing_text
from bot.render.seat_view import SeatView
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases, claim_word
from bot.render.texts.sanitize import escape, escape_typed
from bot.render.view_model import TableView
from bot.tables.table import Table
from cogs.common.option_texts import all_option_texts, option_label
from engine import Game, Move, Refused
from engine.catalogue import NAMED_CARDS
from engine.moves import CHALLENGE, PASS, PAY, PROVE, claim

_VAGUE: Final = ("not-asked", "not-open", "not-understood")
"""The codes of refusals that do not say why."""
_CHANGED: Final = (
    OptionsMismatch,
    app_commands.CommandSignatureMismatch,
    app_commands.CommandNotFound,
    app_commands.TransformerError,
)
"""The errors of a command that has changed: for a while, Discord may still show members the old commands."""


def sentence(error: Exception, texts: Texts) -> str | None:
    """Returns the sentence for an error, or None if it is not a refusal but a bug."""
    if isinstance(error, Refusal):
        return texts(f"error-{error.code}", **_in_words(error.facts, texts))
    if isinstance(error, _CHANGED):
        return texts("error-command-changed")
    if isinstance(error, app_commands.CheckFailure):
        return texts("error-not-moderator")
    return None


def _in_words(facts: Mapping[str, Any], texts: Texts) -> dict[str, str | int]:
    """Returns the facts of a refusal as arguments of its sentence; what a member typed is escaped and cut."""
    worded: dict[str, str | int] = {}
    for name, fact in facts.items():
        match name:
            case "given":
                worded[name] = escape_typed(str(fact))
            case "option_text":
                worded["given"] = option_label(fact, texts) if fact in all_option_texts() else escape_typed(fact)
            case "ruleset":
                worded[name] = texts(f"ruleset-{fact}")
            case "option" | "needed":
                worded[name] = texts(f"option-{fact}")
            case "choices":
                named = [texts(f"option-{facts['option']}-{str(choice).lower()}") for choice in fact]
                worded[name] = texts.join(named, "or")
            case "players":
                worded[name] = texts.join([str(number) for number in fact], "or")
            case "names":
                worded[name] = texts.join([escape(each) for each in fact])
            case "when":
                worded["when"], worded["date"] = (texts(each, at=str(fact)) for each in ("soon", "clock-date"))
            case "channels":
                worded[name] = texts.join([f"<#{each}>" for each in fact], "or")
            case "permissions":
                worded["missing"] = texts.join([texts(f"permission-{each}") for each in fact])
            case "role":
                known = isinstance(fact, str) and fact in NAMED_CARDS
                worded[name] = Phrases(texts).role(fact) if known else escape_typed(str(fact))
            case "roles":
                worded["missing"] = missing_text(fact, texts, facts["rule"])
            case "draw":
                counts = {texts(f"category-{each}"): count for each, count in fact.items()}
                parts = [texts("setup-category", count=count, category=name) for name, count in counts.items()]
                worded |= {"categories": texts.join(parts), "option": texts("option-free_pool-true")}
            case "reason" if isinstance(fact, Refused):
                own = f"setup-{fact.reason.replace('_', '-')}"
                text = own if texts.has(own) else "setup-other"
                worded[name] = texts(text, **_in_words(fact.facts, texts))
            case _ if isinstance(fact, str | int):
                worded[name] = fact
            case _:
                pass  # used only in a sentence of the referee
    return worded


def refusal_of_move(view: SeatView, game: Game, move: Move, given: str) -> Refusal | None:
    """Returns the refusal that names the rule by which a player may not make a move; None if none is known.

    `given` is how the member named the move.
    """
    reason, facts = game.objection(view.seat, move)
    bar = f"pick-reason-{reason.removeprefix('target_')}"
    if move.target is not None and view.texts.has(bar):
        return Refusal("not-a-target", reason=view.texts(bar, name=view.phrases.name(move.target), count=1))
    code = reason.replace("_", "-")
    if not view.texts.has(f"error-{code}"):
        is_unproven = move is PROVE and view.is_asked
        return Refusal("no-proof", card=view.phrases.proof(view.game.claim)) if is_unproven else None
    return Refusal(code, **facts | {"given": given, "names": (facts.get("name", ""),)})


def explained(
    refusal: Refusal, table: Table, user_id: int, locale: str, is_meant: Callable[[Move, str], bool]
) -> Refusal:
    """Returns the refusal of an answer to the open question; if possible one that names the reason.

    `is_meant` says of an answer and its label whether the member meant it.
    """
    seat, game = table.state.seat_of(user_id), table.state.game
    if refusal.code not in _VAGUE or seat is None or game is None or game.ask is None:
        return refusal
    view = SeatView.of(table, seat, locale)
    for move in _answers(view.table):
        label = view.table.answer_label(move)
        if is_meant(move, label):
            return refusal_of_move(view, game, move, label) or _refusal_of_others(view.table, move) or refusal
    return refusal


def _answers(view: TableView) -> Iterable[Move]:
    """Returns all answers that a player could believe to have: those offered, and claims that are not."""
    offered = public_moves(view)
    if view.game.prompt == "bomb":
        seats, roles = range(len(view.seats)), {move.role for move in offered if move.target is not None}
        return [*offered, *(Move("claim", target=seat, role=role) for role in roles for seat in seats)]
    if view.game.prompt == "respond":
        return dict.fromkeys((*offered, CHALLENGE, *map(claim, view.game.view["roles"])))
    return offered


def _refusal_of_others(view: TableView, move: Move) -> Refusal | None:
    """Returns the refusal that names the players who alone may give an answer; None if everybody may."""
    game, able = view.game, only_answerers(view, move)
    if not able or move is PASS or not game.window:
        return None
    word = "only-block" if claim_word(game) == "answer-claim-block" else "only-claim"
    code = {CHALLENGE: "only-challenge", PAY: "only-join"}.get(move, word)
    return Refusal(code, names=tuple(game.names[seat] for seat in able))
