"""The story: what happened at the table, as everybody saw it. Consecutive events of one player share a line."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.render.view_model import TableView
from bot.tables.story import NOT_OF_THE_RULES
from engine import Event

_SILENT: Final = frozenset(("turn", "replaced", "over", "aside", "joined"))
"""Types of events that have no line: other lines, or the rest of the message, show the same."""

_CLAIM_PARTS: Final = frozenset(("paid", "aside", "transfer"))
"""Types of events that are part of a claim: its price, its tax, the card put aside."""

_CARD_EVENTS: Final = ("lost", "turned_up")
"""Types of events of which several in a row, by one player, are told as one."""

_COVERED_PAIRS: Final = frozenset(
    (("income", "coins"), ("mat", "coins"), ("turned_up", "proven"), ("turned_up", "exposed"))
)
"""Pairs of event types: the text of the first also tells an event of the second that directly follows."""


def story_lines(view: TableView, events: Iterable[Event]) -> list[str]:
    """Returns the lines of public events, in order."""
    phrases = view.phrases
    lines: list[str] = []
    doer: int | None = None
    deeds: list[str] = []
    cards: list[str] = []
    told = before = ""
    spying = second = False
    for event in events:
        covered = event["type"] in _SILENT or (before, event["type"]) in _COVERED_PAIRS
        word = _word(view, event, before)
        if event["type"] not in NOT_OF_THE_RULES:
            before = "income" if word == "act-income" else event["type"]
        if covered:
            continue
        done = phrases.texts.has(f"deed-{word}")
        text = phrases.texts(f"{'deed' if done else 'story'}-{word}", **_facts(phrases, event))
        declared = event["type"] == "action"
        if deeds and (not done or declared or event["by"] != doer):
            lines.append(_line(phrases, doer, deeds, second=second))
            deeds, second = [], False
        if declared:
            spying, second = event["action"] == "spy", spying
        if done:
            doer = event["by"]
            if deeds and word == told and word in _CARD_EVENTS:
                cards.append(event["card"])
                deeds[-1] = phrases.texts(f"deed-{word}", card=phrases.cards(cards))
            else:
                deeds.append(text)
                told, cards = word, [event["card"]] if word in _CARD_EVENTS else []
        else:
            lines.append(text)
    if deeds:
        lines.append(_line(phrases, doer, deeds, second=second))
    return lines


def settled_events(view: TableView) -> Sequence[Event]:
    """Returns the events of the running turn, without the claim or foreign aid that the open question is about."""
    events = view.story[-1]
    if view.game.prompt != "respond":
        return events
    end = len(events)
    while end and events[end - 1]["type"] in _CLAIM_PARTS | NOT_OF_THE_RULES:
        end -= 1
    if not end or events[end - 1]["type"] not in ("action", "claim"):
        return events
    return [*events[: end - 1], *(event for event in events[end:] if event["type"] in NOT_OF_THE_RULES)]


def turn_seat(events: Sequence[Event]) -> int | None:
    """Returns the seat whose turn these events are of; None before the first turn."""
    return next((event["by"] for event in events if event["type"] == "turn"), None)


def declared_target(view: TableView) -> int | None:
    """Returns the target of the turn's last action, None if it has none."""
    return next((e.get("target") for e in reversed(view.story[-1]) if e["type"] == "action"), None)


def _line(phrases: Phrases, doer: int | None, deeds: Sequence[str], *, second: bool) -> str:
    """Returns the line of a player's consecutive events; `second`: it begins with the second action of a Spy."""
    by = "" if doer is None else phrases.name(doer)
    return phrases.texts("story-line-second" if second else "story-line", by=by, deeds=phrases.texts.join(deeds))


def _word(view: TableView, event: Event, before: str) -> str:
    """Returns the last part of the id of an event's text (`deed-…`, `story-…`).

    `before` is the previous event's type.
    """
    texts = view.texts
    match event["type"]:
        case "action":
            return _action_word(texts, event)
        case "claim":
            kind = f"claim-{event['kind']}"
            by_role = f"{kind}-{view.ruleset}-{event['role']}"
            return _deed(texts, by_role, f"{kind}-{event.get('action')}", kind)
        case "blocked":
            if before == "claim":
                return "unchallenged"
            by_role = f"blocked-{view.ruleset}-{event['role']}"
            return _deed(texts, by_role, f"blocked-{event['action']}", "blocked")
        case "paid":
            return _deed(texts, f"paid-{event['why']}", "paid")
        case "coins":
            return "coins" if event["amount"] > 0 else "coins-gone"
        case "token":
            return f"token-{event['name']}{'-off' if event.get('off') else ''}"
        case "lapsed":
            return "lapsed" if "action" in event else "lapsed-tax"
        case "estate":
            return "estate" if event["shared"] else "estate-none"
        case "mat":
            return "mat-card" if "card" in event else "mat-coins"
        case kind:
            return kind


def _action_word(texts: Texts, action: Event) -> str:
    if action["action"] == "assassinate" and action["role"] is None:
        return "act-vengeance"
    return _deed(texts, f"act-{action['action']}", "act-claim-target" if "target" in action else "act-claim")


def _deed(texts: Texts, *ids: str) -> str:
    """Returns the first of these ids for which a text `deed-<id>` exists."""
    return texts.first(*(f"deed-{word}" for word in ids)).removeprefix("deed-")


def _facts(phrases: Phrases, event: Event) -> dict[str, str | int]:
    """Returns the facts of an event in words: names of players, roles of cards, amounts of coins."""
    facts: dict[str, str | int] = {}
    for key, value in event.items():
        match key:
            case "by" | "target" | "recipient" | "against" | "of" | "on":
                facts[key] = phrases.name(value)
            case "turns":
                facts[key] = value
            case "amount" | "coins":
                facts["coins"] = phrases.coins(abs(value))
            case "role" | "card" | "taxed_role":
                facts[key.removesuffix("_role")] = phrases.role(value) if value else ""
            case "action":
                facts[key] = phrases.action(value)
            case "name":
                facts["icon"] = phrases.icons.text(f"token_{value}")
            case "cards" | "returned":
                facts["cards"] = phrases.count(value if isinstance(value, int) else len(value))
            case "shared" | "winners":
                facts["names"] = phrases.names(value)
                facts["count"] = len(value)
            case _:
                pass
    return facts
