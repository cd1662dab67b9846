"""Request bodies: valid ones, invalid ones with the path of their error, and randomly damaged ones."""

import random
from typing import Any

LAYOUT = 1 << 15


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def button(own: str = "b", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Press", "custom_id": own} | more


def select(own: str = "s", **more: Any) -> dict[str, Any]:
    options = [{"label": name, "value": name} for name in ("one", "two")]
    return {"type": 3, "custom_id": own, "options": options} | more


def text(content: str = "x") -> dict[str, Any]:
    return {"type": 10, "content": content}


def layout(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"flags": LAYOUT, "components": list(parts)} | more


def box(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 17, "components": list(parts)}


def in_row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"content": "x", "components": [row(*parts)]}


ROW = "components.0.components"
GOOD = {
    "words": {"content": "x" * 2000},
    "buttons": in_row(*[button(str(n)) for n in range(5)]),
    "link": in_row({"type": 2, "style": 5, "label": "l", "url": "https://x.test"}),
    "select": in_row(select()),
    "members": in_row({"type": 5, "custom_id": "m", "default_values": [{"id": "1", "type": "user"}]}),
    "pictures": layout({"type": 12, "items": [{"media": {"url": "https://x.test/a.png"}, "description": "d"}]}),
    "40 parts": layout(box(*[text() for _ in range(39)])),
    "section": layout({"type": 9, "components": [text()], "accessory": button()}),
    "4000 characters": layout(text("x" * 2000), box(text("y" * 2000))),
    "nonce": {"content": "x", "nonce": "1", "enforce_nonce": True},
    "mentions": {"content": "<@1>", "allowed_mentions": {"parse": [], "users": ["1"]}, "tts": False},
}

BAD = {
    "content too long": ({"content": "x" * 2001}, "content"),
    "content no text": ({"content": {"a": 1}}, "content"),
    "flags no number": ({"content": "x", "flags": "many"}, "flags"),
    "mentions no table": ({"content": "x", "allowed_mentions": [1]}, "allowed_mentions"),
    "mentions both listed and parsed": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
    ),
    "attachments no list": ({"content": "x", "attachments": 5}, "attachments"),
    "components no list": ({"content": "x", "components": {}}, "components"),
    "options no list": (in_row(select(options=5)), f"{ROW}.0.options"),
    "a slip": ({"contents": "x"}, "contents"),
    "an embed, which the sandbox lacks": ({"embeds": [{"title": "x"}]}, "embeds"),
    "twice the same custom id": (in_row(button("a"), button("a")), f"{ROW}.1.custom_id"),
    "custom id too long": (in_row(button("a" * 101)), f"{ROW}.0.custom_id"),
    "button without a custom id": (in_row({"type": 2, "style": 1, "label": "x"}), f"{ROW}.0.custom_id"),
    "button without words": (in_row({"type": 2, "style": 1, "custom_id": "x"}), f"{ROW}.0.label"),
    "link with a custom id": (in_row(button(style=5, url="https://x.test")), f"{ROW}.0.custom_id"),
    "label too long": (in_row(button(label="x" * 81)), f"{ROW}.0.label"),
    "six rows": ({"content": "x", "components": [row(button(str(n))) for n in range(6)]}, "components"),
    "six buttons in a row": (in_row(*[button(str(n)) for n in range(6)]), ROW),
    "an empty row": (in_row(), ROW),
    "a select beside a button": (in_row(select(), button()), ROW),
    "26 options": (
        in_row(select(options=[{"label": str(n), "value": str(n)} for n in range(26)])),
        f"{ROW}.0.options",
    ),
    "twice the same option": (
        in_row(select(options=[{"label": "x", "value": "x"}] * 2)),
        f"{ROW}.0.options.1.value",
    ),
    "more to choose than there is": (in_row(select(max_values=3)), f"{ROW}.0.max_values"),
    "unknown type": ({"content": "x", "components": [{"type": 99}]}, "components.0.type"),
    "no objects": ({"content": "x", "components": ["row"]}, "components.0"),
    "layout parts without the flag": ({"components": [text()]}, "components.0.type"),
    "layout with content": (layout(text(), content="x"), "content"),
    "41 parts": (layout(box(*[text() for _ in range(40)])), "components"),
    "4001 characters": (layout(text("x" * 2001), box(text("y" * 2000))), "components"),
    "an empty text": (layout(text("")), "components.0.content"),
    "a box in a box": (layout(box(box(text()))), f"{ROW}.0.type"),
    "an empty box": (layout(box()), ROW),
    "a section without an accessory": (layout({"type": 9, "components": [text()]}), "components.0.accessory"),
    "a bare button": (layout(button()), "components.0.type"),
    "a picture from nowhere": (
        layout({"type": 12, "items": [{"media": {"url": "file:///x.png"}}]}),
        "components.0.items.0.media.url",
    ),
}


