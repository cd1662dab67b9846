"""Discord's rules for components: the fields of each type, where it is allowed, and how they fit together."""

from collections.abc import Container
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from sandbox.discord.checks.errors import Body, Path, Snowflake, invalid
from sandbox.discord.components import BUTTON, GALLERY, LINK, ROW, SELECTS, TEXT_INPUT, THUMBNAIL
from sandbox.json_helpers import Json, children

CustomId = Annotated[str, Field(min_length=1, max_length=100)]
DEFAULT_TYPES = {5: ("user",), 6: ("role",), 7: ("user", "role"), 8: ("channel",)}
"""The types of preselected values, by the type of the select."""
INVALID_EMOJI = ("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


class _Component(Body):
    id: int | None = Field(None, ge=0)


class _Emoji(Body):
    model_config = ConfigDict(extra="ignore")  # clients send back what they received

    id: Snowflake | None = None
    name: str = Field(max_length=32)


class _Button(_Component):
    type: Literal[2]
    style: Literal[1, 2, 3, 4, 5]
    disabled: bool | None = None
    emoji: _Emoji | None = None
    custom_id: CustomId | None = None
    url: str | None = Field(None, max_length=512)
    label: str | None = Field(None, max_length=80)


class _Option(Body):
    label: str = Field(min_length=1, max_length=100)
    value: str = Field(min_length=1, max_length=100)
    description: str | None = Field(None, max_length=100)
    emoji: _Emoji | None = None
    default: bool | None = None


class _Select(_Component):
    custom_id: CustomId
    placeholder: str | None = Field(None, max_length=150)
    disabled: bool | None = None
    required: bool | None = None
    min_values: int | None = Field(None, ge=0, le=25)
    max_values: int | None = Field(None, ge=1, le=25)


class _StringSelect(_Select):
    type: Literal[3]
    options: list[_Option] = Field(min_length=1, max_length=25)


class _Preset(Body):
    id: Snowflake
    type: str


class _EntitySelect(_Select):
    """A select of users, roles, users and roles, or channels."""

    type: Literal[5, 6, 7, 8]
    channel_types: list[int] | None = None
    default_values: list[_Preset] | None = None


class Row(_Component):
    """A row of buttons, or one select."""

    type: Literal[1]
    components: list[Annotated[_Button | _StringSelect | _EntitySelect, Field(discriminator="type")]] = Field(
        min_length=1, max_length=5
    )


class _Text(_Component):
    type: Literal[10]
    content: str = Field(min_length=1, max_length=4000)


class _Media(Body):
    url: str = Field(min_length=1, max_length=2048, pattern="^(https?|attachment)://")


class _Picture(Body):
    media: _Media
    description: str | None = Field(None, min_length=1, max_length=1024)
    spoiler: bool | None = None


class _Thumbnail(_Component, _Picture):
    type: Literal[11]


class _Gallery(_Component):
    type: Literal[12]
    items: list[_Picture] = Field(min_length=1, max_length=10)


class _Section(_Component):
    type: Literal[9]
    components: list[_Text] = Field(min_length=1, max_length=3)
    accessory: Annotated[_Button | _Thumbnail, Field(discriminator="type")]


class _Separator(_Component):
    type: Literal[14]
    divider: bool | None = None
    spacing: Literal[1, 2] | None = None


_Inside = Row | _Section | _Text | _Gallery | _Separator


class _Container(_Component):
    type: Literal[17]
    components: list[Annotated[_Inside, Field(discriminator="type")]] = Field(min_length=1)
    accent_color: int | None = Field(None, ge=0, le=0xFFFFFF)
    spoiler: bool | None = None


LayoutPart = Annotated[_Inside | _Container, Field(discriminator="type")]
"""A component at the top of a message with the V2 flag."""


class _TextInput(_Component):
    type: Literal[4]
    custom_id: CustomId
    style: Literal[1, 2]
    label: None = None  # the component around it has the label
    placeholder: str | None = Field(None, max_length=100)
    required: bool | None = None
    min_length: int | None = Field(None, ge=0, le=4000)
    max_length: int | None = Field(None, ge=1, le=4000)
    value: str | None = None


class _Label(_Component):
    type: Literal[18]
    label: str = Field(min_length=1, max_length=45)
    description: str | None = Field(None, min_length=1, max_length=100)
    component: Annotated[_TextInput | _StringSelect | _EntitySelect, Field(discriminator="type")]


ModalPart = Annotated[_Text | _Label, Field(discriminator="type")]
"""A component at the top of a modal."""


@dataclass
class ComponentRules:
    """Rules about several fields or components of one message or modal, each of which is valid by itself."""

    emojis: Container[int]
    """The ids of the custom emojis that exist."""
    files: Container[str] = ()
    """The names of the message's files, to which components may refer."""
    used: set[str | int] = field(default_factory=set[str | int])
    """The custom ids (texts) and ids (numbers) so far."""

    def check(self, parent: Json, at: Path) -> None:
        """Raises `ApiError` 50035 for a component in `parent` that breaks a rule; `at` is the parent's path."""
        for number, part in enumerate(children(parent, "components")):
            self._check(part, (*at, "components", number))
        for only in ("accessory", "component"):
            if only in parent:
                self._check(parent[only], (*at, only))

    def _check(self, part: Json, at: Path) -> None:
        for name in ("id", "custom_id"):
            if part.get(name) in self.used:
                code = f"COMPONENT_{name.upper()}_DUPLICATED"
                raise invalid((*at, name), code, "Component custom id cannot be duplicated")
            if part.get(name):
                self.used.add(part[name])
        kind, inner = part["type"], children(part, "components")
        if kind == ROW and len(inner) > 1 and any(each["type"] != BUTTON for each in inner):
            message = "The specified component exceeds the maximum width"
            raise invalid((*at, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)
        if kind == BUTTON:
            self._check_button(part, at)
        elif kind in SELECTS:
            self._check_select(part, at)
        elif kind == TEXT_INPUT:
            _check_input(part, at)
        elif kind == THUMBNAIL:
            self._check_media(part, at)
        elif kind == GALLERY:
            for number, item in enumerate(part["items"]):
                self._check_media(item, (*at, "items", number))
        self.check(part, at)

    def _check_button(self, button: Json, at: Path) -> None:
        needed, other = ("url", "custom_id") if button["style"] == LINK else ("custom_id", "url")
        if button.get(other):
            code = "BUTTON_COMPONENT_CUSTOM_ID_AND_URL_MUTUALLY_EXCLUSIVE"
            raise invalid((*at, other), code, "A custom id and url cannot both be specified")
        if not button.get(needed):
            raise invalid((*at, needed), "BASE_TYPE_REQUIRED", "This field is required")
        if not button.get("label") and not button.get("emoji"):
            code = "BUTTON_COMPONENT_INVALID_LABEL"
            raise invalid((*at, "label"), code, "A button must have a label or an emoji")
        self._check_emoji(button, at)

    def _check_select(self, select: Json, at: Path) -> None:
        least, most = select.get("min_values"), select.get("max_values") or 1
        least = 1 if least is None else least
        options, presets = children(select, "options"), children(select, "default_values")
        if at[-1] == "component" and (
            select.get("disabled") or (not least and select.get("required") is not False)
        ):
            message = (
                "A select in a modal cannot be disabled, and only one that is not required may be left empty."
            )
            raise invalid(at, "BASE_TYPE_CHOICES", message)
        if least > most or (options and most > len(options)):
            message = "Must fit min_values and the number of options."
            raise invalid((*at, "max_values"), "BASE_TYPE_BAD_LENGTH", message)
        if sum(1 for option in options if option.get("default")) > most:
            message = "More options are preselected than may be chosen."
            raise invalid((*at, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", message)
        values: set[str] = set()
        for number, option in enumerate(options):
            if option["value"] in values:
                message = "The specified option value is already used"
                place = (*at, "options", number, "value")
                raise invalid(place, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
            values.add(option["value"])
            self._check_emoji(option, (*at, "options", number))
        if presets and not least <= len(presets) <= most:
            raise invalid((*at, "default_values"), "BASE_TYPE_BAD_LENGTH", "Must fit min_values and max_values.")
        if any(preset["type"] not in DEFAULT_TYPES[select["type"]] for preset in presets):
            raise invalid((*at, "default_values"), "BASE_TYPE_CHOICES", "Must fit the type of the select.")

    def _check_emoji(self, part: Json, at: Path) -> None:
        """An emoji is one of the application's or, without an id, a character."""
        if emoji := part.get("emoji"):
            own = emoji.get("id")
            if own is None and emoji["name"].isascii():
                raise invalid((*at, "emoji", "name"), *INVALID_EMOJI)
            if own is not None and int(own) not in self.emojis:
                raise invalid((*at, "emoji", "id"), *INVALID_EMOJI)

    def _check_media(self, holder: Json, at: Path) -> None:
        scheme, _, name = holder["media"]["url"].partition("://")
        if scheme == "attachment" and name not in self.files:
            code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
            raise invalid((*at, "media", "url"), code, "The referenced attachment was not found")


def _check_input(part: Json, at: Path) -> None:
    most = part.get("max_length") or 4000
    if (part.get("min_length") or 0) > most or len(part.get("value") or "") > most:
        raise invalid((*at, "max_length"), "BASE_TYPE_MAX_LENGTH", "Must fit min_length and the value.")
