"""The story of earlier turns in a turn's message: the last round, or turns that had no message of their own."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from bot.render.icons import without_icons
from bot.render.messages.story import story_lines, turn_seat
from bot.render.texts.catalogue import Texts
from bot.render.view_model import TableView
from engine import Event

_CHARACTERS: Final = 700
"""Limit of the story, not counting emojis.

Of Discord's 4,000, the players, the question and the roles need up to 1,600.
"""
_QUIET: Final = frozenset(("turn", "coins", "exchanged"))
"""Types of events, besides the action, of a turn in which nobody but its player did anything."""


def last_round(view: TableView, turn: int) -> str:
    """Returns the story of the last turns before `turn`, one for each seat; quiet turns in a row are one line."""
    turns = range(max(0, turn - len(view.seats)), turn)
    lines: list[str] = []
    for quiet, run in groupby(turns, lambda number: _quiet_turn(view, number) is not None):
        numbers = list(run)
        lines += _quiet_lines(view, numbers) if quiet else [_turn_line(view, number) for number in numbers]
    return lines_within(view.texts, lines, _CHARACTERS)


def turns_between(view: TableView, since: int | None, turn: int) -> str:
    """Returns the story of the turns from `since` up to `turn` (not included), a line each."""
    if since is None:
        return ""
    lines: list[str] = []
    for number in range(since, turn):
        seat = turn_seat(view.story[number])
        name = "" if seat is None else view.phrases.title(seat)
        title = view.texts("log-turn", turn=number + 1, name=name)
        lines.append(f"-# {title}. {' '.join(story_lines(view, view.story[number]))}")
    return lines_within(view.texts, lines, _CHARACTERS)


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


def _turn_line(view: TableView, turn: int) -> str:
    story = " ".join(story_lines(view, view.story[turn])) or view.texts("story-none")
    return view.texts("told-turn", turn=turn + 1, story=story)


def _quiet_lines(view: TableView, turns: Sequence[int]) -> Iterator[str]:
    """Returns the line for consecutive quiet turns (see `_quiet_turn`)."""
    story = ", ".join(_quiet_turn(view, turn) or "" for turn in turns)
    if len(turns) == 1:
        yield view.texts("told-turn", turn=turns[0] + 1, story=story)
    else:
        yield view.texts("told-turns", first=turns[0] + 1, last=turns[-1] + 1, story=story)


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
