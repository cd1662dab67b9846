"""What can I do?: what each answer to the question that stands would do, and the odds by the open cards alone.

It is made of what everybody sees, so it tells nobody more than anybody else: neither a hidden card nor one's own
hand plays a part in it.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from discord import ui

from bot.render.controls import PANEL_COLOUR, button, view
from bot.render.ids import CustomId
from bot.render.messages.question import question_text
from bot.render.messages.turn_controls import public_moves
from bot.render.panels.choices import paused_text
from bot.render.panels.rulebook import role_help
from bot.render.texts.catalogue import Words
from bot.render.texts.phrases import joining
from bot.render.texts.story import declared_target
from bot.render.view_model import TableView
from bot.store.rows import Status
from engine import Move
from engine.editions import edition_of
from engine.moves import CHALLENGE, PASS, PAY
from engine.views.odds import ActionOdds, action_odds, claim_odds, counter_odds

_LARGEST_PART: Final = 10
_WHOLE: Final = 100


def options_and_odds_panel(scene: TableView, seat: int | None) -> ui.LayoutView:
    """What may be done now, for a member who plays at a seat, or (None) watches."""
    w, table = scene.words, scene.table
    if table.status is not Status.PLAYING:
        return view(f"{w('what-title')}\n{paused_text(scene)}", colour=PANEL_COLOUR)
    lines = list(_lines(scene))
    hand = [] if seat is None else [[button(CustomId.on(table, "hand"), w("button-hand"))]]
    return view(
        f"{w('what-title')}\n{_standing(scene, seat)}",
        question_text(scene),
        "\n".join(lines),
        w("what-note"),
        rows=hand,
        colour=PANEL_COLOUR,
    )


def odds_text(odds: Fraction, w: Words) -> str:
    """A chance in plain words, such as "about 3 in 8 (38%)"."""
    percent = round(odds * _WHOLE)
    if odds in (0, 1):
        return w("odds-sure" if odds else "odds-none")
    if min(odds, 1 - odds) < Fraction(1, _LARGEST_PART):
        return w("odds-above" if odds > 1 - odds else "odds-below", percent=percent)
    near = odds.limit_denominator(_LARGEST_PART)
    word = "odds-exact" if near == odds else "odds-about"
    return w(word, part=near.numerator, whole=near.denominator, percent=percent)


def _standing(scene: TableView, seat: int | None) -> str:
    w, owing = scene.words, scene.table.owing
    if not owing:
        return w("card-settling")
    if seat in owing:
        return w("what-yours")
    names = scene.phrases.names(sorted(owing))
    if seat is None or not scene.view["players"][seat]["alive"]:
        return w("what-watching", names=names)
    return w("what-answered" if seat in scene.game.asked else "what-other", names=names)


def _lines(scene: TableView) -> Iterator[str]:
    game, w = scene.game, scene.words
    if game.prompt is None:
        return
    if game.window:
        yield from (line for line in (_claim_line(scene), _counter_line(scene)) if line)
        for move in public_moves(scene):
            yield w("what-answer", answer=scene.answer(move), does=_does(scene, move))
        house = f"what-window-{scene.table.ruleset}"
        if w.has(house) and any(CHALLENGE in moves for moves in game.options.values()):
            yield w(house)
    elif game.prompt == "act":
        yield w("what-act")
        for odds in action_odds(game):
            yield from _action_lines(scene, odds)
    else:
        yield from _private_lines(scene, game.prompt)


def _action_lines(scene: TableView, odds: ActionOdds) -> Iterator[str]:
    w, phrases = scene.words, scene.phrases
    if scene.game.prompt == "act":
        yield w("what-action", action=phrases.action(odds.action), hint=phrases.hint(odds.action))
    parts: list[str] = []
    if odds.held is not None and odds.role is not None:
        facts = {"name": phrases.name(scene.game.asked[0]), "role": phrases.role(odds.role)}
        parts.append(w("what-held", odds=odds_text(odds.held, w), **facts))
    roles = w.join([phrases.role(role) for role in odds.counters], "or")
    single = odds.countered.get(None)
    if single is not None:
        parts.append(w("what-countered", roles=roles, odds=odds_text(single, w)))
    elif odds.countered:
        parts.append(w("what-countered-by", roles=roles, targets=", ".join(_by_target(scene, odds))))
    if parts:
        yield w("what-odds-line", odds="; ".join(parts))


def _by_target(scene: TableView, odds: ActionOdds) -> Iterator[str]:
    """The chances that targets hold a counter, those with the same chance together."""
    w, phrases = scene.words, scene.phrases
    for chance in dict.fromkeys(odds.countered.values()):
        alike = [seat for seat, other in odds.countered.items() if other == chance and seat is not None]
        word = "what-countered-target" if len(alike) == 1 else "what-countered-targets"
        yield w(word, names=phrases.names(alike), odds=odds_text(chance, w))


def _claim_line(scene: TableView) -> str:
    claim, odds, w = scene.game.claim, claim_odds(scene.game), scene.words
    if odds is None or claim is None or claim.role is None:
        return ""
    word = w.first(f"what-claim-{claim.kind}", "what-claim")
    name, role = scene.phrases.name(claim.by), scene.phrases.role(claim.role)
    return w(word, name=name, role=role, odds=odds_text(odds, w))


def _counter_line(scene: TableView) -> str:
    found, w, game = counter_odds(scene.game), scene.words, scene.game
    if found is None:
        return ""
    roles, odds = found
    able = [seat for seat, moves in game.options.items() if any(move.do == "claim" for move in moves)]
    facts = {"roles": w.join([scene.phrases.role(role) for role in roles], "or"), "odds": odds_text(odds, w)}
    if len(able) > 1:
        return w("what-counter", **facts)
    word = "what-counter-rebuttal" if _rebuts(scene) else "what-counter-one"
    return w(word, name=scene.phrases.name(able[0]), **facts)


def _rebuts(scene: TableView) -> bool:
    return scene.game.claim is not None and scene.game.claim.kind == "counteraction"


def _does(scene: TableView, move: Move) -> str:
    game, w, phrases, claim = scene.game, scene.words, scene.phrases, scene.game.claim
    if claim is None:
        return w("what-pass-defuse" if move is PASS else "what-defuse")
    if move is PASS:
        return _allowing(scene)
    if move is CHALLENGE:
        word = w.first(f"what-challenge-{claim.kind}", "what-challenge")
        return w(word, by=phrases.name(claim.by), role=phrases.role(claim.role or ""))
    if move is PAY:
        target = declared_target(scene)
        return w("what-join", target="" if target is None else phrases.name(target))
    role = phrases.role(move.role or "")
    if game.prompt == "estate":
        return w("what-estate")
    if _rebuts(scene):
        return w("what-rebut")
    answers = None if claim.action is None else claim.action.answers
    if answers in ("share", "each"):
        return w("what-share" if answers == "share" else "what-spare", role=role)
    action = "" if claim.action is None else claim.action.id
    word = w.first(f"what-block-{scene.table.ruleset}-{move.role}", f"what-block-{action}", "what-block")
    return w(word, role=role)


def _allowing(scene: TableView) -> str:
    game, w, claim = scene.game, scene.words, scene.game.claim
    if joining(game):
        return w("what-pass-join")
    if claim is not None and claim.kind == "action" and claim.action is not None:
        if claim.role is None and claim.action.target is not None:
            return w("what-pass-vengeance", target=scene.phrases.name(claim.action.target))
        return w("what-pass", by=scene.phrases.name(claim.by), hint=scene.phrases.hint(claim.action.id))
    kind = None if claim is None else claim.kind
    if game.prompt == "estate" or kind == "counteraction":
        return w("what-pass-estate" if game.prompt == "estate" else "what-pass-counteraction")
    return w("what-pass-claim")


def _private_lines(scene: TableView, prompt: str) -> Iterator[str]:
    game, w, phrases = scene.game, scene.words, scene.phrases
    challenger = None if game.claim is None else game.claim.challenger
    by = game.turn if challenger is None or prompt != "prove" else challenger
    role = "" if game.claim is None or game.claim.role is None else phrases.role(game.claim.role)
    if prompt == "prove":
        yield _claim_line(scene)
    yield w(f"what-{prompt}", name=phrases.name(game.asked[0]), by=phrases.name(by), role=role)
    if prompt == "avenge":
        for odds in action_odds(game):
            yield from _action_lines(scene, odds)
    if prompt == "lose":
        for role in sorted(edition_of(scene.view).loss_claims):
            yield w("what-lose-way", role=phrases.role(role), help=role_help(role, w).replace("\n", " "))
        if w.has(f"what-lose-{scene.table.ruleset}"):
            yield w(f"what-lose-{scene.table.ruleset}")
