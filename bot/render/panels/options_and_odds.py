"""The panels with advice: What can I do? (the effect of each move), a hint, and Coach after a game.

For each claim the panel says whether the reader holds the role, or how likely another player does.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.render.controls import GREEN, Layout, layout, table_button
from bot.render.messages.question import named_answer, public_moves, question_text, sort_answers
from bot.render.messages.story import declared_target
from bot.render.panels.hand import asked_text, choice_rows, new_cards, paused_text
from bot.render.seat_view import SeatView
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import PERCENT, is_riot, odds_text
from bot.render.texts.sanitize import escape
from bot.render.view_model import ANSWER_CHARACTERS, TableView
from bot.store.rows import Status
from bot.tables.ai_players import CostlyDecision, Opinion, Reason
from bot.tables.ai_seats import LookBack
from engine import Move, PublicClaim
from engine.editions import ACTIONS, edition_of
from engine.moves import CHALLENGE, CONCEDE, PASS, PAY
from engine.views.odds import ActionOdds, Reader, action_odds, claim_odds, counter_odds

DENIED: Final[tuple[Reason, ...]] = ("held", "prove", "concede")
"""The reasons that have another text where a claim is not to hold a role (rules.md 9.4)."""

_TOLD_BY_QUESTION: Final = ("what-examine", "what-give-socialist", "what-keep-socialist", "what-ransom")
"""Texts of which the question to the player who is asked says the same."""


def options_and_odds_panel(view: TableView, own: SeatView | None) -> Layout:
    """Returns the panel for a player, or for a spectator (None)."""
    texts = view.texts
    if view.status is not Status.PLAYING:
        return layout(f"{texts('what-title')}\n{paused_text(view)}")
    note = "what-note-open" if own is None or not own.cards else "what-note"
    notes = [texts(note)] if _shows_odds(view, own) else []
    ai_seats = [seat for seat, player in enumerate(view.seats) if player.ai is not None and view.is_in_play(seat)]
    if ai_seats:
        notes.append(texts("what-ai", names=texts.join([view.occupant(seat) for seat in ai_seats])))
    is_asked = own is not None and own.is_asked
    answers = choice_rows(own) if own is not None and is_asked else []
    # The one panel of a private lesson leads back to the hand, and is not given to the rules.
    op = "hand" if view.is_private else "rules"
    head = (texts("what-title"), _hand_text(own), "" if is_asked else _status_text(view, own))
    if view.game.prompt == "act":
        question = ""  # the select or the status says whose turn it is
    elif own is not None and is_asked and not view.game.window:
        question = asked_text(own)
    else:
        question = question_text(view, reader=own.seat if own is not None and is_asked else None)
    return layout(
        "\n".join(filter(None, head)),
        question,
        "\n".join(_lines(view, own)),
        "\n".join(notes),
        rows=[*answers, [table_button(view, op)]],
    )


def _hand_text(own: SeatView | None) -> str:
    """Returns what the reader holds and has drawn; empty for spectators and players who are out."""
    if own is None or not own.me["hand"]:
        return ""
    cards, coins = own.phrases.cards(own.me["hand"]), own.phrases.coins(own.me["coins"])
    return "\n".join((own.texts("what-hand", cards=cards, coins=coins), *new_cards(own)))


def _reader(own: SeatView | None) -> Reader | None:
    return None if own is None else Reader(own.seat, (*own.cards, *own.me["aside"]))


def _shows_odds(view: TableView, own: SeatView | None) -> bool:
    game, reader = view.game, _reader(own)
    if game.window:
        return claim_odds(game, reader) is not None or counter_odds(game, reader) is not None
    if game.prompt in ("act", "avenge"):
        return any(odds.held is not None or odds.countered for odds in action_odds(game, reader))
    return claim_odds(game, reader) is not None


def _own_text(true: bool | None, texts: Texts, action: str | None = None) -> str:
    """Returns whether an own claim, of an action, is true; an empty text if nothing is claimed."""
    return "" if true is None else texts(texts.first(f"own-true-{action}", "own-true") if true else "own-bluff")


def _status_text(view: TableView, own: SeatView | None) -> str:
    texts, owing = view.texts, view.owing
    if not owing:
        return texts("question-settling")
    seat = None if own is None else own.seat
    names = view.phrases.names(sorted({*owing} - {seat}))
    if own is None:
        word = "what-watching"
    elif seat in view.game.asked:
        word = "what-answered"
    else:
        word = "what-other" if own.me["alive"] else "what-out"
    return texts(word, names=names)


def _lines(view: TableView, own: SeatView | None) -> Iterator[str]:
    game, texts = view.game, view.texts
    if game.window:
        yield from _claim_line(view, own)
        yield from _counter_line(view, own)
        yield from _answer_lines(view, own)
        if any(CHALLENGE in moves for moves in game.options.values()):
            yield from _house_rule_of_challenges(view)
    elif game.prompt == "act":
        found = action_odds(game, _reader(own))
        if own is not None and own.is_asked and any(odds.role or odds.denied for odds in found):
            yield texts("what-act")
        for odds in found:
            yield from _action_lines(view, own, odds)
        yield from _house_rule_of_challenges(view)
    elif game.prompt is not None:
        yield from _private_lines(view, own, game.prompt)


def _answer_lines(view: TableView, own: SeatView | None) -> Iterator[str]:
    """Yields what each answer does; to a player who is asked only that player's, then what a bluff may cost."""
    texts, game = view.texts, view.game
    is_asked = own is not None and own.is_asked
    moves = sort_answers(own.options) if own is not None and is_asked else public_moves(view)
    truths: Mapping[Move, bool | None] = {} if own is None else own.truths
    for move in moves:
        label = view.answer_label(move) if is_asked else named_answer(view, move)
        does = f"{_own_text(truths.get(move), texts)} {_effect(view, move, is_asked=is_asked)}".strip()
        yield texts("what-line", choice=escape(label, ANSWER_CHARACTERS), does=does)
    if is_asked and any(move.do == "claim" and not truths.get(move) for move in moves):
        yield texts(texts.first(f"what-bluff-{game.prompt}", "what-bluff"))


