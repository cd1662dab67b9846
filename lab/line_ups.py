"""Line-ups: which players meet at a table, and how they take turns in its seats."""

import random
from collections.abc import Hashable, Sequence
from itertools import combinations, combinations_with_replacement, permutations
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def line_ups(among: Sequence[T], seats: int, deals: int, seed: int) -> list[tuple[int, tuple[T, ...]]]:
    """Returns the numbers of deals, each with a line-up that plays it; all play the same deals.

    First each player plays, as "hero", against a "field": seats that are all played by one other player. Then
    follow `deals` mixed line-ups.
    """
    # With two players each is a hero, so that one line-up for each pair is enough.
    pairs = (combinations if seats == 2 else permutations)(among, 2)
    plan = [(deal, (hero, *[field] * (seats - 1))) for hero, field in pairs for deal in range(deals)]
    if len(among) > 2 and seats > 2:
        mixed = [each for each in combinations_with_replacement(among, seats) if len(set(each)) > 2]
        chance = random.Random(f"{seed} mixed")
        plan += [(deal, chance.choice(mixed)) for deal in range(deals)]
    return plan


def rotated(line_up: Sequence[T], shift: int) -> tuple[T, ...]:
    """Returns a line-up in which everybody sits that many seats further on."""
    return tuple(line_up[(seat - shift) % len(line_up)] for seat in range(len(line_up)))


def seatings(line_up: Sequence[T]) -> list[tuple[T, ...]]:
    """Returns all different rotations of a line-up: everybody plays in every seat."""
    return list(dict.fromkeys(rotated(line_up, shift) for shift in range(len(line_up))))
