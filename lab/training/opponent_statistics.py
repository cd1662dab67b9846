"""The ledger: what can be known of seats in training from earlier games."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.ai.judging.beliefs import Memory
from engine.ai.judging.traits import rulebook
from engine.moves import CHALLENGE, Move

_FADES: Final = 0.995
"""What is left of what the ledger knows of a kind of claim, after each further one."""
_PRIOR: Final = 5.0
"""So many claims like those of a wider kind are counted besides those of a kind."""


class Ledger:
    """What can be known of seats in training across games: how often they lie, challenge and block.

    By what is claimed and by how many play, and more closely by how that claim looks; `lies`, `dares` and `blocks`
    hold the number of hits and of occasions.
    """

    def __init__(self) -> None:
        self.lies: dict[str, list[float]] = {"": [0.0, 1.0]}
        self.dares: dict[str, list[float]] = {"": [0.0, 1.0]}
        self.blocks: dict[str, list[float]] = {"": [0.0, 1.0]}

    def enter(self, view: Mapping[str, Any], options: Sequence[Move], move: Move, memory: Memory) -> None:
        """Enters one decision of a seat in training, which remembers so much of the game."""
        true = view["prompt"]["truthful"][options.index(move)]
        if true is not None:
            _count(self.lies, said(view, move, memory), not true)
        if CHALLENGE in options:
            _count(self.dares, heard(view, memory), move is CHALLENGE)
        if (
            view["claim"] is not None
            and view["claim"]["kind"] == "action"
            and any(each.do == "claim" for each in options)
        ):
            _count(self.blocks, met(view, view["claim"]["action"]["action"]), move.do == "claim")

    def rate(self, known: Mapping[str, Sequence[float]], kinds: Sequence[str] = ()) -> float:
        """How often something happened of a kind, or at all; `kinds` leads from what is wide to what is narrow."""
        hits, of = known[""]
        rate = hits / of
        for kind in kinds:
            own, occasions = known.get(kind, (0.0, 0.0))
            rate = (own + _PRIOR * rate) / (occasions + _PRIOR)
        return rate


def _count(known: dict[str, list[float]], kinds: Sequence[str], hit: bool) -> None:
    for key in ("", *kinds):
        hits, of = known.get(key, (0.0, 0.0))
        known[key] = [_FADES * hits + hit, _FADES * of + 1]


def said(view: Mapping[str, Any], move: Move, memory: Memory) -> Sequence[str]:
    """The kinds of claim that an option of the viewer makes."""
    seat = next(at for at, player in enumerate(view["players"]) if player["name"] == view["you"])
    role = move.role if move.action is None else rulebook(view).edition.actions[move.action].role
    return _kinds(view, seat, move.action or move.role or "", role, memory, 0)


def heard(view: Mapping[str, Any], memory: Memory) -> Sequence[str]:
    """The kinds of the claim that lies open."""
    claim = view["claim"]
    seat = next(at for at, player in enumerate(view["players"]) if player["name"] == claim["by"])
    word = claim["action"]["action"] if claim["kind"] == "action" else claim["role"]
    return _kinds(view, seat, word, claim["role"], memory, 1)


def met(view: Mapping[str, Any], action: str) -> Sequence[str]:
    """The kind of an action that the viewer may block."""
    return (f"{len(view['players'])} {action}",)


def _kinds(
    view: Mapping[str, Any], seat: int, word: str, role: str | None, memory: Memory, counted: int
) -> Sequence[str]:
    """What is claimed; then also whether for the first time, after how many other roles, with how many cards."""
    claims, cards = memory.claims[seat], view["players"][seat]["cards"]
    again = claims.get(role or "", 0.0) > counted
    wide = f"{len(view['players'])} {word}"
    return wide, f"{wide} {again:d} {min(2, len(claims.keys() - {role}))} {cards}"
