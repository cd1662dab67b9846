"""The story: what happened at the table, as everybody saw it, in a sentence for each event.

The message of a turn also tells the last round, or the turns that had no message of their own.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

from bot.render.icons import without_icons
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.render.view_model import TableView
from bot.tables.state import NOT_OF_THE_RULES
from engine import Event

_CLAIM_PARTS: Final = frozenset(("paid", "aside", "transfer"))
"""Types of events that are part of a claim: its price, its tax, the card put aside."""

_LAST_ROUND_CHARACTERS: Final = 200
"""Limit of the story of the last round, not counting emojis."""
_TURN_SENTENCES: Final = 5
"""The most sentences about one turn in small print: enough for a block that is challenged."""
_PREVIOUS_CHARACTERS: Final = 700
"""Limit of the story of turns without a message of their own, not counting emojis."""
_QUIET: Final = frozenset(("turn", "coins", "taken", "exchanged", "token"))
"""Types of events, besides the action, of a turn in which nobody but its player did anything."""
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
"""Pairs of event types: the text of the first also tells an event of the second that directly follows."""


def story_lines(view: TableView, events: Iterable[Event]) -> list[str]:
    """Returns the lines of public events, in order."""
    return event_lines(view.phrases, view.ruleset, events)


def settled_events(view: TableView) -> Sequence[Event]:
    """Returns the events of the running turn, without the claim, foreign aid or challenge of the open question."""
    beside = NOT_OF_THE_RULES | {"resigned"}  # these may happen while the question is open
    events = view.story[-1]
    if view.game.prompt == "prove":
        number = max(number for number, event in enumerate(events) if event["type"] == "challenge")
        return [*events[:number], *events[number + 1 :]]
    if view.game.prompt != "respond":
        return events
    end = len(events)
    while end and events[end - 1]["type"] in _CLAIM_PARTS | beside:
        end -= 1
    if not end or events[end - 1]["type"] not in ("action", "claim"):
        return events
    return [*events[: end - 1], *(event for event in events[end:] if event["type"] in beside)]


def turn_seat(events: Sequence[Event]) -> int | None:
    """Returns the seat whose turn these events are of; None before the first turn."""
    return next((event["by"] for event in events if event["type"] == "turn"), None)


def has_acted(view: TableView) -> bool:
    """Returns whether the player whose turn it is has declared an action."""
    return any(event["type"] == "action" for event in view.story[-1])


def declared_target(view: TableView) -> int | None:
    """Returns the target of the turn's last action, None if it has none."""
    return next((e.get("target") for e in reversed(view.story[-1]) if e["type"] == "action"), None)


def turn_title(view: TableView, turn: int) -> str:
    """Returns the title of a turn: its number and its player."""
    seat = turn_seat(view.story[turn])
    return view.texts("log-turn", turn=turn + 1, name=view.phrases.title(view.game.turn if seat is None else seat))


def last_round(view: TableView, turn: int) -> str:
    """Returns the last turns before `turn`, at most one a seat, that fit a few lines of small print.

    Quiet turns in a row share a line. A member alone has read what was before the last own decision.
    """
    first = max(0, turn - len(view.seats))
    if view.is_alone and not view.is_left_to_ai:
        later = range(view.phase.turn - 1, first, -1)
        first = next((number for number in later if _member_decided(view, number)), first)
    turns = (_earlier_turn(view, number) for number in range(turn - 1, first - 1, -1))
    lines: list[str] = []
    left = _LAST_ROUND_CHARACTERS
    for is_quiet, run in groupby(turns, itemgetter(0)):
        told = [words for _, words in run]
        for words in [" · ".join(told[::-1])] if is_quiet else told:
            left -= len(without_icons(f"-# {words}")) + 1
            if left < 0 and lines:
                return "\n".join(reversed(lines))
            lines.append(f"-# {words}")
    return "\n".join(reversed(lines))