def command(**more: Any) -> dict[str, Any]:
    return {"name": "coup", "description": "A game", "type": 1} | more


def option(name: str = "o", **more: Any) -> dict[str, Any]:
    return {"type": 3, "name": name, "description": "d"} | more


BAD_COMMANDS = {
    "a capital letter": (command(name="Coup"), "0.name"),
    "a blank": (command(name="a game"), "0.name"),
    "no description": (command(description=""), "0.description"),
    "a long description": (command(description="x" * 101), "0.description"),
    "26 options": (command(options=[option(f"o{n}") for n in range(26)]), "0.options"),
    "twice the same option": (command(options=[option(), option()]), "0.options.1.name"),
    "required after optional": (command(options=[option("a"), option("b", required=True)]), "0.options.1"),
    "choices and autocomplete": (
        command(options=[option(autocomplete=True, choices=[{"name": "x", "value": "x"}])]),
        "0.options.0.choices",
    ),
    "a translated name with a blank": (command(name_localizations={"de": "ein Spiel"}), "0.name_localizations.de"),
    "a translated description that is too long": (
        command(options=[option(description_localizations={"de": "x" * 101})]),
        "0.options.0.description_localizations.de",
    ),
    "an unknown language": (command(description_localizations={"xx": "x"}), "0.description_localizations.xx"),
    "more than 8000 characters, in translation": (
        command(
            options=[
                option(
                    f"o{n}",
                    choices=[
                        {"name": "x", "name_localizations": {"de": "x" * 100}, "value": f"{m}"} for m in range(25)
                    ],
                )
                for n in range(4)
            ]
        ),
        "0",
    ),
    "26 choices": (
        command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])]),
        "0.options.0.choices",
    ),
}


def label(part: dict[str, Any]) -> dict[str, Any]:
    return {"type": 18, "label": "Label", "component": part}


BAD_FORMS = {
    "a disabled select": select(disabled=True),
    "a required select that may be left empty": select(min_values=0),
    "an input with a label of its own": {"type": 4, "custom_id": "t", "style": 1, "label": "x"},
    "a value longer than it may be": {"type": 4, "custom_id": "t", "style": 1, "value": "xx", "max_length": 1},
}
GOOD_FORM = [label(select(min_values=0, required=False)), label({"type": 4, "custom_id": "t", "style": 1}), text()]

JUNK = (None, 1.5, -1, 10**30, "x", "", "x" * 5000, [], [1], {}, {"type": 1}, [{}], [None])


def spoiled(chance: random.Random, body: Any) -> Any:
    """A copy with one part replaced by junk or removed."""
    if not body or not isinstance(body, dict | list) or chance.random() < 0.15:
        return chance.choice(JUNK)
    copy = body.copy()
    key = chance.choice(list(copy) if isinstance(copy, dict) else range(len(copy)))
    if chance.random() < 0.15:
        del copy[key]
    else:
        copy[key] = spoiled(chance, copy[key])
    return copy
