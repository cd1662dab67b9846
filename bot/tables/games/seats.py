"""Seats of members and AI players, each with a name that no other seat of the table has."""

import random
from collections.abc import Sequence
from typing import Final

from bot.refusals import Refusal
from bot.store.rows import Seat
from bot.tables.seed_commitment import draw_salt, seat_commitment
from engine.ai import KINDS, LEVELS, TEMPERAMENTS

USUAL_KIND: Final = "medium"
"""The kind of AI seats if neither host nor server has chosen one."""
AI_NAMES: Final = ("Iris", "Jonas", "Kira", "Leon", "Mila", "Nils", "Olga", "Paul", "Rosa", "Sven")


def member_seat(user_id: int, name: str) -> Seat:
    """Returns a seat for a member, with a salt of its own (see `bot.tables.seed_commitment`)."""
    salt = draw_salt()
    return Seat(user_id, name, salt=salt, commitment=seat_commitment(salt, user_id))


def ai_seat(seats: Sequence[Seat], kind: str, temperament: str | None, chance: random.Random) -> Seat:
    """Returns a seat for an AI, in addition to `seats`. Raises Refusal for an unknown kind or temperament.

    If no temperament is given, one that is not at the table yet is drawn.
    """
    if kind not in KINDS or (temperament is not None and (temperament not in TEMPERAMENTS or kind not in LEVELS)):
        raise Refusal("no-ai")
    if temperament is None and kind in LEVELS:
        left = [name for name in TEMPERAMENTS if name not in [seat.temperament for seat in seats]]
        temperament = chance.choice(left or list(TEMPERAMENTS))
    taken = {seat.name for seat in seats}
    name = next((name for name in AI_NAMES if name not in taken), AI_NAMES[0])
    return Seat(None, free_name(seats, name), kind, temperament=temperament)


def key_of(user_id: int | None, name: str) -> str:
    """Returns the key of a seat in a custom id: its member's id, or the name of its AI."""
    return name if user_id is None else str(user_id)


def free_name(seats: Sequence[Seat], wanted: str) -> str:
    """Returns the wanted name, followed by a number if one of the seats already has it."""
    taken = {seat.name for seat in seats}
    if wanted not in taken:
        return wanted
    return next(name for name in (f"{wanted} ({number})" for number in range(2, 99)) if name not in taken)
