"""The open question of a turn: what is asked, of whom, and until when; and the controls of the turn's message.

The controls are the same for everybody, whatever cards the players hold.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from typing import Final

import discord

from bot.render.controls import (
    BLUE,
    BUTTON_LABEL_CHARACTERS,
    GREEN,
    GREY,
    RED,
    Control,
    Option,
    button,
    select,
    table_button,
)
from bot.render.custom_id import PartialMove, encode_move, turn_choices
from bot.render.icons import action_art, answer_art
from bot.render.message_pictures import Illustrated, beside_card
from bot.render.messages.lesson import is_hand_step
from bot.render.messages.story import declared_target, has_acted
from bot.render.paging import SELECT_OPTIONS
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases, is_riot
from bot.render.view_model import TableView
from bot.store.rows import Status
from bot.tables.state import AWAY
from engine import RULESETS, PublicView
from engine.moves import CHALLENGE, CONCEDE, PASS, PROVE, Move

_LEEWAY_SECONDS: Final = 1
"""Added to countdowns, so that none passes zero before the message is edited after the deadline."""
_SEVERAL: Final = 3
"""From this number of players on, all who are asked are called everyone."""
_NAMED: Final = 2
"""The most players whose names are on the button of an answer that only they may give."""

_PILES: Final = {"embezzle": "reserve", "financier": "bank"}
"""The pile whose coins an action takes."""


def question_heading(view: TableView) -> str | Illustrated:
    """Returns the open question as a heading, with the picture of the claimed role beside it."""
    card = None if view.game.claim is None else view.game.claim.role
    shown = "" if card is None else beside_card(f"## {question_text(view, view.labels)}", card, view)
    return shown if isinstance(shown, Illustrated) else f"## {question_text(view)}"


def question_text(view: TableView, roles: Phrases | None = None, reader: int | None = None) -> str:
    """Returns the open question, with the name of the player who is asked if it is only one.

    `roles` are the words for roles: those without emojis where a picture shows the role. A `reader` who is asked
    learns only of the reader's own answers.
    """
    game, texts, phrases, roles = view.game, view.texts, view.phrases, roles or view.phrases
    if game.prompt is None:
        return ""
    claim, name = game.claim, phrases.name(game.asked[0])
    match game.prompt:
        case "respond":
            return _claim_text(view, roles, reader)
        case "act":
            word = "ask-act-second" if has_acted(view) else "ask-act"
            who = "member" if view.asks_member else "ai"
            return texts(word, name=mention(view, game.asked[0]), who=who)
        case "prove":
            by = phrases.name(None if claim is None else claim.challenger)
            word = "ask-prove" if claim is None or claim.denied is None else "ask-prove-denied"
            return texts(word, name=name, by=by, role=roles.proof(claim))
        case "estate":
            dead = claim.by if claim is not None else game.asked[0]
            coins = phrases.coins(view.players[dead]["coins"])
            return texts("ask-estate", name=phrases.name(dead), coins=coins)
        case prompt:
            target = phrases.name(declared_target(view))
            action = claim.action.id if claim is not None and claim.action is not None else game.cause
            word = texts.first(f"ask-{prompt}-{action}", f"ask-{prompt}")
            coins = view.players[game.asked[0]]["coins"]
            return texts(word, name=name, by=phrases.name(game.turn), target=target, coins=coins)


def reminder_text(view: TableView) -> str:
    """Returns what the claimed role does, in small print; only in games with more roles than players remember.

    Of a block, the question itself says what the role does.
    """
    claim = view.game.claim if view.game.prompt == "respond" and RULESETS[view.ruleset].draw else None
    if claim is None or claim.role is None or claim.kind == "counteraction":
        return ""
    text = view.phrases.help(claim.role).replace("\n", " ")
    return view.texts("ask-reminder", role=view.phrases.role(claim.role), help=text)


def deadline_text(view: TableView) -> str:
    """Returns when the time is up and, in a window, which players must still answer.

    AI seats answer long before the deadline, so it is shown only while a member who is not away must answer.
    """
    texts = view.texts
    if not view.owing:
        return texts("question-settling")
    parts: list[str] = []
    awaited = view.awaited
    if view.game.window and awaited:
        everyone = len(awaited) >= _SEVERAL and awaited == _others(view)
        word = "question-waiting-all" if everyone else "question-waiting"
        parts.append(texts(word, names=view.phrases.names(awaited)))
    if any(view.seats[seat].user_id is not None for seat in awaited):
        parts += filter(None, (time_text(view),))
    longer = [number for number, seat in enumerate(view.seats) if seat.more_time == view.game.question]
    if longer:
        parts.append(texts("question-more-time", names=view.phrases.names(longer)))
    return " ".join(parts)


def time_text(view: TableView) -> str:
    """Returns when the time for the open question is up; an empty text if it has no limit."""
    if view.deadline is None or view.practice:
        return ""
    word = "question-closes" if view.game.window else "question-deadline"
    return view.texts(word, when=countdown(view.texts, view.deadline))


def countdown(texts: Texts, deadline: float) -> str:
    """Returns the time until a deadline (seconds since the epoch), which clients count down by themselves."""
    return texts("soon", at=str(ceil(deadline) + _LEEWAY_SECONDS))


def mention(view: TableView, seat: int) -> str:
    """Returns a player as a mention, which pings if a new message allows it; an AI, and others, by name.

    Only the message of a new turn mentions anybody: Discord would highlight an edited one for all it mentions.
    """
    player, name = view.seats[seat], view.phrases.name(seat)
    shown = name if player.user_id is None or player.away else view.mention(player.user_id, name)
    return shown if shown == name else view.phrases.sign(seat) + shown


def _claim_text(view: TableView, roles: Phrases, reader: int | None) -> str:
    game, texts, phrases = view.game, view.texts, view.phrases
    claim = game.claim
    if claim is None:
        return ""
    target = None if claim.action is None else claim.action.target
    able = [seat for seat in sorted(game.options) if not {CHALLENGE, PASS}.issuperset(game.options[seat])]
    members = [seat for seat in game.asked if view.seats[seat].user_id is not None]
    if members and not set(able) & set(members):  # then nobody who reads this can do more than challenge
        able = []
    more = able if reader is None else [seat for seat in able if seat == reader]
    facts = {
        "claim": _claimed(view, roles),
        "by": phrases.name(claim.by),
        "role": roles.role(claim.role or claim.denied or "") if claim.role or claim.denied else "",
        "coins": phrases.coins(game.view.get("reserve", 0)),
        "target": phrases.name(target),
        "names": phrases.names(more),
    }
    if claim.role is None:
        return texts(f"ask-unclaimed-{claim.action.id if claim.action else ''}", **facts)
    if not more:
        return texts("ask-claim", **facts)
    other = _other_answer(game)
    if claim.challenger is not None:
        return texts(f"ask-again-{other}", **facts)
    if not any(CHALLENGE in moves for moves in game.options.values()):
        return texts(f"ask-{other}", **facts)
    if other == "block" and reader is None and len(more) < len(game.asked) and more != [target]:
        return texts("ask-claim-block-some", **facts)
    return texts(f"ask-claim-{other}", **facts)


def _claimed(view: TableView, roles: Phrases) -> str:
    """Returns what is claimed, and for which action."""
    texts, phrases, claim = view.texts, view.phrases, view.game.claim
    if claim is None or claim.role is None:
        return ""
    action = claim.action
    facts = {"by": phrases.name(claim.by), "role": roles.role(claim.role)}
    if claim.kind != "action" or action is None:
        word = f"claims-{claim.kind}" if claim.target is None else f"claims-{claim.kind}-target"
        facts["target"] = phrases.name(claim.target)
        if action is not None:
            facts["actor"] = phrases.name(action.by)
            word = texts.first(f"{word}-{view.ruleset}-{claim.role}", f"{word}-{action.id}", word)
        return texts(word, **facts)
    facts |= {"target": phrases.name(action.target), "recipient": phrases.name(action.recipient)}
    if action.named is not None:
        facts["named"] = roles.role(action.named)
    word = texts.first(f"claims-{action.id}", "claims" if action.target is None else "claims-target")
    return texts(word, **facts)


def _other_answer(game: PublicView) -> str:
    """Returns the answer possible besides a challenge: share, join, block, or rebut (a block)."""
    claim = game.claim
    if claim is None or claim.kind != "action" or claim.action is None:
        return "rebut"
    if is_riot(game):
        return "join"
    return "share" if claim.action.answers == "share" else "block"


def turn_rows(view: TableView) -> list[list[Control]]:
    """Returns the rows of controls below the message: the answers, then what every player may do at any time."""
    game, log = view.game, [] if view.practice else [table_button(view, "log")]
    if view.status is Status.PAUSED:
        resume = _back_button(view) if view.paused_for == AWAY else table_button(view, "resume", GREEN)
        row = [resume, table_button(view, "hand"), *log]
        if view.paused_for == AWAY and view.members_out:
            label = _named(view, view.texts("button-finish"), view.members_out)
            row.append(table_button(view, "finish", label=label))
        return [row]
    last = [table_button(view, "hand")]
    if view.practice and is_hand_step(view):
        return [last]
    last += [table_button(view, "what"), *log]
    # These buttons come and go. They are last, so that the others keep their places.
    # The seats that were asked: the button does not show who has answered.
    if any(offers_more_time(view, seat) for seat in game.asked):
        last.append(button(view.answer_id("more"), view.texts("button-more-time")))
    if view.is_alone and view.asks_member:
        last.append(table_button(view, "hint"))
    if view.is_left_to_ai:
        last.append(table_button(view, "finish", GREEN))
    elif view.absent:
        last.append(_back_button(view, view.absent))
    return [*_answers(view), last]


def offers_more_time(view: TableView, seat: int) -> bool:
    """Returns whether the player of a seat that is asked may take more time."""
    player = view.seats[seat]
    may = player.user_id is not None and not player.away and player.more_time is None
    return may and view.deadline is not None and not view.practice


def public_moves(view: TableView) -> list[Move]:
    """Returns every answer that any seat was offered, sorted; they stay the same until the question is settled.

    A challenged player is offered to show the card, held or not; without it, the click is refused in private.
    """
    options = view.game.options
    if view.game.prompt == "prove":
        return [PROVE, CONCEDE]
    return sort_answers(dict.fromkeys(move for seat in sorted(options) for move in options[seat]))


def only_answerers(view: TableView, move: Move) -> list[int]:
    """Returns the seats that alone may give an answer; none if everybody may, except whose claim it is about."""
    if not view.game.window:
        return list(view.game.asked)
    able = [seat for seat, moves in sorted(view.game.options.items()) if move in moves]
    return [] if set(_others(view)) <= set(able) else able


def _others(view: TableView) -> list[int]:
    """Returns the seats in play, without the one whose claim the open question is about."""
    by = None if view.game.claim is None else view.game.claim.by
    return [seat for seat in range(len(view.seats)) if view.is_in_play(seat) and seat != by]


def named_answer(view: TableView, move: Move) -> str:
    """Returns an answer, with the players who alone may give it."""
    return _named(view, view.answer_label(move), only_answerers(view, move))


def sort_answers(moves: Iterable[Move]) -> list[Move]:
    """Returns answers in the order that all messages and panels use: challenge and allow first, then claims.

    Challenge and allow are short: on a phone they share a line. Without a challenge, allow is last.
    """
    offered = list(moves)
    place = {CHALLENGE: 0, PASS: 1 if CHALLENGE in offered else 3}
    return sorted(offered, key=lambda move: place.get(move, 2))


def action_select(
    view: TableView, options: Sequence[Move], placeholder: str, truths: Mapping[str, bool] | None = None
) -> Control:
    """Returns the select of the actions that `options` declare, each with its target.

    `truths` says for each action whether the player holds the role it claims; only the player's own panel has it.
    """
    offered = [_option(view, choice, truths or {}) for choice in turn_choices(tuple(options), SELECT_OPTIONS)]
    return select(view.answer_id("act"), placeholder, offered)


def answer_button(view: TableView, move: Move, label: str, cards: Sequence[str] = ()) -> Control:
    """Returns the button of an answer; in a player's own panel with the player's `cards` (see `encode_move`)."""
    custom_id, art = view.answer_id("answer", encode_move(move, cards)), answer_art(move, view.game)
    return button(custom_id, label, answer_style(move, view.game.prompt), emoji=view.icons.emoji(art))


def answer_style(move: Move, prompt: str | None) -> discord.ButtonStyle:
    """Returns the colour of an answer button for this prompt; green only if the answer costs nothing."""
    if move is PASS:
        return GREY if prompt in ("defuse", "bomb") else GREEN
    return {CHALLENGE: RED, CONCEDE: GREY}.get(move, BLUE)


def _option(view: TableView, choice: PartialMove, truths: Mapping[str, bool]) -> Option:
    """Returns an action as an option. The hint says whether it is a bluff, what its target has, what it does."""
    action, move = choice.chosen[0], choice.move
    target, pile = None if move is None else move.target, _PILES.get(action)
    has = view.players[target] if target is not None else pile and view.game.view[pile]
    facts = move, target == view.game.turn, has
    known, option = view.settled.get(choice.chosen, (None, None))
    if known != facts:
        option = _public_option(view, choice, target, pile)
        view.settled[choice.chosen] = facts, option
    if action not in truths:
        return option
    own = view.texts.first(f"pick-true-{action}", "pick-true") if truths[action] else "pick-bluff"
    value, label, hint, emoji = option
    return value, label, view.texts(own, hint=hint), emoji


def _public_option(
    view: TableView, choice: PartialMove, target: int | None, pile: str | None
) -> tuple[str, str, str, discord.PartialEmoji | None]:
    """Returns an action as an option, without what its player alone knows."""
    action, move, labels, texts = choice.chosen[0], choice.move, view.labels, view.texts
    label = labels.action(action) if move is None else view.answer_label(move)
    is_own = action == "convert" and target == view.game.turn
    hint = texts("hint-convert-own") if is_own else labels.hint(action, has_target=target is not None)
    if target is not None and not is_own:
        hint = texts("pick-target", state=view.player_state(target), hint=hint)
    elif pile is not None:
        hint = texts("pick-target", state=labels.coins(view.game.view[pile]), hint=hint)
    emoji = view.icons.emoji(action_art(action, inquisitor=labels.inquisitor))
    return ".".join(choice.chosen), label, hint, emoji


def _answers(view: TableView) -> list[list[Control]]:
    game = view.game
    if not view.asks_member:
        return []
    if game.prompt == "act":
        placeholder = _addressed(view, view.texts("pick-action"), game.asked)
        return [[action_select(view, game.options[game.asked[0]], placeholder)]]
    if view.asks_privately:
        label = _addressed(view, view.texts("button-choose"), game.asked)
        return [[button(view.answer_id("choose"), label, BLUE)]]
    buttons: list[Control] = []
    for move in public_moves(view):
        able = only_answerers(view, move)
        if able and all(view.seats[seat].user_id is None for seat in able):
            continue  # an answer that AI seats alone may give needs no button
        buttons.append(answer_button(view, move, _addressed(view, view.answer_label(move), able)))
        if move is PASS and len(able) != 1 and _may_allow_ahead(view):
            label = _addressed(view, view.texts("button-allow-until-turn"), able)
            buttons.append(button(view.answer_id("allow"), label, GREEN))
    return [buttons]


def _may_allow_ahead(view: TableView) -> bool:
    """Returns whether players may allow all until their turns. Of two, the one who allows has the next turn."""
    is_allowed = view.allows_orders and view.game.prompt == "respond" and not is_riot(view.game)
    return is_allowed and len(_others(view)) > 1


def _addressed(view: TableView, label: str, able: Sequence[int]) -> str:
    """Returns the label of a control with the players who alone may use it, unless only one member plays."""
    return label if view.is_alone else _named(view, label, able)


def _named(view: TableView, label: str, able: Sequence[int]) -> str:
    """Returns a label with the players it concerns: two, or one if two are too long, and how many more."""
    if not able:
        return label
    shown = ""
    for named in (_NAMED, 1):
        names = view.texts.join([view.labels.label(seat) for seat in able[:named]])
        shown = view.texts("answer-only", answer=label, names=names, more=max(0, len(able) - named))
        if len(shown) <= BUTTON_LABEL_CHARACTERS:
            break
    return shown


def _back_button(view: TableView, able: Sequence[int] = ()) -> Control:
    label = _addressed(view, view.texts("button-come-back"), able)
    return table_button(view, "back", GREEN, label=label)
