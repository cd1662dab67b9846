"""The story: what happened at the table, a line for whatever one player did in a row, as everyone saw it."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.render.phrases import Phrases
from bot.render.scene import Scene
from bot.render.words import Words
from engine import Event

_SILENT: Final = frozenset(("turn", "replaced", "over", "aside", "joined"))
"""Events that the lines around them, or the card itself, already tell."""

_WITH_A_CLAIM: Final = frozenset(("paid", "aside", "transfer"))
"""What goes with declaring a claim: its price, its tax, the card put aside."""

_SAID_BEFORE: Final = frozenset(
    (("income", "coins"), ("mat", "coins"), ("turned_up", "proven"), ("turned_up", "exposed"))
)
"""Pairs of events of which the first tells the second too."""


def story_lines(scene: Scene, events: Iterable[Event]) -> list[str]:
    """The lines of some events, in order; private events are left out."""
    phrases = scene.phrases
    lines: list[str] = []
    doer: int | None = None
    deeds: list[str] = []
    before = ""
    for event in events:
        if "to" in event:
            continue
        told_already = event["type"] in _SILENT or (before, event["type"]) in _SAID_BEFORE
        word = _word(scene, event, before)
        before = "income" if word == "act-income" else event["type"]
        if told_already:
            continue
        done = phrases.words.has(f"deed-{word}")
        text = phrases.words(f"{'deed' if done else 'story'}-{word}", **_told(phrases, event))
        if deeds and (not done or event["by"] != doer):
            lines.append(_line(phrases, doer, deeds))
            deeds = []
        if done:
            doer = event["by"]
            deeds.append(text)
        else:
            lines.append(text)
    if deeds:
        lines.append(_line(phrases, doer, deeds))
    return lines


def settled_events(scene: Scene) -> Sequence[Event]:
    """The events of the running turn, but for the claim (or the foreign aid) in question."""
    events = scene.table.story[-1]
    ask = scene.game.ask
    if ask is None or ask.prompt != "respond":
        return events
    end = len(events)
    while end and ("to" in events[end - 1] or events[end - 1]["type"] in _WITH_A_CLAIM):
        end -= 1
    asked = end and events[end - 1]["type"] in ("action", "claim")
    return events[: end - 1] if asked else events


def turn_seat(events: Sequence[Event]) -> int | None:
    """Whose turn these events tell of, or None before the first."""
    return next((event["by"] for event in events if event["type"] == "turn"), None)


def _line(phrases: Phrases, doer: int | None, deeds: Sequence[str]) -> str:
    by = "" if doer is None else phrases.name(doer)
    return phrases.words("story-line", by=by, deeds=phrases.words.join(deeds))


def _word(scene: Scene, event: Event, before: str) -> str:
    """What an event is told with, after one of type `before`: a player's deed, or a sentence of its own."""
    words = scene.words
    match event["type"]:
        case "action":
            return _action_word(words, event)
        case "claim":
            word = f"claim-{event['kind']}"
            special = f"{word}-{event.get('action')}"
            return special if words.has(f"deed-{special}") else word
        case "blocked":
            if before == "claim":
                return "unchallenged"
            if event["role"] == "ambassador" and scene.table.ruleset == "mcguire":
                return "blocked-reduced"
            special = f"blocked-{event['action']}"
            return special if words.has(f"deed-{special}") else "blocked"
        case "paid":
            word = f"paid-{event['why']}"
            return word if words.has(f"deed-{word}") else "paid"
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


def _action_word(words: Words, action: Event) -> str:
    if action["action"] == "assassinate" and action["role"] is None:
        return "act-vengeance"
    if words.has(f"deed-act-{action['action']}"):
        return f"act-{action['action']}"
    if "target" in action:
        return "act-claim-target"
    return "act-claim"


def _told(phrases: Phrases, event: Event) -> dict[str, str | int]:
    """The facts of an event in words: players by name, cards by role, amounts in coins."""
    told: dict[str, str | int] = {}
    for key, value in event.items():
        match key:
            case "by" | "target" | "recipient" | "against" | "of" | "on":
                told[key] = phrases.name(value)
            case "amount" | "coins":
                told["coins"] = phrases.coins(abs(value))
            case "role" | "card" | "taxed_role":
                told[key.removesuffix("_role")] = phrases.role(value) if value else ""
            case "action":
                told[key] = phrases.action(value)
            case "cards" | "returned":
                told["cards"] = phrases.count(value if isinstance(value, int) else len(value))
            case "shared" | "winners":
                told["names"] = phrases.names(value)
                told["count"] = len(value)
            case _:
                pass
    return told
