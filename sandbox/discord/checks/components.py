"""Discord's rules for components: where each type is allowed, how many there may be, and their fields."""

from collections.abc import Callable, Container
from dataclasses import dataclass, field
from typing import Any

from sandbox.discord.checks import field_checks
from sandbox.discord.checks.errors import FormErrors, Path
from sandbox.discord.components import (
    BUTTON,
    CHECKBOX,
    CHECKBOXES,
    CONTAINER,
    FILE,
    GALLERY,
    LABEL,
    LINK,
    PREMIUM,
    RADIO,
    ROW,
    SECTION,
    SELECTS,
    SEPARATOR,
    STRING_SELECT,
    TEXT,
    TEXT_INPUT,
    THUMBNAIL,
    UPLOAD,
)
from sandbox.json_helpers import Json, is_object

MAX_COMPONENTS, MAX_ROWS, MAX_TEXT_CHARACTERS = 40, 5, 4000
"""Limits of the components in a layout, of rows outside a layout, and of the text shown in a layout."""

LEGACY_TOP = (ROW,)
INSIDE = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
LAYOUT_TOP = (*INSIDE, CONTAINER)
MODAL_TOP = (ROW, TEXT, LABEL)
INVALID_EMOJI = ("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
"""Code and message of the error, for buttons and for options of selects."""
DEFAULT_TYPES = {5: ("user",), 6: ("role",), 7: ("user", "role"), 8: ("channel",)}
"""The types of preselected values, by the type of the select."""
LABELLED = (*SELECTS, TEXT_INPUT, UPLOAD, RADIO, CHECKBOXES, CHECKBOX)


def check_message_components(
    errors: FormErrors, path: Path, components: Any, *, layout: bool, emojis: Container[int], files: Container[str]
) -> None:
    """Adds the errors of a message's components.

    `layout` says whether the message has the V2 flag; `emojis` are the ids of custom emojis that exist, `files`
    the names of the message's files.
    """
    check = _ComponentCheck(errors, emojis, files, modal=False)
    high = MAX_COMPONENTS if layout else MAX_ROWS
    check.children(path, components, LAYOUT_TOP if layout else LEGACY_TOP, high=high)
    if layout and check.count > MAX_COMPONENTS:
        errors.add(
            path, "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_COMPONENTS} or fewer in length, nested ones counted."
        )
    if check.shown > MAX_TEXT_CHARACTERS:
        errors.add(
            path,
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"The total displayable text size of all components exceeds the maximum of {MAX_TEXT_CHARACTERS}",
        )


def check_modal_components(errors: FormErrors, path: Path, components: Any, emojis: Container[int]) -> None:
    """Adds the errors of a modal's components."""
    _ComponentCheck(errors, emojis, (), modal=True).children(
        path, components, MODAL_TOP, low=1, high=5, required=True
    )


@dataclass
class _ComponentCheck:
    """A check in progress of one tree of components: what was counted so far."""

    errors: FormErrors
    emojis: Container[int]
    files: Container[str]
    modal: bool
    count: int = 0
    shown: int = 0
    custom_ids: set[str] = field(default_factory=set[str])
    ids: set[int] = field(default_factory=set[int])

    def children(
        self,
        path: Path,
        components: Any,
        allowed: tuple[int, ...],
        *,
        low: int = 0,
        high: int,
        required: bool = False,
    ) -> list[Json]:
        """Checks a list of components, each of which must have an allowed type."""
        found = field_checks.items(self.errors, path, components, low=low, high=high, required=required)
        for position, component in enumerate(found):
            self.one((*path, position), component, allowed)
        return found

    def one(self, path: Path, component: Any, allowed: tuple[int, ...]) -> None:
        """Checks one component and those nested in it."""
        if not is_object(component):
            self.errors.add(path, *field_checks.REQUIRED)
            return
        self.count += 1
        kind = component.get("type")
        if kind not in allowed:
            message = f'Value of field "type" must be one of {allowed}.'
            self.errors.add((*path, "type"), "UNION_TYPE_CHOICES", message)
            return
        if own := component.get("id"):
            if own in self.ids:
                self.errors.add((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            self.ids.add(own)
        if checker := CHECKS.get(kind):
            checker(self, path, component)

    def custom_id(self, path: Path, component: Json) -> None:
        """Checks that a custom id is present, short enough and unique."""
        path = (*path, "custom_id")
        custom_id = component.get("custom_id")
        if not field_checks.text(self.errors, path, custom_id, low=1, high=100, required=True):
            return
        if custom_id in self.custom_ids:
            code = "COMPONENT_CUSTOM_ID_DUPLICATED"
            self.errors.add(path, code, "Component custom id cannot be duplicated")
        self.custom_ids.add(str(custom_id))

    def emoji(self, path: Path, component: Json) -> None:
        """Checks that an emoji is one of this application's or, without an id, a character."""
        if component.get("emoji") is None:
            return
        path = (*path, "emoji")
        emoji = field_checks.mapping(self.errors, path, component["emoji"])
        if emoji.get("id") is not None:
            found = str(emoji["id"])
            if not found.isdecimal() or int(found) not in self.emojis:
                self.errors.add((*path, "id"), *INVALID_EMOJI)
        elif str(emoji.get("name") or "").isascii():
            self.errors.add((*path, "name"), *INVALID_EMOJI)


def _row(check: _ComponentCheck, path: Path, row: Json) -> None:
    allowed = (TEXT_INPUT,) if check.modal else (BUTTON, *SELECTS)
    path = (*path, "components")
    found = check.children(path, row.get("components"), allowed, low=1, high=5, required=True)
    if len(found) > 1 and any(component.get("type") != BUTTON for component in found):
        message = "The specified component exceeds the maximum width"
        check.errors.add(path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)


def _button(check: _ComponentCheck, path: Path, button: Json) -> None:
    errors, style = check.errors, button.get("style")
    if style not in range(1, 7):
        errors.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6).")
        return
    field_checks.text(errors, (*path, "label"), button.get("label"), high=80)
    check.emoji(path, button)
    if style == LINK:
        field_checks.text(errors, (*path, "url"), button.get("url"), low=1, high=512, required=True)
    elif style != PREMIUM:
        check.custom_id(path, button)
    if style in (LINK, PREMIUM) and button.get("custom_id"):
        message = "A custom id and url cannot both be specified"
        errors.add((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_AND_URL_MUTUALLY_EXCLUSIVE", message)
    if style not in (LINK, PREMIUM) and button.get("url"):
        message = "A custom id and url cannot both be specified"
        errors.add((*path, "url"), "BUTTON_COMPONENT_CUSTOM_ID_AND_URL_MUTUALLY_EXCLUSIVE", message)
    if style != PREMIUM and not button.get("label") and not button.get("emoji"):
        message = "A button must have a label or an emoji"
        errors.add((*path, "label"), "BUTTON_COMPONENT_INVALID_LABEL", message)


def _select(check: _ComponentCheck, path: Path, select: Json) -> None:
    errors = check.errors
    check.custom_id(path, select)
    field_checks.text(errors, (*path, "placeholder"), select.get("placeholder"), high=150)
    least = field_checks.number(errors, (*path, "min_values"), select.get("min_values"), low=0, high=25, default=1)
    most = field_checks.number(errors, (*path, "max_values"), select.get("max_values"), low=1, high=25, default=1)
    if least > most:
        errors.add((*path, "min_values"), "BASE_TYPE_BAD_LENGTH", "Must not be greater than max_values.")
    if select.get("type") != STRING_SELECT:
        _default_values(check, path, select, least, most)
    else:
        options = _options(check, path, select, high=25)
        if options and most > len(options):
            message = "Must not be greater than the number of options."
            errors.add((*path, "max_values"), "BASE_TYPE_BAD_LENGTH", message)
        if sum(1 for option in options if option.get("default")) > most:
            message = "More options are preselected than may be chosen."
            errors.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", message)


def _default_values(check: _ComponentCheck, path: Path, select: Json, least: int, most: int) -> None:
    """Checks the users, roles or channels that are preselected in a select, if any are."""
    path = (*path, "default_values")
    allowed = DEFAULT_TYPES[select["type"]]
    presets = field_checks.items(check.errors, path, select.get("default_values") or None, low=least, high=most)
    for position, preset in enumerate(presets):
        if preset.get("type") not in allowed:
            check.errors.add((*path, position, "type"), "BASE_TYPE_CHOICES", f"Value must be one of {allowed}.")


def _options(check: _ComponentCheck, path: Path, component: Json, *, high: int) -> list[Json]:
    path = (*path, "options")
    options = field_checks.items(check.errors, path, component.get("options"), low=1, high=high, required=True)
    values: set[Any] = set()
    for position, option in enumerate(options):
        here = (*path, position)
        field_checks.text(check.errors, (*here, "label"), option.get("label"), low=1, high=100, required=True)
        field_checks.text(check.errors, (*here, "description"), option.get("description"), high=100)
        check.emoji(here, option)
        value = option.get("value")
        if not field_checks.text(check.errors, (*here, "value"), value, low=1, high=100, required=True):
            continue
        if value in values:
            message = "The specified option value is already used"
            check.errors.add((*here, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
        values.add(value)
    return options


def _section(check: _ComponentCheck, path: Path, section: Json) -> None:
    check.children((*path, "components"), section.get("components"), (TEXT,), low=1, high=3, required=True)
    check.one((*path, "accessory"), section.get("accessory"), (BUTTON, THUMBNAIL))


def _text(check: _ComponentCheck, path: Path, component: Json) -> None:
    content = component.get("content")
    if field_checks.text(
        check.errors, (*path, "content"), content, low=1, high=MAX_TEXT_CHARACTERS, required=True
    ):
        check.shown += len(str(content))


def _media(check: _ComponentCheck, path: Path, holder: Any, key: str = "media") -> None:
    media = holder.get(key) if is_object(holder) else None
    url = media.get("url") if is_object(media) else None
    if is_object(holder):
        field_checks.text(check.errors, (*path, "description"), holder.get("description"), high=1024)
    path = (*path, key, "url")
    if not field_checks.text(check.errors, path, url, low=1, high=2048, required=True):
        return
    scheme, _, rest = str(url).partition("://")
    if scheme not in ("http", "https", "attachment"):
        message = f"Scheme \"{url}\" is not supported. Scheme must be one of ('http', 'https', 'attachment')."
        check.errors.add(path, "URL_TYPE_INVALID_SCHEME", message)
    elif scheme == "attachment" and rest not in check.files:
        code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
        check.errors.add(path, code, "The referenced attachment was not found")


def _gallery(check: _ComponentCheck, path: Path, gallery: Json) -> None:
    path = (*path, "items")
    for position, item in enumerate(
        field_checks.items(check.errors, path, gallery.get("items"), low=1, high=10, required=True)
    ):
        _media(check, (*path, position), item)


def _container(check: _ComponentCheck, path: Path, container: Json) -> None:
    check.children(
        (*path, "components"), container.get("components"), INSIDE, low=1, high=MAX_COMPONENTS, required=True
    )


def _input(check: _ComponentCheck, path: Path, component: Json) -> None:
    check.custom_id(path, component)
    if component.get("style") not in (1, 2):
        check.errors.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
    most = field_checks.number(
        check.errors, (*path, "max_length"), component.get("max_length"), low=1, high=4000, default=4000
    )
    field_checks.number(
        check.errors, (*path, "min_length"), component.get("min_length"), low=0, high=most, default=0
    )
    field_checks.text(check.errors, (*path, "placeholder"), component.get("placeholder"), high=100)
    field_checks.text(check.errors, (*path, "value"), component.get("value"), high=most)
    in_row = path[-2:-1] == ("components",)
    field_checks.text(check.errors, (*path, "label"), component.get("label"), low=1, high=45, required=in_row)


def _label(check: _ComponentCheck, path: Path, label: Json) -> None:
    field_checks.text(check.errors, (*path, "label"), label.get("label"), low=1, high=45, required=True)
    field_checks.text(check.errors, (*path, "description"), label.get("description"), high=100)
    check.one((*path, "component"), label.get("component"), LABELLED)


def _group(check: _ComponentCheck, path: Path, group: Json) -> None:
    check.custom_id(path, group)
    _options(check, path, group, high=10)


CHECKS: dict[int, Callable[[_ComponentCheck, Path, Json], None]] = {
    ROW: _row,
    BUTTON: _button,
    **dict.fromkeys(SELECTS, _select),
    SECTION: _section,
    TEXT: _text,
    THUMBNAIL: _media,
    GALLERY: _gallery,
    FILE: lambda check, path, component: _media(check, path, component, "file"),
    CONTAINER: _container,
    TEXT_INPUT: _input,
    LABEL: _label,
    UPLOAD: _ComponentCheck.custom_id,
    RADIO: _group,
    CHECKBOXES: _group,
    CHECKBOX: _ComponentCheck.custom_id,
}
"""The check of the fields of each type of component."""
