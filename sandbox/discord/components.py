"""Discord's components: their types, and how a tree of them is walked and numbered."""

from typing import Any

from sandbox.json_helpers import Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
TEXT, THUMBNAIL, GALLERY, SEPARATOR, CONTAINER, LABEL = 10, 11, 12, 14, 17, 18
"""Types of components."""
SELECTS = (STRING_SELECT, 5, 6, 7, 8)
LINK = 5
"""The style of a button that opens an address."""

DEFAULTS: dict[int, Json] = {
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
    THUMBNAIL: {"description": None, "spoiler": False},
    SEPARATOR: {"spacing": 1, "divider": True},
    CONTAINER: {"accent_color": None, "spoiler": False},
}
"""The defaults that Discord adds to components, by type."""


def walk(components: Any) -> list[Json]:
    """Every component of a tree, depth first, in the order in which Discord numbers them."""
    found: list[Json] = []
    for component in components or ():
        found.append(component)
        if "components" in component:
            found += walk(component["components"])
        for only in ("accessory", "component"):
            if only in component:
                found += walk((component[only],))
    return found


def number_components(components: list[Json]) -> list[Json]:
    """A copy of the components as Discord returns them: each with an `id` and with its defaults."""
    taken = {component["id"] for component in walk(components) if component.get("id")}
    following = iter(range(1, 10_000))

    def copy(component: Json) -> Json:
        own = component.get("id") or next(number for number in following if number not in taken)
        given = _text_emoji_id({key: value for key, value in component.items() if value is not None})
        result = {**DEFAULTS.get(component["type"], {}), **given, "id": own}
        if "options" in component:
            result["options"] = [_text_emoji_id(option) for option in component["options"]]
        if "components" in component:
            result["components"] = [copy(child) for child in component["components"]]
        for only in ("accessory", "component"):
            if only in component:
                result[only] = copy(component[only])
        return result

    return [copy(component) for component in components]


def _text_emoji_id(part: Json) -> Json:
    """A button or option with its emoji's id as a text, as Discord returns it; clients may send a number."""
    emoji: Json = part.get("emoji") or {}
    return part | {"emoji": emoji | {"id": str(emoji["id"])}} if emoji.get("id") else part
