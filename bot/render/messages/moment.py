"""Moments: a challenge is settled, a card is lost, a player falls; and what AI players say about one.

At most one remark a turn is made. Who speaks and what is said follows from public facts alone, by a key that
anybody may know: it betrays nothing, and every rendering of a turn has the same words.
"""

import hmac
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from bot.render.message_pictures import Illustrated, beside_card
from bot.render.messages.story import story_lines
from bot.render.texts.sanitize import escape
from bot.render.view_model import TableView
from engine import Event

_MOMENTS: Final = ("proven", "exposed", "lost", "eliminated")
"""Types of events that are moments; of several in a turn, the last is shown."""
_TOLD: Final = (*_MOMENTS, "challenge", "turned_up", "blocked")
"""Types of events that the heading of a moment and its causes tell, or that directly follow from it."""
_TURNED_UP: Final = ("proven", "lost", "turned_up")
"""Types of events that turn a card up."""
_STORY_LINES: Final = 3
"""The most lines of the story that tell a moment, such as a challenge, its answer and the loss of a card."""
VARIANTS: Final = 3
"""The number of texts for each kind of moment and temperament: `talk-<kind>-<temperament>-1` and so on."""
_KEY: Final = b"table talk"
_MOMENTS_PER_REMARK: Final = 3
_USUAL_TEMPERAMENT: Final = "even"
_OUTCOMES: Final = {"proven": "refuted", "exposed": "caught"}
"""The kind of moment for the challenger, by that for the challenged player."""


def moment_text(view: TableView, turn: int) -> str | Illustrated:
    """Returns the last moment of a turn: its heading, what caused it, the card turned up; "" without a moment."""
    events = view.story[turn]
    last = next((event for event in reversed(events) if event["type"] in _MOMENTS), None)
    if last is None:
        return ""
    turned_up = (event for event in reversed(events) if event["type"] in _TURNED_UP)
    card = next((event.get("card", event.get("cards", ("",))[0]) for event in turned_up), None)
    lines = (f"### {_heading(view, events, last)}", *_causes(view, turn, last))
    return beside_card("\n".join(lines), card, view)


def moment_story(view: TableView, turn: int) -> str:
    """Returns the last moment of a turn, and what led to it, as the story tells it; "" without a moment.

    Resignations come first: their cards are lost only when the turn ends.
    """
    events = view.story[turn]
    end = max((number for number, event in enumerate(events) if event["type"] in _MOMENTS), default=-1)
    resigned = [event for event in events[: end + 1] if event["type"] == "resigned"]
    # Of so few lines, none is left for a coin that a challenge brings (rules.md 6.2).
    told = [event for event in events[: end + 1] if event["type"] not in ("coins", "resigned")]
    return " ".join((*story_lines(view, resigned), *story_lines(view, told)[-_STORY_LINES:]))


def untold_events(events: Sequence[Event]) -> Sequence[Event]:
    """Returns the events of a turn that its last moment does not tell, nor that a block stood after it."""
    end = max((number for number, event in enumerate(events) if event["type"] in _MOMENTS), default=-1)
    lost = next((e for e in reversed(events[: end + 1]) if e["type"] in _TURNED_UP), None)
    start = end
    if lost is not None and lost.get("cause", "challenge") == "challenge":
        start = max((number for number, e in enumerate(events[:end]) if e["type"] == "challenge"), default=end)
    elif lost is not None:
        start = next(number for number, e in enumerate(events) if e.get("cause") == lost["cause"])
    if any(event["type"] == "blocked" for event in events[end + 1 : end + 2]):
        end += 1
    return [e for number, e in enumerate(events) if not (start <= number <= end and e["type"] in _TOLD)]


def fall_causes(view: TableView, seat: int) -> list[str]:
    """Returns who or what took the last cards of an eliminated player, a sentence each."""
    falls = (
        turn
        for turn, events in enumerate(view.story)
        if any(event["type"] == "eliminated" and event["by"] == seat for event in events)
    )
    return [cause for turn in falls for cause in _loss_causes(view, turn, (seat,))]


def _heading(view: TableView, events: Sequence[Event], last: Event) -> str:
    # The picture shows the role, so its words need no emoji.
    texts, phrases, role = view.texts, view.phrases, view.labels.role
    name = phrases.name(last["by"])
    match last["type"]:
        case "proven" if "denied" in last:
            cards = view.labels.cards(last["cards"])
            return texts("moment-proven-denied", name=name, role=role(last["denied"]), card=cards)
        case "exposed" if "denied" in last:
            return texts("moment-exposed-denied", name=name)
        case "proven":
            return texts("moment-proven", name=name, card=role(last["card"]))
        case "exposed":
            return texts("moment-exposed", name=name, role=role(last["role"]))
        case "lost":
            lost = [e for e in events if e["type"] == "lost" and e["cause"] == last["cause"]]
            losers = dict.fromkeys(event["by"] for event in lost)
            cards = view.labels.cards([event["card"] for event in lost])
            return texts("moment-lost", count=len(losers), names=phrases.names(losers), cards=cards)
        case _:
            fallen = [event["by"] for event in events if event["type"] == "eliminated"]
            return texts("moment-eliminated", count=len(fallen), names=phrases.names(fallen))


def _causes(view: TableView, turn: int, last: Event) -> list[str]:
    """Returns who or what caused a moment, a sentence each."""
    events, phrases = view.story[turn], view.phrases
    if last["type"] in ("eliminated", "lost"):
        return _loss_causes(view, turn, [event["by"] for event in events if event["type"] == last["type"]])
    by = next((event["by"] for event in reversed(events) if event["type"] == "challenge"), None)
    return [phrases.texts(f"moment-{last['type']}-by", by=phrases.name(by))]


