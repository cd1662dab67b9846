"""A game without one of its members: under another name, with the same cards, decisions and seed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.store.repositories.deletions import AnonymousGame, Deletion
from bot.store.rows import Absence, Decision, GameRow, Result
from bot.tables.games import free_name, new_game, seed_of
from engine import Game, Move, digest

ANONYMOUS: Final = "Former player"
"""The name of a player whose data was deleted; others of the same game get a number."""
_NAMED_IN_DECISIONS: Final = ("by", "target", "recipient")


def without_member(
    row: GameRow, decisions: Sequence[Decision], result: Result | None, deletion: Deletion
) -> AnonymousGame:
    """Returns a game without a member: an anonymous id and name replace the member's; the seed is stored.

    If the member is still in the game, an AI plays the seat from now on. Another member becomes the host of a game
    that runs. The checksums of decisions are computed again, because they depend on the names; if the game does
    not match them, they are emptied, and it stays set aside.
    """
    user_id, stand_in = deletion.user_id, deletion.stand_in
    seat, seats = row.seat_of(user_id), list(row.seats)
    others = [each.user_id or 0 for each in row.seats if each.is_member and each.user_id != user_id]
    changed = replace(
        row,
        channel_id=stand_in if row.channel_id == -user_id else row.channel_id,
        host_id=row.host_id if row.host_id != user_id else others[0] if row.is_running and others else stand_in,
        ended_by=stand_in if row.ended_by == user_id else row.ended_by,
        seed=row.seed or (None if row.interaction_id is None else seed_of(row)),
    )
    if seat is None:
        return AnonymousGame(changed, None, (), result)
    own = seats.pop(seat)
    old, new = own.name, free_name(seats, ANONYMOUS)
    seats.insert(seat, replace(own, user_id=stand_in, name=new, missed=0, orders=(), salt=None))
    changed = replace(
        changed,
        seats=tuple(seats),
        first=new if row.first == old else row.first,
        start=None if row.start is None else _renamed_start(row.start, old, new),
    )
    checksums, game = _checksums(replace(row, seed=changed.seed), changed, decisions)
    if row.is_running and game is not None and game.is_playing(seat) and not own.away:
        seats[seat] = replace(seats[seat], away=True)
        absences = (*row.absences, Absence(row.decisions, seat, True))
        changed = replace(changed, seats=tuple(seats), absences=absences)
    renamed = None if result is None else replace(result, record=renamed_record(result.record, old, new))
    return AnonymousGame(changed, seat, checksums, renamed)


def renamed_record(record: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    """Returns a record (referee.md) in which a player has another name. Roles and actions keep their names."""

    def swap(value: Any) -> Any:
        return new if value == old else value

    setup: dict[str, Any] = {**record["new"], "players": [swap(name) for name in record["new"]["players"]]}
    return {
        **record,
        "new": _renamed_start(setup, old, new),
        "decisions": [
            {key: swap(fact) if key in _NAMED_IN_DECISIONS else fact for key, fact in decision.items()}
            for decision in record["decisions"]
        ],
        "result": None if record["result"] is None else [swap(name) for name in record["result"]],
    }


def _renamed_start(start: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    """Returns what a deal has decided, with another name of a player."""
    renamed = dict(start)
    if start.get("first") == old:
        renamed["first"] = new
    if start.get("teams") is not None:
        renamed["teams"] = [[new if name == old else name for name in team] for team in start["teams"]]
    return renamed


def _checksums(
    before: GameRow, after: GameRow, decisions: Sequence[Decision]
) -> tuple[tuple[str, ...], Game | None]:
    """Returns the checksums of a game's decisions with the new names, and the game.

    If the game does not match its checksums, they are empty, and the game is None.
    """
    nothing = ("",) * len(decisions), None
    if before.interaction_id is None:
        return nothing
    checksums: list[str] = []
    try:
        game, renamed = new_game(before), new_game(after)
        for decision in decisions:
            for each in (game, renamed):
                each.carry_out(decision.seat, Move.parse(decision.move))
            if digest(game) != decision.checksum:
                return nothing
            checksums.append(digest(renamed))
    except Exception:  # an older game that cannot be replayed must not prevent the deletion
        return nothing
    return tuple(checksums), game
