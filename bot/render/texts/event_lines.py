"""The words of the story: what happened at a table, in lines as everybody saw it.

Consecutive events of one player share a line.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.tables.story import NOT_OF_THE_RULES
from engine import Event

_SILENT: Final = frozenset(("turn", "replaced", "over", "aside", "joined", "laid"))
"""Types of events that have no line: other lines, or the rest of the message, show the same."""

_CARD_EVENTS: Final = ("lost", "turned_up")
"""Types of events of which several in a row, by one player, are told as one."""

_COVERED_PAIRS: Final = frozenset(
    (("income", "coins"), ("mat", "coins"), ("turned_up", "proven"), ("turned_up", "exposed"))
)
"""Pairs of event types: the text of the first also tells an event of the second that directly follows."""


def event_lines(phrases: Phrases, ruleset: str, events: Iterable[Event]) -> list[str]:
    """Returns the lines of public events, in order; `ruleset` is that of the game."""
    lines: list[str] = []
    doer: int | None = None
    deeds: list[str] = []
    cards: list[str] = []
    told = before = ""
    spying = second = False
    for event in events:
        covered = event["type"] in _SILENT or (before, event["type"]) in _COVERED_PAIRS
        word = _word(phrases.texts, ruleset, event, before)
        if event["type"] not in NOT_OF_THE_RULES:
            before = "income" if word in ("act-income", "act-bank") else event["type"]
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


def _line(phrases: Phrases, doer: int | None, deeds: Sequence[str], *, second: bool) -> str:
    """Returns the line of a player's consecutive events; `second`: it begins with the second action of a Spy."""
    by = "" if doer is None else phrases.name(doer)
    return phrases.texts("story-line-second" if second else "story-line", by=by, deeds=phrases.texts.join(deeds))


def _word(texts: Texts, ruleset: str, event: Event, before: str) -> str:
    """Returns the last part of the id of an event's text (`deed-…`, `story-…`).

    `before` is the previous event's type.
    """
    match event["type"]:
        case "action":
            return _action_word(texts, event)
        case "claim":
            kind = f"claim-{event['kind']}{'-target' if 'target' in event else ''}"
            by_role = f"{kind}-{ruleset}-{event['role']}"
            return _deed(texts, by_role, f"{kind}-{event.get('action')}", kind)
        case "blocked":
            if before == "claim":
                return "unchallenged"
            by_role = f"blocked-{ruleset}-{event['role']}"
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
        case "exposed" if "denied" in event:
            return "exposed-denied"
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
    return _deed(texts, *((f"{word}-self",) if target == action["by"] else ()), word, usual)


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
            case "cards" | "returned":
                facts["cards"] = phrases.count(value if isinstance(value, int) else len(value))
            case "shared" | "winners":
                facts["names"] = phrases.names(value)
                facts["count"] = len(value)
            case _:
                pass
    return facts
