"""The frames between a page and the server: JSON objects over a WebSocket, with their type in `t`.

Models of pydantic validate the frames of a page; TypedDicts describe those of the server. The page declares the
same frames in `page/types.d.ts`.
"""

from typing import Annotated, Literal, NotRequired, TypedDict

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from sandbox.json_helpers import Json

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
    value: str | bool | None = None
    values: tuple[str, ...] = ()


class _Request(_Received):
    """A frame of a page; the result of a request repeats its nonce."""

    nonce: str | None = None


class _CommandRequest(_Request):
    channel_id: Id
    name: str
    options: tuple[OptionInput, ...] = ()


class UseCommand(_CommandRequest):
    """A member uses a slash command."""

    t: Literal["slash"]


class Complete(_CommandRequest):
    """A member types into an option that the bot completes: the one that is `focused`."""

    t: Literal["autocomplete"]


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


MemberFrame = (
    UseCommand | Complete | UseMenu | Launch | UseComponent | SubmitModal | Say | Dismiss | ChangeSettings
)
MEMBER_FRAMES: TypeAdapter[MemberFrame] = TypeAdapter(Annotated[MemberFrame, Field(discriminator="t")])
"""Parses a frame of a page: `MEMBER_FRAMES.validate_json(text)`; ValueError if it is not valid."""


class UserInfo(TypedDict):
    """Discord's user object, with a colour and a permission for the page."""

    id: str
    username: str
    global_name: str
    bot: bool
    avatar_color: str
    manage_guild: NotRequired[bool]


class DirectChannel(TypedDict):
    """The direct channel with the bot."""

    id: str
    user: UserInfo


class GuildInfo(TypedDict):
    """The guild that a page shows; `roles` have an `id` and a `name`."""

    id: str
    name: str
    roles: list[dict[str, str]]


class GuildEntry(TypedDict):
    """A guild that a member is in; `online` says whether the bot's shard of it is connected."""

    id: str
    name: str
    shard: int
    online: bool


class MemberState(TypedDict, total=False):
    """The members, guilds, commands and settings that a member sees. Channels and messages have other frames."""

    members: list[UserInfo]
    guild: GuildInfo
    guilds: list[GuildEntry]
    dms: list[DirectChannel]
    commands: list[Json]
    """The commands that the member may use now."""
    online: bool
    """Whether a bot is connected."""
    dms_closed: bool
    """Whether the member takes no direct messages."""


class Hello(TypedDict):
    """The first frame: everything that the member sees."""

    t: Literal["hello"]
    me: UserInfo
    bot: UserInfo
    state: MemberState
    channels: list[Json]
    messages: dict[str, list[Json]]


class StateChanged(TypedDict):
    """New values of some parts of what the member sees; `members` has only those who joined."""

    t: Literal["state"]
    state: MemberState


class MessageShown(TypedDict):
    """A message was posted or edited."""

    t: Literal["message", "message_update"]
    channel_id: str
    message: Json


class MessageGone(TypedDict):
    """A message was deleted or dismissed."""

    t: Literal["message_delete"]
    channel_id: str
    id: str


class ChannelShown(TypedDict):
    """A channel or thread was created or changed, or became visible; then `messages` are its messages so far."""

    t: Literal["channel"]
    channel: Json
    messages: NotRequired[list[Json]]


class ChannelGone(TypedDict):
    """A channel was deleted, or is no longer visible."""

    t: Literal["channel_delete"]
    channel: Json


class ModalShown(TypedDict):
    """A modal of the bot, with the id of the interaction that opened it."""

    interaction: str
    title: str
    components: list[Json]


class Acknowledged(TypedDict):
    """The result of a request; it comes after the frames for the messages in the bot's response."""

    t: Literal["ack"]
    nonce: str | None
    ok: bool
    seconds: NotRequired[float]
    """Time from the request to the bot's response."""
    error: NotRequired[str]
    message_id: NotRequired[str]
    """The message that the response posted or edited."""
    modal: NotRequired[ModalShown]
    choices: NotRequired[list[Json]]
    """The bot's completions for the option that the member is typing."""


ServerFrame = Hello | StateChanged | MessageShown | MessageGone | ChannelShown | ChannelGone | Acknowledged