def _house_rule_of_challenges(view: TableView) -> Iterator[str]:
    word = f"what-window-{view.ruleset}"
    if view.texts.has(word):
        yield view.texts(word)


def _action_lines(view: TableView, own: SeatView | None, odds: ActionOdds) -> Iterator[str]:
    texts, phrases = view.texts, view.phrases
    if view.game.prompt == "act":
        true = None if own is None else own.true_actions.get(odds.action)
        does = f"{_own_text(true, texts, odds.action)} {phrases.hint(odds.action)}".strip()
        yield texts("what-line", choice=phrases.action(odds.action), does=does)
    parts: list[str] = []
    if odds.held is not None:
        word = "what-held" if odds.denied is None else "what-held-not"
        role = phrases.role(odds.role or odds.denied or "")
        name = phrases.name(view.game.asked[0])
        parts.append(texts(word, odds=odds_text(odds.held, texts), name=name, role=role))
    roles = texts.join([phrases.role(role) for role in odds.counters], "or")
    single = odds.countered.get(None)
    if single is not None:
        parts.append(texts("what-countered", roles=roles, odds=odds_text(single, texts)))
    elif odds.countered:
        targets = texts.join([*_by_target(view, odds)], "comma")
        parts.append(texts("what-countered-by", roles=roles, targets=targets))
    if parts:
        yield texts("what-odds-line", odds="; ".join(parts))


def _by_target(view: TableView, odds: ActionOdds) -> Iterator[str]:
    """Returns the chances that targets hold a counter role; targets with the same chance share a text."""
    texts, phrases = view.texts, view.phrases
    for chance in dict.fromkeys(odds.countered.values()):
        alike = [seat for seat, other in odds.countered.items() if other == chance and seat is not None]
        word = "what-countered-target" if len(alike) == 1 else "what-countered-targets"
        yield texts(word, names=phrases.names(alike), odds=odds_text(chance, texts))