def _member_decided(view: TableView, turn: int) -> bool:
    """Returns whether members surely decided in a turn, in time: in their own, or about a claim or foreign aid.

    An AI seat's challenge may have come before their answer; where orders are allowed, one may have answered.
    """
    events, seat = view.story[turn], turn_seat(view.story[turn])
    is_own = seat is not None and view.seats[seat].user_id is not None
    asks = (event.get("role") or event.get("action") == "foreign_aid" for event in events)
    is_asked = not view.allows_orders and any(asks)
    ai_seats = [number for number, player in enumerate(view.seats) if player.user_id is None]
    is_cut_off = any(event["type"] == "challenge" and event["by"] in ai_seats for event in events)
    return (is_own or (is_asked and not is_cut_off)) and not any(event["type"] == "silence" for event in events)


def turns_between(view: TableView, since: int | None, turn: int) -> str:
    """Returns the story of the turns from `since` up to `turn` (not included), a line each."""
    lines = [
        titled_turn(view, number, view.story[number]) for number in range(turn if since is None else since, turn)
    ]
    return lines_within(view.texts, lines, _PREVIOUS_CHARACTERS)


def titled_turn(view: TableView, turn: int, events: Iterable[Event]) -> str:
    """Returns the story of a turn, told by these events of it, in a line of small print with its number.

    The line names the player, unless the sentence about the first event does; the running turn's is marked above.
    """
    told = [event for event in events if event["type"] != "turn"]
    lines = story_lines(view, told)
    if not told:
        return f"-# {view.texts('log-turn-untold', turn=turn + 1)}"
    if turn == view.phase.turn or _names_player(view, turn, told[0]):
        return f"-# {view.texts('log-turn-told', turn=turn + 1, story=_shortened(view.texts, lines))}"
    return f"-# {turn_title(view, turn)}. {_shortened(view.texts, lines)}"


def turn_lines(view: TableView, turn: int, events: Sequence[Event]) -> list[str]:
    """Returns a line for each sentence about these events of a turn; the first names the turn and its player."""
    lines = story_lines(view, events)
    if not lines:
        return []
    if turn_seat(view.story[turn]) is None:
        return [f"**{view.texts('log-start')}**", *lines]
    if _names_player(view, turn, next(event for event in events if event["type"] != "turn")):
        return [view.texts("log-turn-line", turn=turn + 1, story=lines[0]), *lines[1:]]
    return [f"**{turn_title(view, turn)}**", *lines]


def _names_player(view: TableView, turn: int, first: Event) -> bool:
    """Returns whether the sentence about the first event of a turn begins with the player whose turn it is."""
    return first["type"] in ("action", "silence", "resigned") and first["by"] == turn_seat(view.story[turn])


def _shortened(texts: Texts, lines: Sequence[str]) -> str:
    """Returns the sentences of a turn; of too many, the first and the last ones."""
    if len(lines) <= _TURN_SENTENCES:
        return " ".join(lines)
    return texts("story-shortened", first=lines[0], last=" ".join(lines[1 - _TURN_SENTENCES :]))


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
        kept.append(texts("story-earlier", count=left_out))
    return "\n".join(reversed(kept))


def _earlier_turn(view: TableView, turn: int) -> tuple[bool, str]:
    """Returns whether a turn that is over was quiet, and the turn in a few words, or its sentences."""
    if turn not in view.settled:
        events = view.story[turn]
        back = [event["by"] for event in events if event["type"] == "back"]  # no longer news, nor is the absence
        events = [event for event in events if event["type"] not in ("away", "back") or event["by"] not in back]
        quiet = _quiet_turn(view, events)
        told = quiet or _shortened(view.texts, story_lines(view, events))
        view.settled[turn] = quiet is not None, told
    return view.settled[turn]


def _quiet_turn(view: TableView, events: Sequence[Event]) -> str | None:
    """Returns a turn in a few words, such as "Ana: Income +1"; None if another player acted, but for one block.

    Who ran out of time in it is named after that, unless it is the player whose turn it is.
    """
    told = _quiet_words(view, [event for event in events if event["type"] != "silence"])
    late = [*dict.fromkeys(event["by"] for event in events if event["type"] == "silence")]
    if not told or not late:
        return told
    word = "told-late-own" if late == [turn_seat(events)] else "told-late"
    return view.texts(word, told=told, names=view.phrases.names(late), count=len(late))


