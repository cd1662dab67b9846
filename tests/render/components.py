"""Helpers that read rendered messages: components, texts, controls; and check Discord's limits."""

from collections.abc import Iterator
from typing import Any

from discord import ui

from bot.render.controls import MESSAGE_CHARACTERS
from bot.render.custom_id import CUSTOM_ID_PATTERN

MESSAGE_COMPONENTS = 40
_OF_CONTROLS = ("label", "description", "placeholder")


def components(message: ui.LayoutView) -> Iterator[dict[str, Any]]:
    """All components of a message in order, with the options of selects and the pictures beside texts."""
    waiting: list[Any] = list(message.to_components())
    while waiting:
        part = waiting.pop(0)
        beside = [part["accessory"]] if "accessory" in part else []
        waiting[:0] = [*part.get("components", ()), *part.get("options", ()), *beside]
        yield part


def text_of(message: ui.LayoutView) -> str:
    """All texts in the body of a message, one below the other."""
    return "\n".join(part["content"] for part in components(message) if "content" in part)


def sent(message: ui.LayoutView) -> str:
    """Everything that is sent to Discord for a message, as one text."""
    return str(message.to_components())


def fits(message: ui.LayoutView) -> list[dict[str, Any]]:
    """Checks a message against Discord's limits, and that no text of a control is cut. Returns its controls."""
    parts = list(components(message))
    assert not [part for part in parts for key in _OF_CONTROLS if part.get(key, "").endswith("…")]
    assert sum("type" in part for part in parts) <= MESSAGE_COMPONENTS
    assert sum(len(part.get("content", "")) for part in parts) <= MESSAGE_CHARACTERS
    assert all(1 <= len(part["components"]) <= 5 for part in parts if part.get("type") == 1)
    controls = [part for part in parts if "custom_id" in part]
    assert len({part["custom_id"] for part in controls}) == len(controls)
    for part in controls:
        assert len(part["custom_id"]) <= 100
        assert CUSTOM_ID_PATTERN.fullmatch(part["custom_id"])
        if part["type"] == 2:
            assert 1 <= len(part["label"]) <= 80
        elif part["type"] in (5, 6, 8):  # of users, roles or channels
            assert len(part["default_values"]) <= part["max_values"] <= 25
        else:
            assert 1 <= len(part["options"]) <= 25
            assert 1 <= part["max_values"] <= len(part["options"])
            assert len({option["value"] for option in part["options"]}) == len(part["options"])
    return controls
