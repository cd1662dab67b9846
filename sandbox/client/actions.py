"""The actions of members, with the checks of a Discord client: commands, clicks, modals, plain messages."""

from collections.abc import Iterable
from functools import partial
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from sandbox.client.option_resolver import OptionInput, OptionResolver
from sandbox.discord import message_body, threads
from sandbox.discord.checks.commands import CHANNEL, CHAT, MENTIONABLE, ROLE, USER, USER_MENU
from sandbox.discord.checks.errors import ApiError, ClientRefusal
from sandbox.discord.components import SELECTS, STRING_SELECT, TEXT_INPUT, walk
from sandbox.discord.interactions.commands import LAUNCH_ACTIVITY
from sandbox.discord.interactions.interaction import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, OutcomeHandler
from sandbox.discord.model import Channel, StoredMessage, User
from sandbox.discord.subsystems import Discord
from sandbox.json_helpers import Json

SELECTABLE = {5: USER, 6: ROLE, 7: MENTIONABLE, 8: CHANNEL}
"""For each type of select, the type of a command's option that has the same kind of value."""
Id = Annotated[int, Field(ge=0, lt=1 << 63)]
"""A snowflake; JSON carries it as a string."""


class ComponentInput(BaseModel):
    """One input of a modal as a member filled it in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    custom_id: str
    value: str = ""
    values: tuple[str, ...] = ()


class MemberActions:
    """The actions of a member. Each public method is a type of frame from a page, with its fields as arguments.

    `page/types.d.ts` describes the frames too. The methods raise `ClientRefusal` if a Discord client would not
    allow the action; `on_outcome` is called when the interaction that one begins has ended.
    """

    def __init__(self, discord: Discord, user: User, on_outcome: OutcomeHandler) -> None:
        self._world = discord.world
        self._commands = discord.commands
        self._interactions = discord.interactions
        self._user = user
        self._begin = partial(discord.interactions.begin, user, on_outcome)

    def slash(self, channel_id: Id, name: str, options: tuple[OptionInput, ...] = ()) -> None:
        """Uses a slash command."""
        self._use_command(channel_id, name, options)

    def autocomplete(self, channel_id: Id, name: str, options: tuple[OptionInput, ...] = ()) -> None:
        """Asks for completions of the `focused` option of a slash command, into which the member types."""
        self._use_command(channel_id, name, options, typing=True)

    def menu(self, channel_id: Id, name: str, target_id: str) -> None:
        """Uses an application's entry in the menu of a member."""
        channel = self._channel(channel_id)
        command = self._commands.find(name, channel, self._user.id, USER_MENU)
        resolver = OptionResolver(self._world, self._world.guild_of(channel), complete=True)
        resolver.resolve(USER, target_id, "The menu")
        data: Json = {key: command[key] for key in ("id", "name", "type")}
        data |= {"target_id": target_id, "resolved": resolver.resolved}
        self._begin(COMMAND, channel, data)

    def launch(self, channel_id: Id) -> None:
        """Opens the application's Activity by its entry point, which the application must handle itself."""
        channel = self._channel(channel_id)
        command = self._commands.entry_point()
        if command["handler"] == LAUNCH_ACTIVITY:
            raise ClientRefusal("Discord launches this Activity itself, and here there are none")
        self._begin(COMMAND, channel, {key: command[key] for key in ("id", "name", "type")})

    def click(self, channel_id: Id, message_id: Id, custom_id: str, values: tuple[str, ...] = ()) -> None:
        """Clicks a button, or chooses in a select."""
        channel = self._channel(channel_id)
        try:
            message = self._world.find_message(message_id, channel.id)
        except ApiError:
            raise ClientRefusal("This message was deleted") from None
        if not self._world.may_see(self._user.id, message):
            raise ClientRefusal("This message cannot be seen")
        guild = self._world.guild_of(channel)
        if guild and self._world.bot.id not in guild.members:
            raise ClientRefusal("The bot is no longer in this server")
        component = _enabled_component(message, custom_id)
        if channel.thread and channel.thread.archived:
            # Before a click in an archived thread, a Discord client opens the thread in the member's name.
            try:
                threads.edit(self._world, channel, self._user.id, {"archived": False})
            except ApiError:
                raise ClientRefusal("An error occurred, please try again.") from None
        data: Json = {"id": component["id"], "custom_id": custom_id, "component_type": component["type"]}
        if component["type"] in SELECTS:
            resolver = OptionResolver(self._world, guild, complete=True)
            _resolve(component, values, resolver)
            data |= {"values": list(values)}
            if component["type"] != STRING_SELECT:
                data["resolved"] = resolver.resolved
        self._begin(COMPONENT, channel, data, source=message)

    def modal(self, modal: Id, components: tuple[ComponentInput, ...]) -> None:
        """Submits a modal; `modal` is the id of the interaction of the same member that opened it."""
        opened = self._interactions.modals.get(modal)
        if opened is None or opened[0].user is not self._user:
            raise ClientRefusal("This form is no longer open")
        trigger, form = opened
        given = {part.custom_id: part for part in components}
        resolver = OptionResolver(self._world, self._world.guild_of(trigger.channel), complete=True)
        parts = [_submitted(part, given, resolver) for part in form["components"]]
        data: Json = {"custom_id": form["custom_id"], "components": parts}
        if resolver.resolved:
            data["resolved"] = resolver.resolved
        del self._interactions.modals[trigger.id]
        self._begin(MODAL_SUBMIT, trigger.channel, data, source=trigger.source, trigger=trigger)

    def say(self, channel_id: Id, content: str) -> None:
        """Posts a plain message."""
        channel = self._channel(channel_id)
        if not self._world.permissions_in(channel, self._user.id) & channel.writing_permission:
            raise ClientRefusal("You do not have permission to send messages here")
        text = content.strip()
        if not 1 <= len(text) <= 2000:
            raise ClientRefusal("A message has 1 to 2000 characters")
        self._reopen(channel)
        message = message_body.empty_message(self._world, channel, self._user.id)
        message.body = message_body.build_body(self._world, message, {"content": text}, [])
        self._world.add_message(message)

    def dismiss(self, message_id: Id) -> None:
        """Dismisses an ephemeral message that this member sees."""
        message = self._world.ephemerals.get(message_id)
        if message and message.viewer == self._user.id:
            self._world.dismiss_message(message)

    def settings(self, dms_closed: bool) -> None:
        """Opens or closes the member's direct messages."""
        self._user.dms_closed = dms_closed

    def _use_command(
        self, channel_id: int, name: str, given: tuple[OptionInput, ...], *, typing: bool = False
    ) -> None:
        channel = self._channel(channel_id)
        command = self._commands.find(name, channel, self._user.id)
        resolver = OptionResolver(self._world, self._world.guild_of(channel), complete=not typing)
        options = resolver.options(command["options"], given)
        if not typing:
            self._reopen(channel)
        data: Json = {"id": command["id"], "name": name, "type": CHAT, "options": options}
        if resolver.resolved:
            data["resolved"] = resolver.resolved
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        self._begin(AUTOCOMPLETE if typing else COMMAND, channel, data)

    def _reopen(self, channel: Channel) -> None:
        """Opens an archived thread because the member writes in it. Raises `ClientRefusal` if it is locked."""
        try:
            threads.reopen(self._world, channel, self._user.id)
        except ApiError:
            raise ClientRefusal("This thread is locked") from None

    def _channel(self, channel_id: int) -> Channel:
        channel = self._world.channels.get(channel_id)
        if channel is None or not self._world.sees(self._user.id, channel):
            raise ClientRefusal("This channel cannot be seen")
        return channel


