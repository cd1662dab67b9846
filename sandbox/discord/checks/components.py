"""Discord's rules for components: where each type is allowed, how many there may be, and their fields."""

from collections.abc import Callable, Container
from dataclasses import dataclass, field
from typing import Any

from sandbox.discord.checks.form import REQUIRED, Form
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
from sandbox.json_helpers import is_object

MAX_COMPONENTS, MAX_ROWS, MAX_TEXT_CHARACTERS = 40, 5, 4000
"""Limits of the components in a layout, of rows outside a layout, and of the text shown in a layout."""

LEGACY_TOP = (ROW,)
INSIDE = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
LAYOUT_TOP = (*INSIDE, CONTAINER)
MODAL_TOP = (ROW, TEXT, LABEL)
INVALID_EMOJI = ("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
"""Code and message of the error, for buttons and for options of selects."""
EXCLUSIVE = (
    "BUTTON_COMPONENT_CUSTOM_ID_AND_URL_MUTUALLY_EXCLUSIVE",
    "A custom id and url cannot both be specified",
)
DEFAULT_TYPES = {5: ("user",), 6: ("role",), 7: ("user", "role"), 8: ("channel",)}
"""The types of preselected values, by the type of the select."""
LABELLED = (*SELECTS, TEXT_INPUT, UPLOAD, RADIO, CHECKBOXES, CHECKBOX)


def check_message_components(form: Form, *, layout: bool, emojis: Container[int], files: Container[str]) -> None:
    """Adds the errors of a message's components.

    `layout` says whether the message has the V2 flag; `emojis` are the ids of custom emojis that exist, `files`
    the names of the message's files.
    """
    check = _ComponentCheck(emojis, files, modal=False)
    high = MAX_COMPONENTS if layout else MAX_ROWS
    check.children(form, LAYOUT_TOP if layout else LEGACY_TOP, low=0, high=high, required=False)
    if layout and check.count > MAX_COMPONENTS:
        message = f"Must be {MAX_COMPONENTS} or fewer in length, nested ones counted."
        form.add("BASE_TYPE_MAX_LENGTH", message, "components")
    if check.shown > MAX_TEXT_CHARACTERS:
        message = f"The total displayable text size of all components exceeds the maximum of {MAX_TEXT_CHARACTERS}"
        form.add("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message, "components")


def check_modal_components(form: Form, emojis: Container[int]) -> None:
    """Adds the errors of a modal's components."""
    _ComponentCheck(emojis, (), modal=True).children(form, MODAL_TOP, high=5)


@dataclass
class _ComponentCheck:
    """A check in progress of one tree of components: what was counted so far."""

    emojis: Container[int]
    files: Container[str]
    modal: bool
    count: int = 0
    shown: int = 0
    custom_ids: set[str] = field(default_factory=set[str])
    ids: set[int] = field(default_factory=set[int])

    def children(
        self, parent: Form, allowed: tuple[int, ...], *, low: int = 1, high: int, required: bool = True
    ) -> list[Form]:
        """Checks the components in a form, each of which must have an allowed type."""
        found = parent.items("components", low=low, high=high, required=required)
        for component in found:
            self.one(component, allowed)
        return found

    def only(self, parent: Form, name: str, allowed: tuple[int, ...]) -> None:
        """Checks the component in a field that holds one."""
        if is_object(parent.get(name)):
            self.one(parent.part(name), allowed)
        else:
            parent.add(*REQUIRED, name)

    def one(self, component: Form, allowed: tuple[int, ...]) -> None:
        """Checks one component and those nested in it."""
        self.count += 1
        kind = component.get("type")
        if kind not in allowed:
            message = f'Value of field "type" must be one of {allowed}.'
            component.add("UNION_TYPE_CHOICES", message, "type")
            return
        if own := component.get("id"):
            if own in self.ids:
                component.add("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated", "id")
            self.ids.add(own)
        if checker := CHECKS.get(kind):
            checker(self, component)

    def custom_id(self, component: Form) -> None:
        """Checks that a custom id is present, short enough and unique."""
        if not component.text("custom_id", low=1, high=100, required=True):
            return
        custom_id = component.get("custom_id")
        if custom_id in self.custom_ids:
            code = "COMPONENT_CUSTOM_ID_DUPLICATED"
            component.add(code, "Component custom id cannot be duplicated", "custom_id")
        self.custom_ids.add(custom_id)

    def emoji(self, component: Form) -> None:
        """Checks that an emoji is one of this application's or, without an id, a character."""
        if component.get("emoji") is None:
            return
        emoji = component.part("emoji")
        if emoji.get("id") is not None:
            found = str(emoji.get("id"))
            if not found.isdecimal() or int(found) not in self.emojis:
                emoji.add(*INVALID_EMOJI, "id")
        elif str(emoji.get("name") or "").isascii():
            emoji.add(*INVALID_EMOJI, "name")


def _row(check: _ComponentCheck, row: Form) -> None:
    found = check.children(row, (TEXT_INPUT,) if check.modal else (BUTTON, *SELECTS), high=5)
    if len(found) > 1 and any(component.get("type") != BUTTON for component in found):
        message = "The specified component exceeds the maximum width"
        row.add("COMPONENT_LAYOUT_WIDTH_EXCEEDED", message, "components")


def _button(check: _ComponentCheck, button: Form) -> None:
    style = button.get("style")
    if style not in range(1, 7):
        button.add("BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6).", "style")
        return
    button.text("label", high=80)
    check.emoji(button)
    if style == LINK:
        button.text("url", low=1, high=512, required=True)
    elif style != PREMIUM:
        check.custom_id(button)
    excluded = "custom_id" if style in (LINK, PREMIUM) else "url"
    if button.get(excluded):
        button.add(*EXCLUSIVE, excluded)
    if style != PREMIUM and not button.get("label") and not button.get("emoji"):
        button.add("BUTTON_COMPONENT_INVALID_LABEL", "A button must have a label or an emoji", "label")


def _select(check: _ComponentCheck, select: Form) -> None:
    check.custom_id(select)
    select.text("placeholder", high=150)
    least = select.number("min_values", low=0, high=25, default=1)
    most = select.number("max_values", low=1, high=25, default=1)
    if least > most:
        select.add("BASE_TYPE_BAD_LENGTH", "Must not be greater than max_values.", "min_values")
    if select.get("type") != STRING_SELECT:
        _default_values(select, least, most)
        return
    options = _options(check, select, high=25)
    if options and most > len(options):
        select.add("BASE_TYPE_BAD_LENGTH", "Must not be greater than the number of options.", "max_values")
    if sum(1 for option in options if option.get("default")) > most:
        message = "More options are preselected than may be chosen."
        select.add("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", message, "options")


def _default_values(select: Form, least: int, most: int) -> None:
    """Checks the users, roles or channels that are preselected in a select, if any are."""
    allowed = DEFAULT_TYPES[select.get("type")]
    if not select.get("default_values"):
        return
    for preset in select.items("default_values", low=least, high=most):
        if preset.get("type") not in allowed:
            preset.add("BASE_TYPE_CHOICES", f"Value must be one of {allowed}.", "type")


def _options(check: _ComponentCheck, component: Form, *, high: int) -> list[Form]:
    options = component.items("options", low=1, high=high, required=True)
    values: set[Any] = set()
    for option in options:
        option.text("label", low=1, high=100, required=True)
        option.text("description", high=100)
        check.emoji(option)
        if not option.text("value", low=1, high=100, required=True):
            continue
        value = option.get("value")
        if value in values:
            message = "The specified option value is already used"
            option.add("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message, "value")
        values.add(value)
    return options


def _section(check: _ComponentCheck, section: Form) -> None:
    check.children(section, (TEXT,), high=3)
    check.only(section, "accessory", (BUTTON, THUMBNAIL))


def _text(check: _ComponentCheck, component: Form) -> None:
    if component.text("content", low=1, high=MAX_TEXT_CHARACTERS, required=True):
        check.shown += len(component.get("content"))


def _media(check: _ComponentCheck, holder: Form, name: str = "media") -> None:
    holder.text("description", high=1024)
    media = holder.part(name)
    if not media.text("url", low=1, high=2048, required=True):
        return
    url = media.get("url")
    scheme, _, rest = url.partition("://")
    if scheme not in ("http", "https", "attachment"):
        message = f"Scheme \"{url}\" is not supported. Scheme must be one of ('http', 'https', 'attachment')."
        media.add("URL_TYPE_INVALID_SCHEME", message, "url")
    elif scheme == "attachment" and rest not in check.files:
        code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
        media.add(code, "The referenced attachment was not found", "url")


def _gallery(check: _ComponentCheck, gallery: Form) -> None:
    for item in gallery.items("items", low=1, high=10, required=True):
        _media(check, item)


def _container(check: _ComponentCheck, container: Form) -> None:
    check.children(container, INSIDE, high=MAX_COMPONENTS)


def _input(check: _ComponentCheck, component: Form) -> None:
    check.custom_id(component)
    if component.get("style") not in (1, 2):
        component.add("BASE_TYPE_CHOICES", "Value must be one of (1, 2).", "style")
    most = component.number("max_length", low=1, high=4000, default=4000)
    component.number("min_length", low=0, high=most, default=0)
    component.text("placeholder", high=100)
    component.text("value", high=most)
    in_row = component.path[-2] == "components"
    component.text("label", low=1, high=45, required=in_row)


def _label(check: _ComponentCheck, label: Form) -> None:
    label.text("label", low=1, high=45, required=True)
    label.text("description", high=100)
    check.only(label, "component", LABELLED)


def _group(check: _ComponentCheck, group: Form) -> None:
    check.custom_id(group)
    _options(check, group, high=10)


CHECKS: dict[int, Callable[[_ComponentCheck, Form], None]] = {
    ROW: _row,
    BUTTON: _button,
    **dict.fromkeys(SELECTS, _select),
    SECTION: _section,
    TEXT: _text,
    THUMBNAIL: _media,
    GALLERY: _gallery,
    FILE: lambda check, file: _media(check, file, "file"),
    CONTAINER: _container,
    TEXT_INPUT: _input,
    LABEL: _label,
    UPLOAD: _ComponentCheck.custom_id,
    RADIO: _group,
    CHECKBOXES: _group,
    CHECKBOX: _ComponentCheck.custom_id,
}
"""The check of the fields of each type of component."""
