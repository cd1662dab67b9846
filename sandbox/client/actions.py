"""The actions of members, with the checks of a Discord client: commands, clicks, modals, plain messages."""

from collections.abc import Iterable

from sandbox.client.frames import (
    ChangeSettings,
    ComponentInput,
    Dismiss,
    Launch,
    MemberFrame,
    Say,
    SubmitModal,
    UseCommand,
    UseComponent,
    UseMenu,
)
from sandbox.client.option_resolver import OptionResolver
from sandbox.discord import message_body, threads
from sandbox.discord.checks.commands import CHANNEL, MENTIONABLE, ROLE, USER, USER_MENU
from sandbox.discord.checks.errors import ApiError, ClientRefusal
from sandbox.discord.components import SELECTS, STRING_SELECT, TEXT_INPUT, walk
from sandbox.discord.interactions.commands import LAUNCH_ACTIVITY
from sandbox.discord.interactions.interaction import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, OutcomeHandler
from sandbox.discord.model import Channel, StoredMessage, User
from sandbox.discord.subsystems import Discord
from sandbox.json_helpers import Json

SELECTABLE = {5: USER, 6: ROLE, 7: MENTIONABLE, 8: CHANNEL}
"""For each type of select, the type of a command's option that has the same kind of value."""


class MemberActions:
    """The actions of members."""

    def __init__(self, discord: Discord) -> None:
        self.world = discord.world
        self.commands = discord.commands
        self.interactions = discord.interactions

    def carry_out(self, user: User, frame: MemberFrame, on_outcome: OutcomeHandler) -> None:
        """Carries out what a member does; `on_outcome` is called when the interaction has ended, if it is one.

        Raises `ClientRefusal` if a Discord client would not allow it.
        """
        match frame:
            case UseCommand():
                self._use_command(user, frame, on_outcome)
            case UseMenu():
                self._use_menu(user, frame, on_outcome)
            case Launch():
                self._launch(user, frame, on_outcome)
            case UseComponent():
                self._click(user, frame, on_outcome)
            case SubmitModal():
                self._submit(user, frame, on_outcome)
            case Say():
                self._say(user, frame)
            case Dismiss():
                self._dismiss(user, frame)
            case ChangeSettings():
                user.dms_closed = frame.dms_closed

    def _use_command(self, user: User, frame: UseCommand, on_outcome: OutcomeHandler) -> None:
        """Uses a slash command, or asks for completions of the option that the member is typing."""
        typing = frame.t == "autocomplete"
        channel = self._channel(user, frame.channel_id)
        command = self.commands.find(frame.name, channel, user.id)
        resolver = OptionResolver(self.world, self.world.guild_of(channel), complete=not typing)
        options = resolver.options(command["options"], frame.options)
        if not typing:
            self._reopen(channel, user)
        data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
        if resolver.resolved:
            data["resolved"] = resolver.resolved
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        self.interactions.begin(AUTOCOMPLETE if typing else COMMAND, user, channel, data, on_outcome)

    def _use_menu(self, user: User, frame: UseMenu, on_outcome: OutcomeHandler) -> None:
        """Uses an entry in the menu of a member."""
        channel = self._channel(user, frame.channel_id)
        command = self.commands.find(frame.name, channel, user.id, USER_MENU)
        resolver = OptionResolver(self.world, self.world.guild_of(channel), complete=True)
        resolver.resolve(USER, frame.target_id, "The menu")
        data: Json = {key: command[key] for key in ("id", "name", "type")}
        data |= {"target_id": frame.target_id, "resolved": resolver.resolved}
        self.interactions.begin(COMMAND, user, channel, data, on_outcome)

    def _launch(self, user: User, frame: Launch, on_outcome: OutcomeHandler) -> None:
        """Opens the application's Activity by its entry point, which the application must handle itself."""
        channel = self._channel(user, frame.channel_id)
        command = self.commands.entry_point()
        if command["handler"] == LAUNCH_ACTIVITY:
            raise ClientRefusal("Discord launches this Activity itself, and here there are none")
        data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
        self.interactions.begin(COMMAND, user, channel, data, on_outcome)

    def _click(self, user: User, frame: UseComponent, on_outcome: OutcomeHandler) -> None:
        """Clicks a button, or chooses in a select."""
        channel = self._channel(user, frame.channel_id)
        try:
            message = self.world.find_message(frame.message_id, channel.id)
        except ApiError:
            raise ClientRefusal("This message was deleted") from None
        if not self.world.may_see(user.id, message):
            raise ClientRefusal("This message cannot be seen")
        guild = self.world.guild_of(channel)
        if guild and self.world.bot.id not in guild.members:
            raise ClientRefusal("The bot is no longer in this server")
        component = _enabled_component(message, frame.custom_id)
        if channel.thread and channel.thread.archived:
            # Before a click in an archived thread, a Discord client opens the thread in the member's name.
            try:
                threads.edit(self.world, channel, user.id, {"archived": False})
            except ApiError:
                raise ClientRefusal("An error occurred, please try again.") from None
        data: Json = {
            "id": component["id"],
            "custom_id": component["custom_id"],
            "component_type": component["type"],
        }
        if component["type"] in SELECTS:
            resolver = OptionResolver(self.world, guild, complete=True)
            _resolve(component, frame.values, resolver)
            data |= {"values": list(frame.values)}
            if component["type"] != STRING_SELECT:
                data["resolved"] = resolver.resolved
        self.interactions.begin(COMPONENT, user, channel, data, on_outcome, source=message)

    def _submit(self, user: User, frame: SubmitModal, on_outcome: OutcomeHandler) -> None:
        """Submits a modal that was opened for the same member."""
        opened = self.interactions.modals.get(frame.modal)
        if opened is None or opened[0].user is not user:
            raise ClientRefusal("This form is no longer open")
        trigger, modal = opened
        given = {part.custom_id: part for part in frame.components}
        resolver = OptionResolver(self.world, self.world.guild_of(trigger.channel), complete=True)
        parts = [_submitted(part, given, resolver) for part in modal["components"]]
        data: Json = {"custom_id": modal["custom_id"], "components": parts}
        if resolver.resolved:
            data["resolved"] = resolver.resolved
        del self.interactions.modals[trigger.id]
        self.interactions.begin(
            MODAL_SUBMIT, user, trigger.channel, data, on_outcome, source=trigger.source, trigger=trigger
        )

    def _say(self, user: User, frame: Say) -> None:
        """Posts a plain message."""
        channel = self._channel(user, frame.channel_id)
        if not self.world.permissions_in(channel, user.id) & channel.writing_permission:
            raise ClientRefusal("You do not have permission to send messages here")
        text = frame.content.strip()
        if not 1 <= len(text) <= 2000:
            raise ClientRefusal("A message has 1 to 2000 characters")
        self._reopen(channel, user)
        message = message_body.empty_message(self.world, channel, user.id)
        message.body = message_body.build_body(self.world, message, {"content": text}, [])
        self.world.add_message(message)

    def _dismiss(self, user: User, frame: Dismiss) -> None:
        """Dismisses an ephemeral message that this member sees."""
        message = self.world.ephemerals.get(frame.message_id)
        if message and message.viewer == user.id:
            self.world.dismiss_message(message)

    def _reopen(self, channel: Channel, user: User) -> None:
        """Opens an archived thread because the member writes in it. Raises `ClientRefusal` if it is locked."""
        try:
            threads.reopen(self.world, channel, user.id)
        except ApiError:
            raise ClientRefusal("This thread is locked") from None

    def _channel(self, user: User, channel_id: int) -> Channel:
        channel = self.world.channels.get(channel_id)
        if channel is None or not self.world.sees(user.id, channel):
            raise ClientRefusal("This channel cannot be seen")
        return channel


def _submitted(part: Json, given: dict[str, ComponentInput], resolver: OptionResolver) -> Json:
    """One component of a submitted modal, as the bot gets it."""
    result: Json = {"type": part["type"], "id": part["id"]}
    if "components" in part:
        return result | {"components": [_submitted(child, given, resolver) for child in part["components"]]}
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
        raise ClientRefusal(f"{part.get('label', 'The text')} must have {low} to {high} characters")
    return value
