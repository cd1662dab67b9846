"""Moments: a challenge is settled, a card is lost, a player falls. Each has a heading, and the card's picture."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.render.message_pictures import Illustrated, beside_card
from bot.render.messages.parts.story import story_lines
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
