"""The open question in public words: what is asked, of whom, and until when."""

from math import ceil
from typing import Final

from bot.render.message_pictures import Illustrated, beside_card
from bot.render.messages.story import declared_target, has_acted
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases, is_riot, role_help
from bot.render.view_model import TableView
from engine import RULESETS, PublicView
from engine.moves import CHALLENGE, PASS

_LEEWAY_SECONDS: Final = 1
"""Added to countdowns, so that none passes zero before the message is edited after the deadline."""
_SEVERAL: Final = 3
"""From this number of players on, all who are asked are called everyone."""


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
            action = claim.action.id if claim is not None and claim.action is not None else ""
            word = texts.first(f"ask-{prompt}-{action}", f"ask-{prompt}")
            return texts(word, name=name, by=phrases.name(game.turn), target=target)


def reminder_text(view: TableView) -> str:
    """Returns what the claimed role does, in small print; only in games with more roles than players remember.

    Of a block, the question itself says what the role does.
    """
    claim = view.game.claim if view.game.prompt == "respond" and RULESETS[view.ruleset].draw else None
    if claim is None or claim.role is None or claim.kind == "counteraction":
        return ""
    text = role_help(claim.role, view.texts).replace("\n", " ")
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
        claimant = None if view.game.claim is None else view.game.claim.by
        everyone = len(awaited) >= _SEVERAL and set(awaited) == {
            seat for seat in range(len(view.seats)) if view.is_in_play(seat) and seat != claimant
        }
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
    able = [seat for seat, moves in game.options.items() if any(move not in (CHALLENGE, PASS) for move in moves)]
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
