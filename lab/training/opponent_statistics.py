"""Statistics about the seats in training: what an opponent could know about them from earlier games."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine import Move
from engine.ai.evaluation.action_effects import rulebook
from engine.ai.evaluation.memory import Memory
from engine.moves import CHALLENGE

_FADING: Final = 0.995
"""With each further occasion of a kind, earlier counts of this kind are multiplied by this factor."""
_WIDER_WEIGHT: Final = 5.0
"""In the rate of a narrow kind of occasion, the rate of the wider kind counts as this number of occasions."""

Counts = dict[str, list[float]]
"""The number of hits and of occasions, by kind of occasion; the kind "" is all of them."""


class OpponentStatistics:
    """How often the seats in training lie, challenge and block.

    They are counted by kind of occasion: a wide kind is the claim and the number of players; narrower kinds add
    facts about the claimant.
    """

    def __init__(self) -> None:
        self.lies: Counts = {"": [0.0, 1.0]}
        self.challenges: Counts = {"": [0.0, 1.0]}
        self.blocks: Counts = {"": [0.0, 1.0]}

    def count(self, view: Mapping[str, Any], options: Sequence[Move], move: Move, memory: Memory) -> None:
        """Counts one decision of a seat in training, which saw this view and has this memory of the game."""
        true = view["prompt"]["truthful"][options.index(move)]
        if true is not None:
            _count(self.lies, kinds_of_own_claim(view, move, memory), not true)
        if CHALLENGE in options:
            _count(self.challenges, kinds_of_open_claim(view, memory), move is CHALLENGE)
        if (
            view["claim"] is not None
            and view["claim"]["kind"] == "action"
            and any(each.do == "claim" for each in options)
        ):
            _count(self.blocks, kinds_of_block(view, view["claim"]["action"]["action"]), move.do == "claim")

    def rate(self, counts: Mapping[str, Sequence[float]], kinds: Sequence[str] = ()) -> float:
        """Returns the rate of hits of the last of `kinds`; the kinds before it are wider and contain it."""
        hits, occasions = counts[""]
        rate = hits / occasions
        for kind in kinds:
            hits, occasions = counts.get(kind, (0.0, 0.0))
            rate = (hits + _WIDER_WEIGHT * rate) / (occasions + _WIDER_WEIGHT)
        return rate

    def to_json(self) -> dict[str, Counts]:
        """Returns the statistics as a JSON object."""
        return {"lies": self.lies, "challenges": self.challenges, "blocks": self.blocks}

    def load_json(self, value: Mapping[str, Counts]) -> None:
        """Loads what `to_json` has returned. Raises KeyError if something is missing."""
        self.lies, self.challenges, self.blocks = value["lies"], value["challenges"], value["blocks"]


def _count(counts: Counts, kinds: Sequence[str], hit: bool) -> None:
    for kind in ("", *kinds):
        hits, occasions = counts.get(kind, (0.0, 0.0))
        counts[kind] = [_FADING * hits + hit, _FADING * occasions + 1]


def kinds_of_own_claim(view: Mapping[str, Any], move: Move, memory: Memory) -> Sequence[str]:
    """Returns the kinds of claim that an option of the viewer makes, the widest first."""
    seat = next(at for at, player in enumerate(view["players"]) if player["name"] == view["you"])
    role = move.role if move.action is None else rulebook(view).edition.actions[move.action].role
    return _kinds(view, seat, move.action or move.role or "", role, memory, 0)


def kinds_of_open_claim(view: Mapping[str, Any], memory: Memory) -> Sequence[str]:
    """Returns the kinds of the claim that is being answered, the widest first."""
    claim = view["claim"]
    seat = next(at for at, player in enumerate(view["players"]) if player["name"] == claim["by"])
    word = claim["action"]["action"] if claim["kind"] == "action" else claim["role"]
    return _kinds(view, seat, word, claim["role"], memory, 1)


def kinds_of_block(view: Mapping[str, Any], action: str) -> Sequence[str]:
    """Returns the kind of an action that the viewer may block."""
    return (f"{len(view['players'])} {action}",)


def _kinds(
    view: Mapping[str, Any], seat: int, word: str, role: str | None, memory: Memory, counted: int
) -> Sequence[str]:
    """Returns the kinds of a seat's claim of a role.

    The wide one is the claim and the number of players. The narrow one adds whether the seat has claimed the role
    before, how many other roles it has claimed, and how many cards it has. `counted` is how often the memory has
    already counted this claim itself.
    """
    claims, cards = memory.claims[seat], view["players"][seat]["cards"]
    again = claims.get(role or "", 0.0) > counted
    wide = f"{len(view['players'])} {word}"
    return wide, f"{wide} {again:d} {min(2, len(claims.keys() - {role}))} {cards}"