def _quiet_words(view: TableView, events: Sequence[Event]) -> str | None:
    texts, phrases = view.texts, view.phrases
    told = [event for event in events if event["type"] not in _QUIET and event.get("why") != "price"]
    if not told or told[0]["type"] != "action":
        return None
    action, *taken = told
    target, by, recipient = action.get("target"), action["by"], action.get("recipient")
    facts = {"by": phrases.name(by), "action": phrases.action(action["action"])}
    if {event.get("by") for event in events if event not in taken} != {by}:
        return None
    if [event["type"] for event in taken] == ["claim", "blocked"] and target in (None, taken[0]["by"]):
        blocker, role = phrases.name(taken[0]["by"]), phrases.role(taken[0]["role"])
        return texts("told-blocked", **facts, blocker=blocker, role=role)
    moved = [(event["type"], event.get("by"), event.get("recipient")) for event in taken]
    gained = [event["amount"] for event in events if event["type"] in ("coins", "taken")]
    if recipient is not None:
        if target is not None or moved != [("transfer", by, recipient)]:
            return None
        given = phrases.coins(taken[0]["amount"])
        return texts("told-share", **facts, coins=sum(gained), given=given, recipient=phrases.name(recipient))
    took_nothing = target is None or {event["type"] for event in events} <= {"turn", "action"}
    if moved != ([] if took_nothing else [("transfer", target, by)]):
        return None
    if target is not None:
        coins = sum(event["amount"] for event in taken)
        return texts("told-take", **facts, coins=coins, target=phrases.name(target))
    return texts("told-gain", **facts, coins=sum(gained)) if gained else texts("told-quiet", **facts)


def event_lines(phrases: Phrases, ruleset: str, events: Iterable[Event]) -> list[str]:
    """Returns the lines of public events, in order; `ruleset` is that of the game."""
    lines: list[str] = []
    before, has_exploded = "", False
    for event in _joined(events):
        kind = event["type"]
        if kind in _SILENT or (before == "action" and event.get("why") == "price"):
            continue
        has_exploded |= kind == "exploded"
        if has_exploded and kind == "token" and event["name"] == "bomb" and event.get("off"):
            continue
        word = _word(phrases.texts, ruleset, event, before)
        is_covered = (before, kind) in _COVERED_PAIRS or event.get("action") in _TOLD_BY_EFFECT
        if not is_covered or "off" in event:
            lines.append(phrases.texts(f"story-{word}", **_facts(phrases, event)))
        if kind not in NOT_OF_THE_RULES:
            before = "income" if word in ("act-income", "act-bank") else kind
    return lines


def _joined(events: Iterable[Event]) -> list[Event]:
    """Returns the events, of which several in a row are one: what a player loses (and being out after it), takes,
    gets from several others or pays to draw; who ran out of time.
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
        if event["type"] == last["type"] == "transfer" and _gift(event) == _gift(last):
            joined[-1] = {**last, "givers": (*last.get("givers", (last["by"],)), event["by"])}
            continue
        if event["type"] == "silence":
            earlier = joined.pop()["silent"] if last["type"] == "silence" else ()
            joined.append({**event, "silent": tuple(dict.fromkeys((*earlier, event["by"])))})
            continue
        joined.append({**event, "cards": (event["card"],)} if event["type"] in _CARD_EVENTS else event)
    return joined


def _gift(transfer: Event) -> tuple[int, int]:
    return transfer["recipient"], transfer["amount"]


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
        case "transfer" if "givers" in event:
            return "transfer-each"
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
            case "shared" | "winners" | "silent" | "givers":
                facts["names"] = phrases.names(value)
                facts["count"] = len(value)
            case _:
                pass
    return facts