def _claim_line(view: TableView, own: SeatView | None) -> Iterator[str]:
    claim, odds, texts = view.game.claim, claim_odds(view.game, _reader(own)), view.texts
    if odds is None or claim is None:
        return
    kind = claim.kind if claim.denied is None else "denied"
    word = texts.first(f"what-claim-{kind}", "what-claim")
    name, role = view.phrases.name(claim.by), view.phrases.role(claim.role or claim.denied or "")
    yield texts(word, name=name, role=role, odds=odds_text(odds, texts))


def _counter_line(view: TableView, own: SeatView | None) -> Iterator[str]:
    found, texts = counter_odds(view.game, _reader(own)), view.texts
    if found is None:
        return
    roles, able, odds = found
    named, chance = texts.join([view.phrases.role(role) for role in roles], "or"), odds_text(odds, texts)
    if len(able) > 1:
        yield texts("what-counter", roles=named, odds=chance)
    else:
        word = "what-claim-rebuttal" if view.game.is_about_block else "what-claim"
        yield texts(word, name=view.phrases.name(able[0]), role=named, odds=chance)


def _effect(view: TableView, move: Move, *, is_asked: bool) -> str:
    """Returns the effect of an answer, worded for a player who may give it (`is_asked`) or for other readers."""
    game, texts, phrases, claim = view.game, view.texts, view.phrases, view.game.claim
    if game.prompt in ("defuse", "bomb") or claim is None:
        return texts(f"what-{'pass-' if move is PASS else ''}{game.prompt}")
    if move is PASS:
        return _effect_of_pass(view, claim)
    if move is CHALLENGE:
        kind = claim.kind if claim.denied is None else "denied"
        word = texts.first(f"what-challenge-{kind}", "what-challenge")
        role = phrases.role(claim.role or claim.denied or "")
        wrong = texts("what-wrong-own" if is_asked else "what-wrong-other")
        return texts(word, by=phrases.name(claim.by), role=role, wrong=wrong)
    if move is PAY:
        return texts("what-join", target=phrases.name(declared_target(view)))
    if game.prompt == "estate":
        return texts("what-estate")
    if game.is_about_block:
        return texts("what-rebut")
    answers = None if claim.action is None else claim.action.answers
    action = "" if claim.action is None else claim.action.id
    if answers in ("share", "each"):
        word = "what-share" if answers == "share" else "what-spare"
        return texts(texts.first(f"{word}-{action}", word))
    return texts(texts.first(f"what-block-{view.ruleset}-{move.role}", f"what-block-{action}", "what-block"))


def _effect_of_pass(view: TableView, claim: PublicClaim) -> str:
    texts, is_estate = view.texts, view.game.prompt == "estate"
    if is_riot(view.game):
        return texts("what-pass-join")
    if claim.kind == "action" and claim.action is not None:
        if claim.action.id == "assassinate":
            return texts("what-pass-assassinate", target=view.phrases.name(claim.action.target))
        return texts("what-pass", hint=view.phrases.hint(claim.action.id))
    kind = "estate" if is_estate else "counteraction" if claim.kind == "counteraction" else "claim"
    return texts(f"what-pass-{kind}")


