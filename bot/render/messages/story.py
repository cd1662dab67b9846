"""The story: what happened at the table, as everybody saw it, in the running turn and in earlier ones.

Consecutive events of one player share a line. The message of a turn also tells the last round, or the turns that
had no message of their own.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from bot.render.icons import without_icons
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


_LAST_ROUND_CHARACTERS: Final = 240
"""Limit of the story of the last round, not counting emojis."""
_PREVIOUS_CHARACTERS: Final = 700
"""Limit of the story of turns without a message of their own, not counting emojis.

Of Discord's 4,000, the players, the question and the roles need up to 1,600.
"""
_QUIET: Final = frozenset(("turn", "coins", "exchanged"))
"""Types of events, besides the action, of a turn in which nobody but its player did anything."""


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


def turn_title(view: TableView, turn: int) -> str:
    """Returns the title of a turn: its number and its player."""
    seat = turn_seat(view.story[turn])
    return view.texts("log-turn", turn=turn + 1, name=view.phrases.title(view.game.turn if seat is None else seat))


def last_round(view: TableView, turn: int) -> str:
    """Returns the last turns before `turn`, at most one a seat, that fit a few lines of small print.

    Quiet turns in a row share a line.
    """
    turns = (
        (number, _quiet_turn(view, number)) for number in range(turn - 1, max(0, turn - len(view.seats)) - 1, -1)
    )
    lines: list[str] = []
    left = _LAST_ROUND_CHARACTERS
    for is_quiet, run in groupby(turns, lambda told: told[1] is not None):
        if is_quiet:
            new = [f"-# {', '.join(reversed([quiet or '' for _, quiet in run]))}"]
        else:
            new = [f"-# {' '.join(story_lines(view, view.story[number]))}" for number, _ in run]
        for line in new:
            left -= len(without_icons(line)) + 1
            if left < 0 and lines:
                return "\n".join(reversed(lines))
            lines.append(line)
    return "\n".join(reversed(lines))


def turns_between(view: TableView, since: int | None, turn: int) -> str:
    """Returns the story of the turns from `since` up to `turn` (not included), a line each."""
    lines = [
        titled_turn(view, number, view.story[number]) for number in range(turn if since is None else since, turn)
    ]
    return lines_within(view.texts, lines, _PREVIOUS_CHARACTERS)


def titled_turn(view: TableView, turn: int, events: Iterable[Event]) -> str:
    """Returns the story of a turn, told by these events of it, in a line of small print with its title."""
    return " ".join((f"-# {turn_title(view, turn)}.", *story_lines(view, events)))


def lines_within(texts: Texts, lines: Sequence[str], characters: int) -> str:
    """Returns the last lines that fit into `characters`, after a line with the number of lines left out."""
    kept: list[str] = []
    for line in reversed(lines):
        characters -= len(without_icons(line)) + 1
        if characters < 0 and kept:
            break
        kept.append(line)
    left_out = len(lines) - len(kept)
    if left_out:
        kept.append(texts("card-more", count=left_out))
    return "\n".join(reversed(kept))


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


def _quiet_turn(view: TableView, turn: int) -> str | None:
    """Returns a turn in a few words, such as "Ana: Income +1"; None if another player acted in it."""
    events = view.story[turn]
    action = _only_action(events)
    if action is None:
        return None
    phrases = view.phrases
    coins = sum(event["amount"] for event in events if event["type"] == "coins")
    facts = {"by": phrases.name(action["by"]), "action": phrases.action(action["action"])}
    return view.texts("told-gain", **facts, coins=coins) if coins > 0 else view.texts("told-quiet", **facts)


def _only_action(events: Sequence[Event]) -> Event | None:
    """Returns the action of a turn if only its player acted, and without a target; None for other turns."""
    actions = [event for event in events if event["type"] == "action"]
    others = [event for event in events if event["type"] not in _QUIET and event["type"] != "action"]
    if len(actions) != 1 or others or actions[0].get("target") is not None:
        return None
    if any(event["by"] != actions[0]["by"] for event in events):
        return None
    return actions[0]
