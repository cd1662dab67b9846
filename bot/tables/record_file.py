"""The file of a game that has ended: its record, what proves that its cards were dealt fairly, and its check."""

import json
from collections.abc import Mapping
from itertools import zip_longest
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

from pydantic import BaseModel, Field

from bot.refusals import Refusal
from bot.store.rows import Status
from bot.tables.seed_commitment import commitment, game_seed, seat_commitment
from bot.tables.state import TableState
from engine import RULES_VERSION, Game, Move, Refused
from engine.editions.mcguire import MAT_DEALT

VERSION: Final = 1
"""The version of the file's format; files that were given before there were versions have none."""
MAX_RECORD_BYTES: Final = 2_000_000
"""The size of the largest file that is checked: some 10,000 decisions."""
HASH_DIGITS: Final = 64


def record_file(state: TableState) -> dict[str, Any] | None:
    """Returns the file of a table's game as JSON values; None until the game has ended.

    It has the versions of the format and of the rules, the id of the game, its `seed_proof`, and in `deal` the
    `deck` before the deal, the first `hands` by seat, and the cards on McGuire's `mat`, as they were dealt.
    Without `deal`, the rules of now cannot replay the game.
    """
    proof = seed_proof(state)
    if proof is None:
        return None
    file = {"version": VERSION, "rules_version": state.rules_version, "game": state.id, **proof}
    return file if state.game is None else file | {"deal": first_cards(proof["record"])}


def seed_proof(state: TableState) -> dict[str, Any] | None:
    """Returns what proves that a table's shuffle was fixed before the game; None until the game has ended."""
    if state.status is Status.OVER and state.result is not None:
        record = state.result.record
    elif state.status is Status.CLOSED and state.latest is not None:
        record = state.latest.record()
    else:
        return None
    return {
        "commitment": state.commitment,
        "server_seed": state.server_seed.hex(),
        "interaction": str(state.interaction_id),
        "seats": [seat.seed_part for seat in state.seats],
        "members": [
            None if seat.salt is None else {"user_id": str(seat.user_id), "salt": seat.salt}
            for seat in state.seats
        ],
        "record": record,
    }


def first_cards(record: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the `deal` of a record (see `record_file`). Raises engine.Refused if the rules do not allow it."""
    table = Game.begin(record).table
    turned_up = ((event["event"], event["card"]) for event in table.events if event["type"] == "mat")
    mat = {**table.house.mat, **dict(turned_up)}
    return {
        "deck": list(table.edition.deck),
        "hands": [list(hand) for hand in table.hands],
        "mat": [mat[event] for event, _ in MAT_DEALT if event in mat],
    }


_Hash: TypeAlias = Annotated[str, Field(pattern=f"^[0-9a-f]{{{HASH_DIGITS}}}$")]
_Number: TypeAlias = Annotated[str, Field(pattern="^[0-9]{1,20}$")]


class _New(BaseModel):
    seed: _Hash


class _Record(BaseModel):
    new: _New


class _Member(BaseModel):
    user_id: _Number
    salt: _Hash


class _RecordFile(BaseModel):
    """The fields of a record's file that the check reads (see `record_file`)."""

    commitment: _Hash
    server_seed: _Hash
    interaction: _Number
    seats: list[_Number | _Hash | None]
    members: list[_Member | None] = []
    record: _Record


class RecordCheck(NamedTuple):
    """The outcome of each check of a record: True, False, or None if it cannot be made.

    `commitment`: the server seed has it. `seed`: it follows from the server seed, the click on Start and the
    seats; not to be made if a seat's part was deleted. `game`: the cards follow from the seed, all decisions are
    legal, and they lead to the result; not to be made if the game was played by other rules. `members`: the
    commitments of the seats are those of the members; not to be made if a member's data was deleted.
    """

    commitment: bool
    seed: bool | None
    game: bool | None
    members: bool | None


def read_record(data: bytes) -> dict[str, Any]:
    """Returns the content of a file of a record. Raises Refusal if it is not such a file."""
    try:
        file: Any = json.loads(data)
        if file.get("version", VERSION) != VERSION:
            raise Refusal("record-version")
        _RecordFile.model_validate(file)
    except (AttributeError, RecursionError, ValueError):  # it is no JSON, no object, or lacks fields
        raise Refusal("record-unreadable") from None
    return file


def check_record(file: Mapping[str, Any]) -> RecordCheck:
    """Checks the content of a file of a record, which may have been changed in any way."""
    server_seed, seats = bytes.fromhex(file["server_seed"]), file["seats"]
    seed = None if None in seats else game_seed(server_seed, int(file["interaction"]), seats)
    return RecordCheck(
        commitment(server_seed) == file["commitment"],
        None if seed is None else seed == file["record"]["new"]["seed"],
        _is_game_right(file) if file.get("rules_version", RULES_VERSION) == RULES_VERSION else None,
        _are_members_right(file),
    )


def is_same_game(file: Mapping[str, Any], check: RecordCheck, own: Mapping[str, Any]) -> bool | None:
    """Returns whether a file that was checked has the same game as another file, which is genuine.

    The names of players may differ: some may have been deleted. None if that leaves it open, because the game can
    no longer be replayed.
    """
    if file["commitment"] != own["commitment"] or check.game is False:
        return False
    if file["record"] == own["record"]:
        return True
    return _moves(file["record"]) == _moves(own["record"]) if check.game else None


def _is_game_right(file: Mapping[str, Any]) -> bool:
    record = file["record"]
    try:
        Game.replay(record)
        deal = first_cards(record)
    except Refused:
        return False
    return file.get("deal", deal) == deal


def _are_members_right(file: Mapping[str, Any]) -> bool | None:
    """Returns whether the commitments are those of the members. A seat without one has its id in its place."""
    is_known = True
    for seat, member in zip_longest(file["seats"], file.get("members", ())):
        if seat is None or (len(seat) == HASH_DIGITS and member is None):
            is_known = False
        elif member is not None and seat != seat_commitment(member["salt"], int(member["user_id"])):
            return False
    return is_known or None


def _moves(record: Mapping[str, Any]) -> list[tuple[int, Move]]:
    """Returns the decisions of a record, with seats in place of names."""
    names: list[str] = record["new"]["players"]
    moves: list[tuple[int, Move]] = []
    for decision in record["decisions"]:
        facts = {key: fact for key, fact in decision.items() if key != "by"}
        moves.append((names.index(decision["by"]), Move.from_json(facts, names)))
    return moves