def _loss_causes(view: TableView, turn: int, seats: Iterable[int]) -> list[str]:
    """Returns who or what took the cards that these seats lost in a turn, in order, each once."""
    events, losers = view.story[turn], set(seats)
    lost = [
        number
        for number, e in enumerate(events)
        # A false claim made for a card that is put aside costs that card too: it was turned up just before.
        if e.get("by") in losers
        and (e["type"] == "lost" or (e["type"] == "exposed" and events[number - 1]["type"] == "turned_up"))
    ]
    return list(dict.fromkeys(filter(None, (_loss_cause(view, turn, number) for number in lost))))


def _loss_cause(view: TableView, turn: int, number: int) -> str:
    """Returns who or what took the card of an event; an empty text if the story does not tell it."""
    before, lost, phrases = view.story[turn][:number], view.story[turn][number], view.phrases
    texts, cause = view.texts, lost.get("cause", "challenge")
    if cause == "resign":
        return texts("cause-resign")
    if cause == "disappear":
        events = (event for events in reversed(view.story) for event in reversed(events))
        tokens = (e for e in events if e["type"] == "token" and e["name"] == "disappear" and e["on"] == lost["by"])
        by = next((event["by"] for event in tokens if not event.get("off")), None)
        return "" if by is None else texts("cause-disappear", by=phrases.name(by))
    if cause == "challenge":
        challenge = next(event for event in reversed(before) if event["type"] == "challenge")
        role = view.labels.role(challenge.get("denied") or challenge["role"])
        denied = "-denied" if "denied" in challenge else ""
        if challenge["by"] == lost["by"]:
            return texts(f"cause-proven{denied}", by=phrases.name(challenge["against"]), role=role)
        return texts(f"cause-exposed{denied}", by=phrases.name(challenge["by"]), role=role)
    action = next(event for event in reversed(before) if event["type"] == "action")
    word = "vengeance" if cause == "assassinate" and action["role"] is None else cause
    role = view.labels.role(action["role"]) if action["role"] else ""
    return texts(texts.first(f"cause-{word}", "cause-role"), by=phrases.name(action["by"]), role=role)


class _Remark(NamedTuple):
    """A remark that a player might make: the moment, the speaker, the other player, the role and the text."""

    kind: str
    by: int
    about: int | None = None
    role: str | None = None
    variant: int = 1


def talk_line(view: TableView, turn: int, *, is_over: bool = False) -> str:
    """Returns the line with what an AI player says in a turn; "" if none says anything.

    `is_over`: words about a claim are left out, because the message of that turn has shown them.
    """
    remark = _remark(view, turn) if view.settings.talk else None
    if remark is None or (is_over and remark.kind == "claim"):
        return ""
    phrases, texts = view.labels, view.texts
    temperament = view.seats[remark.by].temperament or _USUAL_TEMPERAMENT
    facts = {
        "name": "" if remark.about is None else escape(phrases.label(remark.about)),
        "role": "" if remark.role is None else phrases.role(remark.role),
    }
    words = texts(f"talk-{remark.kind}-{temperament}-{remark.variant}", **facts)
    return texts("talk-line", name=view.phrases.title(remark.by), words=words)


def _remark(view: TableView, turn: int) -> _Remark | None:
    """Returns what is said in a turn: about the first moment for which the draw says so, one in three.

    Words before a challenge is settled are silent after it, which may have refuted them.
    """
    events = view.story[turn]
    for number, event in enumerate(events):
        remarks = [remark for remark in _remarks(view, turn, number) if view.seats[remark.by].ai is not None]
        if not remarks:
            continue
        facts = json.dumps((view.id, turn, number, event), sort_keys=True).encode()
        draws = iter(hmac.digest(_KEY, facts, "sha256"))
        if next(draws) % _MOMENTS_PER_REMARK == 0:
            remark = remarks[next(draws) % len(remarks)]._replace(variant=next(draws) % VARIANTS + 1)
            is_settled = any(later["type"] in _OUTCOMES for later in events[number + 1 :])
            return None if is_settled and remark.kind in ("claim", "challenge") else remark
    return None


def _remarks(view: TableView, turn: int, number: int) -> Iterator[_Remark]:
    """Yields what players might say about an event of a turn; nothing if it is no moment."""
    events = view.story[turn]
    event = events[number]
    match event["type"]:
        case "action" | "claim" if event["role"] is not None:
            yield _Remark("claim", event["by"], role=event["role"])
        case "challenge" if event["role"] is not None:
            yield _Remark("challenge", event["by"], event["against"], event["role"])
        case "proven" | "exposed":
            challenger = next(e["by"] for e in reversed(events[:number]) if e["type"] == "challenge")
            yield _Remark(event["type"], event["by"], challenger)
            yield _Remark(_OUTCOMES[event["type"]], challenger, event["by"])
        case "eliminated":
            fallen: int = event["by"]
            yield _Remark("fall", fallen)
            told = (*view.story[:turn], events[: number + 1])
            out = {e["by"] for events in told for e in events if e["type"] == "eliminated"}
            others = [seat for seat in range(len(view.seats)) if seat not in out]
            team = view.players[fallen].get("team")
            yield from (
                _Remark("outlived", seat, fallen)
                for seat in others
                if team is None or view.players[seat].get("team") != team
            )
        case "over":
            yield from (_Remark("victory", seat) for seat in event["winners"])
        case _:
            pass