def _private_lines(view: TableView, own: SeatView | None, prompt: str) -> Iterator[str]:
    game, texts, phrases = view.game, view.texts, view.phrases
    challenger = None if game.claim is None else game.claim.challenger
    by = game.turn if challenger is None or prompt != "prove" else challenger
    action = "" if game.claim is None or game.claim.action is None else game.claim.action.id
    denied = "denied" if game.claim is not None and game.claim.denied is not None else ""
    kind = "" if game.claim is None else game.claim.kind
    is_asked = own is not None and own.is_asked
    if prompt == "prove":
        yield from _claim_line(view, own)
    answers = ("prove", "concede") if prompt == "prove" else (prompt,)
    for answer in answers[1:] if own is not None and own.options == (CONCEDE,) else answers:
        word = texts.first(f"what-{answer}-{denied or action}", f"what-{answer}-{kind}", f"what-{answer}")
        if not (is_asked and word in _TOLD_BY_QUESTION):
            yield texts(word, by=phrases.name(by), role=phrases.proof(game.claim))
    if prompt == "prove":
        yield from _house_rule_of_challenges(view)
    if prompt == "avenge":
        for odds in action_odds(game, _reader(own)):
            yield from _action_lines(view, own, odds)
    if prompt == "lose":
        for role in sorted(edition_of(view.game.view).loss_claims):
            yield texts("what-line", choice=phrases.role(role), does=phrases.help(role).replace("\n", " "))
        if not is_asked and texts.has(f"what-lose-{view.ruleset}"):  # the player's own answers show it
            yield texts(f"what-lose-{view.ruleset}")


def hint_text(view: TableView, opinion: Opinion) -> str:
    """Returns what the adviser would choose now, why, and with what chances."""
    texts = view.texts
    lines = [texts("advice-hint", choice=view.answer_text(opinion.best)), _why(view, opinion)]
    if opinion.chance is not None:
        lines.append(texts("advice-chance", percent=round(opinion.chance * PERCENT)))
    if opinion.second is not None and opinion.lead is not None:
        second = view.answer_text(opinion.second)
        lines.append(texts("advice-second", choice=second, percent=round(opinion.lead * PERCENT)))
    return "\n".join((*lines, texts("advice-note")))


def coach_panel(view: TableView, seat: int, found: LookBack) -> Layout:
    """Returns the decisions of a seat in which the adviser would have chosen otherwise."""
    texts = view.texts
    # Each is a paragraph of several sentences, so an empty line precedes it.
    blocks = [f"\n{_decision_text(view, seat, costly)}" for costly in found.costly]
    text = texts("coach-text", count=len(blocks)) if found.decisions else texts("coach-nothing-decided")
    title = f"{texts('coach-title')}\n{text}"
    # In a private lesson, the panel replaces the one that had this button.
    rows = [[table_button(view, "again", GREEN)]] if view.is_private else []
    return layout("\n".join((title, *blocks)), rows=rows)


def _decision_text(table: TableView, seat: int, costly: CostlyDecision) -> str:
    own = SeatView.past(table, seat, costly.then, costly.own)
    texts, view, hand = own.texts, own.table, own.me["hand"]
    asked = question_text(view, reader=seat) if own.game.window else asked_text(own)
    return texts(
        "coach-decision",
        turn=costly.turn,
        asked=asked or texts("hand-turn"),
        cards=own.phrases.cards(hand) if hand else texts("nothing"),
        chosen=view.answer_text(costly.chosen),
        better=view.answer_text(costly.opinion.best),
        percent=max(1, round(costly.price * PERCENT)),
        why=_why(view, costly.opinion),
    )


def _why(view: TableView, opinion: Opinion) -> str:
    texts, claim = view.texts, view.game.claim
    denied = ACTIONS[opinion.best.action].denied if opinion.best.action else claim and claim.denied
    if denied and opinion.reason in DENIED:
        return texts(f"advice-why-{opinion.reason}-denied", role=view.phrases.role(denied))
    if opinion.odds is None or claim is None or claim.role is None:
        word = f"advice-why-{opinion.reason}"
        return texts(texts.first(f"{word}-{opinion.best.action}", f"{word}-unclear", word))
    impossible = "-impossible" if opinion.odds == 0 else ""
    return texts(
        f"advice-why-{opinion.reason}{impossible}",
        name=view.phrases.name(claim.by),
        role=view.phrases.role(claim.role),
        odds=odds_text(opinion.odds, texts),
    )
