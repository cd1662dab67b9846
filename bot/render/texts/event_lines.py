"""The words of the story: what happened at a table, a sentence for each event, as everybody saw it."""

from collections.abc import Iterable
from typing import Final

from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.tables.story import NOT_OF_THE_RULES
from engine import Event

_SILENT: Final = frozenset(("turn", "replaced", "over", "aside", "joined", "laid", "defused"))
"""Types of events that have no line: other lines, or the rest of the message, show the same."""

_TOLD_BY_EFFECT: Final = frozenset(("convert",))
"""Actions that have no line: the event that directly follows names the player and the action."""

_CARD_EVENTS: Final = ("lost", "turned_up")
"""Types of events of which several in a row, by one player, are told as one."""

_COVERED_PAIRS: Final = frozenset(
    (
        ("income", "coins"),
        ("mat", "coins"),
        ("turned_up", "proven"),
        ("turned_up", "exposed"),
        ("action", "token"),
        ("action", "examined"),
        ("coins", "token"),
    )
)
"""Pairs of event types: the text of the first also tells an event of the second that directly follows.

The Peacekeeper takes a coin, then the token that the claim named.
"""


def event_lines(phrases: Phrases, ruleset: str, events: Iterable[Event]) -> list[str]:
    """Returns the lines of public events, in order; `ruleset` is that of the game."""
    lines: list[str] = []
    before = ""
    for event in _joined(events):
        kind = event["type"]
        if kind in _SILENT or (before == "action" and event.get("why") == "price"):
            continue
        word = _word(phrases.texts, ruleset, event, before)
        is_covered = (before, kind) in _COVERED_PAIRS or event.get("action") in _TOLD_BY_EFFECT
        if not is_covered or "off" in event:
            lines.append(phrases.texts(f"story-{word}", **_facts(phrases, event)))
        if kind not in NOT_OF_THE_RULES:
            before = "income" if word in ("act-income", "act-bank") else kind
    return lines


def _joined(events: Iterable[Event]) -> list[Event]:
    """Returns the events, of which several in a row are one: what a player loses, takes or pays to draw, who
    ran out of time.

    Being out after a loss belongs to the loss.
    """
    joined: list[Event] = []
    for event in events:
        last: Event = joined[-1] if joined else {"type": ""}
        if last["type"] in _CARD_EVENTS and event.get("by") == last["by"]:
            if event["type"] == last["type"]:
                joined[-1] = {**last, "cards": (*last["cards"], event["card"])}
                continue
            if event["type"] == "eliminated":
                joined[-1] = {**last, "is_out": True}
                continue
        is_sum = event["type"] == "coins" or event.get("why") == "draw"
        is_repeated = is_sum and event["type"] == last["type"] and event["by"] == last["by"]
        if is_repeated and event["amount"] * last["amount"] > 0:
            joined[-1] = {**last, "amount": last["amount"] + event["amount"]}
            continue
        if event["type"] == "silence":
            earlier = joined.pop()["silent"] if last["type"] == "silence" else ()
            joined.append({**event, "silent": (*earlier, event["by"])})
            continue
        joined.append({**event, "cards": (event["card"],)} if event["type"] in _CARD_EVENTS else event)
    return joined


def _word(texts: Texts, ruleset: str, event: Event, before: str) -> str:
    """Returns the last part of the id of an event's text (`story-…`); `before` is the previous event's type."""
    match event["type"]:
        case "action":
            return _action_word(texts, event)
        case "claim":
            kind = f"claim-{event['kind']}{'-target' if 'target' in event else ''}"
            by_role = f"{kind}-{ruleset}-{event['role']}"
            return _first(texts, by_role, f"{kind}-{event.get('action')}", kind)
        case "blocked":
            if before == "claim":
                return "unchallenged"
            by_role = f"blocked-{ruleset}-{event['role']}"
            return _first(texts, by_role, f"blocked-{event['action']}", "blocked")
        case "paid":
            return _first(texts, f"paid-{event['why']}", "paid")
        case "coins":
            return "coins" if event["amount"] > 0 else "coins-gone"
        case "token":
            return f"token-{event['name']}{'-off' if event.get('off') else ''}"
        case "lapsed":
            return "lapsed" if "action" in event else "lapsed-tax"
        case "estate":
            return "estate" if event["shared"] else "estate-none"
        case "converted" if event["target"] == event["by"]:
            return "converted-self"
        case "exposed" if "denied" in event:
            return "exposed-denied"
        case "lost" | "turned_up" if "is_out" in event:
            return f"{event['type']}-out"
        case "taken":
            return f"taken-{ruleset}"
        case "mat":
            return "mat-card" if "card" in event else "mat-coins"
        case kind:
            return kind


def _action_word(texts: Texts, action: Event) -> str:
    if action["action"] == "assassinate" and action["role"] is None:
        return "act-vengeance"
    word, target = f"act-{action['action']}", action.get("target")
    usual = "act-claim" if target is None else "act-claim-target"
    return _first(texts, *((f"{word}-self",) if target == action["by"] else ()), word, usual)


def _first(texts: Texts, *words: str) -> str:
    """Returns the first of these words for which a text `story-<word>` exists."""
    return texts.first(*(f"story-{word}" for word in words)).removeprefix("story-")


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
            case "role" | "card" | "taxed_role" | "named_role" | "denied":
                facts[key.removesuffix("_role")] = phrases.role(value) if value else ""
            case "action":
                facts[key] = phrases.action(value)
            case "name":
                facts["icon"] = phrases.icons.text(f"token_{value}")
            case "allegiance":
                facts[key] = phrases.texts(f"seat-{value}")
            case "cards" if event["type"] in ("proven", "shown"):
                facts["card"] = phrases.cards(value)
            case "cards" if event["type"] in _CARD_EVENTS:
                facts["cards"] = phrases.cards(value)
            case "cards" | "returned":
                facts["cards"] = phrases.count(value if isinstance(value, int) else len(value))
            case "shared" | "winners" | "silent":
                facts["names"] = phrases.names(value)
                facts["count"] = len(value)
            case _:
                pass
    return facts