def _submitted(part: Json, given: dict[str, ComponentInput], resolver: OptionResolver) -> Json:
    """One component of a submitted modal, as the bot gets it."""
    result: Json = {"type": part["type"], "id": part["id"]}
    if "component" in part:
        return result | {"component": _submitted(part["component"], given, resolver)}
    if "custom_id" not in part:
        return result
    entered = given.get(part["custom_id"]) or ComponentInput(custom_id=part["custom_id"])
    result["custom_id"] = part["custom_id"]
    if part["type"] == TEXT_INPUT:
        return result | {"value": _text(part, entered.value)}
    if entered.values or part.get("required", True):
        _resolve(part, entered.values, resolver)
    return result | {"values": list(entered.values)}


def _resolve(select: Json, values: Iterable[str], resolver: OptionResolver) -> None:
    """Checks the values chosen in a select, and resolves those that name users, roles or channels."""
    chosen = list(values)
    low = select.get("min_values", 1)
    high = select.get("max_values", 1)
    if not low <= len(chosen) <= high or len(set(chosen)) != len(chosen):
        raise ClientRefusal(f"Choose {low} to {high}")
    if select["type"] == STRING_SELECT:
        if not set(chosen) <= {option["value"] for option in select["options"]}:
            raise ClientRefusal("This choice is not offered")
        return
    for value in chosen:
        resolver.resolve(SELECTABLE[select["type"]], value, "The choice")


def _enabled_component(message: StoredMessage, custom_id: str) -> Json:
    for component in walk(message.body["components"]):
        if component.get("custom_id") == custom_id:
            if component.get("disabled"):
                raise ClientRefusal("This is not available now")
            return component
    raise ClientRefusal("This is no longer offered")


def _text(part: Json, value: str) -> str:
    """The text entered into a modal's text input."""
    if not value and not part.get("required", True):
        return ""
    low, high = max(part.get("min_length", 0), 1), part.get("max_length", 4000)
    if not low <= len(value) <= high:
        raise ClientRefusal(f"The text must have {low} to {high} characters")
    return value
