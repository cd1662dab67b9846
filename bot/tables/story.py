"""Story: the events of a game by turn, with the events that the table adds to those of the rules."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, Literal, TypeAlias

from engine import Event
from engine.editions.mcguire import TURN_EVENTS

Story: TypeAlias = tuple[tuple[Event, ...], ...]
"""The events of each turn, hidden ones included, the oldest turn first."""

NOT_OF_THE_RULES: Final = frozenset(("silence", "ai_failed", "away", "back", "stalled"))
"""The types of the events that a table adds; `stalled`: AI seats decide at random from now on."""
STALL_TURNS: Final = 100
"""The number of turns without a lost card after which AI seats that play alone decide at random."""


def seat_event(kind: Literal["silence", "ai_failed", "away", "back"], seat: int) -> Event:
    """Returns the event that a seat has let the time run out, or that its AI failed and the default was decided.

    `away`: an AI plays for its member, who let the time run out too often. `back`: the member plays again.
    """
    return {"type": kind, "by": seat}


def extend_story(story: Story, events: Iterable[Event], members: Collection[int]) -> Story:
    """Returns a story with events added, each in its turn. `members` are the seats of members."""
    turns = [list(story[-1])]
    for event in events:
        if event["type"] == "turn" and any(told["type"] == "turn" for told in turns[-1]):
            turns.append(_split_gifts(turns[-1]))
        turns[-1].append(event)
        if event["type"] == "turn" and _begins_to_stall((*story[:-1], *turns), members):
            turns[-1].append({"type": "stalled", "turns": STALL_TURNS})
    return (*story[:-1], *map(tuple, turns))


def has_stalled(story: Iterable[Iterable[Event]]) -> bool:
    """Returns whether AI seats that play alone have repeated themselves, so that they now decide at random."""
    return any(event["type"] == "stalled" for turn in story for event in turn)


def _begins_to_stall(story: Sequence[Sequence[Event]], members: Collection[int]) -> bool:
    """Returns whether only AI seats are in the game, and nobody has lost a card for STALL_TURNS."""
    if len(story) <= STALL_TURNS or has_stalled(story):
        return False
    out = {event["by"] for turn in story for event in turn if event["type"] == "eliminated"}
    return out.issuperset(members) and not any(
        event["type"] == "lost" for turn in story[-STALL_TURNS:] for event in turn
    )


def _split_gifts(turn: list[Event]) -> list[Event]:
    """Removes the last events of a turn, in which McGuire's mat gives things to the next turn; returns them."""
    begun = next(at for at, event in enumerate(turn) if event["type"] == "turn")
    gifts = (at for at in range(begun, len(turn)) if turn[at].get("event") in TURN_EVENTS)
    end = next(gifts, len(turn))
    given = turn[end:]
    del turn[end:]
    return given
