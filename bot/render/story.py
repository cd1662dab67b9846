"""The story: what happened at the table, one sentence for each public event."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bot.render.phrase import Phrases
from bot.render.scene import Scene
from engine import Event

_SILENT: Final = frozenset(("turn", "replaced", "over"))
"""Events that the lines around them, or the card itself, already tell."""

_OWN_LINE: Final = frozenset(
    ("income", "foreign_aid", "coup", "tax", "assassinate", "steal", "exchange", "examine")
)


def story_lines(scene: Scene, events: Iterable[Event]) -> list[str]:
    """The sentences of some events, in order; private events are left out."""
    phrases = scene.phrases
    lines: list[str] = []
    income = False
    for event in events:
        if event.to is not None or (income and event.type == "coins"):
            continue
        income = event.type == "action" and event.facts["action"] == "income"
        sentence = _sentence(phrases, event)
        if sentence is not None:
            lines.append(sentence)
    return lines


def turn_events(scene: Scene, turn: int) -> Sequence[Event]:
    """The events of a turn, counted from 0."""
    return scene.table.story[turn]


def turn_seat(events: Sequence[Event]) -> int | None:
    """Whose turn these events tell of, or None before the first."""
    return next((event.facts["by"] for event in events if event.type == "turn"), None)


def _sentence(phrases: Phrases, event: Event) -> str | None:
    if event.type in _SILENT:
        return None
    facts: Mapping[str, Any] = event.facts
    words = phrases.words
    told = _told(phrases, facts)
    match event.type:
        case "action":
            return words(_action_word(facts), **told)
        case "claim":
            return words(f"story-claim-{facts['kind']}", **told)
        case "paid":
            word = f"story-paid-{facts['why']}"
            return words(word if words.has(word) else "story-paid", **told)
        case "coins":
            return words("story-coins" if facts["amount"] > 0 else "story-coins-gone", **told)
        case "token":
            return words(f"story-token-{facts['name']}{'-off' if facts.get('off') else ''}", **told)
        case "lapsed":
            return words("story-lapsed" if "action" in facts else "story-lapsed-tax", **told)
        case "estate":
            return words("story-estate" if told.get("names") else "story-estate-none", **told)
        case "mat":
            return words("story-mat-card" if "card" in facts else "story-mat-coins", **told)
        case kind:
            return words(f"story-{kind}", **told)


def _action_word(facts: Mapping[str, Any]) -> str:
    if facts["action"] == "assassinate" and facts["role"] is None:
        return "story-act-vengeance"
    if facts["action"] in _OWN_LINE:
        return f"story-act-{facts['action']}"
    if "target" in facts and "recipient" in facts:
        return "story-act-claim-both"
    for given in ("target", "recipient", "taxed_role"):
        if given in facts:
            return f"story-act-claim-{given.removeprefix('taxed_')}"
    return "story-act-claim"


def _told(phrases: Phrases, facts: Mapping[str, Any]) -> dict[str, str | int]:
    """The facts of an event in words: players by name, cards by role, amounts in coins."""
    told: dict[str, str | int] = {}
    for key, value in facts.items():
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
