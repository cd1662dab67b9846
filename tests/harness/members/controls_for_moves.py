"""The controls of a message that lead to a decision, whatever their labels say and however they are arranged."""

from collections.abc import Iterator, Sequence
from typing import Any

from bot.render.custom_id import ANSWERING, CUSTOM_ID_PATTERN, PartialMove, decode_move, find_keep, gift_slots
from engine import Move
from tests.harness.discord import controls, shown


def control_for(message: Any, move: Move, options: Sequence[Move], cards: Sequence[str]) -> tuple[str, list[str]]:
    """Returns the custom id of the control that leads to a move, and the values to choose if it is a select.

    `options` and `cards` are those of the player who is asked. Raises LookupError if no control does.
    """
    offered = list(_offered(message, move, cards))
    found = [each for each in offered if _leads(each[1], each[2], move, options, cards)]
    found += [each for each in offered if each[1] == "choose"]
    if not found:
        raise LookupError(f"no control leads to {move}: {shown(message)}, {offered}")
    custom_id, _, argument, is_select = found[0]
    return custom_id, argument.split(".") if is_select and move.cards is not None else [argument] * is_select


def control_of(message: Any, op: str) -> str:
    """Returns the custom id of the control of a message with this operation, an empty text if there is none."""
    found = (part["custom_id"] for part in controls(message))
    return next((custom_id for custom_id in found if custom_id.split(":")[2:3] == [op]), "")


def asks(message: Any, question: int) -> bool:
    """Returns whether a message has a control that answers the question of this number."""
    matches = (CUSTOM_ID_PATTERN.fullmatch(part["custom_id"]) for part in controls(message))
    return any(match and match["op"] in ANSWERING and int(match["seq"]) == question for match in matches)


def _offered(message: Any, move: Move, cards: Sequence[str]) -> Iterator[tuple[str, str, str, bool]]:
    """Yields what can be clicked: the custom id, its operation, the argument, and whether it is a select's."""
    for part in controls(message):
        match = CUSTOM_ID_PATTERN.fullmatch(part["custom_id"])
        if match is None:
            continue
        values = [option["value"] for option in part.get("options", ())]
        if part.get("max_values", 1) > 1:
            values = [".".join(_kept(values, move, cards))]
        for argument in values or [match["arg"] or ""]:
            yield part["custom_id"], match["op"], argument, bool(values)


def _kept(slots: Sequence[str], move: Move, cards: Sequence[str]) -> list[str]:
    """Returns the slots among `slots` of the cards that a move keeps."""
    left = list(move.cards or ())
    kept = list[str]()
    for slot in slots:
        if cards[int(slot)] in left:
            left.remove(cards[int(slot)])
            kept.append(slot)
    return kept


def _leads(op: str, argument: str, move: Move, options: Sequence[Move], cards: Sequence[str]) -> bool:
    """Returns whether a control makes a decision, or chooses a part of it."""
    match op:
        case "answer" | "sure":
            return decode_move(argument, options, cards) == move
        case "act" | "pick":
            return move in PartialMove.of(options, argument.split(".")).moves
        case "keep":
            slots = [int(slot) for slot in argument.split(".")]
            gifts = gift_slots(slots, options, cards)
            return move in {find_keep(slots, gift, options, cards) for gift in gifts or [None]}
        case "gift":
            *slots, given = (int(slot.removeprefix("g")) for slot in argument.split("."))
            return find_keep(slots, given, options, cards) == move
        case _:
            return False
