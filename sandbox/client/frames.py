"""The frames that a page sends to the server: JSON objects over a WebSocket, with their type in `t`.

`page/types.d.ts` describes them too, and those that the server sends.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

Id = Annotated[int, Field(ge=0, lt=1 << 63)]
"""A snowflake; JSON carries it as a string."""


class _Received(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class OptionInput(_Received):
    """One option of a command as a member filled it in; a subcommand holds further options."""

    name: str
    type: int
    value: str | bool | int | float | None = None
    options: tuple["OptionInput", ...] = ()
    focused: bool = False


class ComponentInput(_Received):
    """One input of a modal as a member filled it in."""

    custom_id: str
    value: str = ""
    values: tuple[str, ...] = ()


class _Request(_Received):
    """A frame of a page; the result of a request repeats its nonce."""

    nonce: str | None = None


class UseCommand(_Request):
    """A member uses a slash command, or types into the `focused` option of one, which the bot completes."""

    t: Literal["slash", "autocomplete"]
    channel_id: Id
    name: str
    options: tuple[OptionInput, ...] = ()


class UseMenu(_Request):
    """A member uses an application's entry in the menu of a member."""

    t: Literal["menu"]
    channel_id: Id
    name: str
    target_id: str


class Launch(_Request):
    """A member opens the application's Activity."""

    t: Literal["launch"]
    channel_id: Id


class UseComponent(_Request):
    """A member clicks a button, or chooses `values` in a select."""

    t: Literal["click"]
    channel_id: Id
    message_id: Id
    custom_id: str
    values: tuple[str, ...] = ()


class SubmitModal(_Request):
    """A member submits a modal; `modal` is the id of the interaction that opened it."""

    t: Literal["modal"]
    modal: Id
    components: tuple[ComponentInput, ...]


class Say(_Request):
    """A member posts a plain message."""

    t: Literal["say"]
    channel_id: Id
    content: str


class Dismiss(_Request):
    """A member dismisses an ephemeral message."""

    t: Literal["dismiss"]
    message_id: Id


class ChangeSettings(_Request):
    """A member opens or closes their direct messages."""

    t: Literal["settings"]
    dms_closed: bool


MemberFrame = UseCommand | UseMenu | Launch | UseComponent | SubmitModal | Say | Dismiss | ChangeSettings
MEMBER_FRAMES: TypeAdapter[MemberFrame] = TypeAdapter(Annotated[MemberFrame, Field(discriminator="t")])
"""Parses a frame of a page: `MEMBER_FRAMES.validate_json(text)`; ValueError if it is not valid."""
